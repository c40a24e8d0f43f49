#include <samples/joint_samples.h>
#include <samples/parts.h>

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
        wind_ = 9.0f + 3.0f * Rot::from_angle(0.01f * static_cast<float>(step)).s;
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

    static constexpr int vanes = 8;
    static constexpr float shelter = 7.0f;  ///< There is no wind below this height [m].
    inline static const Vec2 hub{0.0f, 7.0f};
    BodyId ground_;
    BodyId rotor_;
    float wind_ = 0.0f;
};

/// A drum that hangs on springs in its housing and is driven by a motor: slowly, then fast.
class WashingMachine final : public Sample {
    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        add_room(world(), {{-6.0f, 0.6f}, {6.0f, 12.0f}},
                 painted(color::cream, {.filter = {.category = 2, .mask = 4}}));
        // The tub hangs on springs; the drum turns in it.
        const BodyId tub =
            add_dynamic(world(), hub, Circle{{0.0f, 0.0f}, 0.4f}, ghost(color::slate, {.density = 30.0f}));
        for (const float side : {-1.0f, 1.0f}) {
            hang(ground, {6.0f * side, 11.5f}, tub, {0.3f * side, 0.0f});
            hang(ground, {6.0f * side, 1.0f}, tub, {0.3f * side, 0.0f});
        }
        world()[tub].set_locks({.rotation = true});
        drum_ = add_drum();
        motor_ = pin(world(), tub, drum_, hub, {.motor = JointMotor{1.0f, 3000.0f}});
        for (int i = 0; i < 90; ++i) {
            const Vec2 at = hub + Vec2{-2.0f + 0.45f * static_cast<float>(i % 10),
                                       -1.8f + 0.45f * static_cast<float>(i / 10)};
            const ShapeDefinition cloth =
                painted(scenes_color(i), {.density = 0.3f, .material = {.friction = 0.8f}});
            add_dynamic(world(), at, make_rounded_box(0.12f, 0.08f, 0.08f), cloth);
        }
    }
    void prepare(int step) override {
        constexpr struct {
            int step;
            float speed;
        } program[] = {{0, 1.2f}, {500, -1.2f}, {900, 3.5f}, {1300, 4.5f}};
        for (const auto& entry : program) {
            if (step == entry.step) {
                set_motor(world(), motor_, entry.speed, 3000.0f);
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return "drum " + number_text(world()[drum_].angular_velocity()) + " rad/s";
    }

    static int scenes_color(int i) {
        constexpr int clothes[] = {color::plum, color::teal, color::ochre, color::terracotta};
        return clothes[i % 4];
    }

    void hang(BodyId ground, const Vec2& hook, BodyId tub, const Vec2& offset) {
        const float length = drystone::length(hub + offset - hook);
        tie(world(), ground, hook, tub, hub + offset,
            {.spring = JointSpring{.frequency = 1.6f, .damping_ratio = 0.15f, .target = 0.95f * length}});
    }

    BodyId add_drum() {
        constexpr int staves = 32;
        const BodyId drum = world().create_body({.type = BodyType::Dynamic, .position = hub});
        for (int i = 0; i < staves; ++i) {
            const float step = 2.0f * pi / staves;
            const Rot turn = Rot::from_angle(step * static_cast<float>(i));
            const ShapeDefinition steel = painted(color::stone, {.density = 2.0f, .update_mass = false});
            world().create_shape(drum, make_box(0.12f, 0.42f, Pose{rotate(turn, {3.9f, 0.0f}), turn}), steel);
            if (i % 8 == 0) {
                world().create_shape(drum, make_box(0.4f, 0.1f, Pose{rotate(turn, {3.5f, 0.0f}), turn}),
                                     painted(color::slate, {.update_mass = false}));
            }
        }
        world()[drum].update_mass();
        return drum;
    }

    inline static const Vec2 hub{0.0f, 6.2f};
    BodyId drum_;
    JointId motor_;
};

/// A field seen from above: friction joints slow sliding bodies down, a motor joint drives one box around.
class TopDown final : public Sample {
    void create() override {
        ground_ = add_room(world(), {{-12.0f, -7.0f}, {12.0f, 7.0f}}, {.material = {.restitution = 0.6f}});
        for (int i = 0; i < 60; ++i) {
            const Vec2 at{-7.0f + 1.4f * static_cast<float>(i % 10),
                          -3.5f + 1.4f * static_cast<float>(i / 10)};
            add_braked(at, i);
        }
        driver_ = add_dynamic(world(), {-10.0f, 0.0f}, make_box(0.9f, 0.9f),
                              painted(color::rust, {.density = 4.0f}));
        drive_ = world().create_joint(ground_, driver_,
                                      MotorJoint{.anchor_a = {-10.0f, 0.0f},
                                                 .linear_spring = JointSpring{2.0f, 1.0f, 0.0f, 4000.0f},
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
            const float angle = 0.012f * static_cast<float>(step);
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
        world().create_joint(
            ground_, puck,
            FrictionJoint{.anchor_a = at, .maximum_force = 0.3f * weight, .maximum_torque = 0.08f * weight},
            {.collide_connected = true});
    }

    BodyId ground_;
    BodyId driver_;
    JointId drive_;
    bool by_hand_ = false;
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
         .create = {}});
}

scenes::SceneInfo washing_machine_sample() {
    return scenes::describe<WashingMachine>(
        {.name = "washing_machine",
         .title = "Washing machine",
         .group = "Joints",
         .description = "A motor turns a drum that hangs on springs: to wash, and from step 1300 on to spin.",
         .view = {{0.0f, 6.0f}, 14.5f},
         .steps = 1700,
         .create = {}});
}

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
                                      .create = {}});
}

}  // namespace samples
