#pragma once

#include "narrow_phase/narrow_phase.h"

namespace drystone {

/// The frame of the origin of body B seen from that of A. The centres of mass are subtracted in the world, so
/// that the distance from the world's origin costs no precision.
Pose relative_pose(const BodyPose& a, const BodyMass& mass_a, const BodyPose& b, const BodyMass& mass_b);

/// The manifold of any two shapes, through GJK and EPA, in the frame of A's body.
Manifold collide_shapes(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache);

/// Did lanes, which know nothing of internal edges, find a contact along a normal that shape A does not show:
/// that of a covered face, or of a corner that goes on in a neighbour?
bool is_hidden_contact(const NarrowPhaseInput& input, const Contact& contact, const Vec2& normal);

/// The same, as one lane of manifolds in the world; the scalar twin of what the lanes do.
void find_general_manifold(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache,
                           ManifoldRows& rows, int lane);

}  // namespace drystone
