#pragma once

#include <drystone/collision/custom_shape.h>
#include <drystone/collision/manifold.h>

namespace drystone {

/// Contact points of two shapes of which at least one is known by its support mapping: GJK and EPA find
/// normal and depth. Two points where straight sides meet, one elsewhere.
///
/// Where a straight side is all but square to the normal, it gives the normal, so that a curve rolls on a
/// face without the noise that EPA leaves in the direction of a curved border.
/// \param b_in_a  the frame of B seen from the frame of A
/// \param margin  points are reported up to this separation [m]; >= 0
/// Cost           no allocation; GJK with some ten support points of each shape, EPA with some thirty
Manifold collide(const AnyShape& a, const AnyShape& b, const Pose& b_in_a, float margin);

}  // namespace drystone
