#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Plates with freely chosen degrees of freedom: a slot, a table on springs, and a stage with motors.
class GenericJoints final : public JointShow {
    enum Parameters : std::size_t { reach, frequency, damping, motor_speed };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        const char* const names[] = {"along, angle", "all sprung", "along driven"};
        for (int i = 0; i < 3; ++i) {
            const BodyId plate = add_dynamic(world(), middle(i), make_box(0.8f, 0.3f), painted(i));
            world()[plate].set_angular_velocity(i == 2 ? 0.0f : 2.0f);
            add_place(names[i], {middle(i).x - 1.1f, 6.2f}, ground, plate);
        }
        connect();
    }
    void prepare(int step) override {
        if (step % 180 == 0) {
            way_ = step % 360 == 0 ? 1.0f : -1.0f;
            change_parameters();
        }
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        const JointLimit limit{-parameter(reach), parameter(reach)};
        const JointSpring spring{.frequency = parameter(frequency), .damping_ratio = parameter(damping)};
        return {
            GenericJoint{.anchor_a = middle(0),
                         .anchor_b = {0.5f, 0.0f},
                         .axis_a = {1.0f, 0.4f},
                         .along = {.limit = limit},
                         .across = {.locked = true}},
            GenericJoint{.anchor_a = middle(1),
                         .along = {.spring = spring},
                         .across = {.spring = spring},
                         .angle = {.spring = spring}},
            GenericJoint{.anchor_a = middle(2),
                         .along = {.limit = limit, .motor = JointMotor{way_ * parameter(motor_speed), 50.0f}},
                         .across = {.locked = true},
                         .angle = {.locked = true}}};
    }
    [[nodiscard]] static Vec2 middle(int i) { return {-5.0f + 5.0f * static_cast<float>(i), 3.5f}; }

    float way_ = 1.0f;
};

}  // namespace

scenes::SceneInfo generic_joint_sample() {
    return entry<GenericJoints>("Joints", "generic_joint", "Generic joint",
                                "Each degree of freedom is locked, limited, sprung or driven, as one likes.",
                                {{0.0f, 3.4f}, 8.0f}, {}, 720,
                                {{"limits [m]", 1.2f, 0.0f, 2.0f, ParameterKind::Number, true},
                                 {"springs [Hz]", 1.5f, 0.2f, 8.0f, ParameterKind::Number, true},
                                 {"damping ratio", 0.1f, 0.0f, 2.0f, ParameterKind::Number, true},
                                 {"motor [m/s]", 0.8f, 0.0f, 4.0f, ParameterKind::Number, true}});
}

}  // namespace samples
