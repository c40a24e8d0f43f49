#pragma once

#include <scenes/scene.h>

#include <array>

namespace scenes {

/// Human figure of 1.7 m, of eleven bones with hinges that have limits, springs and friction.
struct Ragdoll {
    static constexpr int bone_count = 11;

    /// Bones in order of creation: every bone comes after its parent.
    std::array<BodyNumber, bone_count> bones{};
};

struct RagdollSettings {
    Point feet{};    ///< Position of the feet [m].
    int group = -1;  ///< Group of its shapes: negative, since bones overlap.
    float scale = 1.0f;
    float friction_torque = 0.05f;  ///< Maximum torque of the hip joint at scale 1; other joints have a
                                    /// fraction of it [N m].
    JointSpring spring{.frequency = 5.0f, .damping_ratio = 0.5f};
    int color = -1;
};

/// Adds a ragdoll. Bodies, limits and springs are those of the figure in Box2D's benchmark scene "rain".
Ragdoll add_ragdoll(Backend& backend, const RagdollSettings& settings);

}  // namespace scenes
