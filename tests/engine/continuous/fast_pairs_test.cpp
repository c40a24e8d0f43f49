// Bodies that move and turn so fast that one step takes them through each other, none of them a bullet.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace drystone;

namespace {

constexpr float time_step = 1.0f / 60.0f;

/// Returns whether two boxes that fly at each other come out on the other sides through each other.
bool boxes_pass(float speed, ::test::Random& random) {
    World world({.gravity = {0.0f, 0.0f}});
    const auto add = [&](float x, float y, float velocity) {
        const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                               .position = {x, y},
                                               .angle = random.between(-3.0f, 3.0f),
                                               .linear_velocity = {velocity, 0.0f}});
        world.create_shape(body, make_box(0.25f, 0.25f));
        return body;
    };
    const BodyId left = add(-3.0f - random.between(0.0f, 1.0f), random.between(-0.05f, 0.05f), speed);
    const BodyId right = add(0.0f, 0.0f, -speed);
    const int steps = static_cast<int>(4.0f / (speed * time_step)) + 3;
    Vec2 before = world[right].position() - world[left].position();
    for (int step = 0; step < steps; ++step) {
        world.step(time_step);
        const Vec2 now = world[right].position() - world[left].position();
        if (before.x > 0.0f && now.x <= 0.0f) {
            // Nearer than twice the inner radius, they overlap.
            const float part = before.x / (before.x - now.x);
            return std::abs(before.y + part * (now.y - before.y)) < 0.5f;
        }
        before = now;
    }
    return false;
}

/// Returns the minimum angle from a bat that turns about its end to a disc in its way, as long as the disc is
/// within its reach [rad].
float min_angle_ahead(bool motor, float speed, ::test::Random& random) {
    World world({.gravity = {0.0f, 0.0f}});
    const float middle = motor ? 1.0f : 0.0f;
    const BodyId bat = world.create_body({.type = motor ? BodyType::Dynamic : BodyType::Kinematic,
                                          .position = {middle, 0.0f},
                                          .linear_velocity = {0.0f, speed * middle},
                                          .angular_velocity = speed});
    world.create_shape(bat, make_box(1.0f, 0.05f, Pose{{1.0f - middle, 0.0f}, Rot{}}));
    if (motor) {
        const BodyId hub = world.create_body({.type = BodyType::Static});
        world.create_joint(hub, bat,
                           RevoluteJoint{.anchor_b = {-1.0f, 0.0f}, .motor = JointMotor{speed, 1e6f}});
    }
    const float distance = random.between(0.4f, 1.8f);
    float ahead = random.between(0.6f, 2.1f);
    const BodyId disc = world.create_body(
        {.type = BodyType::Dynamic, .position = {distance * std::cos(ahead), distance * std::sin(ahead)}});
    world.create_shape(disc, Circle{{0.0f, 0.0f}, 0.1f});
    float minimum = ahead;
    const int steps = static_cast<int>(4.0f / (speed * time_step)) + 4;
    for (int step = 0; step < steps; ++step) {
        world.step(time_step);
        const Vec2 at = world[disc].position();
        if (length(at) > 1.9f) {
            break;
        }
        const Vec2 seen = inverse_rotate(Rot::from_angle(world[bat].angle()), at);
        ahead += std::remainder(std::atan2(seen.y, seen.x) - ahead, 2.0f * pi);
        minimum = std::min(minimum, ahead);
    }
    return minimum;
}

/// Returns the maximum distance of a disc from the middle of a kinematic crate that is shaken, along either
/// of the crate's axes [m]. The walls, of 5 cm, overlap at the corners, so that they have internal edges.
float max_distance_in_crate(float speed, float spin, ::test::Random& random) {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId crate = world.create_body({.type = BodyType::Kinematic});
    for (const float side : {-1.525f, 1.525f}) {
        world.create_shape(crate, make_box(0.025f, 1.55f, Pose{{side, 0.0f}, Rot{}}));
        world.create_shape(crate, make_box(1.55f, 0.025f, Pose{{0.0f, side}, Rot{}}));
    }
    const BodyId disc =
        world.create_body({.type = BodyType::Dynamic,
                           .position = {random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)},
                           .linear_velocity = {random.between(-speed, speed), speed}});
    world.create_shape(disc, Circle{{}, 0.1f});
    float furthest = 0.0f;
    for (int step = 0; step < 120; ++step) {
        const float phase = 0.4f * static_cast<float>(step);
        world[crate].set_linear_velocity({speed * std::sin(phase), speed * std::cos(0.7f * phase)});
        world[crate].set_angular_velocity(spin * std::cos(1.3f * phase));
        world.step(time_step);
        const Vec2 place = inverse_transform(world[crate].pose(), world[disc].position());
        furthest = std::max({furthest, std::abs(place.x), std::abs(place.y)});
    }
    return furthest;
}

/// Returns whether a disc at rest that a fast disc hits passes a wall of 5 cm behind it, which is kinematic,
/// or loose and heavy. Only the impact within the step takes it there.
bool hit_disc_passes_wall(BodyType wall_type, float speed, ::test::Random& random) {
    World world({.gravity = {0.0f, 0.0f}});
    const auto add_disc = [&](const Vec2& place, float velocity) {
        const BodyId disc = world.create_body(
            {.type = BodyType::Dynamic, .position = place, .linear_velocity = {velocity, 0.0f}});
        world.create_shape(disc, Circle{{}, 0.1f}, {.material = {.restitution = 1.0f}});
        return disc;
    };
    const float start = -speed * time_step * random.between(0.3f, 2.0f);
    add_disc({start - 0.3f, random.between(-0.05f, 0.05f)}, speed);
    const BodyId hit = add_disc({0.0f, 0.0f}, 0.0f);
    const BodyId wall =
        world.create_body({.type = wall_type, .position = {random.between(0.2f, 0.4f), 0.0f}});
    world.create_shape(wall, make_box(0.025f, 2.0f), {.density = 100.0f});
    for (int step = 0; step < 6; ++step) {
        world.step(time_step);
        if (world[hit].position().x > world[wall].position().x) {
            return true;
        }
    }
    return false;
}

