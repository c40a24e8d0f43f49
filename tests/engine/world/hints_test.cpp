// Hints: each kind is given for the slip that it is about, and not for what is just usual.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <drystone/drystone.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

std::vector<Hint> of_kind(const World& world, HintKind kind) {
    std::vector<Hint> found = world.hints();
    std::erase_if(found, [&](const Hint& hint) { return hint.kind != kind; });
    return found;
}

/// Checks that the only hint of the world is of this kind; returns it.
Hint only_hint(const World& world, HintKind kind) {
    const std::vector<Hint> hints = world.hints();
    REQUIRE(hints.size() == 1);
    CHECK(hints[0].kind == kind);
    CHECK(hints[0].count == 1);
    CHECK(std::filesystem::exists(std::string(DRYSTONE_SOURCE_DIR) + "/" + hints[0].page));
    CHECK(hints[0].function.find("::") != std::string::npos);
    return hints[0];
}

bool says(const Hint& hint, const char* words) { return hint.text.find(words) != std::string::npos; }

World weightless() { return World({.gravity = {0.0f, 0.0f}}); }

}  // namespace

TEST_CASE("hints: an ordinary world has none") {
    World world;
    CHECK(world.hints().empty());
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    world.create_joint(box, test::add_box(world, {1.0f, 0.5f}, 0.5f, 0.5f),
                       RevoluteJoint{.anchor_a = {0.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}});
    for (int i = 0; i < 60; ++i) {
        world.step(dt);
    }
    CHECK(world.hints().empty());
}

TEST_CASE("hints: a time step in milliseconds, and one that is too long") {
    for (const float step : {16.0f, 10.0f, 0.101f}) {
        World world;
        world.step(dt);
        world.step(step);
        world.step(0.5f * step);
        const Hint hint = only_hint(world, HintKind::TimeStep);
        CHECK(hint.value == step);
        CHECK(hint.function == "World::step");
        CHECK(says(hint, "milliseconds") == (step >= 1.0f));
    }
    World world;
    world.step(16.0f);
    CHECK(only_hint(world, HintKind::TimeStep).text ==
          "World::step was called with a time step of 16 s: it takes seconds, not milliseconds; a 60th of a "
          "second is usual");
    World fine;
    fine.step(0.1f);
    fine.step(0.0f);
    CHECK(fine.hints().empty());
}

TEST_CASE("hints: worlds of a batch have theirs") {
    World world;
    test::add_box(world, {}, 0.5f, 0.5f);
    WorldBatch batch;
    batch.create_worlds(batch.add_prototype(world), 2);
    batch.step(0.2f, 100);
    const std::vector<Hint> hints = batch[1].hints();
    REQUIRE(hints.size() == 2);
    CHECK(hints[0].kind == HintKind::TimeStep);
    CHECK(hints[0].function == "WorldBatch::step");
    CHECK(hints[1].kind == HintKind::SubSteps);
}

TEST_CASE("hints: many sub-steps") {
    World world;
    world.step(dt, 64);
    CHECK(world.hints().empty());
    world.step(dt, 65);
    world.step(dt, 4);
    CHECK(only_hint(world, HintKind::SubSteps).value == 65.0f);
}

TEST_CASE("hints: gravity in pixels") {
    World world({.gravity = {300.0f, -400.0f}});
    CHECK(world.hints().empty());
    world.set_gravity({0.0f, -981.0f});
    const Hint hint = only_hint(world, HintKind::Gravity);
    CHECK(hint.value == 981.0f);
    CHECK(hint.body.is_null());

    World other;
    const BodyId scaled = test::add_box(other, {0.0f, 0.0f}, 0.5f, 0.5f);
    other[scaled].set_gravity_scale(50.0f);
    CHECK(other.hints().empty());
    other[scaled].set_gravity_scale(-51.0f);
    CHECK(only_hint(other, HintKind::Gravity).value == 510.0f);
    CHECK(only_hint(other, HintKind::Gravity).body == scaled);
    other[scaled].set_gravity_scale(1.0f);
    other[scaled].set_own_gravity(Vec2{0.0f, 600.0f});
    CHECK(only_hint(other, HintKind::Gravity).function == "BodyRef::set_own_gravity");
}

