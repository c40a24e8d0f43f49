#pragma once

#include <span>
#include <vector>

namespace bench {

/// Of at least one value.
double mean_of(std::span<const double> values);
double median(std::vector<double> values);

}  // namespace bench
