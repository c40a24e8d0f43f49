#pragma once

#include "core_features.h"

namespace drystone::detail {

/// The distance of two polygons of few vertices. False where it takes GJK to decide; nothing is changed then.
bool polygon_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float upper_bound,
                      SimplexCache* cache, Distance& result);

/// The nearest features of two polygons of few vertices, or the face of least depth. False where it takes GJK
/// to decide.
bool polygon_feature(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache,
                     CoreFeature& feature);

}  // namespace drystone::detail
