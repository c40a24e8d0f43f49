#pragma once

#include "narrow_phase/frame_input.h"
#include "store/contact_block.h"

#include <drystone/simd.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// What the lanes of contacts gather from: poses and frames of the shapes, and what the solver knows of the
/// bodies.
struct ContactInput : FrameInput {
    const float* masses = nullptr;  ///< `BodyMass`, by body.
};

/// Sixteen pairs that may touch.
struct alignas(64) LanePairs {
    IndexRow body_a;
    IndexRow body_b;
    IndexRow frame_a;
    IndexRow frame_b;
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

/// The narrow phase of one kind of pairs in one lane width.
struct PairKernels {
    /// Finds the manifolds of sixteen pairs.
    void (*collide)(const LanePairs& pairs, const FrameInput& input, ManifoldRows& out);
    /// Recomputes all lanes of the blocks; empty lanes get numbers without meaning and must be cleared after.
    void (*update)(ContactBlock* blocks, ContactNames* names, std::size_t count, const ContactInput& input);
};

/// The narrow phase in one lane width. All widths give the same bits.
struct NarrowKernels {
    const char* name;   ///< Of the instruction set: "scalar", "AVX2", ...
    PairKernels boxes;  ///< Frames are rows of `BoxFrame`, by shape.
    /// Writes the rows of a block from manifolds that were found in another way.
    void (*write_block)(ContactBlock& block, ContactNames& names, const ManifoldRows& manifolds,
                        const ContactInput& input);
};

/// One lane at a time: the reference.
const NarrowKernels& scalar_narrow_kernels();
/// Those of a target that this machine has, see `simd_targets`.
const NarrowKernels& narrow_kernels(SimdTarget target);

}  // namespace drystone
