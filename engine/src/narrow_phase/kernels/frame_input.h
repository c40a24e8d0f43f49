#pragma once

namespace drystone {

/// Where lanes gather poses and shapes from: arrays of rows of four floats, given by their first float.
struct FrameInput {
    const float* poses = nullptr;   ///< `BodyPose`, by body.
    const float* frames = nullptr;  ///< Frames of the shapes.
    float margin = 0.0f;            ///< Points are made up to this separation [m].
};

}  // namespace drystone
