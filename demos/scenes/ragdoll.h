#pragma once

#include <scenes/scene.h>

#include <array>

namespace scenes {

/// A human figure of 1.7 m, of eleven bones with hinges that have limits, springs and friction.
struct Ragdoll {
    static constexpr int bone_count = 11;

    /// In the order in which they are made: every bone follows that from which it hangs.
    std::array<BodyNumber, bone_count> bones{};
};

struct RagdollSettings {
    Point feet{};    ///< Where it stands.
    int group = -1;  ///< Of its shapes: negative, for bones overlap.
    float scale = 1.0f;
    float friction_torque = 0.05f;  ///< Of the hip joint of scale 1; others have a part of it [N m].
    JointSpring spring{.frequency = 5.0f, .damping_ratio = 0.5f};
    int color = -1;
};

/// Bodies, limits and springs are those of the figure that falls in Box2D's benchmark scene "rain".
Ragdoll add_ragdoll(Backend& backend, const RagdollSettings& settings);

}  // namespace scenes
