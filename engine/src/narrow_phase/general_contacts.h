#pragma once

#include "narrow_phase/narrow_phase.h"

namespace drystone {

/// Returns the frame of the origin of body B seen from that of A. The centres of mass are subtracted in the
/// world, so that the distance from the world's origin costs no precision.
Pose relative_pose(const BodyPose& a, const BodyMass& mass_a, const BodyPose& b, const BodyMass& mass_b);

/// Returns the manifold of the shapes of a contact with their bodies at these relative poses, in the frame of
/// A's body. Convex cores go through GJK and EPA.
Manifold collide_shapes_at(const NarrowPhaseInput& input, const Contact& contact, const Pose& b_in_a,
                           CollisionCache& cache);

/// Returns the same where the bodies are.
Manifold collide_shapes(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache);

/// Returns the manifold of a shape of the world (A) and one that is not in it, as `collide_shapes` would find
/// it, in the frame of A's body.
Manifold collide_with(const ShapeStore& shapes, std::uint32_t shape, const AnyShape& other,
                      const Pose& other_in_shape, float margin);

/// Returns the manifold of a shape of the world (A) and a core (B) as if A had no neighbours.
Manifold collide_whole(const ShapeStore& shapes, std::uint32_t shape, const ConvexCore& other,
                       const Pose& other_in_shape, float margin);

/// Returns whether lanes, which ignore internal edges, found in one of them a contact along a normal that
/// shape A does not offer: that of a covered face, or of a corner that continues in a neighbour. Also true
/// near the ends of a visible face beside a neighbour that rises sharply.
bool is_hidden_contact(const NarrowPhaseInput& input, const Contact& contact, const ManifoldRows& rows,
                       int lane);

/// Writes the manifold of `collide_shapes`, with the points up to `max_separation` [m], to one lane, in world
/// coordinates; the scalar counterpart of the lane kernels.
void find_general_manifold(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache,
                           ManifoldRows& rows, int lane, float max_separation);

}  // namespace drystone
