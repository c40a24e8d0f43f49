#include "engines/engine_list.h"

#include <scenes/building.h>
#include <scenes/recorder.h>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

using scenes::BodyKind;
using scenes::BodyNumber;

namespace {

constexpr float pi = std::numbers::pi_v<float>;

/// Static body at the origin and a box of 1 m, connected by a joint, in a world of one engine.
struct Pair {
    Pair(const bench::EngineEntry& entry, scenes::Point gravity, scenes::Point position)
        : settings{.gravity = gravity, .sleeping = false}, engine(entry.make_world(settings, {})) {
        ground = engine->create_body({});
        box = scenes::add_body(*engine, {.kind = BodyKind::Dynamic, .position = position},
                               {.shape = scenes::box(0.5f, 0.5f)});
    }
    /// Creates the joint. Returns false if the engine has no such joint.
    bool join(const scenes::Joint& joint, scenes::Point anchor_a = {}, scenes::Point anchor_b = {}) {
        return engine->create_joint({.body_a = ground,
                                     .body_b = box,
                                     .anchor_a = anchor_a,
                                     .anchor_b = anchor_b,
                                     .joint = joint}) == 0;
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            engine->step(settings.time_step, settings.sub_steps);
        }
    }
    [[nodiscard]] scenes::WorldPose pose() const { return engine->pose(box); }
    [[nodiscard]] double angle() const { return std::atan2(pose().sine, pose().cosine); }

    scenes::WorldSettings settings;
    std::unique_ptr<bench::Engine> engine;
    BodyNumber ground = -1;
    BodyNumber box = -1;
};

template <class Check>
void in_every_engine(const Check& check) {
    for (const bench::EngineEntry& entry : bench::select_engines({})) {
        CAPTURE(entry.name);
        check(entry);
    }
}

}  // namespace

TEST_CASE("joints: a hinge's motor, limit and reference angle mean the same in every engine") {
    in_every_engine([](const bench::EngineEntry& entry) {
        Pair motor(entry, {0.0f, 0.0f}, {0.0f, 0.0f});
        REQUIRE(motor.join(scenes::RevoluteJoint{.motor = scenes::JointMotor{2.0f, 1e4f}}));
        motor.run(60);
        CHECK(motor.angle() == doctest::Approx(2.0).epsilon(0.03));
        CHECK(std::hypot(motor.pose().x, motor.pose().y) < 1e-3);

        // A motor that is too weak accelerates the box by its own torque: alpha = torque / inertia.
        Pair weak(entry, {0.0f, 0.0f}, {0.0f, 0.0f});
        REQUIRE(weak.join(scenes::RevoluteJoint{.motor = scenes::JointMotor{100.0f, 0.25f}}));
        weak.run(60);
        CHECK(weak.engine->motion(weak.box).spin == doctest::Approx(0.25 * 6.0).epsilon(0.02));

        // Angles are relative to the reference angle.
        Pair limit(entry, {0.0f, 0.0f}, {0.0f, 0.0f});
        REQUIRE(limit.join(scenes::RevoluteJoint{.reference_angle = -0.5f,
                                                 .limit = scenes::JointLimit{0.0f, 1.2f},
                                                 .motor = scenes::JointMotor{2.0f, 1.0f}}));
        limit.run(240);
        CHECK(limit.angle() == doctest::Approx(0.7).epsilon(0.02));
    });
}

TEST_CASE("joints: a hinge's spring rests at its target where the engine has one, and swings at its rate") {
    in_every_engine([](const bench::EngineEntry& entry) {
        Pair spring(entry, {0.0f, 0.0f}, {0.0f, 0.0f});
        if (!spring.engine->capabilities().hinge_springs) {
            return;
        }
        REQUIRE(spring.join(scenes::RevoluteJoint{.reference_angle = 0.25f * pi,
                                                  .spring = scenes::JointSpring{1.0f, 1.0f, -0.5f * pi}}));
        spring.run(240);
        CHECK(spring.angle() == doctest::Approx(-0.25 * std::numbers::pi).epsilon(0.01));

        // Undamped, it is back after one period, and on the opposite side after half of it.
        Pair swing(entry, {0.0f, 0.0f}, {0.0f, 0.0f});
        REQUIRE(swing.join(scenes::RevoluteJoint{.spring = scenes::JointSpring{1.0f, 0.0f, 0.5f}}));
        swing.run(30);
        CHECK(swing.angle() > 0.9);
        swing.run(30);
        CHECK(std::abs(swing.angle()) < 0.15);
    });
}

