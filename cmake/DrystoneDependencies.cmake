# The libraries that the engine itself needs. Those of demos, bench and tests are found where they are used.

# Any version from 3.3 on will do. Asking find_package for "3.3" would refuse Eigen 5, whose version file accepts
# requests for its own major version only.
find_package(Eigen3 CONFIG REQUIRED)
if(Eigen3_VERSION AND Eigen3_VERSION VERSION_LESS 3.3)
    message(FATAL_ERROR "Drystone needs Eigen 3.3 or later; found ${Eigen3_VERSION} in ${Eigen3_DIR}")
endif()

if(DRYSTONE_SIMD)
    find_package(hwy CONFIG)
    if(NOT TARGET hwy::hwy)
        message(FATAL_ERROR "Highway was not found. Install it (Debian: libhwy-dev), or set DRYSTONE_SIMD=OFF to build "
                            "the scalar solver, which gives the same results more slowly.")
    endif()
endif()
