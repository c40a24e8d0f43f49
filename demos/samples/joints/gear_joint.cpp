#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A driven wheel, a smaller one that meshes with it, and a rack below.
class GearJoints final : public JointShow {
    enum Parameters : std::size_t { motor_speed, motor_torque, wheel_ratio };

    static constexpr float large = 1.4f;
    static constexpr float small = 0.7f;

    void create() override {
        ground_ = add_ground(world(), 30.0f);
        const Vec2 first{-1.0f, 3.6f};
        const Vec2 second = first + Vec2{large + small, 0.0f};
        driver_ = add_axle(first, large, color::ochre);
        follower_ = add_axle(second, small, color::teal);
        const Vec2 below = first - Vec2{0.0f, large + 0.15f};
        const BodyId rack = add_dynamic(world(), below, make_box(3.0f, 0.15f), ghost(color::rust));
        slide_ = slide(world(), ground_, rack, below, {.limit = JointLimit{-3.0f, 3.0f}});
        add_place("two wheels", {1.8f, 5.6f});
        add_place("rack and pinion", {-5.0f, 5.6f});
        connect();
    }
    JointId add_axle(const Vec2& at, float radius, int paint) {
        const BodyId wheel = add_dynamic(world(), at, Circle{{0.0f, 0.0f}, radius}, ghost(paint));
        return pin(world(), ground_, wheel, at);
    }
    void prepare(int step) override {
        const float way = step % 300 < 150 ? 1.0f : -1.0f;
        set_motor(world(), driver_, way * parameter(motor_speed), parameter(motor_torque));
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        return {GearJoint{.first = driver_, .second = follower_, .ratio = parameter(wheel_ratio)},
                GearJoint{.first = driver_, .second = slide_, .ratio = -1.0f / large}};
    }

    BodyId ground_;
    JointId driver_;
    JointId follower_;
    JointId slide_;
};

}  // namespace

scenes::SceneInfo gear_joint_sample() {
    return entry<GearJoints>("Joints", "gear_joint", "Gear joint",
                             "A motor turns the large wheel; gears turn the small one and move the rack.",
                             {{0.0f, 3.2f}, 7.0f}, {}, 600,
                             {{"motor [rad/s]", 0.7f, 0.0f, 1.2f, ParameterKind::Number, true},
                              {"motor [N m]", 100.0f, 0.0f, 300.0f, ParameterKind::Number, true},
                              {"ratio of the wheels", 0.5f, -2.0f, 2.0f}});
}

}  // namespace samples