TEST_CASE("joints: rods, ropes and springs between points") {
    in_every_engine([](const bench::EngineEntry& entry) {
        Pair rod(entry, {0.0f, -10.0f}, {2.0f, 0.0f});
        REQUIRE(rod.join(scenes::DistanceJoint{.length = 2.0f}));
        for (int i = 0; i < 12; ++i) {
            rod.run(10);
            CHECK(std::hypot(rod.pose().x, rod.pose().y) == doctest::Approx(2.0).epsilon(0.01));
        }

        // A rope lets the box fall until it is taut.
        Pair rope(entry, {0.0f, -10.0f}, {0.0f, 0.0f});
        REQUIRE(rope.join(scenes::DistanceJoint{.length = 3.0f, .limit = scenes::JointLimit{0.0f, 3.0f}}));
        rope.run(20);
        CHECK(rope.pose().y < -0.4);
        rope.run(400);
        CHECK(rope.pose().y == doctest::Approx(-3.0).epsilon(0.01));

        // A spring stretches by g / w^2.
        Pair spring(entry, {0.0f, -10.0f}, {0.0f, -2.0f});
        REQUIRE(spring.join(scenes::DistanceJoint{.spring = scenes::JointSpring{2.0f, 1.0f, 2.0f}}));
        spring.run(400);
        const double given_way = 10.0 / std::pow(4.0 * std::numbers::pi, 2.0);
        CHECK(-2.0 - spring.pose().y == doctest::Approx(given_way).epsilon(0.07));
    });
}

TEST_CASE("joints: slides and welds, in the engines that have them") {
    int slides = 0;
    in_every_engine([&](const bench::EngineEntry& entry) {
        // Down a slope of 3:4 to its end.
        Pair slide(entry, {0.0f, -10.0f}, {0.0f, 0.0f});
        if (slide.join(scenes::PrismaticJoint{
                .axis = {0.8f, 0.6f}, .reference_angle = 0.0f, .limit = scenes::JointLimit{-2.0f, 1.0f}})) {
            ++slides;
            slide.run(30);
            // Half a second at g sin(slope), plus or minus one step of it.
            CHECK(std::hypot(slide.pose().x, slide.pose().y) == doctest::Approx(0.75).epsilon(0.04));
            CHECK(slide.pose().y / slide.pose().x == doctest::Approx(0.75).epsilon(0.01));
            slide.run(200);
            CHECK(slide.pose().x == doctest::Approx(-1.6).epsilon(0.01));
            CHECK(std::abs(slide.angle()) < 0.01);
        }

        Pair weld(entry, {0.0f, -10.0f}, {1.0f, 0.0f});
        REQUIRE(weld.join(scenes::WeldJoint{}, {0.5f, 0.0f}, {-0.5f, 0.0f}));
        weld.run(200);
        CHECK(weld.pose().x == doctest::Approx(1.0).epsilon(0.01));
        CHECK(std::abs(weld.pose().y) < 0.02);
        CHECK(std::abs(weld.angle()) < 0.02);
    });
    CHECK(slides >= 1);
}

TEST_CASE("joints: joined bodies collide only if told to, and joints go with their bodies") {
    in_every_engine([](const bench::EngineEntry& entry) {
        for (const bool collide : {false, true}) {
            CAPTURE(collide);
            Pair pair(entry, {0.0f, 0.0f}, {0.8f, 0.0f});
            pair.engine->create_shape(pair.ground, {.shape = scenes::box(0.5f, 0.5f)});
            REQUIRE(
                pair.engine->create_joint(
                    {.body_a = pair.ground,
                     .body_b = pair.box,
                     .joint = scenes::DistanceJoint{.length = 3.0f, .limit = scenes::JointLimit{0.0f, 3.0f}},
                     .collide_connected = collide}) == 0);
            pair.run(60);
            CHECK((pair.pose().x > 0.9) == collide);
        }
        Pair pair(entry, {0.0f, -10.0f}, {1.0f, 0.0f});
        const BodyNumber other =
            scenes::add_body(*pair.engine, {.kind = BodyKind::Dynamic, .position = {3.0f, 0.0f}},
                             {.shape = scenes::box(0.5f, 0.5f)});
        REQUIRE(pair.join(scenes::RevoluteJoint{}, {}, {-1.0f, 0.0f}));
        REQUIRE(pair.engine->create_joint({.body_a = pair.box,
                                           .body_b = other,
                                           .anchor_a = {1.0f, 0.0f},
                                           .anchor_b = {-1.0f, 0.0f},
                                           .joint = scenes::RevoluteJoint{}}) == 1);
        pair.run(5);
        pair.engine->destroy_body(pair.box);
        pair.run(60);
        CHECK(pair.engine->pose(other).y < -4.0);
    });
}

TEST_CASE("joints: a joint that the engine declines is told") {
    /// Backend without joints.
    struct Jointless final : scenes::Backend {
        BodyNumber create_body(const scenes::BodyDescription&) override { return count++; }
        void create_shape(BodyNumber, const scenes::ShapeDescription&) override {}
        void destroy_body(BodyNumber) override {}
        void set_target_pose(BodyNumber, scenes::Point, float, float) override {}
        void set_velocity(BodyNumber, scenes::Point, float) override {}
        int count = 0;
    } jointless;
    scenes::Recorder recorder(jointless);
    const BodyNumber a = recorder.create_body({});
    const BodyNumber b = recorder.create_body({.kind = BodyKind::Dynamic});
    CHECK(recorder.create_joint({.body_a = a, .body_b = b, .joint = scenes::WeldJoint{}}) ==
          scenes::no_joint);
    CHECK(recorder.needs().joints == 1);
    CHECK(recorder.needs().declined_joints == 1);
    CHECK(recorder.joints().empty());
    CHECK(recorder.bodies()[0].ignored.empty());
}
