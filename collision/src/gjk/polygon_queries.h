#pragma once

#include "gjk/core_features.h"

namespace drystone::detail {

/// Returns whether both have the 3 to 8 vertices that the other functions require.
bool are_small_polygons(const ConvexCore& a, const ConvexCore& b);

/// Computes the distance of cores of any kind, by GJK.
Distance core_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                       const DistanceOptions& options, SimplexCache* cache);

/// Computes the distance of two cores: in lanes if both are polygons of few vertices and their features are
/// certain in that arithmetic, else by GJK.
Distance any_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float upper_bound,
                      SimplexCache* cache);

/// Finds the nearest features of two polygons of few vertices, or the face of least depth. Returns false if
/// GJK has to decide.
bool polygon_feature(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache,
                     CoreFeature& feature);

/// Finds the face that separates two polygons of few vertices best; their nearest features may be others.
/// Stores it in the cache. Returns false if something is not finite, or the polygons have more vertices.
bool polygon_parting_face(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache& cache,
                          CoreFeature& feature);

}  // namespace drystone::detail
