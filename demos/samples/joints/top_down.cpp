#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <variant>

namespace samples {
namespace {

using namespace drystone;

/// A field seen from above: friction joints slow sliding bodies down, a motor joint drives one box around.
class TopDown final : public Sample {
    enum Parameters : std::size_t { dry_friction, frequency, pace };

    void create() override {
        ground_ = add_room(world(), {{-12.0f, -7.0f}, {12.0f, 7.0f}}, {.material = {.restitution = 0.6f}});
        for (int i = 0; i < 60; ++i) {
            const Vec2 at{-7.0f + 1.4f * static_cast<float>(i % 10),
                          -3.5f + 1.4f * static_cast<float>(i / 10)};
            add_braked(at, i);
        }
        driver_ = add_dynamic(world(), {-10.0f, 0.0f}, make_box(0.9f, 0.9f),
                              painted(color::rust, {.density = 4.0f}));
        drive_ = world().create_joint(
            ground_, driver_,
            MotorJoint{.anchor_a = {-10.0f, 0.0f},
                       .linear_spring = JointSpring{parameter(frequency), 1.0f, 0.0f, 4000.0f},
                       .angular_spring = JointSpring{2.0f, 1.0f, 0.0f, 400.0f}});
    }
    /// Moves the box's target along a figure of eight, or by the arrow keys.
    void prepare(int step) override {
        if (length(input().arrows) > 0.0f) {
            by_hand_ = true;
        }
        JointDefinition definition = world()[drive_].definition();
        auto& joint = std::get<MotorJoint>(definition);
        if (by_hand_) {
            joint.anchor_a += 0.1f * input().arrows;
        } else {
            const float angle = parameter(pace) * static_cast<float>(step);
            joint.anchor_a = {-10.0f * Rot::from_angle(angle).c, 4.5f * Rot::from_angle(2.0f * angle).s};
        }
        world()[drive_].set_definition(definition);
    }
    [[nodiscard]] bool takes_arrows() const override { return true; }

    void add_braked(const Vec2& at, int number) {
        const ShapeDefinition surface = painted(number % 3 == 0   ? color::teal
                                                : number % 3 == 1 ? color::ochre
                                                                  : color::sage,
                                                {.material = {.restitution = 0.5f}});
        const ShapeGeometry geometry = number % 2 == 0 ? ShapeGeometry(make_box(0.35f, 0.35f))
                                                       : ShapeGeometry(Circle{{0.0f, 0.0f}, 0.4f});
        const BodyId puck = add_dynamic(world(), at, geometry, surface);
        const float weight = 10.0f * world()[puck].mass().mass;
        world().create_joint(ground_, puck,
                             FrictionJoint{.anchor_a = at,
                                           .maximum_force = parameter(dry_friction) * weight,
                                           .maximum_torque = 0.08f * weight});
    }

    BodyId ground_;
    BodyId driver_;
    JointId drive_;
    bool by_hand_ = false;
};

}  // namespace

scenes::SceneInfo top_down_sample() {
    return scenes::describe<TopDown>({.name = "top_down",
                                      .title = "Top-down friction",
                                      .group = "Joints",
                                      .description =
                                          "Seen from above: friction joints brake the pucks, a motor joint "
                                          "leads the red box. Arrows take over.",
                                      .world = {.gravity = {0.0f, 0.0f}},
                                      .view = {{0.0f, 0.0f}, 17.0f},
                                      .steps = 900,
                                      .parameters = {{"friction of the field", 0.3f, 0.0f, 1.0f},
                                                     {"spring [Hz]", 2.0f, 0.2f, 8.0f},
                                                     {"speed [rad/step]", 0.012f, 0.0f, 0.05f}},
                                      .create = {}});
}

}  // namespace samples
