# shellcheck shell=bash
# What scripts/bindings and `scripts/check bindings` share; to be sourced. A language has functions named after its actions.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

python=/usr/bin/python3
[[ -x $python ]] || python=python3

# prepare LANGUAGE: installs what is missing and builds the shared library of the C interface, of the preset release.
# DRYSTONE_C_LIBRARY names one that is built already.
prepare() {
    "$root/scripts/bootstrap" "--$1"
    if [[ -z ${DRYSTONE_C_LIBRARY-} ]]; then
        configure release
        build release drystone_c_shared
        DRYSTONE_C_LIBRARY=$root/build/release/bindings/c/libdrystone_c.so
    fi
    library=$(realpath -- "$DRYSTONE_C_LIBRARY")
    out=$root/build/$1
    mkdir -p -- "$out/out"
}

# build_reference: builds the program of C++ that the benches run beside, with the static libraries next to the shared one.
build_reference() {
    local build
    build=$(dirname -- "$library")/../..
    if [[ $build -ef $root/build/release ]]; then cmake --build "$root/build/release" --parallel "$jobs" --target drystone; fi
    g++ -std=c++20 -O2 -I "$root/engine/include" -I "$root/collision/include" "$root/bindings/shared/bench.cpp" \
        -o "$out/bench_cpp" "$build/engine/libdrystone.a" "$build/collision/libdrystone_collision.a" -pthread
}

# compare COMMAND...: runs a bench in turns with that of C++.
compare() {
    phase "Building the program of C++" build_reference
    "$python" "$root/bindings/shared/compare.py" "${DRYSTONE_ROUNDS:-7}" "$out/bench_cpp" -- "$@"
}

# ---- Lua ----

lua_build() {
    mkdir -p -- "$out/drystone"
    "$python" "$root/bindings/lua/generator/generate.py" "$out/drystone/generated.lua"
    cp -- "$root/bindings/lua/drystone.lua" "$out/"
    cp -- "$root"/bindings/lua/drystone/*.lua "$out/drystone/"
    cp --remove-destination -- "$library" "$out/drystone/libdrystone_c.so"
}
run_lua() { (cd -- "$out" && luajit "$root/bindings/lua/$1" "${@:2}"); }
lua_readme() { run_lua tests/manual.lua "$root"; }
lua_known_state() { run_lua tests/known_state.lua "$root"; }
lua_misuse() { run_lua tests/misuse.lua 50000 "${DRYSTONE_SEED:-1}"; }
lua_test() {
    lua_readme
    lua_known_state
    lua_misuse
}
lua_bench() { (cd -- "$out" && compare luajit "$root/bindings/lua/bench/bench.lua"); }
lua_example() {
    run_lua examples/picture.lua "$out/out/picture.svg"
    echo "$out/out/picture.svg"
}
lua_coverage() { "$python" "$root/bindings/lua/generator/generate.py" --coverage; }
# The module is copied beside the programs, since a game sees its own folder alone.
lua_love() {
    rm -rf -- "$out/love_programs"
    cp -r -- "$root/bindings/lua/love_programs" "$out/"
    cp -r -- "$out/drystone.lua" "$out/drystone" "$out/love_programs/"
    if [[ -n ${DISPLAY-} ]]; then love "$out/love_programs" "$out/out"; else xvfb-run -a love "$out/love_programs" "$out/out"; fi
    echo "$out/out/sheet.png"
}

# ---- Rust ----

# The crates as they would be published: what is written by hand, and what is generated. Debian's compiler, or the user's.
rust_build() {
    cp -r -- "$root"/bindings/rust/{Cargo.toml,drystone,drystone-sys} "$out/"
    cp -- "$root/docs/manual/rust.md" "$out/drystone/"
    "$python" "$root/bindings/rust/generator/generate.py" "$out"
    run_cargo build --quiet --offline
}
run_cargo() { (cd -- "$out" && DRYSTONE_LIB_DIR=$(dirname -- "$library") DRYSTONE_ROOT=$root "${CARGO:-cargo}" "$@"); }
# The page of the manual is the documentation of the crate, and its programs are run as such.
rust_readme() { run_cargo test --quiet --offline --doc -p drystone; }
rust_known_state() { run_cargo test --quiet --offline --test known_state; }
rust_misuse() { run_cargo test --quiet --offline --test misuse; }
rust_test() { run_cargo test --offline; }
rust_bench() {
    run_cargo build --quiet --offline --benches --release
    local program
    program=$(run_cargo bench --offline --no-run 2>&1 | sed -n 's/.*(\(target.*bench-[0-9a-f]*\)).*/\1/p' | tail -n 1)
    compare "$out/$program"
}
rust_example() {
    run_cargo run --quiet --offline --example picture -- "$out/out/picture.svg"
    echo "$out/out/picture.svg"
}
rust_coverage() { "$python" "$root/bindings/rust/generator/generate.py" --coverage; }

