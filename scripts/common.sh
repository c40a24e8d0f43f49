# shellcheck shell=bash
# What the scripts beside this file share; to be sourced.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

# phase TITLE COMMAND...: runs the command quietly and prints one line; shows what it printed if it fails, and ends.
# All on stderr: stdout is for the program that the script is there to run.
phase() {
    local title=$1 log status=0 start=$SECONDS
    shift
    log=$(mktemp)
    printf '%s ...' "$title" >&2
    "$@" >"$log" 2>&1 || status=$?
    if ((status == 0)); then
        printf ' done (%d s)\n' $((SECONDS - start)) >&2
        rm -f -- "$log"
        return
    fi
    printf ' failed:\n' >&2
    cat -- "$log" >&2
    rm -f -- "$log"
    exit "$status"
}

# configure PRESET [CMAKE OPTIONS...]
configure() {
    local preset=$1
    shift
    phase "Configuring $preset" cmake -S "$root" --preset "$preset" "$@"
}

# build PRESET [TARGET]
build() {
    phase "Building ${2:-everything} ($1)" cmake --build "$root/build/$1" --parallel "$jobs" ${2:+--target "$2"}
}

# run_tests PRESET [CTEST OPTIONS...]: with ctest's own output, which ends in its summary.
run_tests() {
    local preset=$1
    shift
    (cd -- "$root" && ctest --preset "$preset" --parallel "$jobs" "$@")
}
