#pragma once

#include "constraint_graph/contact_block.h"

#include <drystone/simd.h>

#include <cstdint>

namespace drystone {

/// The margin of a fat box serves bodies at rest, whose jitter it absorbs: this share of the tight box's half
/// size and at most so much [m]. A body that would leave it within a step gets none.
inline constexpr float fat_box_margin_share = 0.125f;
inline constexpr float fat_box_max_margin = 0.05f;
/// If such a body moves and turns farther than so many borders within a step, its box reaches ahead on its
/// way, and around as far as it turns, each at most as far as the greatest margin: pairs that will meet
/// within the step are looked at before it, and few others where many fly side by side. Of two slower bodies
/// the meeting would not be predicted.
inline constexpr float min_borders_ahead = 4.0f;

/// What fat boxes are made from: arrays of rows of four floats, given by their first float.
struct FatBoxInput {
    const float* poses = nullptr;       ///< `BodyPose`, by body.
    const float* velocities = nullptr;  ///< `BodyVelocity`, by body.
    const float* frames = nullptr;      ///< `BoxFrame`, by shape; or frames of polygons.
    float* fat_boxes = nullptr;         ///< `FatBox`, by shape.
    float border = 0.0f;     ///< Around the shape, so that speculative contacts have overlapping boxes [m].
    float time_step = 0.0f;  ///< [s]
};

/// Numbers of sixteen shapes, of their bodies, and where their frames are.
struct FatBoxLanes {
    const std::int32_t* bodies = nullptr;
    const std::int32_t* shapes = nullptr;
    const std::int32_t* frames = nullptr;
};

/// Replaces the fat boxes that no longer contain their shapes, and those that reach ahead; writes 1 for
/// these, else 0.
using UpdateFatBoxes = void (*)(const FatBoxLanes& lanes, const FatBoxInput& input, float* escaped);

/// The update by kind of shape. All widths give the same bits.
struct FatBoxKernels {
    UpdateFatBoxes boxes;
    UpdateFatBoxes small_polygons;   ///< Cores of at most four points.
    UpdateFatBoxes medium_polygons;  ///< Cores of at most eight.
};

/// One lane at a time: the reference.
const FatBoxKernels& scalar_fat_box_kernels();
/// Those of a target that this machine has, see `simd_targets`.
const FatBoxKernels& fat_box_kernels(SimdTarget target);

}  // namespace drystone
