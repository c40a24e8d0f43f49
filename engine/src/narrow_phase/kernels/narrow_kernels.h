#pragma once

#include "constraint_graph/contact_block.h"
#include "narrow_phase/kernels/frame_input.h"

#include <drystone/simd.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Limits of the motion within which a face contact keeps its normal and arms.
///
/// Within these limits they stay fixed relative to the ground on which the bodies rest, as in the theory of
/// small displacements. Contacts are compliant: with normals and arms that follow every tilt of the bodies, a
/// tall stack would be a column of springs and buckle under its own weight, where one of stone would stand.
/// With the rotation of kinematic ground they turn, see `SupportTurns`: that one is no elastic displacement.
/// Reuse also saves most of the work for resting contacts.
struct ManifoldReuseLimits {
    float slip = 0.01f;  ///< Slip of the faces, as a fraction of the distance between the points.
    float turn = 0.05f;  ///< Sine of the rotation of either body relative to the ground.
    float tilt = 0.02f;  ///< Sine of the relative rotation.
    /// Change of the separation of a point that is apart, as a fraction of the distance between the points.
    float lift = 0.003f;
};

/// Sources of the gathers of contacts: poses, shape frames, and the bodies' masses and velocities.
struct ContactInput : FrameInput {
    const float* masses = nullptr;      ///< `BodyMass`, by body.
    const float* velocities = nullptr;  ///< `BodyVelocity`, by body.
    float time_step = 0.0f;             ///< [s]
    float margin = 0.0f;                ///< Separation up to which points need not be reached [m].
    ManifoldReuseLimits reuse{};        ///< Slip is also limited to half the margin.
};

/// Manifolds of sixteen pairs, see `LaneManifold`.
struct alignas(64) ManifoldRows {
    Row normal_x;
    Row normal_y;
    Row arm_x[2];
    Row arm_y[2];
    Row separation[2];
    Row feature[2];
};

/// Input of `write_approach_speeds`.
struct ApproachInput {
    const BodySolverState* states = nullptr;
    const IntegrationBlock* integration = nullptr;
    float inverse_h = 0.0f;
};

/// Shapes and bodies of sixteen candidates.
struct CandidateLanes {
    IndexRow shape_a;
    IndexRow shape_b;
    IndexRow body_a;
    IndexRow body_b;
};

/// Input of `find_speculative_margins` and `find_motions`: rows of four floats by shape and by body.
struct CandidateInput {
    const float* fat_boxes = nullptr;          ///< `FatBox`
    const float* poses = nullptr;              ///< `BodyPose`
    const float* velocities = nullptr;         ///< `BodyVelocity`
    const float* damping_and_sleep = nullptr;  ///< `BodyDampingAndSleep`
    float time_step = 0.0f;                    ///< [s]
    float margin = 0.0f;                       ///< [m]
};

/// Maximum separation at which the surfaces of a candidate make a contact [m], or one of these codes.
struct SpeculativeMargin {
    static constexpr float apart = -1.0f;   ///< The bounding circles of the bodies do not meet.
    static constexpr float parted = -2.0f;  ///< The fat boxes do not overlap.
};

/// The bounding circles of bodies are enlarged by this factor, so that rounding loses no contact.
inline constexpr float circle_tolerance = 1.0001f;

/// Computes the manifolds of the first `lanes` pairs.
using CollidePairs = void (*)(const LanePairs& pairs, const FrameInput& input, ManifoldRows& out, int lanes);

/// Kernels of the narrow phase for one lane width. All widths give bit-identical results in the first `lanes`
/// lanes, those in use; the others may be left as they are.
struct NarrowKernels {
    const char* name;  ///< Name of the instruction set: "scalar", "AVX2", ...
    /// Collides boxes; frames are shape numbers, indices into rows of `BoxFrame`.
    CollidePairs collide_boxes;
    /// Recomputes the lanes of blocks of boxes that `reused` does not mark. Empty lanes must be marked, or
    /// they get meaningless values.
    void (*update_boxes)(ContactBlock* blocks, ContactIds* ids, std::size_t count, const ContactInput& input,
                         const Row& reused);
    /// Collides convex cores, see `write_polygon_frame`: [A has more than four points][B has more than four].
    CollidePairs collide_polygons[2][2];
    /// Writes the rows of a block from given manifolds, in the lanes that `reused` does not mark.
    void (*write_block)(ContactBlock& block, ContactIds& ids, const ManifoldRows& manifolds,
                        const ContactInput& input, const Row& reused);
    /// Turns the manifolds of a block with the ground, see `turn_lanes`. `turns` are rows of `SupportTurn`,
    /// by body.
    void (*turn_manifolds)(ContactBlock& block, ContactIds& ids, const float* turns, int lanes);
    /// Finds the lanes of a block that may keep their normal and arms, see `ManifoldReuseLimits`, updates
    /// their separations and sets `reused` to 1 there, else to 0.
    void (*reuse_manifolds)(ContactBlock& block, const ContactIds& ids, const ContactInput& input,
                            Row& reused, int lanes);
    /// Computes the margin of each candidate, see `SpeculativeMargin`.
    void (*find_speculative_margins)(const CandidateLanes& candidates, const CandidateInput& input,
                                     Row& reach, int lanes);
    /// Computes, for pairs of bodies, the margin of `find_speculative_margins` without regard to fat
    /// boxes [m].
    void (*find_motions)(const LanePairs& pairs, const CandidateInput& input, Row& moved, int lanes);
    /// Computes the normal velocities with which the bodies of a block would meet in this step, for
    /// restitution.
    void (*write_approach_speeds)(const ApproachInput& input, const ContactBlock& block, ImpactBlock& impacts,
                                  int lanes);
    std::size_t width;                        ///< Number of lanes.
    const NarrowKernels* narrower = nullptr;  ///< The next narrower kernels of this machine, see `fitting`.
};

/// Returns the kernels with one lane at a time, the reference.
const NarrowKernels& scalar_narrow_kernels();
/// Returns the kernels of a target that this machine supports, see `simd_targets`.
const NarrowKernels& narrow_kernels(SimdTarget target);

}  // namespace drystone
