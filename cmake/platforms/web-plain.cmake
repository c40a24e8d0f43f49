# WebAssembly as a page runs it, without SIMD128: clang 19 with the system libraries of Debian's emscripten, exceptions of
# WebAssembly itself, no threads, and no code of emscripten around the module. What the machine's standard library imports
# web/src/extras.js gives.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_C_COMPILER_TARGET wasm32-unknown-emscripten)
set(CMAKE_CXX_COMPILER_TARGET wasm32-unknown-emscripten)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(sysroot /usr/share/emscripten/cache/sysroot)
set(libraries ${sysroot}/lib/wasm32-emscripten)
set(CMAKE_SYSROOT ${sysroot})
set(common "-D_LIBCPP_ABI_VERSION=2 -fwasm-exceptions -fno-threadsafe-statics -mbulk-memory -mnontrapping-fptoint -msign-ext")
set(CMAKE_C_FLAGS_INIT "${common} -isystem ${sysroot}/include/compat")
set(CMAKE_CXX_FLAGS_INIT "${common} -nostdinc++ -isystem ${sysroot}/include/c++/v1 -isystem ${sysroot}/include/compat")
set(CMAKE_CXX_LINK_EXECUTABLE
    "wasm-ld-19 <LINK_FLAGS> -o <TARGET> ${libraries}/crt1_reactor.o <OBJECTS> <LINK_LIBRARIES> -L${libraries} \
-lstandalonewasm-memgrow -lc++abi-except -lc++-except -lunwind-except -lc -lcompiler_rt -ldlmalloc -lstubs --no-entry \
--allow-undefined --gc-sections --strip-all -O2 -z stack-size=1048576")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
