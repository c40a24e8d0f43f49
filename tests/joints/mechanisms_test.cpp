#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

using namespace drystone;
using test::add_static;

namespace {

BodyId add_ghost_bar(World& world, const Vec2& a, const Vec2& b) {
    const Vec2 way = b - a;
    const BodyId bar = world.create_body(
        {.type = BodyType::Dynamic, .position = 0.5f * (a + b), .angle = arc_tangent(way.y, way.x)});
    world.create_shape(bar, make_box(0.5f * length(way), 0.1f), {.filter = {.category = 1, .mask = 0}});
    return bar;
}

JointId pin(World& world, BodyId a, BodyId b, const Vec2& at) {
    return world.create_joint(
        a, b, RevoluteJoint{.anchor_a = world[a].local_point(at), .anchor_b = world[b].local_point(at)});
}

JointId weld(World& world, BodyId a, BodyId b, const Vec2& at) {
    return world.create_joint(a, b,
                              WeldJoint{.anchor_a = world[a].local_point(at),
                                        .anchor_b = world[b].local_point(at),
                                        .reference_angle = world[b].angle() - world[a].angle()});
}

float widest_gap(const World& world) {
    float gap = 0.0f;
    for (const JointId joint : world.joints()) {
        gap = std::max(gap, world[joint].state().linear_separation);
    }
    return gap;
}

float max_force(const World& world) {
    float force = 0.0f;
    for (const JointId joint : world.joints()) {
        force = std::max(force, length(world[joint].state().force));
    }
    return force;
}

/// Crossed bars under a platform; `along` drives their lowest right end.
struct Lift {
    static constexpr float half_length = 2.7f;
    static constexpr float tilt = 0.3f;

    Lift(World& world, int levels, float platform_mass, const DegreeOfFreedom& along) {
        const float reach = half_length * std::cos(tilt);
        const float rise = 2.0f * half_length * std::sin(tilt);
        const BodyId ground = add_static(world);
        BodyId left = ground;
        BodyId right = ground;
        double lever = 0.0;  // Lever of the weights against the drive, by virtual work.
        const double cotangent = static_cast<double>(std::cos(tilt)) / static_cast<double>(std::sin(tilt));
        for (int i = 0; i < levels; ++i) {
            const float low = rise * static_cast<float>(i);
            const BodyId up = add_ghost_bar(world, {-reach, low}, {reach, low + rise});
            const BodyId down = add_ghost_bar(world, {-reach, low + rise}, {reach, low});
            pin(world, left, up, {-reach, low});
            if (i == 0) {
                drive = slide(world, ground, down, {reach, low}, along);
            } else {
                pin(world, right, down, {reach, low});
            }
            pin(world, up, down, {0.0f, low + 0.5f * rise});
            left = down;
            right = up;
            lever += 2.0 * static_cast<double>(world[up].mass().mass) * (i + 0.5) * cotangent;
        }
        const float top = rise * static_cast<float>(levels);
        platform = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, top}});
        world.create_shape(platform, make_box(3.0f, 0.25f),
                           {.density = platform_mass / 3.0f, .filter = {.category = 1, .mask = 0}});
        pin(world, platform, left, {-reach, top});
        slide(world, platform, right, {reach, top}, {});
        height = top;
        force = 10.0 * (lever + static_cast<double>(platform_mass) * levels * cotangent);
    }

    static JointId slide(World& world, BodyId rail, BodyId body, const Vec2& at,
                         const DegreeOfFreedom& along) {
        return world.create_joint(rail, body,
                                  GenericJoint{.anchor_a = world[rail].local_point(at),
                                               .anchor_b = world[body].local_point(at),
                                               .along = along,
                                               .across = {.locked = true}});
    }

    BodyId platform;
    JointId drive;
    float height = 0.0f;
    double force = 0.0;  ///< Force that holds it, by virtual work [N].
};

}  // namespace

