#pragma once

#include <iosfwd>

/// `drystone-bench list`: what can be run.
namespace bench {

void print_list(std::ostream& out);

}  // namespace bench
