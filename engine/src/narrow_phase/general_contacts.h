#pragma once

#include "narrow_phase/narrow_phase.h"

namespace drystone {

/// The manifold of any two shapes, through GJK and EPA, in the frame of A's body.
Manifold collide_shapes(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache);

/// The same, as one lane of manifolds in the world; the scalar twin of what the lanes do.
void find_general_manifold(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache,
                           ManifoldRows& rows, int lane);

}  // namespace drystone
