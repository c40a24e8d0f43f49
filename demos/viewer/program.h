#pragma once

namespace viewer {

/// Returns the exit status of `run`. Exceptions become a message on the standard error stream, after the
/// program's name, and the status 1.
int run_program(const char* name, int (*run)(int argc, char** argv), int argc, char** argv);

}  // namespace viewer
