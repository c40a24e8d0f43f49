#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A box whose corner is pulled around among others, as by the pointer.
class MouseJoints final : public JointShow {
    enum Parameters : std::size_t { frequency, damping, strongest, pace };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        const BodyId pulled =
            add_dynamic(world(), {0.0f, 4.0f}, make_box(0.6f, 0.6f), painted(color::terracotta));
        for (int i = 0; i < 12; ++i) {
            add_dynamic(world(),
                        {-3.0f + 0.9f * static_cast<float>(i % 8), 0.4f + 0.8f * static_cast<float>(i / 8)},
                        make_box(0.4f, 0.4f), painted(color::sand));
        }
        add_place("mouse", {-0.6f, 6.6f}, ground, pulled);
        connect();
    }
    void prepare(int step) override {
        phase_ = parameter(pace) * static_cast<float>(step) / 60.0f;
        change_parameters();
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        const Rot turn = Rot::from_angle(phase_);
        return {MouseJoint{.target = {4.0f * turn.s, 3.6f + 1.8f * turn.c},
                           .anchor_b = {0.6f, 0.6f},
                           .frequency = parameter(frequency),
                           .damping_ratio = parameter(damping),
                           .maximum_force = parameter(strongest)}};
    }

    float phase_ = 0.0f;
};

}  // namespace

scenes::SceneInfo mouse_joint_sample() {
    return entry<MouseJoints>("Joints", "mouse_joint", "Mouse joint",
                              "A spring pulls the corner of a box to a point that moves.",
                              {{0.0f, 3.8f}, 8.8f}, {}, 900,
                              {{"spring [Hz]", 5.0f, 0.2f, 20.0f, ParameterKind::Number, true},
                               {"damping ratio", 0.7f, 0.0f, 2.0f, ParameterKind::Number, true},
                               {"largest force [N]", 500.0f, 0.0f, 1000.0f, ParameterKind::Number, true},
                               {"speed [rad/s]", 1.2f, 0.0f, 6.0f, ParameterKind::Number, true}});
}

}  // namespace samples
