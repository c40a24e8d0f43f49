#pragma once

#include <string>
#include <vector>

namespace viewer {

/// Returns the exit status of `run`. Exceptions become a message on the standard error stream, after the
/// program's name, and the status 1.
int run_program(const char* name, int (*run)(int argc, char** argv), int argc, char** argv);

/// Starts a program that stands in the same folder as this one, and does not wait for it. Throws `UserError`
/// if it cannot be started.
void start_program(const std::string& name, const std::vector<std::string>& arguments);

}  // namespace viewer
