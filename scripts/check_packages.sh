# shellcheck shell=bash
# How scripts/package --check tries the packages; to be sourced by it.

# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

package_names=(libdrystone0.1 libdrystone-dev drystone-tools python3-drystone)
packages=$root/build/packages
consumer=$root/tests/packaging/consumer
c_program=$root/tests/c/stack.c
work=$root/build/check_packages

as_root() {
    if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

installed_packages() {
    dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${package_names[@]}" 2>/dev/null | grep -v ' not-installed$' || true
}

require_none_installed() {
    if [[ -n $(installed_packages) ]]; then
        echo "scripts/package: another Drystone is installed; remove it first:" >&2
        installed_packages >&2
        exit 1
    fi
}

# In a clean environment: nothing but what is installed says where things are. Arguments: NAME=VALUE..., command.
clean() {
    env -i PATH=/usr/bin:/bin HOME="$HOME" "$@"
}

# use_cmake FOLDER [CMAKE OPTIONS...]: builds and runs the programs of users by find_package.
use_cmake() {
    local folder=$work/$1
    build_consumer "$folder" "$consumer" "-DCONSUMER_COMPONENTS=collision;drystone;scene" "${@:2}" &&
        build_consumer "${folder}_c" "${consumer}_c" "-DSTACK_SOURCE=$c_program" "${@:2}"
}

# build_consumer FOLDER SOURCE [CMAKE OPTIONS...]
build_consumer() {
    clean cmake -S "$2" -B "$1" -G Ninja "${@:3}" &&
        clean cmake --build "$1" --parallel "$jobs" &&
        (cd -- "$1" && clean ctest --output-on-failure --no-tests=error)
}

# use_pkg_config FOLDER [NAME=VALUE...]: the same by pkg-config, in an environment with these variables.
use_pkg_config() {
    local folder=$work/$1 module component
    local -a flags
    shift
    mkdir -p -- "$folder"
    for module in drystone-collision drystone drystone-scene; do
        component=${module#drystone-}
        read -r -a flags <<<"$(clean "$@" pkg-config --cflags --libs "$module")"
        clean g++ -std=c++20 "$consumer/use_$component.cpp" -o "$folder/use_$component" "${flags[@]}" &&
            clean "$@" "$folder/use_$component" || return
    done
    read -r -a flags <<<"$(clean "$@" pkg-config --cflags --libs drystone-c)"
    clean gcc -std=c99 "$c_program" -o "$folder/stack" "${flags[@]}" && clean "$@" "$folder/stack"
}

check_lintian() { lintian --fail-on error --info "$packages"/*.deb; }

# Everything about the .deb files but their removal.
try_installed() {
    local library
    phase "Using the installed packages by find_package" use_cmake installed_cmake
    phase "Using them by pkg-config" use_pkg_config installed_pkg_config
    library=$(ldconfig -p | sed -n 's/.*libdrystone\.so\.0\.1 .*=> //p')
    echo "ldconfig found $library"
    phase "Running drystone-scene" check_programs /usr/bin
    phase "Importing drystone in Python" clean /usr/bin/python3 -c 'import drystone; drystone.World().step(1 / 60)'
    cp -- /usr/lib/*/libdrystone*.so.0.1 "$work/"
}

# check_programs FOLDER: they run, and need nothing but our libraries and the compiler's.
check_programs() {
    clean "$1/drystone-scene" schema >"$work/schema.json" && cmp -- "$work/schema.json" "$root/scene/schema/scene.schema.json" &&
        if ldd "$1/drystone-scene" "$1/drystone-replay" | grep 'not found'; then return 1; fi
}

# left_files LIST: which of the files are still there. Folders may be those of others.
left_files() {
    local file
    while IFS= read -r file; do
        if [[ ! -d $file && -e $file ]]; then printf '%s\n' "$file"; fi
    done <"$1"
}

check_debs() {
    local status=0
    phase "Installing the .deb files" as_root dpkg -i "$packages"/*.deb
    dpkg -L "${package_names[@]}" | sort -u >"$work/installed_files"
    (try_installed) || status=$?
    phase "Removing them" as_root dpkg --purge "${package_names[@]}"
    if [[ -n $(left_files "$work/installed_files")$(installed_packages)$(ldconfig -p | grep libdrystone || true) ]]; then
        echo "Something of the packages is left:" >&2
        left_files "$work/installed_files" >&2
        return 1
    fi
    return "$status"
}

# The archive, unpacked where a path has a space, and moved after it was used once.
check_archive() {
    local place
    mkdir -p -- "$work/some where"
    tar -C "$work/some where" -xzf "$packages"/drystone-*.tar.gz
    mv -- "$work/some where"/drystone-* "$work/some where/first"
    for place in first second; do
        if [[ $place == second ]]; then mv -- "$work/some where/first" "$work/some where/second"; fi
        phase "Running drystone-scene of the archive ($place)" check_programs "$work/some where/$place/bin"
    done
    phase "Using the archive by find_package" use_cmake archive_cmake "-DCMAKE_PREFIX_PATH=$work/some where/second"
    # The flags that pkg-config prints are cut at spaces.
    mv -- "$work/some where/second" "$work/archive"
    phase "Using the archive by pkg-config" use_pkg_config archive_pkg_config \
        PKG_CONFIG_PATH="$work/archive/lib/pkgconfig" LD_LIBRARY_PATH="$work/archive/lib"
}

build_again() {
    cmake -S "$root" --preset package -B "$work/again" -DCMAKE_CXX_FLAGS_RELEASE="-O0 -g" -DDRYSTONE_SIMD=OFF &&
        cmake --build "$work/again" --parallel "$jobs" --target drystone_scene drystone_c_shared
}

# compare_interfaces: the interface is that of another build from the same sources, whatever the optimisation and the
# instruction sets. Types are read from the debug information, which the packages have apart.
compare_interfaces() {
    local library
    for library in collision/libdrystone_collision engine/libdrystone scene/libdrystone_scene bindings/c/libdrystone_c; do
        abidiff --no-show-locs --headers-dir1 "$root/${library%/*}/include" --headers-dir2 "$root/${library%/*}/include" \
            "$root/build/package/$library.so.0.1" "$work/again/$library.so.0.1" || return
        # What is installed is stripped of the debug information; its symbols are the same.
        abidiff --no-show-locs "$work/${library##*/}.so.0.1" "$work/again/$library.so.0.1" || return
    done
}

check_packages() {
    rm -rf -- "$work"
    mkdir -p -- "$work"
    phase "Checking with lintian" check_lintian
    check_debs
    check_archive
    phase "Building the libraries again" build_again
    phase "Comparing the interfaces" compare_interfaces
}
