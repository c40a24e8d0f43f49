#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A platform that is dynamic, kinematic and static in turn, with boxes on it.
class BodyTypes final : public Sample {
    void create() override {
        ground_ = add_ground(world(), 30.0f);
        platform_ = add_body(world(), {.type = BodyType::Dynamic, .position = {-3.0f, 5.0f}},
                             make_box(3.0f, 0.3f), {.density = 2.0f});
        tie(world(), ground_, {-6.0f, 11.0f}, platform_, {-5.5f, 5.0f});
        tie(world(), ground_, {0.0f, 11.0f}, platform_, {-0.5f, 5.0f});
        for (int i = 0; i < 4; ++i) {
            add_dynamic(world(), {-4.5f + static_cast<float>(i), 5.8f}, make_box(0.4f, 0.4f),
                        painted(color::terracotta));
        }
    }
    void prepare(int step) override {
        constexpr BodyType types[] = {BodyType::Dynamic, BodyType::Kinematic, BodyType::Static};
        if (step % 150 == 0) {
            world()[platform_].set_type(types[(step / 150) % 3]);
            change_look();
        }
        if (world()[platform_].type() == BodyType::Kinematic) {
            world()[platform_].set_linear_velocity({step % 150 < 75 ? 1.2f : -1.2f, 0.0f});
        }
    }
    [[nodiscard]] std::string status() const override {
        constexpr const char* names[] = {"static", "kinematic", "dynamic"};
        return std::string("the platform is ") + names[static_cast<int>(world()[platform_].type())];
    }

    BodyId ground_;
    BodyId platform_;
};

/// A kinematic body with a target pose in every step, which carries others along.
class TargetPose final : public Sample {
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
    [[nodiscard]] static Pose wanted(int step) {
        const Rot phase = Rot::from_angle(0.02f * static_cast<float>(step));
        return {{7.0f * phase.s, 5.5f + 4.0f * phase.s * phase.c}, Rot::from_angle(0.25f * phase.s)};
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

/// Boxes with locked axes, under a rain of balls.
class Locks final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        const struct {
            AxisLocks locks;
            const char* name;
        } kinds[] = {{{}, "free"},
                     {{.linear_x = true}, "no x"},
                     {{.linear_y = true}, "no y"},
                     {{.rotation = true}, "no turn"},
                     {{.linear_x = true, .linear_y = true}, "turns only"},
                     {{.linear_x = true, .rotation = true}, "y only"},
                     {{.linear_y = true, .rotation = true}, "x only"},
                     {{true, true, true}, "nothing"}};
        float x = -12.25f;
        for (const auto& kind : kinds) {
            boxes_.push_back(add_body(world(),
                                      {.type = BodyType::Dynamic, .position = {x, 4.0f}, .locks = kind.locks},
                                      make_box(1.2f, 0.3f), painted(color::teal, {.density = 0.5f})));
            names_.emplace_back(kind.name);
            x += 3.5f;
        }
    }
    void prepare(int step) override {
        if (step % 30 == 0 && step < 900) {
            const auto column = static_cast<float>((step / 30) % 8);
            const float offset = (step / 240) % 2 == 0 ? 0.7f : -0.7f;
            add_dynamic(world(), {-12.25f + 3.5f * column + offset, 11.0f}, Circle{{0.0f, 0.0f}, 0.35f},
                        painted(color::terracotta));
        }
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            picture.text(world()[boxes_[i]].position() + Vec2{-0.9f, 0.9f}, names_[i], color::charcoal);
        }
    }

    std::vector<BodyId> boxes_;
    std::vector<std::string> names_;
};

/// Stacks that fall asleep, and a ball that wakes the one that it hits.
class Sleep final : public Sample {
    void create() override {
        add_ground(world(), 40.0f);
        for (int column = 0; column < 6; ++column) {
            for (int row = 0; row < 6; ++row) {
                add_dynamic(world(),
                            {-10.0f + 4.0f * static_cast<float>(column), 0.5f + static_cast<float>(row)},
                            make_box(0.5f, 0.5f), painted(column % 2 == 0 ? color::ochre : color::sage));
            }
        }
        ball_ = add_dynamic(world(), {-16.0f, 0.7f}, Circle{{0.0f, 0.0f}, 0.7f},
                            painted(color::charcoal, {.density = 3.0f}));
    }
    void prepare(int step) override {
        if (step % 240 == 200) {
            world()[ball_].set_pose({-18.0f, 2.5f}, 0.0f);
            world()[ball_].set_linear_velocity({16.0f, 2.0f});
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId body : world().bodies()) {
            if (world()[body].type() == BodyType::Dynamic && !world()[body].is_awake()) {
                picture.text(world()[body].position() - Vec2{0.4f, 0.0f}, "z", color::charcoal);
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("awake", world().counters().awake_bodies);
    }

    BodyId ball_;
};

/// Sleeping boxes on a board: `wake` wakes one, and with it all that it touches, directly or through others.
class WakeTouching final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 12; ++i) {
            const bool left = i < 6;
            const float x = (left ? -8.0f : 2.0f) + 1.01f * static_cast<float>(i % 6);
            boxes_.push_back(add_body(world(), {.type = BodyType::Dynamic, .position = {x, 0.5f}},
                                      make_box(0.5f, 0.5f), painted(left ? color::teal : color::terracotta)));
        }
        for (int i = 0; i < 5; ++i) {
            add_dynamic(world(), {-7.5f + 1.01f * static_cast<float>(i), 1.5f}, make_box(0.5f, 0.5f),
                        painted(color::sand));
        }
    }
    void prepare(int step) override {
        if (step % 120 == 90) {
            world()[boxes_[(step / 120) % 2 == 0 ? 0 : 6]].wake();
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId body : world().bodies()) {
            if (world()[body].is_awake()) {
                picture.circle(world()[body].position(), 0.25f, color::rust);
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("awake", world().counters().awake_bodies);
    }

    std::vector<BodyId> boxes_;
};

/// Bodies with a low centre of mass that right themselves when pushed over.
class Weeble final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 5; ++i) {
            const float drop = 0.25f * static_cast<float>(i);
            const BodyId body = add_dynamic(world(), {-8.0f + 4.0f * static_cast<float>(i), 1.8f},
                                            Capsule{{0.0f, -0.8f}, {0.0f, 0.8f}, 1.0f},
                                            painted(i == 0 ? color::stone : color::plum));
            MassProperties mass = world()[body].mass();
            mass.center = {0.0f, -drop * 1.5f};
            world()[body].set_mass_properties(mass);
            world()[body].set_damping(0.0f, 0.3f);
            bodies_.push_back(body);
        }
    }
    void prepare(int step) override {
        if (step % 360 == 60 || input().action) {
            for (const BodyId body : bodies_) {
                const MassProperties mass = world()[body].mass();
                world()[body].apply_impulse({2.0f * mass.mass, 0.0f},
                                            world()[body].position() + Vec2{0.0f, 0.8f});
            }
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId body : bodies_) {
            picture.point(world()[body].center_of_mass(), color::charcoal);
        }
    }

    std::vector<BodyId> bodies_;
};

