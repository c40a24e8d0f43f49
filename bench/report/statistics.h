#pragma once

#include <span>
#include <vector>

namespace bench {

/// Returns the mean of at least one value; `median` likewise.
double mean_of(std::span<const double> values);
double median(std::vector<double> values);

}  // namespace bench