# ---- C# ----

csharp_build() {
    mkdir -p -- "$out/src"
    "$python" "$root/bindings/csharp/generator/generate.py" "$out/src/Generated.cs"
    cp -- "$root"/bindings/csharp/src/*.cs "$root/bindings/csharp/Drystone.csproj" "$out/src/"
    cp --remove-destination -- "$library" "$out/libdrystone_c.so"
    compile -unsafe -nowarn:0219,0649 -target:library -out:"$out/Drystone.dll" "$out"/src/*.cs
}
compile() { mcs -nologo -langversion:latest -optimize "$@"; }
# run_csharp SOURCE [ARGUMENTS...]
run_csharp() {
    local program
    program=$out/$(basename -- "$1" .cs).exe
    compile -r:"$out/Drystone.dll" -out:"$program" "$1"
    mono "$program" "${@:2}"
}
# The programs of the page of the manual, each compiled and run.
csharp_readme() {
    local i
    awk -v folder="$out" '/^```csharp/ { file = folder "/Manual" ++n ".cs"; printf "" >file; next }
                          /^```/ { file = "" } file { print >file }' "$root/docs/manual/csharp.md"
    for i in 1 2; do run_csharp "$out/Manual$i.cs"; done
}
csharp_known_state() { run_csharp "$root/bindings/csharp/tests/KnownState.cs" "$root"; }
csharp_misuse() { run_csharp "$root/bindings/csharp/tests/Misuse.cs" 20000 "${DRYSTONE_SEED:-1}"; }
csharp_test() {
    csharp_readme
    csharp_known_state
    csharp_misuse
}
csharp_bench() {
    compile -r:"$out/Drystone.dll" -out:"$out/Bench.exe" "$root/bindings/csharp/bench/Bench.cs"
    compare mono "$out/Bench.exe"
}
csharp_example() {
    run_csharp "$root/bindings/csharp/examples/Picture.cs" "$out/out/picture.svg"
    echo "$out/out/picture.svg"
}
csharp_coverage() { "$python" "$root/bindings/csharp/generator/generate.py" --coverage; }
csharp_pack() { "$python" "$root/bindings/csharp/pack.py" "$out/src" "$library" "$out"; }

# ---- All ----

# check_bindings: prints what each language has, and tests it.
check_bindings() {
    local language reached known row status=0
    local line='%-9s %-22s %-16s %-13s %-13s %s\n' rows=()
    for language in lua rust csharp; do
        prepare "$language"
        phase "Building for $language" "${language}_build"
        reached=$("${language}_coverage" | tail -n 1 | sed 's/.*: \([0-9]* of [0-9]*\).*/\1/')
        row=("$reached")
        for known in readme known_state misuse; do
            if "${language}_$known" >"$out/$known.log" 2>&1; then row+=(passed); else row+=(FAILED) status=1; fi
        done
        if "${language}_example" >"$out/example.log" 2>&1; then row+=("${out#"$root/"}/out/picture.svg"); else row+=(FAILED) status=1; fi
        rows+=("$language" "${row[@]}")
    done
    # shellcheck disable=SC2059 # The format is one of ours.
    printf "$line" language 'functions reachable' 'README program' 'known state' 'misuse test' picture "${rows[@]}"
    prepare lua
    if lua_love >"$out/love.log" 2>&1; then
        echo "love.physics: $(sed -n 's/^names *//p' "$out/love.log"), $(grep -c ' px of at most ' "$out/love.log") programs end as with LÖVE"
    else
        cat -- "$out/love.log"
        status=1
    fi
    return "$status"
}
