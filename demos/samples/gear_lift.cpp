#include <samples/joint_samples.h>
#include <samples/parts.h>

namespace samples {
namespace {

using namespace drystone;

/// Two wheels with real teeth and a toothed rack, which lifts a gate by contact alone; next to it the same
/// with ideal gears.
class GearLift final : public Sample {
    void create() override {
        ground_ = add_ground(world(), 30.0f);
        add_toothed(-6.0f);
        add_ideal(6.0f);
    }
    /// To and fro, so that the gates go up and down by 1.2 m.
    void prepare(int step) override {
        const float speed = 0.8f * Rot::from_angle(0.011f * static_cast<float>(step)).c;
        set_motor(world(), toothed_drive_, speed, 300.0f);
        set_motor(world(), ideal_drive_, speed, 300.0f);
    }
    [[nodiscard]] std::string status() const override {
        return "gates at " + number_text(world().position(toothed_gate_).y()) + " m and " +
               number_text(world().position(ideal_gate_).y()) + " m";
    }

    static constexpr int teeth = 16;
    static constexpr float radius = 1.0f;  ///< Of the pitch circle.
    static constexpr float height = 5.0f;
    static constexpr float pitch = 2.0f * pi * radius / teeth;

    /// A tooth that points along the x axis, its pitch line at the origin.
    static Polygon tooth(const Pose& pose) {
        const Vec2 corners[] = {{-0.14f, -0.14f}, {0.1f, -0.05f}, {0.1f, 0.05f}, {-0.14f, 0.14f}};
        std::vector<Vec2> placed;
        for (const Vec2& corner : corners) {
            placed.emplace_back(transform(pose, corner));
        }
        return make_polygon(placed);
    }

    BodyId add_wheel(const Vec2& at, float phase, int paint) {
        const ShapeDefinition steel = painted(paint, {.material = {.friction = 0.1f}});
        const BodyId wheel = add_dynamic(world(), at, Circle{{0.0f, 0.0f}, radius - 0.12f}, steel);
        for (int i = 0; i < teeth; ++i) {
            const Rot turn = Rot::from_angle(phase + 2.0f * pi * static_cast<float>(i) / teeth);
            world().create_shape(wheel, tooth({rotate(turn, {radius, 0.0f}), turn}), steel);
        }
        return wheel;
    }

    void add_toothed(float x) {
        const Vec2 first{x, height};
        const Vec2 second{x + 2.0f * radius + 0.02f, height};
        const BodyId driver = add_wheel(first, 0.0f, color::ochre);
        const BodyId follower = add_wheel(second, pi / teeth, color::teal);
        toothed_drive_ = pin(world(), ground_, driver, first, {.motor = JointMotor{0.0f, 300.0f}});
        pin(world(), ground_, follower, second);
        // Its teeth point at the second wheel, which has a gap at its own height: there is a tooth of the
        // rack.
        const ShapeDefinition steel = painted(color::terracotta, {.material = {.friction = 0.1f}});
        const Vec2 rail{second.x() + radius + 0.02f, height};
        toothed_gate_ = add_dynamic(world(), rail, make_box(0.12f, 2.0f, Pose{{0.26f, 0.0f}, {}}), steel);
        for (int i = -5; i <= 5; ++i) {
            const Vec2 at{0.0f, pitch * static_cast<float>(i)};
            world().create_shape(toothed_gate_, tooth({at, Rot::from_angle(pi)}), steel);
        }
        slide(world(), ground_, toothed_gate_, rail,
              {.axis_a = {0.0f, 1.0f}, .limit = JointLimit{-1.5f, 1.5f}});
    }

    void add_ideal(float x) {
        JointId axles[2];
        for (const int i : {0, 1}) {
            const Vec2 at{x + 2.0f * radius * static_cast<float>(i), height};
            const BodyId wheel = add_dynamic(world(), at, Circle{{0.0f, 0.0f}, radius},
                                             ghost(i == 0 ? color::ochre : color::teal));
            axles[i] = pin(world(), ground_, wheel, at, {});
        }
        ideal_drive_ = axles[0];
        const Vec2 rail{x + 3.0f * radius + 0.15f, height};
        ideal_gate_ = add_dynamic(world(), rail, make_box(0.15f, 2.0f), ghost(color::terracotta));
        const JointId lift = slide(world(), ground_, ideal_gate_, rail,
                                   {.axis_a = {0.0f, 1.0f}, .limit = JointLimit{-1.5f, 1.5f}});
        world().create_joint(GearJoint{.first = axles[0], .second = axles[1], .ratio = 1.0f});
        world().create_joint(GearJoint{.first = lift, .second = axles[1], .ratio = -radius});
    }

    BodyId ground_;
    BodyId toothed_gate_;
    BodyId ideal_gate_;
    JointId toothed_drive_;
    JointId ideal_drive_;
};

}  // namespace

scenes::SceneInfo gear_lift_sample() {
    return scenes::describe<GearLift>(
        {.name = "gear_lift",
         .title = "Gear lift",
         .group = "Joints",
         .description =
             "Left: teeth push each other and lift a gate by contact alone. Right: gear joints do the same "
             "without teeth.",
         .view = {{1.0f, 5.0f}, 12.0f},
         .steps = 900,
         .create = {}});
}

}  // namespace samples
