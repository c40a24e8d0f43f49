#pragma once

#include <drystone/collision/math.h>
#include <drystone/queries.h>

namespace drystone {

/// Radial impulse, see `World::explode`. It acts at the point of each shape nearest to the centre, along the
/// line from the centre to that point. The impulse is `impulse_per_length` times the length of the shape
/// across that line.
struct Explosion {
    Vec2 center{0.0f, 0.0f};  ///< Centre in the world [m].
    /// Distance from the centre up to which it acts at full strength; >= 0 [m].
    float radius = 1.0f;
    /// Additional distance over which it decays linearly to zero; >= 0 [m].
    float falloff = 0.0f;
    /// Impulse per metre of shape that faces the centre; negative for an implosion [N s/m].
    float impulse_per_length = 1.0f;
    /// Filter of the shapes that it acts on.
    QueryFilter filter{};
};

}  // namespace drystone
