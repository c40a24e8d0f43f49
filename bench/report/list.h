#pragma once

#include <iosfwd>

/// `drystone-bench list`: lists the engines and scenes.
namespace bench {

void print_list(std::ostream& out);

}  // namespace bench
