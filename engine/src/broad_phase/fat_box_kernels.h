#pragma once

#include "constraint_graph/contact_block.h"

#include <drystone/simd.h>

#include <cstddef>
#include <cstdint>

namespace drystone {

/// Margin of a fat box, which absorbs the jitter of bodies at rest: this share of the tight box's half size,
/// at most `fat_box_max_margin` [m]. A body that would leave it within a step gets no margin.
inline constexpr float fat_box_margin_share = 0.125f;
inline constexpr float fat_box_max_margin = 0.05f;
/// Motion per step, in borders, beyond which the box of a body is extended along its motion and by its turn,
/// each by at most `max_borders_ahead`: the pairs that will meet within the step are tested before it. The
/// box is replaced when it no longer contains the motion of the next step.
///
/// A shape that moves by more than half of its width is extended by all of its motion and turn, each by at
/// most `fat_box_max_ahead` [m]: farther than anything moves at 400 m/s and 60 Hz. Two shapes that move by
/// less cannot pass through each other before their overlap is found.
inline constexpr float min_borders_ahead = 2.0f;
inline constexpr float max_borders_ahead = 8.0f;
inline constexpr float fat_box_max_ahead = 8.0f;
/// Motion per step, in borders, beyond which the extended box of a body that leaves its margin within a step
/// is replaced in every step and has no margin: such boxes overlap few others if many bodies fly side by
/// side.
inline constexpr float min_borders_renewed = 4.0f;

/// Input of the fat boxes: arrays with rows of four floats, given by their first float.
struct FatBoxInput {
    const float* poses = nullptr;       ///< `BodyPose`, by body.
    const float* velocities = nullptr;  ///< `BodyVelocity`, by body.
    const float* frames = nullptr;      ///< `BoxFrame`, by shape; or polygon frames.
    float* fat_boxes = nullptr;         ///< `FatBox`, by shape.
    float border = 0.0f;     ///< Border around the shape, so that boxes of speculative contacts overlap [m].
    float time_step = 0.0f;  ///< [s]
};

/// Numbers of up to sixteen shapes, of their bodies and of their frames. Whole vectors are processed: the
/// entries beyond `count` must be valid.
struct FatBoxLanes {
    const std::int32_t* bodies = nullptr;
    const std::int32_t* shapes = nullptr;
    const std::int32_t* frames = nullptr;
    int count = 0;
};

/// Replaces the fat boxes that no longer contain their shapes and the motion of the next step, and those of
/// fast ones; writes 1 for these, else 0.
using UpdateFatBoxes = void (*)(const FatBoxLanes& lanes, const FatBoxInput& input, float* escaped);

/// Update functions by kind of shape. All widths give the same bits.
struct FatBoxKernels {
    UpdateFatBoxes boxes;
    UpdateFatBoxes small_polygons;            ///< Cores of at most four points.
    UpdateFatBoxes medium_polygons;           ///< Cores of at most eight points.
    std::size_t width;                        ///< Number of lanes.
    const FatBoxKernels* narrower = nullptr;  ///< The next narrower kernels of this machine, see `fitting`.
};

/// Returns the kernels with one lane at a time, which are the reference.
const FatBoxKernels& scalar_fat_box_kernels();
/// Returns the kernels of a target that this machine supports, see `simd_targets`.
const FatBoxKernels& fat_box_kernels(SimdTarget target);

}  // namespace drystone
