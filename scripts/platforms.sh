# shellcheck shell=bash
# The known scene on other platforms; to be sourced. Each has a toolchain file in cmake/platforms/.

# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

# What a fresh Debian 12 lacks for each of them.
declare -A platform_packages=(
    [gcc]="g++"
    [clang-14]="clang-14"
    [clang-19]="clang-19"
    [i386]="g++-i686-linux-gnu"
    [aarch64]="g++-aarch64-linux-gnu qemu-user"
    [armhf]="g++-arm-linux-gnueabihf qemu-user"
    [riscv64]="g++-riscv64-linux-gnu qemu-user"
    [s390x]="g++-s390x-linux-gnu qemu-user"
    [mingw]="g++-mingw-w64-x86-64-posix wine64"
    [wasm]="emscripten nodejs"
    [wasm-plain]="emscripten nodejs"
)
platforms=(gcc clang-14 clang-19 i386 aarch64 armhf riscv64 s390x mingw wasm wasm-plain)

build_platform() {
    cmake -S "$root/tests/platforms" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
        -DCMAKE_TOOLCHAIN_FILE="$root/cmake/platforms/$1.cmake" &&
        cmake --build "$2" --parallel "$jobs"
}

# check_platform NAME: builds and runs the known scene there; prints one line of the table. A platform whose compiler cannot
# be installed is named and left out, as in scripts/golden.
check_platform() {
    local name=$1 folder="$root/build/platforms/$1" result=same sets
    local -a packages
    read -r -a packages <<<"${platform_packages[$name]}"
    if ! "$root/scripts/bootstrap" --packages cmake ninja-build doctest-dev libhwy-dev "${packages[@]}"; then
        printf '%-11s %s\n' "$name" "cannot be installed here: ${packages[*]}"
        return
    fi
    # Where Debian keeps the modules of emscripten's own tools.
    NODE_PATH=/usr/share/nodejs phase "Building the known scene ($name)" build_platform "$name" "$folder"
    (cd -- "$folder" && ctest --verbose) >"$folder/known_state.log" 2>&1 || result=different
    sets=$(grep -o 'target) := .*' "$folder/known_state.log" | tr -cd '[:print:]\n' | sed 's/.*:= //' | uniq -c |
        awk '{ printf "%s%s x %d", (NR > 1 ? ", " : ""), $2, $1 }')
    if [[ $result == different ]]; then
        cat -- "$folder/known_state.log" >&2
    fi
    printf '%-11s %-10s %s\n' "$name" "$result" "$sets"
    [[ $result == same ]]
}

# check_platforms [NAME...]: all platforms, or these. Prints the instruction sets of each, with the number of thread
# counts.
check_platforms() {
    local -a names=("$@")
    local name failed=0
    if ((${#names[@]} == 0)); then
        names=("${platforms[@]}")
    fi
    for name in "${names[@]}"; do
        if [[ -z ${platform_packages[$name]-} ]]; then
            echo "scripts/check platforms: '$name' is none of ${platforms[*]}" >&2
            return 2
        fi
    done
    printf '%-11s %-10s %s\n' platform state "instruction sets x thread counts"
    for name in "${names[@]}"; do
        check_platform "$name" || failed=1
    done
    return "$failed"
}
