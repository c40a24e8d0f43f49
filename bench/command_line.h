#pragma once

#include <iosfwd>

namespace bench {

/// Exit status for invalid arguments.
inline constexpr int usage_failure = 2;

/// Parses the arguments and runs the command. Returns the exit status. Errors in the arguments are written to
/// `errors`; all other errors are thrown.
int run_command_line(int argc, const char* const* argv, std::ostream& out, std::ostream& errors);

}  // namespace bench
