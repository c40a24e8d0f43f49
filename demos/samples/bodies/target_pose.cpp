#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// A kinematic body with a target pose in every step, which carries others along.
class TargetPose final : public Sample {
    enum Parameters : std::size_t { half_width, height, lean };

    void create() override {
        add_ground(world(), 30.0f);
        carrier_ = world().create_body({.type = BodyType::Kinematic, .position = {0.0f, 5.0f}});
        world().create_shape(carrier_, make_box(3.0f, 0.25f));
        for (const float side : {-1.0f, 1.0f}) {
            world().create_shape(carrier_, make_box(0.25f, 0.8f, Pose{{2.75f * side, 0.9f}, {}}));
        }
        for (int i = 0; i < 10; ++i) {
            add_dynamic(world(), {-2.0f + 0.9f * static_cast<float>(i % 5), 6.0f + static_cast<float>(i / 5)},
                        Circle{{0.0f, 0.0f}, 0.35f}, painted(i % 2 == 0 ? color::ochre : color::teal));
        }
    }
    /// Returns a pose on a figure of eight that leans into its curves.
    [[nodiscard]] Pose wanted(int step) const {
        const Rot phase = Rot::from_angle(0.02f * static_cast<float>(step));
        return {{parameter(half_width) * phase.s, 5.5f + parameter(height) * phase.s * phase.c},
                Rot::from_angle(parameter(lean) * phase.s)};
    }
    void prepare(int step) override {
        const Pose pose = wanted(step + 1);
        world()[carrier_].set_target_pose(pose.position, pose.rotation.angle(), 1.0f / 60.0f);
    }
    void draw(Picture& picture) const override {
        for (int i = 0; i < 315; i += 3) {
            picture.line(wanted(i).position, wanted(i + 2).position, color::slate);
        }
    }

    BodyId carrier_;
};

}  // namespace

scenes::SceneInfo target_pose_sample() {
    return entry<TargetPose>("Bodies", "target_pose", "Target pose",
                             "A kinematic tray is told where to be in each step.", {{0.0f, 5.5f}, 14.0f}, {},
                             600,
                             {{"half width [m]", 7.0f, 0.0f, 10.0f, ParameterKind::Number, true},
                              {"height [m]", 4.0f, 0.0f, 8.0f, ParameterKind::Number, true},
                              {"lean [rad]", 0.25f, 0.0f, 1.0f, ParameterKind::Number, true}});
}

}  // namespace samples
