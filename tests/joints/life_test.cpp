#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <cmath>
#include <limits>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;
using test::dt;

namespace {

/// Adds a box that collides.
BodyId add_solid_box(World& world, const Vec2& position) {
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .position = position});
    world.create_shape(body, make_box(0.5f, 0.5f));
    return body;
}

/// Connects the left side of B by one of six kinds of joints; plain hinges, which are kind 5 and above, are
/// appended to `hinges`.
void join(World& world, int kind, BodyId a, BodyId b, const Vec2& anchor_a, const JointSettings& settings,
          std::vector<JointId>& hinges) {
    const Vec2 anchor_b{-0.55f, 0.0f};
    switch (kind) {
        case 0:
            world.create_joint(a, b, WeldJoint{.anchor_a = anchor_a, .anchor_b = anchor_b}, settings);
            break;
        case 1:
            world.create_joint(a, b, DistanceJoint{.anchor_a = anchor_a, .length = 0.6f}, settings);
            break;
        case 2:
            world.create_joint(
                a, b,
                PrismaticJoint{.anchor_a = anchor_a, .anchor_b = anchor_b, .limit = JointLimit{-0.2f, 0.3f}},
                settings);
            break;
        case 3:
            world.create_joint(a, b, WheelJoint{.anchor_a = anchor_a, .anchor_b = anchor_b}, settings);
            break;
        case 4:
            world.create_joint(a, b,
                               RevoluteJoint{.anchor_a = anchor_a,
                                             .anchor_b = anchor_b,
                                             .limit = JointLimit{-1.0f, 1.0f},
                                             .motor = JointMotor{.speed = 1.0f, .maximum = 2.0f}},
                               settings);
            break;
        default:
            hinges.push_back(world.create_joint(
                a, b, RevoluteJoint{.anchor_a = anchor_a, .anchor_b = anchor_b}, settings));
            break;
    }
}

/// Simulates joints of every type between bodies that also collide; returns the state hashes.
std::vector<std::uint64_t> run_mechanisms(const WorldDefinition& definition) {
    World world(definition);
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, Segment{{-60.0f, -3.0f}, {60.0f, -3.0f}});
    test::Random random(7);
    std::vector<JointId> hinges;
    for (int group = 0; group < 24; ++group) {
        const float x = -48.0f + 4.0f * static_cast<float>(group);
        BodyId last = ground;
        for (int i = 0; i < 5; ++i) {
            const BodyId body =
                add_solid_box(world, {x + 1.1f * static_cast<float>(i), 2.0f + random.between(0.0f, 0.2f)});
            const Vec2 anchor_a = i == 0 ? Vec2{x - 0.55f, 2.0f} : Vec2{0.55f, 0.0f};
            const JointSettings settings{
                .break_force = group == 3 ? 50.0f : unlimited,
                .solver = group % 2 == 0 ? JointSolver::Iterative : JointSolver::Automatic};
            join(world, (group + i) % 7, last, body, anchor_a, settings, hinges);
            last = body;
        }
    }
    for (std::size_t i = 0; i + 1 < hinges.size(); i += 4) {
        world.create_joint(GearJoint{hinges[i], hinges[i + 1], 0.5f});
    }
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < test::scaled(180, 40); ++i) {
        world.step(dt);
        world.validate();
        hashes.push_back(world.state_hash());
    }
    return hashes;
}

}  // namespace

TEST_CASE("joints: every instruction set and number of threads gives the states of the scalar kernels") {
    const std::vector<std::uint64_t> reference = run_mechanisms({.simd = SimdTarget::Scalar});
    CHECK(reference[0] != reference[1]);
    for (const SimdTarget target : simd_targets()) {
        CAPTURE(simd_target_name(target));
        CHECK(run_mechanisms({.simd = target}) == reference);
    }
    for (const int threads : {2, 3, 8}) {
        CAPTURE(threads);
        CHECK(run_mechanisms({.threads = threads}) == reference);
    }
}

