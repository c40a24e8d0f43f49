#pragma once

#include "casts/swept_body.h"
#include "gjk/core_features.h"

/// Feature queries of the time of impact, for two cores at one time of their motion.
namespace drystone::detail {

/// Finds the features that decide the separation of the cores. Returns false if something is not finite.
bool find_features(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache& cache,
                   CoreFeature& feature);

/// Returns whether a face and a vertex, the nearest features of an earlier time, are still the nearest.
/// `gap`, between the centres of mass, and `b_in_a` place B in the frame of A. Returns false if the feature
/// is not a face and a vertex.
bool still_nearest(const SweptBody& a, const SweptBody& b, const DoubleRot& b_in_a, const Vec2d& gap,
                   const CoreFeature& feature);

}  // namespace drystone::detail
