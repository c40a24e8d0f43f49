#pragma once

#include <drystone/collision/time_of_impact.h>

namespace drystone {

/// When shapes are stopped.
struct ImpactFilter {
    float separation;  ///< Where they would come as near as this [m]; negative: as deep in each other.
    float approach;    ///< If they begin about so near, where they would have come nearer by this [m].
};

/// Until when a core that moves surely is not stopped by one that stands still: a part of the motion, above 1
/// where it never is. At each time before, they are farther apart than the rule says along the normal of some
/// face of the latter; or the face that is nearest when the motion begins has not come nearer by that much.
/// Not above 0 says nothing.
///
/// Costs a rotation of each vertex and a dot product for each face and vertex.
///
/// \param end  how the moving body is turned at the end of its sweep
float toi_lower_bound(const ConvexCore& core, const Sweep& sweep, const Rot& end, const ConvexCore& fixed,
                      const Pose& pose, const ImpactFilter& rule);

}  // namespace drystone