TEST_CASE("joints: jointed bodies collide only where they are told to") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId a = add_solid_box(world, {0.0f, 0.0f});
    const BodyId b = add_solid_box(world, {0.5f, 0.0f});
    const JointId joint = world.create_joint(a, b, FilterJoint{});
    test::step(world, 10);
    CHECK(world.counters().pairs == 0);
    CHECK(length(world[a].position() - Vec2{0.0f, 0.0f}) == 0.0f);
    JointSettings settings = world[joint].settings();
    settings.collide_connected = true;
    world[joint].set_settings(settings);
    test::step(world, 1);
    CHECK(world.counters().contacts == 1);
    settings.collide_connected = false;
    world[joint].set_settings(settings);
    CHECK(world.counters().contacts == 0);
    world.destroy_joint(joint);
    test::step(world, 1);
    CHECK(world.counters().contacts == 1);
    world.validate();
}

TEST_CASE("joints: jointed bodies sleep and wake as one") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId a = add_ghost_box(world, {0.0f, -1.0f});
    const BodyId b = add_ghost_box(world, {0.0f, -3.0f});
    world.create_joint(add_static(world), a, DistanceJoint{.length = 1.0f});
    const JointId lower = world.create_joint(a, b, DistanceJoint{.length = 2.0f});
    test::step(world, 240);
    CHECK_FALSE(world[a].is_awake());
    CHECK_FALSE(world[b].is_awake());
    CHECK(world.counters().sleeping_islands == 1);
    world[b].apply_impulse({1.0f, 0.0f});
    CHECK(world[a].is_awake());
    test::step(world, 1200);
    const bool asleep = !world[b].is_awake();
    world.destroy_joint(lower);
    CHECK(world[b].is_awake());
    test::step(world, 60);
    CHECK(world[b].linear_velocity().y < -9.0f);
    static_cast<void>(asleep);
}

TEST_CASE("joints: a joint breaks by its force and says so") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId ground = add_static(world);
    const BodyId light = add_ghost_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, 0.9f);
    const BodyId heavy = add_ghost_box(world, {5.0f, 0.0f}, 0.5f, 0.5f, 1.1f);
    const JointSettings settings{.break_force = 10.0f, .user_data = 42};
    const JointId holds = world.create_joint(ground, light, RevoluteJoint{}, settings);
    const JointId breaks =
        world.create_joint(ground, heavy, RevoluteJoint{.anchor_a = {5.0f, 0.0f}}, settings);
    world.step(dt);
    REQUIRE(world.joint_breaks().size() == 1);
    const JointBreak broken = world.joint_breaks()[0];
    CHECK(broken.joint == breaks);
    CHECK(broken.body_b == heavy);
    CHECK(broken.user_data == 42);
    CHECK(broken.force == doctest::Approx(11.0f).epsilon(0.02));
    CHECK_FALSE(world.is_valid(breaks));
    CHECK(world.is_valid(holds));
    test::step(world, 60);
    CHECK(world.joint_breaks().empty());
    CHECK(world[heavy].linear_velocity().y < -9.0f);
    CHECK(length(world[light].linear_velocity()) < 1e-3f);
}

