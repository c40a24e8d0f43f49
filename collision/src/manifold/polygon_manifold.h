#pragma once

#include <drystone/collision/manifold.h>

namespace drystone::detail {

/// Two nearest vertices are taken for a face contact where that changes the separation by no more than this
/// part of the face's length: 10 micrometres for a metre. Between boxes that are all but aligned the nearest
/// features are two corners, yet they rest on their whole faces.
inline constexpr float nearly_on_face = 1e-5f;

/// The contact points of cores of any kind, by GJK and EPA. The cache is read, too.
void collide_cores(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float margin,
                   CollisionCache& cache, Manifold& manifold);

}  // namespace drystone::detail
