#include <doctest/doctest.h>

#include "support/world_build.h"
#include "support/world_state_access.h"

#include <cmath>
#include <cstdint>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Filter that excludes all shapes with the default one.
constexpr Filter apart{.category = 2, .mask = 2};

struct Sums {
    int begins = 0;
    int ends = 0;
};

/// Steps and counts the events of all contacts.
Sums run_counted(World& world, int steps) {
    Sums sums;
    for (int i = 0; i < steps; ++i) {
        world.step(dt);
        sums.begins += static_cast<int>(world.contact_begins().size());
        sums.ends += static_cast<int>(world.contact_ends().size());
    }
    return sums;
}

std::uint64_t hash_of_crowd(const WorldDefinition& definition) {
    World world(definition);
    test::state_of(world).execution.team->ignore_work();
    test::add_ground(world);
    test::Random random(5);
    std::vector<ShapeId> shapes;
    for (int i = 0; i < 150; ++i) {
        const Vec2 at{random.between(-5.0f, 5.0f), random.between(1.0f, 15.0f)};
        const ShapeDefinition shape{
            .material = {.restitution = i % 6 == 0 ? 0.6f : 0.0f},
            .solver_filter = i % 3 == 0 ? Filter{.category = 2, .mask = 3} : Filter{}};
        const BodyId body =
            i % 2 == 0 ? test::add_box(world, at, 0.4f, 0.3f, shape) : test::add_disc(world, at, 0.4f, shape);
        shapes.push_back(world[body].shapes()[0]);
    }
    for (int i = 0; i < test::scaled(240, 60); ++i) {
        world.step(dt);
        if (i % 10 == 0) {
            world[shapes[static_cast<std::size_t>(random.below(150))]].set_solver_filter(
                random.below(2) == 0 ? Filter{.category = 4, .mask = 5} : Filter{});
            world.validate();
        }
    }
    return world.state_hash();
}

}  // namespace

TEST_CASE("solver filter: a body falls through another as if it were alone, and both are told") {
    const auto fall = [](bool alone) {
        World world;
        const BodyId ball = test::add_disc(
            world, {0.0f, 5.0f}, 0.3f, {.solver_filter = apart, .hit_events = true, .force_events = true});
        const BodyId shelf =
            world.create_body({.type = BodyType::Static, .position = {0.0f, alone ? 1000.0f : 3.0f}});
        world.create_shape(shelf, make_box(2.0f, 0.5f));
        Sums sums;
        bool overlapped = false;
        std::vector<Vec2> path;
        for (int i = 0; i < 60; ++i) {
            const Sums step = run_counted(world, 1);
            sums.begins += step.begins;
            sums.ends += step.ends;
            path.push_back(world[ball].position());
            CHECK(world.contact_hits().empty());
            CHECK(world.contact_forces().empty());
            world.visit_contacts([&](const ContactView& contact) {
                for (int k = 0; k < contact.count; ++k) {
                    CHECK(contact.points[k].normal_impulse == 0.0f);
                    CHECK(contact.points[k].friction_impulse == 0.0f);
                    CHECK(std::abs(contact.normal.y) == doctest::Approx(1.0));
                    overlapped = overlapped || contact.points[k].separation < -0.4f;
                }
            });
            world.validate();
        }
        CHECK(sums.begins == (alone ? 0 : 1));
        CHECK(sums.ends == (alone ? 0 : 1));
        CHECK(overlapped != alone);
        CHECK(world[ball].position().y == doctest::Approx(5.0 - 0.5 * length(world.gravity())).epsilon(1e-5));
        return path;
    };
    CHECK(fall(false) == fall(true));
}