/// Returns how many of sixteen bodies ever leave a crate with walls of 5 cm that is shaken.
int number_leaving_crate(BodyType type, float speed, float spin, std::uint32_t seed) {
    constexpr float outside = 1.55f;
    ::test::Random random(seed);
    World world;
    const BodyId crate = world.create_body({.type = type});
    for (const float side : {-1.525f, 1.525f}) {
        world.create_shape(crate, make_box(0.025f, outside, Pose{{side, 0.0f}, Rot{}}), {.density = 100.0f});
        world.create_shape(crate, make_box(outside, 0.025f, Pose{{0.0f, side}, Rot{}}), {.density = 100.0f});
    }
    std::vector<BodyId> bodies;
    for (int i = 0; i < 16; ++i) {
        const Vec2 place{0.6f * (static_cast<float>(i % 4) - 1.5f),
                         0.6f * (static_cast<float>(i / 4) - 1.5f)};
        bodies.push_back(world.create_body(
            {.type = BodyType::Dynamic, .position = place, .angle = random.between(-3.0f, 3.0f)}));
        const float size = random.between(0.08f, 0.18f);
        if (i % 2 == 0) {
            world.create_shape(bodies.back(), Circle{{}, size});
        } else {
            world.create_shape(bodies.back(), make_box(size, 0.6f * size));
        }
    }
    std::vector<bool> left(bodies.size());
    for (int step = 0; step < 120; ++step) {
        const float phase = 0.4f * static_cast<float>(step);
        world[crate].set_linear_velocity({speed * std::sin(phase), speed * std::cos(0.7f * phase)});
        world[crate].set_angular_velocity(spin * std::cos(1.3f * phase));
        world.step(time_step);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Vec2 place = inverse_transform(world[crate].pose(), world[bodies[i]].position());
            left[i] = left[i] || std::max(std::abs(place.x), std::abs(place.y)) > outside;
        }
    }
    return static_cast<int>(std::count(left.begin(), left.end(), true));
}

}  // namespace

TEST_CASE("fast pairs: boxes do not pass through each other, whatever their impact makes of them") {
    ::test::Random random(17);
    for (const float speed : {5.0f, 20.0f, 40.0f, 80.0f}) {
        CAPTURE(speed);
        int passed = 0;
        for (int i = 0; i < 50; ++i) {
            passed += boxes_pass(speed, random) ? 1 : 0;
        }
        CHECK(passed == 0);
    }
}

TEST_CASE("fast pairs: a bat takes along what it hits, kinematic or driven by a motor") {
    ::test::Random random(18);
    for (const bool motor : {false, true}) {
        CAPTURE(motor);
        for (const float speed : {5.0f, 20.0f, 40.0f, 60.0f}) {
            CAPTURE(speed);
            for (int i = 0; i < 50; ++i) {
                CHECK(min_angle_ahead(motor, speed, random) > 0.0f);
            }
        }
    }
}

TEST_CASE("fast pairs: a shaken kinematic crate with thin walls keeps its disc") {
    ::test::Random random(1);
    for (const float speed : {2.0f, 5.0f, 12.0f, 20.0f}) {
        CAPTURE(speed);
        for (int run = 0; run < 25; ++run) {
            CHECK(max_distance_in_crate(speed, run % 2 == 0 ? 0.0f : 0.5f * speed, random) < 1.55f);
        }
    }
}

TEST_CASE(
    "fast pairs: a shaken crate with thin walls, kinematic or loose, keeps what pushes each other in it") {
    for (const BodyType type : {BodyType::Kinematic, BodyType::Dynamic}) {
        CAPTURE(static_cast<int>(type));
        for (const float speed : {4.0f, 12.0f}) {
            CAPTURE(speed);
            for (std::uint32_t seed = 1; seed <= 3; ++seed) {
                CHECK(number_leaving_crate(type, speed, 0.3f * speed, seed) == 0);
            }
        }
    }
}

TEST_CASE("fast pairs: what is hit within a step does not pass a thin wall in the same one") {
    ::test::Random random(19);
    for (const BodyType type : {BodyType::Kinematic, BodyType::Dynamic}) {
        CAPTURE(static_cast<int>(type));
        for (const float speed : {20.0f, 40.0f, 100.0f, 200.0f}) {
            CAPTURE(speed);
            int passed = 0;
            for (int i = 0; i < ::test::scaled(50, 10); ++i) {
                passed += hit_disc_passes_wall(type, speed, random) ? 1 : 0;
            }
            CHECK(passed == 0);
        }
    }
}

TEST_CASE("fast pairs: next to nothing leaves a crate that is shaken hard, kinematic or loose") {
    for (const BodyType type : {BodyType::Kinematic, BodyType::Dynamic}) {
        CAPTURE(static_cast<int>(type));
        for (const float speed : {20.0f, 30.0f}) {
            CAPTURE(speed);
            int left = 0;
            for (int seed = 1; seed <= ::test::scaled(12, 2); ++seed) {
                left += number_leaving_crate(type, speed, 0.3f * speed, static_cast<std::uint32_t>(seed));
            }
            CHECK(left <= 1);  // Of 192.
        }
    }
}
