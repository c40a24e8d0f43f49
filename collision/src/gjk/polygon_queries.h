#pragma once

#include "gjk/core_features.h"

namespace drystone::detail {

/// Do both have the 3 to 8 vertices that the other functions are for?
bool are_small_polygons(const ConvexCore& a, const ConvexCore& b);

/// The distance of cores of any kind, by GJK.
Distance core_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                       const DistanceOptions& options, SimplexCache* cache);

/// The distance of two cores: in lanes where both are polygons of few vertices and the arithmetic is certain
/// of their features, else by GJK.
Distance any_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float upper_bound,
                      SimplexCache* cache);

/// The nearest features of two polygons of few vertices, or the face of least depth. False where it takes GJK
/// to decide.
bool polygon_feature(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache,
                     CoreFeature& feature);

/// The face that parts two polygons of few vertices best; their nearest features may be others. The cache is
/// left with it. False where something is not finite, or the polygons have more vertices.
bool polygon_parting_face(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache& cache,
                          CoreFeature& feature);

}  // namespace drystone::detail
