#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A box that follows a pose by springs, and one that is driven at a velocity, each with a maximum force.
class MotorJoints final : public JointShow {
    enum Parameters : std::size_t { frequency, damping, strongest, motor_speed, motor_force };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        const BodyId follower =
            add_dynamic(world(), {-4.0f, 3.0f}, make_box(0.6f, 0.4f), painted(color::teal));
        add_place("springs to a pose", {-5.2f, 6.6f}, ground, follower);
        const BodyId driven = add_dynamic(world(), {2.0f, 2.0f}, make_box(0.6f, 0.4f), painted(color::ochre));
        add_place("motors to a velocity", {2.5f, 6.6f}, ground, driven);
        for (int i = 0; i < 4; ++i) {
            add_dynamic(world(), {6.0f, 0.4f + 0.8f * static_cast<float>(i)}, make_box(0.4f, 0.4f),
                        painted(color::sand));
        }
        connect();
    }
    void prepare(int step) override {
        time_ = static_cast<float>(step) / 60.0f;
        change_parameters();
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        const Rot phase = Rot::from_angle(time_);
        const JointSpring spring{.frequency = parameter(frequency),
                                 .damping_ratio = parameter(damping),
                                 .maximum = parameter(strongest)};
        const float way = Rot::from_angle(0.8f * time_).c > 0.0f ? 1.0f : -1.0f;
        return {MotorJoint{.anchor_a = Vec2{-4.0f, 3.0f} + 1.6f * Vec2{phase.c, phase.s},
                           .reference_angle = 0.5f * phase.s,
                           .linear_spring = spring,
                           .angular_spring = spring},
                MotorJoint{.linear_velocity = {way * parameter(motor_speed), 0.0f},
                           .maximum_force = parameter(motor_force),
                           .maximum_torque = 20.0f}};
    }

    float time_ = 0.0f;
};

}  // namespace

scenes::SceneInfo motor_joint_sample() {
    return entry<MotorJoints>("Joints", "motor_joint", "Motor joint",
                              "Left: springs to a pose that moves. Right: motors to a velocity.",
                              {{0.0f, 3.8f}, 8.8f}, {}, 900,
                              {{"springs [Hz]", 2.0f, 0.2f, 10.0f, ParameterKind::Number, true},
                               {"damping ratio", 1.0f, 0.0f, 3.0f, ParameterKind::Number, true},
                               {"springs [N, N m]", 200.0f, 0.0f, 500.0f, ParameterKind::Number, true},
                               {"motors [m/s]", 1.5f, 0.0f, 6.0f, ParameterKind::Number, true},
                               {"motors [N]", 40.0f, 0.0f, 200.0f, ParameterKind::Number, true}});
}

}  // namespace samples
