# The libraries that the engine itself needs. Those of demos, bench and tests are found where they are used.

if(DRYSTONE_SIMD)
    # Headers alone: no program that uses Drystone has to find the library.
    if(TARGET hwy AND NOT DRYSTONE_HIGHWAY_INCLUDE_DIR)
        get_target_property(DRYSTONE_HIGHWAY_INCLUDE_DIR hwy SOURCE_DIR)
    endif()
    find_path(DRYSTONE_HIGHWAY_INCLUDE_DIR hwy/highway.h DOC "Folder that holds hwy/highway.h")
    if(NOT DRYSTONE_HIGHWAY_INCLUDE_DIR)
        message(FATAL_ERROR "Highway was not found. Install it (Debian: libhwy-dev), or set DRYSTONE_SIMD=OFF to build "
                            "the scalar solver, which gives the same results more slowly.")
    endif()
endif()
