#pragma once

#include <cstddef>

/// What one core of this machine can do at the most.
namespace bench {

/// How fast a stream of `bytes` in all is read and written, again and again [bytes/s]: the caches that hold
/// it count. Source: McCalpin, Memory Bandwidth and Machine Balance in Current High Performance Computers,
/// 1995 (the triad a = b + s c; three numbers moved for each element).
double measure_bandwidth(std::size_t bytes, double seconds);

/// Single-precision additions and multiplications in a second, half of each, in the widest lanes of the
/// machine and not fused: as Drystone's kernels have them, whose results must not depend on the machine.
double measure_arithmetic(double seconds);

}  // namespace bench
