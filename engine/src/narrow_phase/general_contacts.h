#pragma once

#include "narrow_phase/narrow_phase.h"

namespace drystone {

/// The manifold of any two shapes, through GJK and EPA, in the frame of A's body.
Manifold collide_shapes(const NarrowPhaseInput& input, Contact& contact);

/// Recomputes one lane from the poses of its bodies; the scalar twin of what the lanes of boxes do.
void update_general_lane(const NarrowPhaseInput& input, const std::vector<BodyIntegration>& integration,
                         Contact& contact, ContactBlock& block, int lane);

}  // namespace drystone
