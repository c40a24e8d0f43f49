#include <samples/joint_samples.h>
#include <samples/parts.h>

#include <scenes/random.h>

#include <algorithm>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Gears and racks with real teeth, which push each other by contact alone.
class ToothedLift : public Sample {
protected:
    static constexpr int teeth = 16;
    static constexpr float radius = 1.0f;  ///< Radius of the pitch circle [m].
    static constexpr float pitch = 2.0f * pi * radius / teeth;

    struct Lift {
        JointId drive;
        BodyId gate;
    };

    /// Adds a driven gear at a point of the world, a second one to its right, and to the right of that a gate
    /// with a rack, which moves up and down by 1.5 m.
    Lift add_lift(BodyId ground, const Vec2& first) {
        const Vec2 second = first + Vec2{2.0f * radius + 0.02f, 0.0f};
        const BodyId driver = add_wheel(first, 0.0f, color::ochre);
        const BodyId follower = add_wheel(second, pi / teeth, color::teal);
        const JointId drive = pin(world(), ground, driver, first, {.motor = JointMotor{0.0f, 300.0f}});
        pin(world(), ground, follower, second);
        // Its teeth point at the second gear, which has a gap at its own height, where a tooth of the rack
        // is.
        const ShapeDefinition steel = painted(color::terracotta, {.material = {.friction = 0.1f}});
        const Vec2 rail = second + Vec2{radius + 0.02f, 0.0f};
        const BodyId gate = add_dynamic(world(), rail, make_box(0.12f, 2.0f, Pose{{0.26f, 0.0f}, {}}), steel);
        for (int i = -5; i <= 5; ++i) {
            const Vec2 at{0.0f, pitch * static_cast<float>(i)};
            world().create_shape(gate, tooth({at, Rot::from_angle(pi)}), steel);
        }
        slide(world(), ground, gate, rail, {.axis_a = {0.0f, 1.0f}, .limit = JointLimit{-1.5f, 1.5f}});
        return {drive, gate};
    }

private:
    /// Returns a tooth that points along the x axis, its pitch line at the origin.
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
};

/// Two gears and a rack lift a gate; next to it, the same with ideal gear joints.
class GearLift final : public ToothedLift {
    void create() override {
        ground_ = add_ground(world(), 30.0f);
        toothed_ = add_lift(ground_, {-6.0f, height});
        add_ideal(6.0f);
    }
    /// Drives to and fro, so that the gates move up and down by 1.2 m.
    void prepare(int step) override {
        const float speed = 0.8f * Rot::from_angle(0.011f * static_cast<float>(step)).c;
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

/// The toothed half far from the origin, where it lets gravel out of a bin. Positions have a resolution of
/// half a millimetre there; teeth and stones measure a few hundred times that.
class FarGate final : public ToothedLift {
    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static, .position = far});
        // The gate closes the bin: it stands on the floor, a tooth's height off the second gear.
        const Vec2 first{-3.36f, 2.03f};
        const ShapeDefinition rock = painted(color::stone);
        world().create_shape(ground, make_box(14.0f, 0.5f, Pose{{0.0f, -2.5f}, {}}), rock);
        world().create_shape(ground, make_box(2.5f, 0.5f, Pose{{2.0f, -0.5f}, {}}), rock);
        world().create_shape(ground, make_box(0.3f, 3.0f, Pose{{4.2f, 3.0f}, {}}), rock);
        world().create_shape(ground, make_polygon({{0.4f, 0.0f}, {3.9f, 0.0f}, {3.9f, 2.1f}}), rock);
        lift_ = add_lift(ground, far + first);
        start_ = world()[lift_.gate].position().y;
        scenes::Random random{5};
        for (int row = 0; row < 14; ++row) {
            for (int column = 0; column < 14; ++column) {
                const float x = 0.45f + 0.25f * static_cast<float>(column);
                const Vec2 at{x, 0.25f + 0.6f * (x - 0.4f) + 0.25f * static_cast<float>(row)};
                stones_.push_back(
                    add_dynamic(world(), far + at,
                                make_regular_polygon(4 + random.below(4), random.between(0.08f, 0.12f)),
                                painted(scenes::random_color(random), {.material = {.friction = 0.15f}}),
                                random.between(-3.0f, 3.0f)));
            }
        }
    }
    /// Drives the gate up by 1.2 m in four seconds, and holds it there.
    void prepare(int step) override {
        set_motor(world(), lift_.drive, step >= 60 && step < 300 ? -0.3f : 0.0f, 300.0f);
    }
    /// Counts stones that got into the ground or through the wall of the bin.
    [[nodiscard]] int failures() const override {
        return static_cast<int>(std::count_if(stones_.begin(), stones_.end(), [&](BodyId stone) {
            const Vec2 at = world()[stone].position() - far;
            return at.y < -2.0f || at.x > 3.9f;
        }));
    }
    [[nodiscard]] std::string status() const override {
        const auto out = std::count_if(stones_.begin(), stones_.end(), [&](BodyId stone) {
            return world()[stone].position().x - far.x < 0.0f;
        });
        return "gate up by " + number_text(world()[lift_.gate].position().y - start_) + " m, " +
               count_text("stones let out", static_cast<int>(out)) + ", " + count_text("lost", failures());
    }

    inline static const Vec2 far{8000.0f, 0.0f};
    Lift lift_;
    float start_ = 0.0f;
    std::vector<BodyId> stones_;
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

scenes::SceneInfo far_gate_sample() {
    return entry<FarGate>("World", "far_gate", "Far gate",
                          "8 km from the origin, teeth lift a gate and gravel runs out: as well as at home?",
                          {{8000.0f, 1.5f}, 11.0f}, {}, 900);
}

}  // namespace samples