TEST_CASE("mechanisms: a scissor lift bears its load as virtual work says, and does not give way") {
    for (const int levels : {1, 4, 8}) {
        for (const float mass : {3.0f, 100.0f}) {
            CAPTURE(levels);
            CAPTURE(mass);
            World world(test::without_sleep({0.0f, -10.0f}));
            const Lift lift(world, levels, mass, {.locked = true});
            float lowest = lift.height;
            float gap = 0.0f;
            for (int i = 0; i < 300; ++i) {
                world.step(test::dt);
                lowest = std::min(lowest, world[lift.platform].position().y);
                gap = std::max(gap, widest_gap(world));
            }
            CHECK(world[lift.drive].state().direct);
            CHECK(lowest > lift.height - 1e-4f);
            CHECK(gap < 1e-5f);
            CHECK(std::abs(world[lift.platform].angle()) < 1e-5f);
            CHECK(static_cast<double>(std::abs(world[lift.drive].state().force.x)) ==
                  doctest::Approx(lift.force).epsilon(0.01));
        }
    }
}

TEST_CASE("mechanisms: a motor in a loop holds up to the force that virtual work says") {
    for (const double part : {0.98, 1.02}) {
        World plan(test::without_sleep({0.0f, -10.0f}));
        const double force = Lift(plan, 4, 50.0f, {}).force;
        World world(test::without_sleep({0.0f, -10.0f}));
        const Lift lift(world, 4, 50.0f, {.motor = JointMotor{0.0f, static_cast<float>(part * force)}});
        test::step(world, 60);
        // Under the missing force it sinks, as the whole mass is accelerated.
        const float sunk = lift.height - world[lift.platform].position().y;
        CHECK((sunk > 0.05f) == (part < 1.0));
        CHECK((sunk < 0.002f) == (part > 1.0));
    }
}

TEST_CASE("mechanisms: a welded beam sticks out straight without being asked to") {
    for (const int count : {5, 8, 20}) {
        CAPTURE(count);
        World world(test::without_sleep({0.0f, -10.0f}));
        BodyId last = add_static(world);
        JointId root;
        for (int i = 0; i < count; ++i) {
            const float x = static_cast<float>(i);
            const BodyId piece = add_ghost_bar(world, {x, 0.0f}, {x + 1.0f, 0.0f});
            const JointId joint = weld(world, last, piece, {x, 0.0f});
            root = i == 0 ? joint : root;
            last = piece;
        }
        test::step(world, 300);
        const double weight = 0.2 * 10.0 * count;
        CHECK(world[root].state().direct);
        CHECK(std::abs(world[last].position().y) < 1e-5f);
        CHECK(static_cast<double>(world[root].state().torque) ==
              doctest::Approx(0.5 * weight * count).epsilon(1e-3));
    }
}

