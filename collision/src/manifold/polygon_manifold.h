#pragma once

#include <drystone/collision/manifold.h>

namespace drystone::detail {

/// Tolerance for treating two nearest vertices as a face contact: the maximum change of the separation, as a
/// part of the face's length (10 micrometres per metre). Between boxes that are nearly aligned the nearest
/// features are two corners, yet they rest on their whole faces.
inline constexpr float nearly_on_face = 1e-5f;

/// Computes the contact points of cores of any kind, by GJK and EPA. Reads and updates the cache.
void collide_cores(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float margin,
                   CollisionCache& cache, Manifold& manifold);

}  // namespace drystone::detail
