#pragma once

#include <drystone/collision/math.h>

namespace drystone {

/// The direction of a finite vector of any length but zero, at unit length: also where its square would be no
/// float, or none that is exact.
inline Vec2 unit_vector(const Vec2& v) { return normalized(v / max_coordinate(abs(v))); }

}  // namespace drystone