TEST_CASE("joints: reactions beyond a threshold are reported, and break nothing") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId ground = add_static(world);
    const auto hang = [&](float x, const JointSettings& settings) {
        const BodyId box = add_ghost_box(world, {x, 0.0f});
        return world.create_joint(ground, box, RevoluteJoint{.anchor_a = {x, 0.0f}}, settings);
    };
    const JointId below = hang(0.0f, {.force_events = true, .force_threshold = 10.5f});
    const JointId above = hang(5.0f, {.force_events = true, .force_threshold = 9.5f, .user_data = 7});
    hang(10.0f, {});
    const JointId welded =
        world.create_joint(ground, add_ghost_box(world, {16.0f, 0.0f}),
                           WeldJoint{.anchor_a = {15.0f, 0.0f}, .anchor_b = {-1.0f, 0.0f}},
                           {.force_events = true, .force_threshold = unlimited, .torque_threshold = 9.0f});
    for (int i = 0; i < 10; ++i) {
        world.step(dt);
        REQUIRE(world.joint_forces().size() == 2);
        CHECK(world.joint_forces()[0].joint == above);
        CHECK(world.joint_forces()[0].user_data == 7);
        CHECK(world.joint_forces()[0].force == doctest::Approx(10.0f).epsilon(0.02));
        CHECK(world.joint_forces()[1].joint == welded);
        CHECK(world.joint_forces()[1].torque == doctest::Approx(10.0f).epsilon(0.02));
    }
    CHECK(world.joint_breaks().empty());
    world[below].set_settings({.force_events = true, .force_threshold = 9.5f});
    world.step(dt);
    CHECK(world.joint_forces().size() == 3);
    // What sleeps reports nothing.
    test::step(world, 120);
    CHECK(world.counters().awake_bodies == 0);
    CHECK(world.joint_forces().empty());
    for (const float threshold : {-1.0f, std::numeric_limits<float>::quiet_NaN()}) {
        CHECK_THROWS_AS(world[below].set_settings({.force_threshold = threshold}), Error);
        CHECK_THROWS_AS(world[below].set_settings({.torque_threshold = threshold}), Error);
    }
}

TEST_CASE("joints: a disabled joint does nothing until it is enabled") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId joint = world.create_joint(add_static(world), box, WeldJoint{}, {.enabled = false});
    test::step(world, 6);
    CHECK(world[box].linear_velocity().y == doctest::Approx(-1.0f).epsilon(1e-3));
    world[joint].set_enabled(true);
    test::step(world, 60);
    CHECK(length(world[box].linear_velocity()) < 1e-3f);
    CHECK(world[joint].state().linear_separation < 1e-3f);
}

TEST_CASE("joints: what a joint locks gives way beyond its maximum force") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId ground = add_static(world);
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    world.create_joint(ground, box, RevoluteJoint{}, {.maximum_force = 8.0f});
    test::step(world, 60);
    CHECK(world[box].linear_velocity().y == doctest::Approx(-2.0f).epsilon(0.01));
}

TEST_CASE("joints: bodies take their joints with them") {
    World world;
    const BodyId a = add_ghost_box(world, {0.0f, 0.0f});
    const BodyId b = add_ghost_box(world, {1.0f, 0.0f});
    const JointId joint = world.create_joint(a, b, RevoluteJoint{});
    const JointId rope = world.create_joint(
        RopeJoint{.points = {{a, {0.0f, 0.0f}}, {b, {0.0f, 0.0f}}, {a, {0.0f, 0.0f}}}, .length = 5.0f});
    CHECK(world[a].joints().size() == 2);
    CHECK(world.joints().size() == 2);
    world.step(dt);
    world.destroy_body(b);
    CHECK_FALSE(world.is_valid(joint));
    CHECK_FALSE(world.is_valid(rope));
    CHECK(world[a].joints().empty());
    world.step(dt);
    world.validate();
}

