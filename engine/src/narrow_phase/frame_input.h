#pragma once

namespace drystone {

/// Where lanes gather poses and shapes from: arrays of rows of four floats, given by their first float.
struct FrameInput {
    const float* poses = nullptr;   ///< `BodyPose`, by body.
    const float* frames = nullptr;  ///< Frames of the shapes.
    float margin = 0.0f;            ///< Points are made up to this separation [m].
    /// `BodyVelocity`, by body; null where nothing moves by more than the margin within the step. Else points
    /// are also made where they would meet within the step, see foresight.h.
    const float* velocities = nullptr;
    float time_step = 0.0f;  ///< [s]
};

}  // namespace drystone
