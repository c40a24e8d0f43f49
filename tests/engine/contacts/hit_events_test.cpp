#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Hits within two seconds of a ball dropped from `height` above the ground, and its speed before the step of
/// the first one.
struct Drop {
    std::vector<ContactHit> hits;
    float speed_before = 0.0f;
};

Drop drop_ball(float height, float restitution, bool hit_events) {
    World world({.gravity = {0.0f, -10.0f}});
    test::add_ground(world);
    const BodyId ball = world.create_body({.type = BodyType::Dynamic, .position = {2.0f, height + 0.5f}});
    world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.5f},
                       {.material = {.restitution = restitution}, .hit_events = hit_events});
    Drop drop;
    for (int i = 0; i < 120; ++i) {
        const float speed = -world[ball].linear_velocity().y;
        world.step(dt);
        for (const ContactHit& hit : world.contact_hits()) {
            drop.speed_before = drop.hits.empty() ? speed : drop.speed_before;
            drop.hits.push_back(hit);
        }
    }
    return drop;
}

}  // namespace

TEST_CASE("contact hits: an impact is reported once, with its speed, place and normal") {
    const Drop drop = drop_ball(2.0f, 0.0f, true);
    REQUIRE(drop.hits.size() == 1);
    const ContactHit& hit = drop.hits[0];
    // Gravity acts until it lands: the step before has stopped it less than .3 mm above the ground.
    CHECK(hit.approach_speed >= drop.speed_before);
    CHECK(hit.approach_speed < drop.speed_before + 10.0f * 3e-4f / drop.speed_before);
    // Free fall: v^2 = 2 g h, up to the step in which it lands.
    CHECK(std::abs(hit.approach_speed - std::sqrt(2.0f * 10.0f * 2.0f)) < 2.0f * 10.0f * dt);
    CHECK(hit.point.x == doctest::Approx(2.0f).epsilon(1e-4));
    CHECK(std::abs(hit.point.y) < 0.15f);
    CHECK(std::abs(std::abs(hit.normal.y) - 1.0f) < 1e-5f);
}

TEST_CASE("contact hits: a bouncing ball reports each impact, slower every time") {
    const Drop drop = drop_ball(2.0f, 0.7f, true);
    REQUIRE(drop.hits.size() >= 2);
    for (std::size_t i = 1; i < drop.hits.size(); ++i) {
        CHECK(drop.hits[i].approach_speed < drop.hits[i - 1].approach_speed);
    }
}

TEST_CASE("contact hits: neither slow impacts nor shapes that do not ask are reported") {
    CHECK(drop_ball(0.02f, 0.0f, true).hits.empty());
    CHECK(drop_ball(2.0f, 0.0f, false).hits.empty());
}

TEST_CASE("contact hits: bodies that rest or slide are not reported") {
    World world;
    test::add_ground(world);
    const BodyId box = world.create_body(
        {.type = BodyType::Dynamic, .position = {0.0f, 0.5f}, .linear_velocity = {8.0f, 0.0f}});
    world.create_shape(box, make_box(0.5f, 0.5f), {.hit_events = true});
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        world.step(dt);
        hits += static_cast<int>(world.contact_hits().size());
    }
    CHECK(hits == 0);
}
