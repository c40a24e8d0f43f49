# Writes OUTPUT, which registers the cases of PROGRAM with ctest: one test per case, or with PER_FILE one per source.
# Cases of a source that starts threads get the label `threads` and reserve two processors. Further arguments: AREA;
# SOURCE_DIR, the root of the names of sources; BUILD_DIR, the working directory of the compiler.
cmake_minimum_required(VERSION 3.25)

execute_process(
    COMMAND ${PROGRAM} --list-test-cases --reporters=xml
    OUTPUT_VARIABLE cases COMMAND_ERROR_IS_FATAL ANY)

# Semicolons and brackets would cut CMake's lists.
string(REPLACE ";" "{semicolon}" cases "${cases}")
string(REPLACE "[" "{open}" cases "${cases}")
string(REPLACE "]" "{close}" cases "${cases}")
string(REGEX MATCHALL "<TestCase [^\n]*" cases "${cases}")

function(decode text result)
    string(REPLACE "{semicolon}" ";" text "${text}")
    string(REPLACE "{open}" "[" text "${text}")
    string(REPLACE "{close}" "]" text "${text}")
    string(REPLACE "&lt;" "<" text "${text}")
    string(REPLACE "&gt;" ">" text "${text}")
    string(REPLACE "&quot;" "\"" text "${text}")
    string(REPLACE "&amp;" "&" text "${text}")
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(script "")
# Adds a test of the cases that `filter`, an option of doctest, selects.
function(add name filter)
    string(APPEND script "add_test([==[${AREA}:${name}]==] [==[${PROGRAM}]==] [==[${filter}]==])\n"
           "set_tests_properties([==[${AREA}:${name}]==] PROPERTIES TIMEOUT 900 ${properties})\n")
    set(script "${script}" PARENT_SCOPE)
endfunction()

set(files)
foreach(case IN LISTS cases)
    if(NOT case MATCHES "name=\"([^\"]*)\".* filename=\"([^\"]*)\"")
        message(FATAL_ERROR "This does not name a case: ${case}")
    endif()
    set(file ${CMAKE_MATCH_2})
    decode("${CMAKE_MATCH_1}" name)
    # Relative where ccache has a base directory.
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${BUILD_DIR} NORMALIZE)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE relative)

    if(NOT file IN_LIST files)
        list(APPEND files ${file})
        file(STRINGS ${file} threads REGEX "threads|Threads|ThreadPool|Team" LIMIT_COUNT 1)
        set(properties "LABELS ${AREA}")
        if(threads)
            set(properties "LABELS \"${AREA};threads\" PROCESSORS 2")
        endif()
        if(PER_FILE)
            add(" ${relative}" "--source-file=*/${relative}")
        endif()
    endif()
    if(NOT PER_FILE)
        # doctest ends a pattern at a comma.
        string(REPLACE "," "\\," filter "${name}")
        add("${name}" "--test-case=${filter}")
    endif()
endforeach()
file(WRITE ${OUTPUT} "${script}")
