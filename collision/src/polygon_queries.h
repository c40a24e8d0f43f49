#pragma once

#include "core_features.h"

namespace drystone::detail {

/// Do both have the 3 to 8 vertices that the other functions are for?
bool are_small_polygons(const ConvexCore& a, const ConvexCore& b);

/// The distance of two polygons of few vertices. False where it takes GJK to decide; nothing is changed then.
bool polygon_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float upper_bound,
                      SimplexCache* cache, Distance& result);

/// The nearest features of two polygons of few vertices, or the face of least depth. False where it takes GJK
/// to decide.
bool polygon_feature(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache,
                     CoreFeature& feature);

/// The face that parts two polygons of few vertices best; their nearest features may be others. The cache is
/// left with it. False where something is not finite, or the polygons have more vertices.
bool polygon_parting_face(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache& cache,
                          CoreFeature& feature);

}  // namespace drystone::detail
