#pragma once

#include "report/compare.h"

#include <iosfwd>

namespace bench {

/// Writes all measurements, with the machine and the settings.
void write_json(std::ostream& out, const Comparison& comparison);

}  // namespace bench
