#pragma once

namespace drystone {

/// Sources of the gathers of poses and shapes: arrays of rows of four floats, by their first float.
struct FrameInput {
    const float* poses = nullptr;   ///< `BodyPose`, by body.
    const float* frames = nullptr;  ///< Frames of the shapes.
    float margin = 0.0f;            ///< Maximum separation of contact points [m].
};

}  // namespace drystone
