#pragma once

#include <cstddef>

/// Peak rates of one core of this machine.
namespace bench {

/// Measures the rate at which a stream of `bytes` in all is read and written repeatedly [bytes/s], in
/// whichever caches it fits. Source: McCalpin, Memory Bandwidth and Machine Balance in Current High
/// Performance Computers, 1995 (the triad a = b + s c; three numbers moved for each element).
double measure_bandwidth(std::size_t bytes, double seconds);

/// Measures single-precision additions and multiplications per second, half of each, in the widest lanes of
/// the machine and not fused: as in Drystone's kernels, whose results must not depend on the machine.
double measure_arithmetic(double seconds);

}  // namespace bench
