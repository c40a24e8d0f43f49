#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace drystone;

namespace {

World still_world() { return World({.gravity = {0.0f, 0.0f}}); }

/// Returns the momentum of a body that was at rest: impulse [N s]; `spin_of` returns the angular impulse
/// about its centre [N m s].
Vec2d impulse_of(const World& world, BodyId body) { return world[body].momentum(); }
double spin_of(const World& world, BodyId body) {
    return world[body].angular_momentum(world[body].center_of_mass());
}

bool near(const Vec2d& a, const Vec2d& b, double tolerance = 1e-5) { return length(a - b) <= tolerance; }

}  // namespace

TEST_CASE("explosion: a disc gets what its diameter shows, whatever the side") {
    for (const float angle : {0.0f, 0.7f, 2.0f, -1.3f}) {
        World world = still_world();
        const Rot q = Rot::from_angle(angle);
        const Vec2 direction{q.c, q.s};
        const BodyId disc = test::add_disc(world, 3.0f * direction, 0.4f, {.density = 5.0f});
        const int hit = world.explode({.radius = 4.0f, .impulse_per_length = 2.5f});
        CHECK(hit == 1);
        CHECK(near(impulse_of(world, disc), to_double(2.5 * 0.8 * direction)));
        CHECK(std::abs(spin_of(world, disc)) < 1e-6);
    }
}

TEST_CASE("explosion: shapes get what they show across the way to their nearest point") {
    const auto pushed = [](const ShapeGeometry& geometry, const Vec2& position, float angle) {
        World world = still_world();
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic, .position = position, .angle = angle});
        world.create_shape(body, geometry);
        world[body].set_mass_properties({2.0f, {0.0f, 0.0f}, 1.0f});
        world.explode({.radius = 10.0f});
        return world[body].momentum();
    };
    // A box with its face, and with its corner, towards the centre: the height, and the diagonal.
    CHECK(near(pushed(make_box(0.5f, 1.0f), {3.0f, 0.0f}, 0.0f), {2.0, 0.0}));
    CHECK(near(pushed(make_box(0.5f, 0.5f), {0.0f, -3.0f}, 0.25f * pi), {0.0, -std::sqrt(2.0)}));
    // The radius counts on both sides.
    CHECK(near(pushed(make_rounded_box(0.5f, 1.0f, 0.1f), {3.0f, 0.0f}, 0.0f), {2.2, 0.0}));
    CHECK(near(pushed(Capsule{{0.0f, -1.0f}, {0.0f, 1.0f}, 0.25f}, {-3.0f, 0.0f}, 0.0f), {-2.5, 0.0}));
    CHECK(near(pushed(Capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.25f}, {-3.0f, 0.0f}, 0.0f), {-0.5, 0.0}));
    CHECK(near(pushed(Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}}, {0.0f, 2.0f}, 0.0f), {0.0, 2.0}));
}

TEST_CASE("explosion: it acts in full up to the radius and decays evenly over the falloff") {
    for (const auto& [distance, part] : std::vector<std::pair<float, double>>{
             {1.0f, 1.0}, {2.0f, 1.0}, {2.5f, 0.75}, {3.5f, 0.25}, {4.5f, 0.0}}) {
        World world = still_world();
        // Its nearest point is at the distance.
        const BodyId disc = test::add_disc(world, {distance + 0.5f, 0.0f}, 0.5f);
        CHECK(world.explode({.radius = 2.0f, .falloff = 2.0f}) == (part > 0.0 ? 1 : 0));
        CHECK(near(impulse_of(world, disc), {part, 0.0}));
    }
}

TEST_CASE("explosion: a negative impulse is an implosion") {
    World world = still_world();
    const BodyId disc = test::add_disc(world, {0.0f, 2.0f}, 0.5f);
    world.explode({.radius = 3.0f, .impulse_per_length = -4.0f});
    CHECK(near(impulse_of(world, disc), {0.0, -4.0}));
}

TEST_CASE("explosion: from within, a shape is pushed at its middle, away from the centre") {
    World world = still_world();
    const BodyId box = test::add_box(world, {1.0f, 1.0f}, 2.0f, 1.0f);
    CHECK(world.explode({.center = {0.5f, 1.0f}, .radius = 0.1f, .impulse_per_length = 3.0f}) == 1);
    CHECK(near(impulse_of(world, box), {6.0, 0.0}));
    CHECK(std::abs(spin_of(world, box)) < 1e-6);
    // No direction is preferred at the exact centre.
    World other = still_world();
    const BodyId same = test::add_box(other, {1.0f, 1.0f}, 2.0f, 1.0f);
    CHECK(other.explode({.center = {1.0f, 1.0f}}) == 0);
    CHECK(near(impulse_of(other, same), {0.0, 0.0}));
}

