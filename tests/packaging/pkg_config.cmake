# Compiles SOURCE in the language STANDARD and runs it with what pkg-config says of MODULE, installed in STAGE, and nothing
# else.
set(ENV{PKG_CONFIG_PATH} ${STAGE}/${LIBDIR}/pkgconfig)
set(ENV{LD_LIBRARY_PATH} ${STAGE}/${LIBDIR})
foreach(option IN ITEMS cflags libs)
    execute_process(
        COMMAND ${PKG_CONFIG} --${option} ${MODULE}
        OUTPUT_VARIABLE ${option}
        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(${option} UNIX_COMMAND "${${option}}")
endforeach()
set(program ${WORK}/use_${MODULE})
file(MAKE_DIRECTORY ${WORK})
execute_process(
    COMMAND ${COMPILER} -std=${STANDARD} ${cflags} ${SOURCE} -o ${program} ${libs}
            COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${program} COMMAND_ERROR_IS_FATAL ANY)