TEST_CASE("joints: misuse is refused and changes nothing") {
    World world;
    const BodyId a = add_ghost_box(world, {0.0f, 0.0f});
    const BodyId b = add_ghost_box(world, {1.0f, 0.0f});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const JointId hinge = world.create_joint(a, b, RevoluteJoint{});
    const JointId rod = world.create_joint(a, b, DistanceJoint{});
    const std::uint64_t before = world.state_hash();
    CHECK_THROWS_AS(world.create_joint(a, a, RevoluteJoint{}), Error);
    CHECK_THROWS_AS(world.create_joint(a, BodyId{}, RevoluteJoint{}), Error);
    CHECK_THROWS_AS(world.create_joint(a, b, RevoluteJoint{.anchor_a = {nan, 0.0f}}), Error);
    CHECK_THROWS_AS(world.create_joint(a, b, RevoluteJoint{.limit = JointLimit{1.0f, -1.0f}}), Error);
    CHECK_THROWS_AS(world.create_joint(a, b, RevoluteJoint{.spring = JointSpring{.frequency = -1.0f}}),
                    Error);
    CHECK_THROWS_AS(world.create_joint(a, b, RevoluteJoint{.motor = JointMotor{1.0f, nan}}), Error);
    CHECK_THROWS_AS(world.create_joint(a, b, PrismaticJoint{.axis_a = {0.0f, 0.0f}}), Error);
    CHECK_THROWS_AS(world.create_joint(a, b, DistanceJoint{.length = 0.0f}), Error);
    CHECK_THROWS_AS(world.create_joint(a, b, PulleyJoint{.ratio = 0.0f}), Error);
    CHECK_THROWS_AS(world.create_joint(a, b, RatchetJoint{.tooth = 0.0f}), Error);
    CHECK_THROWS_AS(world.create_joint(a, b, RopeJoint{}), Error);
    CHECK_THROWS_AS(world.create_joint(RopeJoint{.points = {{a, {0.0f, 0.0f}}}}), Error);
    CHECK_THROWS_AS(world.create_joint(RopeJoint{.points = {{a, {0.0f, 0.0f}}, {BodyId{}, {0.0f, 0.0f}}}}),
                    Error);
    CHECK_THROWS_AS(world.create_joint(GearJoint{hinge, rod, 1.0f}), Error);
    CHECK_THROWS_AS(world.create_joint(GearJoint{hinge, JointId{}, 1.0f}), Error);
    CHECK_THROWS_AS(world.create_joint(a, b, RevoluteJoint{}, {.frequency = nan}), Error);
    CHECK_THROWS_AS(world.create_joint(a, b, RevoluteJoint{}, {.break_force = -1.0f}), Error);
    CHECK_THROWS_AS(world[hinge].set_definition(DistanceJoint{}), Error);
    CHECK_THROWS_AS(world.destroy_joint(JointId{}), Error);
    CHECK(world.state_hash() == before);
    CHECK(world.joints().size() == 2);
    world.destroy_joint(rod);
    CHECK_THROWS_AS(static_cast<void>(world[rod].state()), Error);
}

TEST_CASE("joints: between bodies without mass, far away, or doubled, nothing breaks") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId a = world.create_body({.type = BodyType::Kinematic, .angular_velocity = 1.0f});
    const BodyId b = world.create_body({.type = BodyType::Kinematic, .position = {1.0f, 0.0f}});
    world.create_joint(a, b, WeldJoint{});
    world.create_joint(a, add_static(world), DistanceJoint{.length = 3.0f});
    const BodyId c = add_ghost_box(world, {2.0f, 0.0f});
    for (int i = 0; i < 3; ++i) {
        world.create_joint(b, c, RevoluteJoint{.anchor_b = {-1.0f, 0.0f}});
    }
    const BodyId locked =
        world.create_body({.type = BodyType::Dynamic, .position = {9.0f, 0.0f}, .locks = {.rotation = true}});
    world.create_shape(locked, make_box(0.5f, 0.5f));
    world.create_joint(b, locked, WeldJoint{.anchor_a = {8.0f, 0.0f}});
    const BodyId far = add_ghost_box(world, {1000.0f, 0.0f});
    const JointId stretched = world.create_joint(b, far, RevoluteJoint{});
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        for (const BodyId body : {a, b, c, locked, far}) {
            CHECK(is_finite(world[body].position()));
            CHECK(length(world[body].linear_velocity()) <= 400.001f);
        }
    }
    CHECK(length(world[locked].position() - Vec2{9.0f, 0.0f}) < 1e-2f);
    CHECK(world[stretched].state().linear_separation < 1000.0f);
}
