#pragma once

#include <cstdint>

namespace drystone {

/// The simplex at which GJK ended, as point indices of the two cores, for warm starting the next query of the
/// same pair.
///
/// Any content is valid: stale indices only cost iterations, indices beyond the cores are ignored.
struct SimplexCache {
    std::uint16_t count = 0;         ///< Number of vertices, 0 to 3.
    std::uint16_t a[3] = {0, 0, 0};  ///< Points of A.
    std::uint16_t b[3] = {0, 0, 0};  ///< Points of B.
};

}  // namespace drystone
