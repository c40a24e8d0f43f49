# As web-plain.cmake, with SIMD128.
include(${CMAKE_CURRENT_LIST_DIR}/web-plain.cmake)
string(APPEND CMAKE_C_FLAGS_INIT " -msimd128")
string(APPEND CMAKE_CXX_FLAGS_INIT " -msimd128")
