#pragma once

#include "store/contact_block.h"

#include <cstddef>
#include <cstdint>

namespace drystone {

/// Where the lanes of box contacts gather from: arrays of rows, given by their first float.
struct BoxContactInput {
    const float* poses = nullptr;        ///< `BodyPose`, by body.
    const float* boxes = nullptr;        ///< `BoxFrame`, by shape.
    const float* integration = nullptr;  ///< `BodyIntegration`, by solver slot.
    float margin = 0.0f;                 ///< Points are made up to this separation [m].
};

/// Sixteen pairs of boxes that may touch.
struct BoxCandidates {
    IndexRow body_a;
    IndexRow body_b;
    IndexRow shape_a;
    IndexRow shape_b;
};

/// The box kernels in one lane width. All widths give the same bits.
struct BoxKernels {
    /// Recomputes all lanes of the blocks; empty lanes get numbers without meaning and must be cleared after.
    void (*update)(ContactBlock* blocks, std::size_t count, const BoxContactInput& input);
    /// Writes 1 for each pair that touches, else 0, into sixteen floats.
    void (*test)(const BoxCandidates& pairs, const BoxContactInput& input, float* touching);
};

/// One lane at a time: the reference.
const BoxKernels& scalar_box_kernels();
/// The widest that this machine has; the scalar ones where the library was built without SIMD.
const BoxKernels& best_box_kernels();

}  // namespace drystone