TEST_CASE("explosion: beside the centre it spins by the arm of the nearest point") {
    World world = still_world();
    // The nearest point of the face is level with the explosion's centre, 0.75 m above the middle of the box.
    const BodyId box = test::add_box(world, {3.0f, -0.75f}, 0.5f, 1.0f);
    world.explode({.radius = 5.0f, .impulse_per_length = 2.0f});
    CHECK(near(impulse_of(world, box), {4.0, 0.0}));
    CHECK(spin_of(world, box) == doctest::Approx(-0.75 * 4.0).epsilon(1e-5));
}

TEST_CASE("explosion: a ring about the centre flies apart without momentum or spin") {
    World world = still_world();
    std::vector<BodyId> ring;
    for (int i = 0; i < 12; ++i) {
        const float angle = 2.0f * pi * static_cast<float>(i) / 12.0f;
        const Rot q = Rot::from_angle(angle);
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic, .position = 4.0f * Vec2{q.c, q.s}, .angle = angle});
        world.create_shape(body, make_box(0.3f, 0.6f));
        ring.push_back(body);
    }
    CHECK(world.explode({.radius = 6.0f, .impulse_per_length = 5.0f}) == 12);
    CHECK(length(world.momentum()) < 1e-4);
    CHECK(std::abs(world.angular_momentum()) < 1e-4);
    for (const BodyId body : ring) {
        CHECK(length(world[body].momentum()) == doctest::Approx(6.0).epsilon(1e-5));
        CHECK(std::abs(spin_of(world, body)) < 1e-5);
    }
}

TEST_CASE("explosion: it wakes what it hits, and hits what it may") {
    World world;
    test::add_ground(world);
    const BodyId near_box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId far_box = test::add_box(world, {20.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId other = test::add_box(world, {-3.0f, 0.5f}, 0.5f, 0.5f, {.filter = {.category = 4}});
    const BodyId locked = test::add_box(world, {3.0f, 0.5f}, 0.5f, 0.5f);
    world[locked].set_locks({.linear_x = true});
    const BodyId off = test::add_box(world, {5.0f, 0.5f}, 0.5f, 0.5f);
    world[off].set_enabled(false);
    test::run(world, 100);
    REQUIRE_FALSE(world[near_box].is_awake());
    CHECK(world.explode({.center = {0.0f, 3.0f}, .radius = 8.0f, .filter = {.mask = ~std::uint64_t{4}}}) ==
          2);
    CHECK(world[near_box].is_awake());
    CHECK_FALSE(world[far_box].is_awake());
    CHECK_FALSE(world[other].is_awake());
    CHECK(world[near_box].linear_velocity().y < 0.0f);
    CHECK(world[locked].linear_velocity().x == 0.0f);
    CHECK(world[locked].linear_velocity().y < 0.0f);
    // The filter may also be a callback.
    int asked = 0;
    CHECK(world.explode({.center = {0.0f, 3.0f}, .radius = 8.0f, .filter = {.accepts = [&](ShapeId) {
                                                                     ++asked;
                                                                     return false;
                                                                 }}}) == 0);
    CHECK(asked == 3);
}

TEST_CASE("explosion: bad values are refused before anything moves") {
    World world = still_world();
    const BodyId disc = test::add_disc(world, {1.0f, 0.0f}, 0.5f);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto refused = [&](const Explosion& explosion, const char* argument) {
        const std::string text = test::error_of([&] { world.explode(explosion); });
        CHECK(test::contains_text(text, "World::explode"));
        CHECK(test::contains_text(text, argument));
    };
    refused({.center = {nan, 0.0f}}, "center");
    refused({.radius = -1.0f}, "radius");
    refused({.radius = nan}, "radius");
    refused({.falloff = -0.5f}, "falloff");
    refused({.falloff = std::numeric_limits<float>::infinity()}, "falloff");
    refused({.radius = 3e38f, .falloff = 3e38f}, "radius + falloff");
    refused({.impulse_per_length = nan}, "impulse_per_length");
    CHECK(length(world[disc].momentum()) == 0.0);
}
