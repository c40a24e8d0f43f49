# Installs BUILD and moves the result to STAGE: a package must not remember where it was first installed.
file(REMOVE_RECURSE ${STAGE} ${STAGE}-first)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${STAGE}-first
                COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${STAGE}-first ${STAGE})
