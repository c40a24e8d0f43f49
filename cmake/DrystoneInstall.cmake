# cmake --install, the package that find_package(drystone) finds, and the files for pkg-config. One export set per
# component of the CMake package; the components of the installation are drystone_runtime, drystone_development and
# drystone_tools.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/drystone)

set(components collision=drystone_collision drystone=drystone)
set(header_folders ${PROJECT_SOURCE_DIR}/collision/include/ ${PROJECT_SOURCE_DIR}/engine/include/)
set(package_has_scene OFF)
set(package_needs_zlib OFF)
set(package_needs_zstd OFF)
set(package_needs_pugixml OFF)
if(TARGET drystone_scene)
    set(package_has_scene ON)
    set(package_needs_zlib ${ZLIB_FOUND})
    set(package_needs_zstd ${zstd_FOUND})
    set(package_needs_pugixml ${pugixml_FOUND})
    list(APPEND components scene=drystone_scene)
    list(APPEND header_folders ${PROJECT_SOURCE_DIR}/scene/include/)
    install(
        FILES ${PROJECT_SOURCE_DIR}/scene/schema/scene.schema.json
        DESTINATION ${CMAKE_INSTALL_DATADIR}/drystone
        COMPONENT drystone_development)
endif()

foreach(pair IN LISTS components)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 component)
    list(GET pair 1 target)
    install(
        TARGETS ${target}
        EXPORT drystone-${component}-targets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT drystone_runtime
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
                COMPONENT drystone_runtime
                NAMELINK_COMPONENT drystone_development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT drystone_development)
    install(
        EXPORT drystone-${component}-targets
        NAMESPACE drystone::
        DESTINATION ${package_dir}
        COMPONENT drystone_development)
    # Projects that have Drystone as a subdirectory may export their build trees, which need ours.
    export(
        EXPORT drystone-${component}-targets
        NAMESPACE drystone::
        FILE ${PROJECT_BINARY_DIR}/drystone-${component}-targets.cmake)
endforeach()

install(
    DIRECTORY ${header_folders}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    COMPONENT drystone_development
    FILES_MATCHING
    PATTERN "*.h")

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/drystone-config.cmake.in
                              ${PROJECT_BINARY_DIR}/drystone-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/drystone-config-version.cmake COMPATIBILITY SameMinorVersion)
install(
    FILES ${PROJECT_BINARY_DIR}/drystone-config.cmake ${PROJECT_BINARY_DIR}/drystone-config-version.cmake
    DESTINATION ${package_dir}
    COMPONENT drystone_development)

# The programs, with their manual pages.
foreach(tool IN ITEMS drystone-scene drystone-replay)
    if(TARGET ${tool})
        install(TARGETS ${tool} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT drystone_tools)
        if(NOT DRYSTONE_DEBIAN)
            install(
                FILES ${PROJECT_SOURCE_DIR}/packaging/man/${tool}.1
                DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
                COMPONENT drystone_tools)
        endif()
    endif()
endforeach()
if(NOT DRYSTONE_DEBIAN)
    install(
        FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/packaging/copyright
        DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT drystone_development)
endif()

# Writes the file for pkg-config of a library. LIBRARIES are what programs link besides; where the library is shared, it
# links them itself.
function(drystone_install_pc pc_name target pc_description)
    cmake_parse_arguments(PARSE_ARGV 3 arg "" "REQUIRES" "LIBRARIES")
    set(pc_requires ${arg_REQUIRES})
    get_target_property(type ${target} TYPE)
    get_target_property(pc_library ${target} OUTPUT_NAME)
    if(NOT pc_library)
        set(pc_library ${target})
    endif()
    set(pc_definitions "")
    if(type STREQUAL "SHARED_LIBRARY")
        string(APPEND pc_definitions " -DDRYSTONE_SHARED")
    endif()
    if(DRYSTONE_CHECKED)
        string(APPEND pc_definitions " -DDRYSTONE_CHECKED")
    endif()
    list(TRANSFORM arg_LIBRARIES PREPEND " ")
    string(JOIN "" libraries ${arg_LIBRARIES})
    set(pc_libraries "")
    set(pc_private_libraries "")
    if(type STREQUAL "SHARED_LIBRARY")
        set(pc_private_libraries "${libraries}")
    else()
        set(pc_libraries "${libraries}")
    endif()

    set(folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    # From the file's own place, so that the installation can be moved.
    if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
        set(pc_prefix ${CMAKE_INSTALL_PREFIX})
    else()
        file(RELATIVE_PATH up /${folder} /)
        string(REGEX REPLACE "/$" "" up "${up}")
        set(pc_prefix "\${pcfiledir}/${up}")
    endif()
    cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_INCLUDEDIR BASE_DIRECTORY "\${prefix}" OUTPUT_VARIABLE pc_includedir)
    cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_LIBDIR BASE_DIRECTORY "\${prefix}" OUTPUT_VARIABLE pc_libdir)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/drystone.pc.in ${PROJECT_BINARY_DIR}/${pc_name}.pc @ONLY)
    install(
        FILES ${PROJECT_BINARY_DIR}/${pc_name}.pc
        DESTINATION ${folder}
        COMPONENT drystone_development)
endfunction()

drystone_install_pc(drystone-collision drystone_collision "Collision detection in two dimensions")
set(libraries -pthread)
if(NOT DRYSTONE_ATOMICS_ARE_BUILT_IN)
    list(APPEND libraries -latomic)
endif()
drystone_install_pc(
    drystone drystone "2D rigid-body physics"
    REQUIRES "drystone-collision = ${PROJECT_VERSION}"
    LIBRARIES ${libraries})
if(TARGET drystone_scene)
    set(libraries)
    get_target_property(linked drystone_scene LINK_LIBRARIES)
    if(linked MATCHES "ZLIB::ZLIB")
        list(APPEND libraries -lz)
    endif()
    if(linked MATCHES "zstd::")
        list(APPEND libraries -lzstd)
    endif()
    if(linked MATCHES "pugixml::")
        list(APPEND libraries -lpugixml)
    endif()
    drystone_install_pc(
        drystone-scene drystone_scene "Scene files of Drystone, as JSON"
        REQUIRES "drystone = ${PROJECT_VERSION}"
        LIBRARIES ${libraries})
endif()
if(TARGET drystone_c_shared)
    # The shared library alone, which needs no compiler for C++.
    drystone_install_pc(drystone-c drystone_c_shared "C interface of Drystone, 2D rigid-body physics")
endif()
