# cmake --install, and the package that find_package(drystone) finds. One export set per component.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/drystone)

set(components collision=drystone_collision drystone=drystone)
set(header_folders ${PROJECT_SOURCE_DIR}/collision/include/ ${PROJECT_SOURCE_DIR}/engine/include/)
set(package_has_scene OFF)
if(TARGET drystone_scene)
    set(package_has_scene ON)
    list(APPEND components scene=drystone_scene)
    list(APPEND header_folders ${PROJECT_SOURCE_DIR}/scene/include/)
    install(FILES ${PROJECT_SOURCE_DIR}/scene/schema/scene.schema.json
            DESTINATION ${CMAKE_INSTALL_DATADIR}/drystone)
    install(TARGETS drystone-scene DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(TARGET drystone-replay)
    install(TARGETS drystone-replay DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

foreach(pair IN LISTS components)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 component)
    list(GET pair 1 target)
    install(TARGETS ${target} EXPORT drystone-${component}-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(
        EXPORT drystone-${component}-targets
        NAMESPACE drystone::
        DESTINATION ${package_dir})
endforeach()

install(
    DIRECTORY ${header_folders}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING
    PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/drystone-config.cmake.in
                              ${PROJECT_BINARY_DIR}/drystone-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/drystone-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/drystone-config.cmake ${PROJECT_BINARY_DIR}/drystone-config-version.cmake
        DESTINATION ${package_dir})
