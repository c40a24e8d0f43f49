#pragma once

namespace drystone {

/// Bodies that move by fewer margins than this in a step are not swept: speculative contacts stop them.
inline constexpr float max_margins_of_slow = 4.0f;
/// Maximum separation of the points of touching contacts, in margins: the bodies may reach them within the
/// step, see `drop_far_points`.
inline constexpr float max_margins_of_points = 4.0f;

/// Sources of the gathers of poses and shapes: arrays of rows of four floats, by their first float.
struct FrameInput {
    const float* poses = nullptr;   ///< `BodyPose`, by body.
    const float* frames = nullptr;  ///< Frames of the shapes.
    float max_separation = 0.0f;    ///< Maximum separation of contact points [m].
};

}  // namespace drystone
