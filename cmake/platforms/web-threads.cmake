# As web.cmake, with threads: workers of JavaScript on a shared memory that the page makes, see web/src/threads.h. Parts of the
# system libraries that have no variant for threads neither keep anything nor are called by two threads at once.
include(${CMAKE_CURRENT_LIST_DIR}/web.cmake)
string(APPEND CMAKE_C_FLAGS_INIT " -pthread")
string(APPEND CMAKE_CXX_FLAGS_INIT " -pthread")
string(REPLACE "-lc++abi-except -lc++-except -lunwind-except -lc -lcompiler_rt -ldlmalloc"
       "-lc++abi-mt-except -lc++-mt-except -lunwind-mt-except -lc-mt -lcompiler_rt-mt -ldlmalloc-mt" CMAKE_CXX_LINK_EXECUTABLE
       "${CMAKE_CXX_LINK_EXECUTABLE}")
# The sizes of the memory are those that web/src/load.js makes it with.
string(APPEND CMAKE_CXX_LINK_EXECUTABLE " --shared-memory --import-memory --export-memory=memory --no-check-features \
--initial-memory=16777216 --max-memory=2147483648 --export=__wasm_init_tls --export=__stack_pointer")
