#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cmath>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A wheel of vanes in a wind that blows over a wall, so that it hits only the upper vanes; gears drive a
/// stirrer.
class Windmill final : public Sample {
    void create() override {
        ground_ = add_ground(world(), 30.0f);
        add_static(world(), {-5.5f, 3.5f}, make_box(0.4f, 3.5f));
        rotor_ = add_dynamic(world(), hub, Circle{{0.0f, 0.0f}, 0.5f}, painted(color::ochre));
        for (int i = 0; i < vanes; ++i) {
            world().create_shape(rotor_, make_box(1.3f, 0.08f, Pose{rotate(vane(i), {1.7f, 0.0f}), vane(i)}),
                                 painted(color::sand));
        }
        const JointId axle = pin(world(), ground_, rotor_, hub);
        const Vec2 below{7.5f, 3.2f};
        const BodyId stirrer = add_dynamic(world(), below, Circle{{0.0f, 0.0f}, 0.4f}, painted(color::teal));
        for (int i = 0; i < 4; ++i) {
            const Rot turn = Rot::from_angle(0.5f * pi * static_cast<float>(i));
            world().create_shape(stirrer, make_box(0.9f, 0.12f, Pose{rotate(turn, {1.2f, 0.0f}), turn}),
                                 painted(color::teal));
        }
        const JointId shaft = pin(world(), ground_, stirrer, below);
        world().create_joint(GearJoint{.first = axle, .second = shaft, .ratio = 1.0f});
        add_static(world(), {4.5f, 2.1f}, make_box(0.2f, 2.1f));
        add_static(world(), {10.5f, 2.1f}, make_box(0.2f, 2.1f));
        for (int i = 0; i < 40; ++i) {
            const Vec2 at{5.2f + 0.5f * static_cast<float>(i % 10), 6.0f + 0.5f * static_cast<float>(i / 10)};
            add_dynamic(world(), at, Circle{{0.0f, 0.0f}, 0.2f},
                        painted(i % 3 == 0 ? color::plum : color::terracotta, {.density = 0.2f}));
        }
    }
    void prepare(int step) override {
        wind_ = parameter(wind) + 3.0f * Rot::from_angle(0.01f * static_cast<float>(step)).s;
        for (int i = 0; i < vanes; ++i) {
            push(i);
        }
    }
    void draw(Picture& picture) const override {
        for (int i = 0; i < 5; ++i) {
            const float y = 7.3f + 0.7f * static_cast<float>(i);
            picture.arrow({-9.0f, y}, {-9.0f + 0.25f * wind_, y}, color::slate);
        }
    }
    [[nodiscard]] std::string status() const override {
        return "wind " + number_text(wind_) + " m/s, wheel " +
               number_text(world()[rotor_].angular_velocity()) + " rad/s";
    }

    static Rot vane(int i) { return Rot::from_angle(2.0f * pi * static_cast<float>(i) / vanes); }

    /// Applies the drag of a flat plate perpendicular to it: half the density of air, area, coefficient 1.2,
    /// speed squared.
    void push(int i) {
        const Vec2 at = world()[rotor_].world_point(rotate(vane(i), {1.7f, 0.0f}));
        if (at.y < shelter) {
            return;
        }
        const Vec2 normal = world()[rotor_].world_vector(left_perp(rotate(vane(i), {1.0f, 0.0f})));
        const Vec2 air = Vec2{wind_, 0.0f} - world()[rotor_].velocity_at(at);
        const float across = dot(air, normal);
        world()[rotor_].apply_force(0.5f * 1.2f * 2.6f * 1.2f * across * std::abs(across) * normal, at);
    }

    enum Parameters : std::size_t { wind };

    static constexpr int vanes = 8;
    static constexpr float shelter = 7.0f;  ///< There is no wind below this height [m].
    inline static const Vec2 hub{0.0f, 7.0f};
    BodyId ground_;
    BodyId rotor_;
    float wind_ = 0.0f;
};

}  // namespace

scenes::SceneInfo windmill_sample() {
    return scenes::describe<Windmill>(
        {.name = "windmill",
         .title = "Windmill",
         .group = "Joints",
         .description = "Wind pushes the vanes above the wall; a gear drives the stirrer.",
         .view = {{0.5f, 5.2f}, 13.0f},
         .steps = 900,
         .parameters = {{"wind [m/s]", 9.0f, 0.0f, 30.0f, scenes::ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace samples
