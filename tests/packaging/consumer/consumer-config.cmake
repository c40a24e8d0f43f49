include(CMakeFindDependencyMacro)
find_dependency(drystone)
include(${CMAKE_CURRENT_LIST_DIR}/consumer-targets.cmake)
