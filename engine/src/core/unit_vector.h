#pragma once

#include <drystone/collision/math.h>

namespace drystone {

/// Returns the unit direction of a finite, nonzero vector, also where its squared length would overflow or
/// underflow.
inline Vec2 unit_vector(const Vec2& v) { return normalized(v / max_coordinate(abs(v))); }

}  // namespace drystone
