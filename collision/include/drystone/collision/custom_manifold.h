#pragma once

#include <drystone/collision/custom_shape.h>
#include <drystone/collision/export.h>
#include <drystone/collision/manifold.h>

namespace drystone {

/// Finds the contact points of two shapes of which at least one is given by its support mapping: GJK and EPA
/// find normal and depth. Two points where straight sides meet, one elsewhere.
///
/// The normal of a straight side replaces a contact normal that is almost the same, so that a curved shape
/// rolls on a face without EPA's noise in the direction of curved borders.
/// \param b_in_a  the frame of B seen from the frame of A
/// \param margin  points are reported up to this separation [m]; >= 0
/// Cost           no allocation; about ten support points of each shape for GJK, about thirty for EPA
DRYSTONE_COLLISION_API Manifold collide(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                        float margin);

}  // namespace drystone