TEST_CASE("mechanisms: legs and welds more than needed change nothing") {
    // A bar on parallel legs swings as a pendulum, on any number of legs.
    std::vector<Vec2> ends;
    for (const int legs : {2, 3, 6}) {
        CAPTURE(legs);
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId ground = add_static(world);
        const BodyId bar = add_ghost_bar(world, {0.0f, 0.0f}, {6.0f, 0.0f});
        for (int i = 0; i < legs; ++i) {
            const float x = 6.0f * static_cast<float>(i) / static_cast<float>(legs - 1);
            // All legs together have the same mass.
            const BodyId leg = add_ghost_bar(world, {x + 2.0f, 1.0f}, {x, 0.0f});
            world[leg].set_mass_properties({.mass = 1.0f / static_cast<float>(legs),
                                            .center = {0.0f, 0.0f},
                                            .inertia = 0.4f / static_cast<float>(legs)});
            pin(world, ground, leg, {x + 2.0f, 1.0f});
            pin(world, leg, bar, {x, 0.0f});
        }
        const double start = world.energy();
        double change = 0.0;
        float force = 0.0f;
        for (int i = 0; i < 300; ++i) {
            world.step(test::dt);
            change = std::max(change, std::abs(world.energy() - start));
            force = std::max(force, max_force(world));
            REQUIRE(widest_gap(world) < 1e-5f);
        }
        CHECK(change < 1e-3 * 10.0);
        CHECK(force < 40.0f);
        ends.push_back(world[bar].position());
    }
    CHECK(length(ends[1] - ends[0]) < 2e-3f);
    CHECK(length(ends[2] - ends[0]) < 2e-3f);

    World world(test::without_sleep({0.0f, -10.0f}));
    const Vec2 corners[] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, -2.0f}, {0.0f, -2.0f}};
    std::vector<BodyId> bars;
    for (int i = 0; i < 4; ++i) {
        bars.push_back(add_ghost_bar(world, corners[i], corners[(i + 1) % 4]));
    }
    for (int i = 0; i < 4; ++i) {
        const auto next = static_cast<std::size_t>((i + 1) % 4);
        weld(world, bars[static_cast<std::size_t>(i)], bars[next], corners[next]);
    }
    pin(world, add_static(world), bars[0], corners[0]);
    const double start = world.energy();
    double change = 0.0;
    float force = 0.0f;
    for (int i = 0; i < 600; ++i) {
        world.step(test::dt);
        change = std::max(change, std::abs(world.energy() - start));
        force = std::max(force, max_force(world));
    }
    CHECK(change < 1e-3 * 16.0);
    CHECK(force < 2.0f * 16.0f);
    CHECK(widest_gap(world) < 1e-5f);
}

TEST_CASE("mechanisms: the same bits with any number of threads and in any instruction set") {
    std::vector<std::uint64_t> hashes;
    for (const SimdTarget target : simd_targets()) {
        for (const int threads : {1, 3}) {
            WorldDefinition definition = test::without_sleep({0.0f, -10.0f});
            definition.simd = target;
            definition.threads = threads;
            World world(definition);
            const Lift motor(world, 3, 20.0f, {.motor = JointMotor{-0.3f, 900.0f}});
            const Lift locked(world, 2, 5.0f, {.locked = true});
            test::add_chain(world, 20, 100.0f, JointSolver::Automatic);
            test::step(world, 120);
            hashes.push_back(world.state_hash());
            CHECK(hashes.back() == hashes.front());
        }
    }
}

TEST_CASE("mechanisms: a ball that falls on a bridge parts no planks, and does not sink in for it") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId ground = test::add_static(world);
    constexpr int planks = 12;
    std::vector<JointId> hinges;
    BodyId last = ground;
    for (int i = 0; i <= planks; ++i) {
        const bool end = i == planks;
        const auto x = static_cast<float>(i);
        BodyId plank = ground;
        if (!end) {
            plank = world.create_body({.type = BodyType::Dynamic, .position = {x + 0.5f, 0.0f}});
            world.create_shape(plank, make_box(0.5f, 0.1f), {.density = 10.0f});
        }
        hinges.push_back(world.create_joint(
            last, plank,
            RevoluteJoint{.anchor_a = {i == 0 ? 0.0f : 0.5f, 0.0f}, .anchor_b = {end ? x : -0.5f, 0.0f}}));
        last = plank;
    }
    const BodyId ball = world.create_body(
        {.type = BodyType::Dynamic, .position = {6.2f, 3.0f}, .linear_velocity = {0.0f, -6.0f}});
    world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.5f}, {.density = 5.0f});
    float gap = 0.0f;
    float overlap = 0.0f;
    for (int i = 0; i < 120; ++i) {
        world.step(test::dt);
        for (const JointId hinge : hinges) {
            gap = std::max(gap, world[hinge].state().linear_separation);
        }
        world.visit_contacts([&](const ContactView& contact) {
            for (int k = 0; k < contact.count; ++k) {
                overlap = std::max(overlap, -contact.points[k].separation);
            }
        });
    }
    CHECK(world[hinges[0]].state().direct);
    CHECK(gap < 2e-3f);
    CHECK(overlap < 0.03f);
}
