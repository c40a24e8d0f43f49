# What every target of ours is compiled with. Nothing here is set globally: a project that adds Drystone as a
# subdirectory keeps its own flags.
function(drystone_configure_target target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(
        ${target}
        PROPERTIES CXX_EXTENSIONS OFF
                   POSITION_INDEPENDENT_CODE ON
                   CXX_VISIBILITY_PRESET hidden
                   VISIBILITY_INLINES_HIDDEN ON
                   COMPILE_WARNING_AS_ERROR ${DRYSTONE_WERROR})

    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 /fp:precise)
        return()
    endif()

    target_compile_options(
        ${target}
        PRIVATE -Wall
                -Wextra
                -Wpedantic
                -Wconversion
                -Wshadow
                # How g++ of another major version passes arguments on ARM.
                $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>
                # A fused multiply-add rounds once where two operations round twice: results would depend on the
                # instruction set and on the compiler's mood.
                -ffp-contract=off)

    if(DRYSTONE_SANITIZE)
        set(sanitize -fsanitize=${DRYSTONE_SANITIZE})
        target_compile_options(${target} PRIVATE ${sanitize} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        if(DRYSTONE_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            # The thread sanitizer does not know fences: g++ says so where one is, and clang does not.
            target_compile_options(${target} PRIVATE -Wno-tsan)
        endif()
        # Public, since a program that links a sanitized library needs the sanitizer's runtime.
        target_link_options(${target} PUBLIC $<BUILD_INTERFACE:${sanitize}>)
    endif()
endfunction()

# Configures a library that users link: static, or shared where BUILD_SHARED_LIBS is on. `macro` is defined while a
# shared one is built, see drystone/collision/export.h.
function(drystone_configure_library target macro)
    drystone_configure_target(${target})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # What is shown could be replaced at run time, so g++ would not inline it within the library.
        target_compile_options(${target} PRIVATE -fno-semantic-interposition)
    endif()
    if(DRYSTONE_HAS_STRINGOP_STRATEGY)
        # g++ clears and copies structures of 100 bytes to some kB by string instructions: 28 ticks for 128 bytes, where
        # memset took 4. Small worlds step 0 to 4 % faster without.
        target_compile_options(${target} PRIVATE -mstringop-strategy=libcall)
    endif()
    drystone_set_run_path(${target} ${CMAKE_INSTALL_LIBDIR})
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL "SHARED_LIBRARY")
        return()
    endif()
    target_compile_definitions(${target} PUBLIC DRYSTONE_SHARED)
    # While the major version is 0, each minor version may change the interface.
    set_target_properties(
        ${target}
        PROPERTIES DEFINE_SYMBOL ${macro}
                   VERSION ${PROJECT_VERSION}
                   SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    drystone_limit_exports(${target} drystone.map)
endfunction()

# Lets a target that is installed to `folder` find our shared libraries from where it is, so that the installation can be
# moved. Systems find those in /usr by themselves.
function(drystone_set_run_path target folder)
    if(APPLE OR CMAKE_INSTALL_PREFIX STREQUAL "/usr" OR DEFINED CMAKE_INSTALL_RPATH)
        return()
    endif()
    file(RELATIVE_PATH path /${folder} /${CMAKE_INSTALL_LIBDIR})
    string(REGEX REPLACE "/$" "" path "/${path}")
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN${path}")
endfunction()

# Leaves to a shared library's symbol table what its headers mark, as its script says: the templates of the standard library
# are visible by themselves.
function(drystone_limit_exports target version_script)
    if(DRYSTONE_LINKS_VERSION_SCRIPTS)
        set(script ${PROJECT_SOURCE_DIR}/cmake/${version_script})
        # Its own calls of what it shows are bound when it is linked.
        target_link_options(${target} PRIVATE -Wl,--version-script=${script} -Wl,-Bsymbolic-functions)
        set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
    endif()
endfunction()

include(CheckCXXCompilerFlag)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    check_cxx_compiler_flag(-mstringop-strategy=libcall DRYSTONE_HAS_STRINGOP_STRATEGY)
endif()

include(CheckLinkerFlag)
if(UNIX AND NOT APPLE AND NOT EMSCRIPTEN)
    check_linker_flag(CXX -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/drystone.map DRYSTONE_LINKS_VERSION_SCRIPTS)
endif()

# Parses the headers once for all sources of a target. Each source still includes what it uses, and builds without.
function(drystone_precompile_headers target)
    if(DRYSTONE_PRECOMPILED_HEADERS)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()

# The names that a source defines in its anonymous namespaces or brings in by a using-declaration, as far as they stand at
# the beginning of a line: each as NAME@ORIGIN, the source or the qualified name. Two sources may share a NAME of the same
# ORIGIN.
function(drystone_local_names source result)
    set(names)
    set(is_local OFF)
    file(STRINGS ${source} lines REGEX "^([a-zA-Z_].*[({=;]|}  // namespace$|#include \".*-inl)")
    foreach(line IN LISTS lines)
        if(line STREQUAL "namespace {")
            set(is_local ON)
        elseif(line MATCHES "^}")
            set(is_local OFF)
        elseif(line MATCHES "^using +([A-Za-z_0-9:]+::([A-Za-z_0-9]+));")
            list(APPEND names ${CMAKE_MATCH_2}@${CMAKE_MATCH_1})
        elseif(line MATCHES "^#include \"(.*-inl\\.h)\"")
            list(APPEND names ${CMAKE_MATCH_1}@${source})  # Kernels, which each source includes into a namespace of its own.
        elseif(NOT is_local OR line MATCHES "^(template|static_assert|using namespace|TEST_CASE)")
            continue()
        elseif(line MATCHES "^(struct|class|union|enum class|enum|using|namespace) +([A-Za-z_0-9]+)")
            list(APPEND names ${CMAKE_MATCH_2}@${source})
        elseif(line MATCHES "^[^(={]*[ *&>]()([A-Za-z_0-9]+) *([({=[]|$)")
            list(APPEND names ${CMAKE_MATCH_2}@${source})
        endif()
    endforeach()
    list(REMOVE_DUPLICATES names)
    set(${result} ${names} PARENT_SCOPE)
endfunction()

# The types and constants that a header defines outside of others.
function(drystone_header_names header result)
    set(names)
    file(STRINGS ${header} lines REGEX "^((struct|class|union|enum class|enum) +[A-Za-z_0-9]+[^;]*|inline constexpr .*)$")
    foreach(line IN LISTS lines)
        if(line MATCHES "^(struct|class|union|enum class|enum) +([A-Za-z_0-9]+)")
            list(APPEND names ${CMAKE_MATCH_2})
        elseif(line MATCHES "^inline constexpr [^(={]* ([A-Za-z_0-9]+) *[={[]")
            list(APPEND names ${CMAKE_MATCH_1})
        endif()
    endforeach()
    set(${result} ${names} PARENT_SCOPE)
endfunction()

# Compiles up to `limit` sources of a target at a time, neighbours together, since most of the time goes into reading the
# same headers. Two sources in which a local name means different things are kept apart. Compiled alone are sources that
# define a local name that is a type or constant in a header of the target or a public one, and those with
# SKIP_UNITY_BUILD_INCLUSION.
function(drystone_unity_build target limit)
    if(NOT DRYSTONE_UNITY_BUILD OR DEFINED CMAKE_UNITY_BUILD)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    list(SORT sources)
    set(header_names)
    foreach(header IN LISTS sources)
        if(header MATCHES "\\.h$")
            drystone_header_names(${header} names)
            list(APPEND header_names ${names})
        endif()
    endforeach()
    file(GLOB_RECURSE public_headers ${PROJECT_SOURCE_DIR}/collision/include/*.h ${PROJECT_SOURCE_DIR}/engine/include/*.h)
    foreach(header IN LISTS public_headers)
        drystone_header_names(${header} names)
        list(APPEND header_names ${names})
    endforeach()
    list(REMOVE_DUPLICATES header_names)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    set(groups 0)
    set(first_open 0)
    foreach(source IN LISTS sources)
        get_source_file_property(is_alone ${source} SKIP_UNITY_BUILD_INCLUSION)
        drystone_local_names(${source} names)
        foreach(name IN LISTS names)
            string(REGEX REPLACE "@.*" "" bare_name ${name})
            if(bare_name IN_LIST header_names AND NOT name MATCHES "::")
                set(is_alone ON)
            endif()
        endforeach()
        if(is_alone)
            continue()
        endif()

        # The first group that has room for the source, and none of its names.
        set(group ${first_open})
        while(group LESS groups)
            set(others ${names_${group}} ${names})
            list(REMOVE_DUPLICATES others)
            list(TRANSFORM others REPLACE "@.*" "")
            list(LENGTH others length)
            list(REMOVE_DUPLICATES others)
            list(LENGTH others unique_length)
            if(size_${group} LESS limit AND length EQUAL unique_length)
                break()
            endif()
            math(EXPR group "${group} + 1")
        endwhile()
        if(group EQUAL groups)
            set(names_${group})
            set(size_${group} 0)
            math(EXPR groups "${groups} + 1")
        endif()
        list(APPEND names_${group} ${names})
        math(EXPR size_${group} "${size_${group}} + 1")
        while(first_open LESS groups AND size_${first_open} EQUAL limit)
            math(EXPR first_open "${first_open} + 1")
        endwhile()
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP "group_${group}")
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # A name may be that of something in a header that only its neighbour includes. Builds of each source alone warn.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -Wno-shadow -Wshadow=local)
    elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        target_compile_options(${target} PRIVATE -Wno-shadow)
    endif()
endfunction()