TEST_CASE("solver filter: events begin and end where the shapes do") {
    // 4 m/s through a box of 2 m: the disc of 1 m touches from -1.5 to 1.5 m, within the margin and a step.
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId disc = test::add_disc(world, {-3.0f, 0.0f}, 0.5f, {.solver_filter = apart});
    test::add_box(world, {0.0f, 0.0f}, 1.0f, 1.0f);
    world[disc].set_linear_velocity({4.0f, 0.0f});
    float begin = 0.0f;
    float end = 0.0f;
    for (int i = 0; i < 100; ++i) {
        world.step(dt);
        begin = world.contact_begins().empty() ? begin : world[disc].position().x;
        end = world.contact_ends().empty() ? end : world[disc].position().x;
    }
    CHECK(begin == doctest::Approx(-1.5).epsilon(0.1));
    CHECK(end == doctest::Approx(1.5).epsilon(0.1));
    CHECK(world[disc].linear_velocity() == Vec2(4.0f, 0.0f));
}

TEST_CASE("solver filter: what passes wakes nobody, and sleeping bodies are reported all the same") {
    World world;
    test::add_ground(world);
    const BodyId sleeper = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 120);
    REQUIRE_FALSE(world[sleeper].is_awake());
    const BodyId ghost = world.create_body({.type = BodyType::Dynamic,
                                            .position = {-2.0f, 0.7f},
                                            .linear_velocity = {4.0f, 0.0f},
                                            .gravity_scale = 0.0f});
    world.create_shape(ghost, make_box(0.3f, 0.3f), {.solver_filter = apart});
    const Sums sums = run_counted(world, 60);
    CHECK(sums.begins == 1);
    CHECK(sums.ends == 1);
    CHECK_FALSE(world[sleeper].is_awake());
    // It stops inside, and sleeps there although the pair never separates.
    world[ghost].set_pose({0.0f, 0.8f}, 0.0f);
    world[ghost].set_linear_velocity({0.0f, 0.0f});
    CHECK(run_counted(world, 120).begins == 1);
    CHECK_FALSE(world[ghost].is_awake());
    world[sleeper].wake();
    CHECK(run_counted(world, 5).ends == 0);
    CHECK(world[sleeper].is_awake());
    CHECK_FALSE(world[ghost].is_awake());
    world[ghost].wake();
    world[ghost].set_linear_velocity({0.0f, 5.0f});
    CHECK(run_counted(world, 60).ends == 1);
    world.validate();
}

TEST_CASE("solver filter: what begins among sleeping bodies sleeps") {
    for (const bool alone : {true, false}) {
        World world;
        const BodyId ground = test::add_ground(world);
        const BodyId sleeper = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        if (!alone) {
            world[world.create_body({.type = BodyType::Kinematic})].set_angular_velocity(1.0f);
        }
        test::run(world, 120);
        REQUIRE_FALSE(world[sleeper].is_awake());
        const ShapeId curtain =
            world.create_shape(ground, make_box(0.2f, 2.0f, {{0.3f, 1.0f}, {}}), {.solver_filter = apart});
        CHECK(run_counted(world, 3).begins == 1);
        CHECK_FALSE(world[sleeper].is_awake());
        world.validate();
        int points = 0;
        world[curtain].visit_contacts([&](const ContactView& contact) { points += contact.count; });
        CHECK(points == 2);
        world[sleeper].wake();
        const Sums awake = run_counted(world, 3);
        CHECK(awake.begins + awake.ends == 0);
        world.validate();
        world.destroy_shape(curtain);
        CHECK(run_counted(world, 3).ends == 1);
    }
}

