#pragma once

#include <drystone/collision/time_of_impact.h>

namespace drystone {

/// Conditions under which shapes are stopped.
struct ImpactFilter {
    float separation;  ///< Separation at which shapes are stopped [m]; negative: penetration depth.
    float approach;    ///< Approach that stops shapes which start about that near [m].
};

/// Returns a lower bound for the time at which a moving core is stopped by a stationary one, as a fraction of
/// the motion; above 1 if it never is. At each earlier time, the cores are farther apart than
/// `rule.separation` along the normal of some face of the stationary core; or the face that is nearest at the
/// start has not come nearer by `rule.approach`. A result of 0 or less gives no bound.
///
/// Cost: a rotation of each vertex and a dot product for each face and vertex.
///
/// \param end  rotation of the moving body at the end of its sweep
float toi_lower_bound(const ConvexCore& core, const Sweep& sweep, const Rot& end, const ConvexCore& fixed,
                      const Pose& pose, const ImpactFilter& rule);

}  // namespace drystone
