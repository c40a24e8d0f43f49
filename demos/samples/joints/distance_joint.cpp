#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Balls on a rod, a rope, a spring and a winch.
class DistanceJoints final : public JointShow {
    enum Parameters : std::size_t { rod_length, frequency, damping, winch_speed, winch_force };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        const char* const names[] = {"rod", "limit: rope", "spring", "motor: winch"};
        for (int i = 0; i < 4; ++i) {
            const Vec2 at = hook(i) + Vec2{1.5f, -2.0f};
            const BodyId ball = add_dynamic(world(), at, Circle{{0.0f, 0.0f}, 0.4f}, painted(i));
            add_place(names[i], {hook(i).x - 0.9f, 6.6f}, ground, ball);
        }
        connect();
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        const float long_side = parameter(rod_length);
        return {DistanceJoint{.anchor_a = hook(0), .length = long_side},
                DistanceJoint{.anchor_a = hook(1), .limit = JointLimit{0.0f, long_side}},
                DistanceJoint{.anchor_a = hook(2),
                              .spring = JointSpring{.frequency = parameter(frequency),
                                                    .damping_ratio = parameter(damping),
                                                    .target = long_side}},
                DistanceJoint{.anchor_a = hook(3),
                              .limit = JointLimit{1.0f, 4.0f},
                              .motor = JointMotor{parameter(winch_speed), parameter(winch_force)}}};
    }
    [[nodiscard]] static Vec2 hook(int i) { return {-6.0f + 4.0f * static_cast<float>(i), 5.8f}; }
};

}  // namespace

scenes::SceneInfo distance_joint_sample() {
    return entry<DistanceJoints>("Joints", "distance_joint", "Distance joint",
                                 "A rod, a rope, a spring and a winch: all keep or change a distance.",
                                 {{0.0f, 4.2f}, 9.6f}, {}, 600,
                                 {{"length [m]", 2.5f, 0.5f, 4.5f, ParameterKind::Number, true},
                                  {"spring [Hz]", 1.0f, 0.2f, 8.0f, ParameterKind::Number, true},
                                  {"damping ratio", 0.1f, 0.0f, 2.0f, ParameterKind::Number, true},
                                  {"winch [m/s]", -0.3f, -3.0f, 3.0f, ParameterKind::Number, true},
                                  {"winch [N]", 50.0f, 0.0f, 200.0f, ParameterKind::Number, true}});
}

}  // namespace samples