/// A box that is given a velocity into the ground in every step.
class SetVelocity final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        box_ = add_dynamic(world(), {0.0f, 0.5f}, make_box(0.5f, 0.5f), painted(color::rust));
        world()[box_].set_can_sleep(false);
        for (int i = 0; i < 6; ++i) {
            add_dynamic(world(), {3.0f + 1.1f * static_cast<float>(i), 0.5f}, make_box(0.5f, 0.5f),
                        painted(color::sage));
        }
    }
    void prepare(int step) override {
        const float along = step % 400 < 200 ? 1.0f : -1.0f;
        world()[box_].set_linear_velocity({2.0f * along, -20.0f});
    }
    [[nodiscard]] std::string status() const override {
        return "lowest corner at " +
               number_text(1000.0f * world()[world()[box_].shapes().front()].aabb().lower.y) + " mm";
    }

    BodyId box_;
};

/// Balls with gravities of their own: towards a planet, upwards, none, and a fraction of the world's.
class OwnGravity final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        add_static(world(), planet, Circle{{0.0f, 0.0f}, 1.5f});
        for (int i = 0; i < 40; ++i) {
            const Rot turn = Rot::from_angle(0.157f * static_cast<float>(i));
            const float radius = 2.6f + 0.7f * static_cast<float>(i % 4);
            const BodyId moon = add_dynamic(world(), planet + rotate(turn, {radius, 0.0f}),
                                            make_box(0.2f, 0.2f), painted(color::teal));
            world()[moon].set_linear_velocity(0.6f * left_perp(rotate(turn, {radius, 0.0f})));
            moons_.push_back(moon);
        }
        for (int i = 0; i < 8; ++i) {
            const BodyId ball = add_dynamic(
                world(), {-13.0f + static_cast<float>(i), 1.0f + static_cast<float>(i)},
                Circle{{0.0f, 0.0f}, 0.4f}, painted(color::ochre, {.material = {.restitution = 0.7f}}));
            world()[ball].set_gravity_scale(0.125f * static_cast<float>(i + 1));
        }
    }
    void prepare(int /*step*/) override {
        for (const BodyId moon : moons_) {
            const Vec2 way = planet - world()[moon].position();
            const float distance = std::max(length(way), 1.0f);
            world()[moon].set_own_gravity(30.0f / (distance * distance * distance) * way);
        }
    }

    inline static const Vec2 planet{5.0f, 8.0f};
    std::vector<BodyId> moons_;
};

}  // namespace

std::vector<scenes::SceneInfo> body_samples() {
    return {
        entry<BodyTypes>("Bodies", "body_types", "Types",
                         "A platform turns dynamic, kinematic and static; what lies on it must follow.",
                         {{-3.0f, 5.5f}, 13.0f}),
        entry<TargetPose>("Bodies", "target_pose", "Target pose",
                          "A kinematic tray is told where to be in each step.", {{0.0f, 5.5f}, 14.0f}),
        entry<Locks>("Bodies", "axis_locks", "Axis locks",
                     "Each box may move only as its name says, whatever falls on it.", {{0.0f, 5.0f}, 16.0f}),
        entry<Sleep>("Bodies", "sleep", "Sleep", "Stacks fall asleep (z); the ball wakes only what it hits.",
                     {{0.0f, 5.0f}, 19.0f}),
        entry<WakeTouching>("Bodies", "wake_touching", "Wake touching",
                            "Waking one box wakes its row, and not the other row.", {{-1.0f, 3.0f}, 12.0f}),
        entry<Weeble>("Bodies", "weeble", "Weeble",
                      "The lower the centre of mass (dot), the surer they come up again. G pushes them.",
                      {{0.0f, 3.5f}, 12.0f}),
        entry<SetVelocity>("Bodies", "set_velocity", "Set velocity",
                           "A box is sent into the ground at 20 m/s in every step: it must not sink.",
                           {{1.0f, 3.0f}, 10.0f}),
        entry<OwnGravity>("Bodies", "own_gravity", "Own gravity",
                          "A gravity for each body: moons of a planet, and balls of less and less weight.",
                          {{-2.0f, 6.5f}, 16.0f}),
    };
}

}  // namespace samples
