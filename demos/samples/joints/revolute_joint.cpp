#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Bars on hinges: free, with limits, with a spring, with a motor.
class RevoluteJoints final : public JointShow {
    enum Parameters : std::size_t { limit_angle, frequency, damping, motor_speed, motor_torque };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        const char* const names[] = {"free", "limit", "spring", "motor"};
        for (int i = 0; i < 4; ++i) {
            const Vec2 at = hook(i);
            const BodyId bar =
                add_bar(world(), at, at - Vec2{0.0f, 2.0f * half}, 0.2f, painted(i, {.density = 2.0f}));
            world()[bar].set_angular_velocity(i == 3 ? 0.0f : 3.0f);
            world()[bar].set_linear_velocity({i == 3 ? 0.0f : 3.0f * half, 0.0f});
            add_place(names[i], at + Vec2{-0.9f, 0.9f}, ground, bar);
        }
        connect();
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        // Bars are created hanging: there, the angle is zero.
        const auto hinge = [](int i) {
            return RevoluteJoint{
                .anchor_a = hook(i), .anchor_b = {-half, 0.0f}, .reference_angle = -0.5f * pi};
        };
        RevoluteJoint limited = hinge(1);
        limited.limit = JointLimit{-parameter(limit_angle), parameter(limit_angle)};
        RevoluteJoint sprung = hinge(2);
        sprung.spring = JointSpring{
            .frequency = parameter(frequency), .damping_ratio = parameter(damping), .target = 0.8f};
        RevoluteJoint driven = hinge(3);
        driven.motor = JointMotor{parameter(motor_speed), parameter(motor_torque)};
        return {hinge(0), limited, sprung, driven};
    }
    [[nodiscard]] static Vec2 hook(int i) { return {-6.2f + 3.6f * static_cast<float>(i), 4.8f}; }

    static constexpr float half = 1.2f;
};

}  // namespace

scenes::SceneInfo revolute_joint_sample() {
    return entry<RevoluteJoints>("Joints", "revolute_joint", "Revolute joint",
                                 "Hinges: free, with limits, with a spring, with a motor.",
                                 {{0.0f, 3.4f}, 8.0f}, {}, 600,
                                 {{"limits [rad]", 0.6f, 0.0f, 3.0f, ParameterKind::Number, true},
                                  {"spring [Hz]", 1.0f, 0.2f, 8.0f, ParameterKind::Number, true},
                                  {"damping ratio", 0.1f, 0.0f, 2.0f, ParameterKind::Number, true},
                                  {"motor [rad/s]", 2.0f, -10.0f, 10.0f, ParameterKind::Number, true},
                                  {"motor [N m]", 60.0f, 0.0f, 200.0f, ParameterKind::Number, true}});
}

}  // namespace samples
