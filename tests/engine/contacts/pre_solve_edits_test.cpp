#include <doctest/doctest.h>

#include "support/world_build.h"
#include "support/world_state_access.h"

#include <cmath>
#include <cstdint>
#include <limits>

using namespace drystone;
using test::dt;

namespace {

constexpr Material smooth{.friction = 0.0f};

/// Adds a wide floor that requests the pre-solve callback, its top at height 0.
BodyId add_asking_floor(World& world, const Material& material) {
    const BodyId floor = world.create_body({.type = BodyType::Static});
    world.create_shape(floor, make_box(50.0f, 1.0f, Pose{Vec2{0.0f, -1.0f}, Rot{}}),
                       {.material = material, .pre_solve = true});
    return floor;
}

std::uint64_t hash_of_edited_heap(const WorldDefinition& definition) {
    World world(definition);
    test::state_of(world).execution.team->ignore_work();
    add_asking_floor(world, {});
    test::Random random(21);
    for (int i = 0; i < 100; ++i) {
        const Vec2 at{random.between(-5.0f, 5.0f), random.between(1.0f, 10.0f)};
        const ShapeDefinition shape{.material = {.restitution = i % 5 == 0 ? 0.5f : 0.0f,
                                                 .rolling_resistance = i % 4 == 0 ? 0.1f : 0.0f},
                                    .pre_solve = i % 3 == 0};
        if (i % 2 == 0) {
            test::add_box(world, at, 0.4f, 0.3f, shape);
        } else {
            test::add_disc(world, at, 0.3f, shape);
        }
    }
    world.set_pre_solve_callback([](PreSolveContact& contact) {
        contact.normal += Vec2{0.1f, 0.0f};
        contact.points[0].point += Vec2{0.02f, 0.01f};
        contact.points[0].separation -= 0.01f;
        return true;
    });
    test::run(world, test::scaled(180, 60));
    return world.state_hash();
}

}  // namespace

TEST_CASE("pre-solve: a box rests as high above the floor as its separations say") {
    for (const float skin : {0.0f, 0.05f, 0.2f}) {
        CAPTURE(skin);
        World world({.speculative_distance = 0.3f});
        add_asking_floor(world, {});
        const BodyId box = test::add_box(world, {0.0f, 1.0f}, 0.5f, 0.5f);
        world[box].set_can_sleep(false);
        world.set_pre_solve_callback([&](PreSolveContact& contact) {
            for (PreSolvePoint& point : contact.points) {
                point.separation -= skin;
            }
            return true;
        });
        test::run(world, 180);
        CHECK(world[box].position().y == doctest::Approx(0.5 + skin).epsilon(2e-3));
        CHECK(length(world[box].linear_velocity()) < 1e-3f);
    }
}

TEST_CASE("pre-solve: on a floor without friction whose normals lean, a body slides as on a slope") {
    for (const bool disc : {false, true}) {
        for (const double slope : {-0.3, 0.1, 0.5}) {
            CAPTURE(disc);
            CAPTURE(slope);
            World world;
            add_asking_floor(world, smooth);
            const ShapeDefinition shape{.material = smooth};
            const BodyId body = disc ? test::add_disc(world, {0.0f, 0.5f}, 0.5f, shape)
                                     : test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, shape);
            world[body].set_locks({.rotation = true});
            const Vec2 normal{static_cast<float>(std::sin(slope)), static_cast<float>(std::cos(slope))};
            const float y = world[body].position().y;
            world.set_pre_solve_callback([&](PreSolveContact& contact) {
                // The normal may have any length; the surface tilts with it.
                contact.normal = 3.0f * normal;
                for (PreSolvePoint& point : contact.points) {
                    point.separation = 0.0f;
                }
                return true;
            });
            constexpr int steps = 15;
            test::run(world, steps);
            const double along = length(world.gravity()) * std::sin(slope) * steps * static_cast<double>(dt);
            CHECK(world[body].linear_velocity().x == doctest::Approx(along * std::cos(slope)).epsilon(2e-3));
            CHECK(world[body].linear_velocity().y ==
                  doctest::Approx(-std::abs(along * std::sin(slope))).epsilon(2e-3));
            CHECK(world[body].position().y < y);
        }
    }
}

TEST_CASE("pre-solve: an elastic ball leaves a floor whose normal leans by 45 degrees sideways") {
    World world({.gravity = {0.0f, 0.0f}});
    const Material elastic{.friction = 0.0f, .restitution = 1.0f};
    add_asking_floor(world, elastic);
    const BodyId ball = test::add_disc(world, {0.0f, 1.0f}, 0.5f, {.material = elastic});
    world[ball].set_linear_velocity({0.0f, -5.0f});
    world.set_pre_solve_callback([&](PreSolveContact& contact) {
        contact.normal = {1.0f, 1.0f};
        // Contact point of a floor with that normal.
        contact.points[0].point = world[ball].position() - 0.5f * normalized(contact.normal);
        return true;
    });
    test::run(world, 30);
    CHECK(world[ball].linear_velocity().x == doctest::Approx(5.0).epsilon(1e-3));
    CHECK(std::abs(world[ball].linear_velocity().y) < 5e-3f);
}

