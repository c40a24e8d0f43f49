#pragma once

#include "constraint_graph/contact_block.h"
#include "narrow_phase/kernels/frame_input.h"

#include <drystone/simd.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// How far a face that rests on another may move until the normal and the arms of the contact are found
/// again.
///
/// Until then they stay as in the theory of small displacements. Contacts give way: with normals and arms
/// that follow every tilt, a tall stack is a column of springs, and buckles under its own weight where one of
/// stone would stand. It also saves most of the work on what rests.
struct ManifoldReuseLimits {
    float slip = 0.01f;  ///< Of the faces along each other, in parts of the way between the points.
    float turn = 0.05f;  ///< Sine of the turn of either body.
    float tilt = 0.02f;  ///< Sine of the turn against each other.
};

/// What the lanes of contacts gather from: poses and frames of the shapes, and what the solver knows of the
/// bodies.
struct ContactInput : FrameInput {
    const float* masses = nullptr;  ///< `BodyMass`, by body.
    ManifoldReuseLimits reuse{};    ///< Slip is limited by half the margin too.
};

/// The manifolds of sixteen pairs, see `LaneManifold`.
struct alignas(64) ManifoldRows {
    Row normal_x;
    Row normal_y;
    Row arm_x[2];
    Row arm_y[2];
    Row separation[2];
    Row feature[2];
};

/// What tells how fast bodies meet.
struct ApproachInput {
    const BodySolverState* states = nullptr;
    const IntegrationBlock* integration = nullptr;
    float inverse_h = 0.0f;
};

/// Sixteen candidates.
struct CandidateLanes {
    IndexRow shape_a;
    IndexRow shape_b;
    IndexRow body_a;
    IndexRow body_b;
};

/// What tells how far candidates have to be looked at: rows of four floats by shape and by body.
struct CandidateInput {
    const float* fat_boxes = nullptr;          ///< `FatBox`
    const float* poses = nullptr;              ///< `BodyPose`
    const float* velocities = nullptr;         ///< `BodyVelocity`
    const float* damping_and_sleep = nullptr;  ///< `BodyDampingAndSleep`
    float time_step = 0.0f;                    ///< [s]
    float margin = 0.0f;                       ///< [m]
    float min_speculative_motion = 0.0f;  ///< Who comes nearer by less in the step is not speculative [m].
};

/// How far apart the surfaces of a candidate may be for a contact [m], or one of these.
struct SpeculativeMargin {
    static constexpr float apart = -1.0f;   ///< The circles that hold the shapes do not meet.
    static constexpr float parted = -2.0f;  ///< Nor do the fat boxes.
    static constexpr float fast = -3.0f;    ///< The bodies are fast: `sweep_candidates` knows.
};

/// The circles that hold two bodies are taken larger by this factor, so that rounding loses no contact.
inline constexpr float circle_tolerance = 1.0001f;

/// Finds the manifolds of sixteen pairs.
using CollidePairs = void (*)(const LanePairs& pairs, const FrameInput& input, ManifoldRows& out);

/// The narrow phase in one lane width. All widths give the same bits.
struct NarrowKernels {
    const char* name;  ///< Of the instruction set: "scalar", "AVX2", ...
    /// Two boxes; frames are numbers of shapes, into rows of `BoxFrame`.
    CollidePairs collide_boxes;
    /// Recomputes all lanes of blocks of boxes; empty lanes get numbers without meaning and must be cleared
    /// after.
    void (*update_boxes)(ContactBlock* blocks, ContactIds* ids, std::size_t count, const ContactInput& input,
                         const Row& reused);
    /// Two convex cores, see `write_polygon_frame`: [A has more than four points][B has more than four].
    CollidePairs collide_polygons[2][2];
    /// Writes the rows of a block from manifolds that were found in another way.
    void (*write_block)(ContactBlock& block, ContactIds& ids, const ManifoldRows& manifolds,
                        const ContactInput& input, const Row& reused);
    /// Finds the lanes of a block that may keep their normal and arms, see `ManifoldReuseLimits`, brings
    /// their separations up to date and sets `reused` to 1 there, else to 0.
    void (*reuse_manifolds)(ContactBlock& block, const ContactIds& ids, const ContactInput& input,
                            Row& reused);
    /// How far each of sixteen candidates has to be looked at, see `SpeculativeMargin`.
    void (*find_speculative_margins)(const CandidateLanes& candidates, const CandidateInput& input,
                                     Row& reach);
    /// Normal velocities with which the bodies of a block would meet in this step, for restitution.
    void (*write_approach_speeds)(const ApproachInput& input, const ContactBlock& block,
                                  ImpactBlock& impacts);
};

/// One lane at a time: the reference.
const NarrowKernels& scalar_narrow_kernels();
/// Those of a target that this machine has, see `simd_targets`.
const NarrowKernels& narrow_kernels(SimdTarget target);

}  // namespace drystone
