#pragma once

#include <iosfwd>

namespace bench {

/// Exit status where the arguments are at fault.
inline constexpr int usage_failure = 2;

/// Reads the arguments and does what they say. Returns the exit status; what goes wrong with the arguments is
/// told on `errors`, all else is thrown.
int run_command_line(int argc, const char* const* argv, std::ostream& out, std::ostream& errors);

}  // namespace bench