TEST_CASE("solver filter: what passes a sleeper in the step in which something else wakes it begins once") {
    for (const bool passes_first : {true, false}) {
        World world({.gravity = {0.0f, 0.0f}});
        const BodyId sleeper = world.create_body({.type = BodyType::Dynamic, .awake = false});
        for (const bool passes : {passes_first, !passes_first}) {
            world.create_shape(sleeper, make_box(0.5f, 0.5f),
                               {.solver_filter = passes ? apart : Filter{}, .contact_events = true});
        }
        const BodyId other = world.create_body(
            {.type = BodyType::Dynamic, .position = {0.0f, 1.1f}, .linear_velocity = {0.0f, -1.0f}});
        world.create_shape(other, make_box(0.5f, 0.5f), {.contact_events = true});
        CHECK_FALSE(world[sleeper].is_awake());
        Sums sums;
        for (int i = 0; i < 30; ++i) {
            const Sums step = run_counted(world, 1);
            world.validate();
            sums.begins += step.begins;
            sums.ends += step.ends;
        }
        CHECK(world[sleeper].is_awake());
        CHECK(sums.begins == 2);
        CHECK(sums.ends == 0);
        world.destroy_body(other);
        CHECK(run_counted(world, 2).ends == 2);
        world.validate();
    }
}

TEST_CASE("solver filter: set at run time it lets go at once, and holds again; the contact goes on") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ShapeId floor = world.create_shape(ground, make_box(5.0f, 1.0f));
    const BodyId box = test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f);
    const ShapeId shape = world[box].shapes()[0];
    test::run(world, 120);
    REQUIRE_FALSE(world[box].is_awake());
    CHECK(world[floor].solver_filter() == Filter{});
    world[floor].set_solver_filter(apart);
    CHECK(world[floor].solver_filter() == apart);
    CHECK(world[box].is_awake());
    const float top = world[box].position().y;
    const Sums falling = run_counted(world, 12);
    const double time = 12.0 / 60.0;
    CHECK(world[box].position().y ==
          doctest::Approx(top - 0.5 * length(world.gravity()) * time * time).epsilon(1e-4));
    CHECK(falling.begins + falling.ends == 0);
    world.validate();
    // Both have the same filter now: the floor pushes it out again.
    world[shape].set_solver_filter(apart);
    const Sums held = run_counted(world, 240);
    CHECK(held.begins + held.ends == 0);
    CHECK(world[box].position().y == doctest::Approx(1.5).epsilon(1e-2));
    world.validate();
}

TEST_CASE("solver filter: a fast body and a bullet pass what would stop them") {
    for (const bool passes : {false, true}) {
        for (const BodyType type : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic}) {
            CAPTURE(passes);
            CAPTURE(static_cast<int>(type));
            World world({.gravity = {0.0f, 0.0f}});
            const BodyId wall = world.create_body({.type = type});
            world.create_shape(wall, make_box(0.02f, 2.0f), {.density = 1000.0f});
            const BodyId bullet =
                test::add_disc(world, {-5.0f, 0.0f}, 0.05f, {.solver_filter = passes ? apart : Filter{}});
            world[bullet].set_bullet(true);
            world[bullet].set_linear_velocity({200.0f, 0.0f});
            test::run(world, 6);
            CHECK((world[bullet].position().x > 14.9f) == passes);
            CHECK((world[bullet].linear_velocity().x == 200.0f) == passes);
        }
    }
}

TEST_CASE("solver filter: a crowd gives the same on every target and for every number of threads") {
    const std::uint64_t reference = hash_of_crowd({.simd = SimdTarget::Scalar});
    for (const SimdTarget target : simd_targets()) {
        CAPTURE(simd_target_name(target));
        CHECK(hash_of_crowd({.simd = target}) == reference);
    }
    CHECK(hash_of_crowd({.threads = 3}) == reference);
}

TEST_CASE("solver filter: a slot that is used again has the usual one; dead shapes are refused") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const ShapeId shape = world.create_shape(body, make_box(1.0f, 1.0f), {.solver_filter = apart});
    world.destroy_shape(shape);
    CHECK(world[world.create_shape(body, make_box(1.0f, 1.0f))].solver_filter() == Filter{});
    CHECK_THROWS_AS(world[shape].set_solver_filter(apart), Error);
    CHECK_THROWS_AS(static_cast<void>(world[shape].solver_filter()), Error);
}
