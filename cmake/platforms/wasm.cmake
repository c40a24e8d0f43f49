# WebAssembly with SIMD128 and threads, by Debian's emscripten; runs in node. Exceptions carry errors.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-experimental-fetch)
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -pthread -fexceptions")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-sPTHREAD_POOL_SIZE=8 -sPROXY_TO_PTHREAD -sEXIT_RUNTIME=1 -sINITIAL_MEMORY=268435456")
