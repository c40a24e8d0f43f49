#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <cmath>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A car that drives to and fro over bumps on two wheel joints.
class WheelJoints final : public JointShow {
    enum Parameters : std::size_t { frequency, damping, reach, motor_speed, motor_torque };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        for (int i = 0; i < 7; ++i) {
            world().create_shape(ground, Capsule{{-6.0f + 2.0f * static_cast<float>(i) - 0.2f, 0.0f},
                                                 {-6.0f + 2.0f * static_cast<float>(i) + 0.2f, 0.0f},
                                                 0.15f});
        }
        car_ = add_dynamic(world(), {0.0f, 1.7f}, make_box(1.7f, 0.4f), painted(color::rust));
        for (const float side : {-1.0f, 1.0f}) {
            const BodyId wheel =
                add_dynamic(world(), {1.1f * side, 0.8f}, Circle{{0.0f, 0.0f}, 0.5f},
                            painted(color::charcoal, {.density = 1.5f, .material = {.friction = 1.2f}}));
            add_place(side < 0.0f ? "rear" : "front", {1.4f * side - 0.6f, 4.3f}, car_, wheel);
        }
        connect();
    }
    void prepare(int /*step*/) override {
        const float x = world()[car_].position().x;
        if (std::abs(x) > 3.0f && x * way_ > 0.0f) {
            way_ = -way_;
            change_parameters();
        }
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        std::vector<JointDefinition> wheels;
        for (const float side : {-1.0f, 1.0f}) {
            wheels.emplace_back(WheelJoint{
                .anchor_a = {1.1f * side, -0.9f},
                .limit = JointLimit{-parameter(reach), parameter(reach)},
                .motor = JointMotor{-way_ * parameter(motor_speed), parameter(motor_torque)},
                .suspension =
                    JointSpring{.frequency = parameter(frequency), .damping_ratio = parameter(damping)}});
        }
        return wheels;
    }

    BodyId car_;
    float way_ = 1.0f;  ///< 1: to the right.
};

}  // namespace

scenes::SceneInfo wheel_joint_sample() {
    return entry<WheelJoints>("Joints", "wheel_joint", "Wheel joint",
                              "Sprung wheels with motors drive a car to and fro over bumps.",
                              {{0.0f, 2.2f}, 6.0f}, {}, 900,
                              {{"suspension [Hz]", 3.0f, 0.5f, 10.0f, ParameterKind::Number, true},
                               {"damping ratio", 0.5f, 0.0f, 2.0f, ParameterKind::Number, true},
                               {"limits [m]", 0.35f, 0.0f, 0.5f, ParameterKind::Number, true},
                               {"wheels [rad/s]", 5.0f, 0.0f, 30.0f, ParameterKind::Number, true},
                               {"torque [N m]", 8.0f, 0.0f, 60.0f, ParameterKind::Number, true}});
}

}  // namespace samples
