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
                # A fused multiply-add rounds once where two operations round twice: results would depend on the
                # instruction set and on the compiler's mood.
                -ffp-contract=off)

    if(DRYSTONE_SANITIZE)
        set(sanitize -fsanitize=${DRYSTONE_SANITIZE})
        target_compile_options(${target} PRIVATE ${sanitize} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        # Public, since a program that links a sanitized library needs the sanitizer's runtime.
        target_link_options(${target} PUBLIC $<BUILD_INTERFACE:${sanitize}>)
    endif()
endfunction()

# Parses the headers once for all sources of a target: to read Eigen takes longer than to compile most of our files.
# Each source still includes what it uses, and builds without.
function(drystone_precompile_headers target)
    if(DRYSTONE_PRECOMPILED_HEADERS)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()
