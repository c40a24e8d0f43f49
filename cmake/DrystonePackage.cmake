# What cpack makes: archives that run from any prefix, and packages for Debian; see scripts/package.
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_NAME drystone)
set(CPACK_PACKAGE_VENDOR "Drystone contributors")
set(DRYSTONE_PACKAGE_CONTACT "Drystone contributors <drystone@packages.invalid>"
    CACHE STRING "Who maintains the packages: a name and an address")
set(CPACK_PACKAGE_CONTACT "${DRYSTONE_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME drystone-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_THREADS 0)

# One package per component of the installation.
get_target_property(type drystone TYPE)
set(CPACK_COMPONENTS_ALL drystone_development drystone_tools)
set(runtime_package libdrystone${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(type STREQUAL "SHARED_LIBRARY")
    list(PREPEND CPACK_COMPONENTS_ALL drystone_runtime)
    set(CPACK_COMPONENT_DRYSTONE_DEVELOPMENT_DEPENDS drystone_runtime)
    set(CPACK_COMPONENT_DRYSTONE_TOOLS_DEPENDS drystone_runtime)
endif()
set(packages drystone_runtime=${runtime_package} drystone_development=libdrystone-dev drystone_tools=drystone-tools)
set(CPACK_COMPONENT_DRYSTONE_RUNTIME_DESCRIPTION
    "2D rigid-body physics engine - shared libraries
Drystone simulates rigid bodies in two dimensions: fast, with stable stacks,
and with the same bits on every machine.

This package has the shared libraries: the engine, its collision library, which
is usable alone, scene files, and the C interface.")
set(CPACK_COMPONENT_DRYSTONE_DEVELOPMENT_DESCRIPTION
    "2D rigid-body physics engine - development files
Drystone simulates rigid bodies in two dimensions: fast, with stable stacks,
and with the same bits on every machine.

This package has the headers and what CMake and pkg-config need to find the
libraries.")
set(CPACK_COMPONENT_DRYSTONE_TOOLS_DESCRIPTION
    "2D rigid-body physics engine - programs
Drystone simulates rigid bodies in two dimensions: fast, with stable stacks,
and with the same bits on every machine.

This package has drystone-scene, which checks scene files, and drystone-replay,
which plays recordings.")

if(TARGET drystone_python)
    list(APPEND CPACK_COMPONENTS_ALL drystone_python)
    list(APPEND packages drystone_python=python3-drystone)
    if(type STREQUAL "SHARED_LIBRARY")
        set(CPACK_COMPONENT_DRYSTONE_PYTHON_DEPENDS drystone_runtime)
    endif()
    set(CPACK_COMPONENT_DRYSTONE_PYTHON_DESCRIPTION
        "2D rigid-body physics engine - Python module
Drystone simulates rigid bodies in two dimensions: fast, with stable stacks,
and with the same bits on every machine.

This package has the module drystone for Python, with arrays of NumPy and
environments for reinforcement learning.")
    # The module is of the version of Python that it was compiled for.
    math(EXPR next_minor "${DRYSTONE_PYTHON_MINOR} + 1")
    set(CPACK_DEBIAN_DRYSTONE_PYTHON_PACKAGE_DEPENDS
        "python3 (>= 3.${DRYSTONE_PYTHON_MINOR}), python3 (<< 3.${next_minor}), python3-numpy")
    set(CPACK_DEBIAN_DRYSTONE_PYTHON_PACKAGE_SUGGESTS "python3-distributed, python3-mpi4py")
    set(CPACK_DEBIAN_DRYSTONE_PYTHON_PACKAGE_SECTION python)
    set(CPACK_DEBIAN_DRYSTONE_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/python/postinst
                                                           ${PROJECT_SOURCE_DIR}/packaging/debian/python/prerm)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE drystone)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Our own libraries are in no package yet when those of the programs are looked up.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/collision ${PROJECT_BINARY_DIR}/engine
                                                ${PROJECT_BINARY_DIR}/scene)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_DRYSTONE_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DRYSTONE_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/triggers)
set(CPACK_DEBIAN_DRYSTONE_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DRYSTONE_TOOLS_PACKAGE_SECTION utils)

# Writes a compressed copy of a file, always the same.
function(drystone_compress source result)
    find_program(DRYSTONE_GZIP gzip REQUIRED)
    execute_process(COMMAND ${DRYSTONE_GZIP} -9nc ${source} OUTPUT_FILE ${result} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(DRYSTONE_DEBIAN)
    set(folder ${PROJECT_BINARY_DIR}/debian)
    file(MAKE_DIRECTORY ${folder})
    drystone_compress(${PROJECT_SOURCE_DIR}/packaging/debian/changelog ${folder}/changelog.Debian.gz)
    foreach(tool IN ITEMS drystone-scene drystone-replay)
        drystone_compress(${PROJECT_SOURCE_DIR}/packaging/man/${tool}.1 ${folder}/${tool}.1.gz)
        install(
            FILES ${folder}/${tool}.1.gz
            DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
            COMPONENT drystone_tools)
    endforeach()
    install(
        FILES ${PROJECT_SOURCE_DIR}/packaging/debian/libdrystone.lintian-overrides
        DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
        RENAME ${runtime_package}
        COMPONENT drystone_runtime)
endif()
foreach(pair IN LISTS packages)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 component)
    list(GET pair 1 package)
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
    if(DRYSTONE_DEBIAN)
        install(
            FILES ${PROJECT_SOURCE_DIR}/packaging/copyright ${folder}/changelog.Debian.gz
            DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
            COMPONENT ${component})
    endif()
endforeach()

include(CPack)
