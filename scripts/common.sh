# shellcheck shell=bash
# What the scripts beside this file share; to be sourced.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

# show_progress TITLE: copies its input and shows ninja's counter, as in [57/274], on stderr: on a terminal always in
# the same line, elsewhere in a line of its own every 15 seconds.
show_progress() {
    local title=$1 line status counter='' shown=$SECONDS
    while true; do
        status=0
        IFS= read -r -t 5 line || status=$?
        if ((status > 128)); then
            # Nothing came for 5 seconds.
            line=''
        elif ((status == 0)) || [[ -n $line ]]; then
            printf '%s\n' "$line"
        fi
        if [[ $line =~ ^\[[0-9]+/[0-9]+\] ]]; then counter=" ${BASH_REMATCH[0]}"; fi
        if [[ -t 2 ]]; then
            if [[ -n $counter ]]; then printf '\r%s ...%s' "$title" "$counter" >&2; fi
        elif ((SECONDS - shown >= 15)); then
            printf '%s ...%s\n' "$title" "$counter" >&2
            shown=$SECONDS
        fi
        if ((status != 0 && status <= 128)); then break; fi
    done
}

# phase TITLE COMMAND...: runs the command and shows its progress and how long it took; shows what it printed if it
# fails, and ends. All on stderr: stdout is for the program that the script is there to run.
phase() {
    local title=$1 log status=0 start=$SECONDS clear=''
    shift
    log=$(mktemp)
    if [[ -t 2 ]]; then
        printf '%s ...' "$title" >&2
        clear=$'\r\033[K'
    fi
    "$@" 2>&1 </dev/null | show_progress "$title" >"$log" || status=$?
    if ((status == 0)); then
        printf '%s%s ... done (%d s)\n' "$clear" "$title" $((SECONDS - start)) >&2
        rm -f -- "$log"
        return
    fi
    printf '%s%s ... failed:\n' "$clear" "$title" >&2
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
