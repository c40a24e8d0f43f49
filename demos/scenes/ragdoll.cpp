#include <scenes/colors.h>
#include <scenes/ragdoll.h>

#include <numbers>

namespace scenes {
namespace {

constexpr float pi = std::numbers::pi_v<float>;

/// Bone of the figure of scale 1. Lengths are in metres, heights are above its feet.
struct Bone {
    int parent;    ///< -1: none.
    float height;  ///< Height of the body's origin.
    float lower;   ///< Ends of its capsule's axis, relative to the origin.
    float upper;
    float radius;
    bool foot;
    float damping;
    float pivot;             ///< Height of the hinge on the parent.
    float friction_part;     ///< Factor on the torque in the settings.
    JointLimit limit;        ///< As multiples of pi.
    float reference = 0.0f;  ///< As a multiple of pi.
};

constexpr std::array<Bone, Ragdoll::bone_count> bones{{
    // Hip, torso, head.
    {-1, 0.95f, -0.02f, 0.02f, 0.095f, false, 0.0f, 0.0f, 1.0f, {}},
    {0, 1.2f, -0.135f, 0.135f, 0.09f, false, 0.0f, 1.0f, 0.5f, {-0.25f, 0.0f}},
    {1, 1.475f, -0.038f, 0.039f, 0.075f, false, 0.1f, 1.4f, 0.25f, {-0.3f, 0.1f}},
    // Left leg, right leg.
    {0, 0.775f, -0.125f, 0.125f, 0.06f, false, 0.0f, 0.9f, 1.0f, {-0.05f, 0.4f}},
    {3, 0.475f, -0.155f, 0.125f, 0.045f, true, 0.0f, 0.625f, 0.5f, {-0.5f, -0.02f}},
    {0, 0.775f, -0.125f, 0.125f, 0.06f, false, 0.0f, 0.9f, 1.0f, {-0.05f, 0.4f}},
    {5, 0.475f, -0.155f, 0.125f, 0.045f, true, 0.0f, 0.625f, 0.5f, {-0.5f, -0.02f}},
    // Left arm, right arm.
    {1, 1.225f, -0.125f, 0.125f, 0.035f, false, 0.0f, 1.35f, 0.5f, {-0.1f, 0.8f}},
    {7, 0.975f, -0.125f, 0.125f, 0.03f, false, 0.1f, 1.1f, 0.1f, {-0.2f, 0.3f}, 0.25f},
    {1, 1.225f, -0.125f, 0.125f, 0.035f, false, 0.0f, 1.35f, 0.5f, {-0.1f, 0.8f}},
    {9, 0.975f, -0.125f, 0.125f, 0.03f, false, 0.1f, 1.1f, 0.1f, {-0.2f, 0.3f}, 0.25f},
}};

/// Adds the shapes, in category 2, which collides with itself and the ground's category; feet collide with
/// the ground only.
void add_shapes(Backend& backend, BodyNumber body, const Bone& bone, const RagdollSettings& settings) {
    const float s = settings.scale;
    const CapsuleShape capsule{{0.0f, s * bone.lower}, {0.0f, s * bone.upper}, s * bone.radius};
    backend.create_shape(body, {.shape = capsule,
                                .friction = 0.2f,
                                .group = settings.group,
                                .category = 2,
                                .mask = 1 | 2,
                                .color = settings.color});
    if (bone.foot) {
        const PolygonShape foot{{{-0.03f * s, -0.185f * s},
                                 {0.11f * s, -0.185f * s},
                                 {0.11f * s, -0.16f * s},
                                 {-0.03f * s, -0.14f * s}},
                                0.015f * s};
        backend.create_shape(body, {.shape = foot,
                                    .friction = 0.05f,
                                    .group = settings.group,
                                    .category = 2,
                                    .mask = 1,
                                    .color = color::charcoal});
    }
}

void add_hinge(Backend& backend, const Ragdoll& made, int index, const RagdollSettings& settings) {
    const Bone& bone = bones[static_cast<std::size_t>(index)];
    const Bone& parent = bones[static_cast<std::size_t>(bone.parent)];
    const float s = settings.scale;
    const float torque = bone.friction_part * settings.friction_torque * s;
    backend.create_joint({.body_a = made.bones[static_cast<std::size_t>(bone.parent)],
                          .body_b = made.bones[static_cast<std::size_t>(index)],
                          .anchor_a = {0.0f, s * (bone.pivot - parent.height)},
                          .anchor_b = {0.0f, s * (bone.pivot - bone.height)},
                          .joint = RevoluteJoint{
                              .reference_angle = pi * bone.reference,
                              .limit = JointLimit{pi * bone.limit.lower, pi * bone.limit.upper},
                              .motor = JointMotor{.speed = 0.0f, .maximum = torque},
                              .spring = settings.spring,
                          }});
}

}  // namespace

Ragdoll add_ragdoll(Backend& backend, const RagdollSettings& settings) {
    Ragdoll ragdoll;
    for (int i = 0; i < Ragdoll::bone_count; ++i) {
        const auto index = static_cast<std::size_t>(i);
        const Bone& bone = bones[index];
        ragdoll.bones[index] = backend.create_body(
            {.kind = BodyKind::Dynamic,
             .position = {settings.feet.x, settings.feet.y + settings.scale * bone.height},
             .linear_damping = bone.damping,
             .sleep_speed = 0.1f});
        add_shapes(backend, ragdoll.bones[index], bone, settings);
        if (bone.parent >= 0) {
            add_hinge(backend, ragdoll, i, settings);
        }
    }
    return ragdoll;
}

}  // namespace scenes