TEST_CASE("hints: the angle of a body in degrees") {
    World world = weightless();
    for (const float usual : {pi, 5.0f, 6.0f, 4.0f * pi, -12.8f, 20.5f}) {
        world.create_body({.angle = usual});
    }
    CHECK(world.hints().empty());
    const BodyId body = world.create_body({.angle = -90.0f});
    const Hint hint = only_hint(world, HintKind::BodyAngle);
    CHECK(hint.value == -90.0f);
    CHECK(hint.body == body);
    CHECK(says(hint, "-90 rad"));
    // Of bodies that are gone nothing is said; nor after a return to a time before them.
    const Snapshot snapshot = world.snapshot();
    world.destroy_body(body);
    CHECK(world.hints().empty());
    world.create_body({.angle = 45.0f});
    world.restore(snapshot);
    CHECK(world.hints().empty());
}

TEST_CASE("hints: limits of joints in degrees") {
    World world = weightless();
    const BodyId a = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId b = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const JointId joint = world.create_joint(a, b, RevoluteJoint{.limit = JointLimit{-20.0f * pi, 5.0f}});
    CHECK(world.hints().empty());  // Ten turns, as of a winch.
    world[joint].set_definition(RevoluteJoint{.limit = JointLimit{-45.0f, 45.0f}});
    const Hint hint = only_hint(world, HintKind::JointAngle);
    CHECK(hint.value == 45.0f);
    CHECK(hint.joint == joint);
    world[joint].set_definition(RevoluteJoint{.reference_angle = -90.0f});
    CHECK(only_hint(world, HintKind::JointAngle).value == -90.0f);
}

TEST_CASE("hints: bodies in pixels, and grains") {
    World world = weightless();
    const BodyId wall = world.create_body({.type = BodyType::Static, .position = {0.0f, -300.0f}});
    world.create_shape(wall, make_box(2000.0f, 10.0f));
    const BodyId view = test::add_box(world, {}, 1.0f, 1.0f);
    world.create_shape(view, Circle{{0.0f, 0.0f}, 500.0f}, {.sensor = true});
    test::add_box(world, {500.0f, 0.0f}, 49.9f, 1.0f);
    test::add_box(world, {700.0f, 0.0f}, 0.00051f, 0.0001f);
    CHECK(world.hints().empty());
    const BodyId pixels = test::add_box(world, {0.0f, 0.0f}, 200.0f, 150.0f);
    const Hint large = only_hint(world, HintKind::LargeBody);
    CHECK(large.value == doctest::Approx(400.0f).epsilon(1e-5));
    CHECK(large.body == pixels);
    CHECK(says(large, "400 m"));
    world.destroy_body(pixels);
    test::add_box(world, {0.0f, 3.0f}, 0.00049f, 0.0001f);
    CHECK(only_hint(world, HintKind::SmallBody).value == doctest::Approx(0.00098f).epsilon(0.01));
}

TEST_CASE("hints: a dynamic body that nothing moves, for want of mass") {
    World world;
    const BodyId body = world.create_body();
    CHECK(world.hints().empty());  // It may get a shape yet.
    world.step(dt);
    CHECK(only_hint(world, HintKind::NoMass).body == body);
    CHECK(says(only_hint(world, HintKind::NoMass), "no shapes"));
    const ShapeId light = world.create_shape(body, Circle{}, {.density = 0.0f});
    for (int i = 0; i < 60; ++i) {
        world.step(dt);
    }
    CHECK(world[body].position() == Vec2{});
    CHECK(says(only_hint(world, HintKind::NoMass), "shapes without mass"));
    world.destroy_shape(light);
    world[body].set_mass_properties({1.0f, {}, 1.0f});
    CHECK(world.hints().empty());
}

TEST_CASE("hints: inertia 0") {
    World world = weightless();
    const BodyId body = test::add_box(world, {}, 0.5f, 0.5f);
    world[body].set_mass_properties({1.0f, {}, 1e-6f});
    CHECK(world.hints().empty());
    world[body].set_mass_properties({1.0f, {}, 0.0f});
    CHECK(only_hint(world, HintKind::NoInertia).body == body);
    world[body].set_locks({.rotation = true});
    CHECK(world.hints().empty());
}

TEST_CASE("hints: speeds in pixels") {
    World world = weightless();
    const BodyId body = test::add_box(world, {}, 0.5f, 0.5f);
    world[body].set_linear_velocity({300.0f, 0.0f});
    CHECK(world.hints().empty());
    world[body].set_linear_velocity({300.0f, -400.0f});
    CHECK(only_hint(world, HintKind::Speed).value == 500.0f);
    world.step(dt);
    CHECK(only_hint(world, HintKind::Speed).value == doctest::Approx(400.0f));
    world.set_maximum_speeds(1000.0f, 100.0f);  // Raised on purpose.
    CHECK(world.hints().empty());
}

