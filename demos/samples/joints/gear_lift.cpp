#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>
#include <samples/toothed_lift.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Two gears and a rack lift a gate; next to it, the same with ideal gear joints.
class GearLift final : public ToothedLift {
    enum Parameters : std::size_t { pace };

    void create() override {
        ground_ = add_ground(world(), 30.0f);
        toothed_ = add_lift(ground_, {-6.0f, height});
        add_ideal(6.0f);
    }
    /// Drives to and fro, so that the gates move up and down by 1.2 m.
    void prepare(int step) override {
        const float speed = parameter(pace) * Rot::from_angle(0.011f * static_cast<float>(step)).c;
        set_motor(world(), toothed_.drive, speed, 300.0f);
        set_motor(world(), ideal_drive_, speed, 300.0f);
    }
    [[nodiscard]] std::string status() const override {
        return "gates at " + number_text(world()[toothed_.gate].position().y) + " m and " +
               number_text(world()[ideal_gate_].position().y) + " m";
    }

    static constexpr float height = 5.0f;

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
    Lift toothed_;
    BodyId ideal_gate_;
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
         .parameters = {{"speed [rad/s]", 0.8f, 0.0f, 2.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace samples
