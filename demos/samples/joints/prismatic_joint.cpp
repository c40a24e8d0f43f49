#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Boxes on rails: a slide with limits, a lift with a motor, and a spring.
class PrismaticJoints final : public JointShow {
    enum Parameters : std::size_t { reach, motor_speed, motor_force, frequency, damping };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        const char* const names[] = {"limit", "motor: lift", "spring"};
        for (int i = 0; i < 3; ++i) {
            const BodyId box =
                add_dynamic(world(), middle(i), make_box(0.5f, 0.5f), painted(i), i == 0 ? -0.4f : 0.0f);
            add_place(names[i], {middle(i).x - 0.9f, 6.6f}, ground, box);
        }
        connect();
    }
    /// Lets the lift go up and down.
    void prepare(int step) override {
        if (step % 240 == 0) {
            upwards_ = step % 480 == 0;
            change_parameters();
        }
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        const JointLimit limit{-parameter(reach), parameter(reach)};
        const float way = upwards_ ? 1.0f : -1.0f;
        return {PrismaticJoint{.anchor_a = middle(0),
                               .axis_a = rotate(Rot::from_angle(-0.4f), {1.0f, 0.0f}),
                               .reference_angle = -0.4f,
                               .limit = limit},
                PrismaticJoint{.anchor_a = middle(1),
                               .axis_a = {0.0f, 1.0f},
                               .limit = limit,
                               .motor = JointMotor{way * parameter(motor_speed), parameter(motor_force)}},
                PrismaticJoint{.anchor_a = middle(2),
                               .axis_a = {0.0f, 1.0f},
                               .limit = limit,
                               .spring = JointSpring{.frequency = parameter(frequency),
                                                     .damping_ratio = parameter(damping),
                                                     .target = 1.0f}}};
    }
    [[nodiscard]] static Vec2 middle(int i) { return {-5.0f + 5.0f * static_cast<float>(i), 3.5f}; }

    bool upwards_ = true;
};

}  // namespace

scenes::SceneInfo prismatic_joint_sample() {
    return entry<PrismaticJoints>("Joints", "prismatic_joint", "Prismatic joint",
                                  "Boxes slide along axes, with limits, a motor, a spring.",
                                  {{0.0f, 3.8f}, 8.8f}, {}, 960,
                                  {{"limits [m]", 2.0f, 0.0f, 2.5f, ParameterKind::Number, true},
                                   {"motor [m/s]", 0.8f, 0.0f, 5.0f, ParameterKind::Number, true},
                                   {"motor [N]", 40.0f, 0.0f, 200.0f, ParameterKind::Number, true},
                                   {"spring [Hz]", 0.8f, 0.2f, 8.0f, ParameterKind::Number, true},
                                   {"damping ratio", 0.1f, 0.0f, 2.0f, ParameterKind::Number, true}});
}

}  // namespace samples