TEST_CASE("hints: far from the origin") {
    World world = weightless();
    const BodyId body = test::add_box(world, {9999.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId fixed = world.create_body({.type = BodyType::Static, .position = {2e4f, 0.0f}});
    world.create_shape(fixed, Circle{});
    CHECK(world.hints().empty());
    world[body].set_pose({0.0f, -10001.0f}, 0.0f);
    CHECK(only_hint(world, HintKind::FarAway).value == 10001.0f);
}

TEST_CASE("hints: a body inside of another") {
    for (const float y : {0.3f, -0.1f}) {
        World world = weightless();
        test::add_ground(world);
        const BodyId below = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
        world.create_shape(below, make_box(5.0f, 1.0f));
        const BodyId box = test::add_box(world, {0.0f, y}, 0.5f, 0.5f);
        world.step(dt);
        if (y > 0.0f) {
            CHECK(world.hints().empty());
        } else {
            const std::vector<Hint> hints = of_kind(world, HintKind::Overlap);
            REQUIRE(!hints.empty());
            CHECK(hints.size() == world.hints().size());
            CHECK(hints[0].body == box);
            CHECK(hints[0].value == doctest::Approx(0.6f).epsilon(0.1));
        }
    }
    // A surface may be soft on purpose.
    World world = weightless();
    const BodyId below = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    world.create_shape(below, make_box(5.0f, 1.0f), {.material = {.frequency = 5.0f}});
    test::add_box(world, {0.0f, -0.1f}, 0.5f, 0.5f);
    world.step(dt);
    CHECK(world.hints().empty());
}

TEST_CASE("hints: masses that differ too much, in contact and at a joint") {
    for (const float density : {9000.0f, 11000.0f}) {
        World world = weightless();
        const BodyId light = test::add_box(world, {}, 0.5f, 0.5f);
        const BodyId heavy = world.create_body({.position = {1.0f, 0.0f}});
        world.create_shape(heavy, make_box(0.5f, 0.5f), {.density = density});
        CHECK(world.hints().empty());  // They neither touch nor are joined.
        world.step(dt);
        CHECK(of_kind(world, HintKind::MassRatio).size() == (density > 1e4f ? 1 : 0));
        const JointId joint = world.create_joint(light, heavy, RevoluteJoint{{0.5f, 0.0f}, {-0.5f, 0.0f}});
        if (density < 1e4f) {
            CHECK(world.hints().empty());
        } else {
            const Hint hint = only_hint(world, HintKind::MassRatio);
            CHECK(hint.value == doctest::Approx(11000.0f));
            CHECK(hint.body == heavy);
            CHECK(hint.joint == joint);
        }
    }
}

TEST_CASE("hints: friction in percent") {
    World world = weightless();
    const BodyId box = test::add_box(world, {}, 0.5f, 0.5f);
    const ShapeId shape = world[box].shapes()[0].id();
    world[shape].set_material({.friction = 10.0f});
    CHECK(world.hints().empty());
    world[shape].set_material({.friction = 60.0f});
    CHECK(only_hint(world, HintKind::Friction).value == 60.0f);
    CHECK(only_hint(world, HintKind::Friction).shape == shape);
}

TEST_CASE("hints: anchors in the frame of the world, 100 m apart") {
    World world = weightless();
    const BodyId a = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId b = test::add_box(world, {100.0f, 0.0f}, 0.5f, 0.5f);
    world.create_joint(a, b, RevoluteJoint{.anchor_b = {-97.5f, 0.0f}});          // 2.5 m, four sizes are 2.8
    world.create_joint(a, b, DistanceJoint{.limit = JointLimit{50.0f, 200.0f}});  // As it shall be.
    world.create_joint(a, b, MouseJoint{});                                       // Nothing holds.
    CHECK(world.hints().empty());
    const JointId joint = world.create_joint(a, b, RevoluteJoint{});
    CHECK(only_hint(world, HintKind::FarAnchors).value == doctest::Approx(100.0f));
    CHECK(only_hint(world, HintKind::FarAnchors).joint == joint);
    world[b].set_pose({0.0f, 0.0f}, 0.0f);
    CHECK(only_hint(world, HintKind::FarAnchors).value == doctest::Approx(100.0f));  // As it was created.
    world.destroy_joint(joint);
    CHECK(world.hints().empty());
}

TEST_CASE("hints: a mouse joint that lets its body fall through the ground") {
    World world;
    const BodyId ground = test::add_ground(world);
    const BodyId hand = world.create_body({.type = BodyType::Static});
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    world.create_joint(ground, box, MouseJoint{});
    world.create_joint(hand, box, MouseJoint{}, {.collide_connected = false});
    CHECK(world.hints().empty());
    const JointId joint = world.create_joint(ground, box, MouseJoint{}, {.collide_connected = false});
    CHECK(only_hint(world, HintKind::MouseCollision).joint == joint);
    world[joint].set_enabled(false);
    CHECK(world.hints().empty());
}

TEST_CASE("hints: a motor without a maximum") {
    World world = weightless();
    const BodyId a = test::add_box(world, {}, 0.5f, 0.5f);
    const BodyId b = test::add_box(world, {}, 0.5f, 0.5f);
    const JointId joint = world.create_joint(a, b, RevoluteJoint{.motor = JointMotor{5.0f, 1e-3f}});
    world.create_joint(a, b, RevoluteJoint{.motor = JointMotor{}});
    CHECK(world.hints().empty());
    world[joint].set_motor({.speed = -5.0f});
    const Hint hint = only_hint(world, HintKind::IdleMotor);
    CHECK(hint.value == -5.0f);
    CHECK(hint.joint == joint);
    world.step(dt);
    CHECK(world[b].angular_velocity() == 0.0f);
}

TEST_CASE("hints: at most 64 of a kind, in the order of kinds and slots, with the number of all") {
    World world = weightless();
    for (int i = 0; i < 100; ++i) {
        const BodyId box =
            world.create_body({.position = {3.0f * static_cast<float>(i), 0.0f}, .angle = 90.0f});
        world.create_shape(box, Circle{}, {.material = {.friction = 20.0f}});
        world[box].set_linear_velocity({0.0f, 350.0f});
    }
    const std::vector<Hint> hints = world.hints();
    REQUIRE(hints.size() == 3 * 64);
    for (std::size_t i = 0; i < hints.size(); ++i) {
        CHECK(hints[i].count == 100);
        if (i > 0) {
            CHECK(hints[i - 1].kind <= hints[i].kind);
            CHECK((hints[i - 1].kind != hints[i].kind || hints[i - 1].body < hints[i].body));
        }
    }
}

TEST_CASE("hints: they are no part of the state, and decide nothing") {
    const auto run = [](bool looks) {
        World world;
        test::add_ground(world);
        test::add_box(world, {0.0f, 2.0f}, 0.5f, 0.5f);
        world.create_body({.angle = 90.0f});
        world.step(0.5f);
        for (int i = 0; i < 30; ++i) {
            world.step(dt);
            if (looks) {
                static_cast<void>(world.hints());
            }
        }
        return world.state_hash();
    };
    CHECK(run(true) == run(false));
    World world;
    world.create_body({.angle = 90.0f});
    world.step(16.0f);
    CHECK(of_kind(world, HintKind::TimeStep).size() == 1);
    CHECK(of_kind(world.clone(), HintKind::TimeStep).empty());
    CHECK(of_kind(World::load(world.save()), HintKind::BodyAngle).empty());
}

TEST_CASE("hints: inside a step there are none") {
    World world;
    test::add_ground(world);
    test::add_box(world, {0.0f, 0.4f}, 0.5f, 0.5f);
    int refused = 0;
    world.set_collision_filter([&](ShapeId, ShapeId) {
        CHECK_THROWS_WITH_AS(static_cast<void>(world.hints()), doctest::Contains("World::hints"), Error);
        ++refused;
        return true;
    });
    world.step(dt);
    CHECK(refused > 0);
}

TEST_CASE("hints: the page about them has every kind, and links what each refers to") {
    std::ifstream file(std::string(DRYSTONE_SOURCE_DIR) + "/docs/manual/hints.md");
    std::stringstream text;
    text << file.rdbuf();
    const std::string page = text.str();
    for (const char* const kind : {"TimeStep", "SubSteps", "Gravity", "BodyAngle", "JointAngle", "LargeBody",
                                   "SmallBody", "NoMass", "NoInertia", "Speed", "FarAway", "Overlap",
                                   "MassRatio", "Friction", "FarAnchors", "MouseCollision", "IdleMotor"}) {
        CAPTURE(kind);
        CHECK(page.find("| `" + std::string(kind) + "` |") != std::string::npos);
    }
    static_assert(hint_kind_count == 17);
}
