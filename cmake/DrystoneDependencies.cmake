# The libraries that the engine itself needs. Those of demos, bench and tests are found where they are used.

if(DRYSTONE_SIMD)
    find_package(hwy CONFIG)
    if(NOT TARGET hwy::hwy)
        message(FATAL_ERROR "Highway was not found. Install it (Debian: libhwy-dev), or set DRYSTONE_SIMD=OFF to build "
                            "the scalar solver, which gives the same results more slowly.")
    endif()
endif()
