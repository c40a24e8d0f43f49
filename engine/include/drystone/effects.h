#pragma once

#include <drystone/collision/math.h>
#include <drystone/queries.h>

namespace drystone {

/// A blast, see `World::explode`. It acts along the way from the centre to the nearest point of each shape:
/// the impulse is `impulse_per_length` times the length of the shape across that way, and acts at that point.
struct Explosion {
    Vec2 center{0.0f, 0.0f};
    /// Up to this distance it acts in full; >= 0 [m].
    float radius = 1.0f;
    /// Over this distance more it decays in proportion to nothing; >= 0 [m].
    float falloff = 0.0f;
    /// Per metre that a shape shows to the centre; negative for an implosion [N s/m].
    float impulse_per_length = 1.0f;
    /// Which shapes it acts on.
    QueryFilter filter{};
};

}  // namespace drystone