TEST_CASE("pre-solve: a blow at a point that the callback moves turns the body by its arm") {
    // Plastic and frictionless, at an offset r from the centre: j = m v / (1 + m r^2 / I).
    for (const double arm : {-0.4, 0.25}) {
        CAPTURE(arm);
        World world({.gravity = {0.0f, 0.0f}});
        add_asking_floor(world, smooth);
        const BodyId ball = test::add_disc(world, {0.0f, 0.6f}, 0.5f, {.material = smooth});
        world[ball].set_linear_velocity({0.0f, -2.0f});
        bool hit = false;
        world.set_pre_solve_callback([&](PreSolveContact& contact) {
            hit = hit || contact.points[0].separation < 0.002f;
            contact.points[0].point.x = static_cast<float>(arm) + world[ball].position().x;
            return true;
        });
        for (int i = 0; i < 10 && world[ball].linear_velocity().y < -1.99f; ++i) {
            world.step(dt);
        }
        const MassProperties mass = world[ball].mass();
        const double m = mass.mass;
        const double impulse = m * 2.0 / (1.0 + m * arm * arm / mass.inertia);
        CHECK(world[ball].linear_velocity().y == doctest::Approx(-2.0 + impulse / m).epsilon(5e-3));
        CHECK(world[ball].angular_velocity() == doctest::Approx(arm * impulse / mass.inertia).epsilon(5e-3));
    }
}

TEST_CASE("pre-solve: surfaces run along the normal that the callback sets") {
    World world({.gravity = {0.0f, 0.0f}});
    add_asking_floor(world, {.friction = 1.0f});
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, {.material = {.friction = 1.0f}});
    world[box].set_locks({.rotation = true});
    const Vec2 normal = Vec2{-0.6f, 0.8f};
    world.set_pre_solve_callback([&](PreSolveContact& contact) {
        contact.normal = normal;
        contact.tangent_speed = 1.0f;
        for (PreSolvePoint& point : contact.points) {
            point.separation = 0.0f;
        }
        return true;
    });
    for (int i = 0; i < 120; ++i) {
        world[box].apply_force(-30.0f * normal);
        world.step(dt);
        world[box].set_pose({0.0f, 0.5f}, 0.0f);
    }
    CHECK(length(world[box].linear_velocity() - right_perp(normal)) < 1e-2f);
}

TEST_CASE("pre-solve: edits of a dominated contact act on what is dominated alone") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId plate = world.create_body({.type = BodyType::Dynamic, .dominance_group = 1});
    world.create_shape(plate, make_box(5.0f, 0.5f),
                       {.density = 0.01f, .material = smooth, .pre_solve = true});
    const BodyId ball = test::add_disc(world, {0.0f, 1.5f}, 0.5f, {.material = smooth});
    world[ball].set_linear_velocity({0.0f, -2.0f});
    world.set_pre_solve_callback([&](PreSolveContact& contact) {
        const bool from_plate = world[contact.shape_a].body() == plate;
        CHECK(from_plate);
        contact.normal = {0.6f, 0.8f};
        contact.points[0].point = world[ball].position() - 0.5f * contact.normal;
        contact.points[0].separation = 0.0f;
        return true;
    });
    test::run(world, 20);
    CHECK(world[plate].linear_velocity() == Vec2(0.0f, 0.0f));
    CHECK(world[plate].angular_velocity() == 0.0f);
    // The velocity along the normal is removed.
    CHECK(dot(world[ball].linear_velocity(), Vec2{0.6f, 0.8f}) == doctest::Approx(0.0).epsilon(1e-3));
    CHECK(length(world[ball].linear_velocity()) == doctest::Approx(2.0 * 0.6).epsilon(1e-3));
}

TEST_CASE("pre-solve: edited manifolds give the same on every target and for every number of threads") {
    const std::uint64_t reference = hash_of_edited_heap({.simd = SimdTarget::Scalar});
    for (const SimdTarget target : simd_targets()) {
        CAPTURE(simd_target_name(target));
        CHECK(hash_of_edited_heap({.simd = target}) == reference);
    }
    CHECK(hash_of_edited_heap({.threads = 3}) == reference);
}

TEST_CASE("pre-solve: manifolds that are none leave step as errors, and the pair as it was") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const auto fall = [](const PreSolve& callback, bool throws) {
        World world;
        add_asking_floor(world, {});
        const BodyId box = test::add_box(world, {0.1f, 0.6f}, 0.5f, 0.5f);
        world.set_pre_solve_callback(callback);
        for (int i = 0; i < 30; ++i) {
            const bool touches = throws && i > 12;
            if (touches) {
                CHECK_THROWS_AS(world.step(dt), Error);
            } else {
                try {
                    world.step(dt);
                } catch (const Error&) {
                    CHECK(throws);
                }
            }
        }
        return world[box].position();
    };
    const Vec2 expected = fall({}, false);
    const PreSolve bad[] = {
        [](PreSolveContact& contact) {
            return contact.normal = {0.0f, 0.0f}, true;
        },
        [](PreSolveContact& contact) { return contact.normal.x = nan, true; },
        [](PreSolveContact& contact) { return contact.points[0].point.y = nan, true; },
        [](PreSolveContact& contact) {
            contact.points[contact.count - 1].separation = -std::numeric_limits<float>::infinity();
            return true;
        },
    };
    for (const PreSolve& callback : bad) {
        CHECK(fall(callback, true) == expected);
    }
}
