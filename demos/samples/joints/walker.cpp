#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Returns the point at the given distances from `a` and `b`, on the left of the direction from a to b.
Vec2 third_corner(const Vec2& a, const Vec2& b, float from_a, float from_b) {
    const Vec2 way = b - a;
    const float length = drystone::length(way);
    const float along = (from_a * from_a - from_b * from_b + length * length) / (2.0f * length);
    const float aside = std::sqrt(std::max(from_a * from_a - along * along, 0.0f));
    return a + along / length * way + aside / length * left_perp(way);
}

/// Walks on six legs driven by one crank. Source of the lengths: Theo Jansen, The Great Pretender, 2007.
class Walker final : public Sample {
    enum Parameters : std::size_t { turning, strength };

    void create() override {
        add_ground(world(), 200.0f);
        for (int i = 0; i < 40; ++i) {
            const float x = 8.0f + 3.1f * static_cast<float>(i);
            add_dynamic(world(), {x, 0.15f}, make_box(0.25f, 0.15f),
                        painted(i % 2 == 0 ? color::terracotta : color::sage));
        }
        const ShapeDefinition frame = member(color::slate, 1.0f);
        chassis_ = add_dynamic(world(), hub, make_box(1.0f, 0.16f), frame);
        world().create_shape(chassis_, make_box(pivot.x / 1.0f, 0.08f, Pose{{0.0f, -7.8f * unit}, {}}),
                             frame);
        crank_ =
            add_dynamic(world(), hub, Circle{{0.0f, 0.0f}, 15.0f * unit + 0.1f}, member(color::ochre, 1.0f));
        motor_ = pin(world(), chassis_, crank_, hub,
                     {.motor = JointMotor{-parameter(turning), parameter(strength)}});
        for (int i = 0; i < 3; ++i) {
            const Vec2 wrist =
                rotate(Rot::from_angle(2.0f * pi * static_cast<float>(i) / 3.0f), {15.0f * unit, 0.0f});
            add_leg(wrist, 1.0f, i);
            add_leg(wrist, -1.0f, i);
        }
    }
    void prepare(int /*step*/) override {
        const float wish = input().arrows.x;
        if (wish != wish_) {
            wish_ = wish;
            set_motor(world(), motor_, wish < 0.0f ? parameter(turning) : -parameter(turning),
                      parameter(strength));
        }
    }
    void change_parameters() override { wish_ = unknown; }
    [[nodiscard]] bool takes_arrows() const override { return true; }
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return Vec2{world()[chassis_].position().x, 3.2f};
    }
    [[nodiscard]] std::string status() const override {
        return "walked " + number_text(world()[chassis_].position().x) + " m";
    }

    /// Returns a shape of the legs and the frame, which do not collide with each other.
    static ShapeDefinition member(int paint, float density) {
        return painted(paint, {.density = density, .material = {.friction = 0.9f}, .filter = {.group = -1}});
    }

    /// Adds a leg. The linkage of the left side is computed, and mirrored by `side` = -1 for the right.
    void add_leg(const Vec2& wrist, float side, int pair) {
        const auto mirrored = [side](const Vec2& p) { return Vec2{side * p.x, p.y}; };
        const Vec2 w = mirrored(wrist);  // Mirrored to the left side.
        const Vec2 p{-pivot.x, pivot.y};
        const Vec2 knee = third_corner(p, w, 41.5f * unit, 50.0f * unit);
        const Vec2 back = third_corner(p, knee, 40.1f * unit, 55.8f * unit);
        const Vec2 low = third_corner(w, p, 61.9f * unit, 39.3f * unit);
        const Vec2 heel = third_corner(low, back, 36.7f * unit, 39.4f * unit);
        const Vec2 foot = third_corner(low, heel, 49.0f * unit, 65.7f * unit);
        const int paint = pair == 0 ? color::terracotta : pair == 1 ? color::teal : color::plum;
        const auto placed = [&](const Vec2& point) { return hub + mirrored(point); };
        const BodyId upper = add_triangle(placed(p), placed(knee), placed(back), paint);
        const BodyId lower = add_triangle(placed(low), placed(heel), placed(foot), paint);
        pin(world(), chassis_, upper, placed(p));
        tie(world(), crank_, placed(w), upper, placed(knee));
        tie(world(), crank_, placed(w), lower, placed(low));
        tie(world(), chassis_, placed(p), lower, placed(low));
        tie(world(), upper, placed(back), lower, placed(heel));
    }

    BodyId add_triangle(const Vec2& a, const Vec2& b, const Vec2& c, int paint) {
        return add_dynamic(world(), a, make_polygon({Vec2{0.0f, 0.0f}, b - a, c - a}, 0.05f),
                           member(paint, 0.5f));
    }

    static constexpr float unknown = 2.0f;  ///< No wish, so that the next step sets the motor.
    static constexpr float unit = 0.04f;    ///< Unit of Jansen's lengths [m].
    inline static const Vec2 hub{0.0f, 4.05f};
    /// Fixed pivot of the legs, relative to the hub.
    inline static const Vec2 pivot{38.0f * unit, -7.8f * unit};

    BodyId chassis_;
    BodyId crank_;
    JointId motor_;
    float wish_ = 0.0f;
};

}  // namespace

scenes::SceneInfo walker_sample() {
    return scenes::describe<Walker>(
        {.name = "walker",
         .title = "Theo Jansen's walker",
         .group = "Joints",
         .description =
             "Six legs of eleven rods each, in closed loops, driven by one crank. Arrows turn it around.",
         .world = {.sub_steps = 8},
         .view = {{0.0f, 3.2f}, 11.0f},
         .steps = 900,
         .parameters = {{"crank [rad/s]", 2.0f, 0.0f, 6.0f, ParameterKind::Number, true},
                        {"torque [N m]", 400.0f, 10.0f, 2000.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace samples
