// Bodies that slide along static shapes and pass several of their vertices in a step: at each, they lose what
// the law of plastic impacts takes, and never gain energy.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Adds a clockwise loop around the origin, solid from inside, with the vertices at these distances.
void add_loop(World& world, const std::vector<float>& radii, const Material& material) {
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < radii.size(); ++i) {
        const float part = static_cast<float>(i) / static_cast<float>(radii.size());
        const Rot turn = Rot::from_angle(-2.0f * pi * part);
        points.push_back(radii[i] * Vec2{turn.c, turn.s});
    }
    world.create_chain(world.create_body({.type = BodyType::Static}),
                       {.points = points, .is_loop = true, .materials = {material}});
}

double energy(const World& world, BodyId body, double gravity) {
    const Vec2 velocity = world[body].linear_velocity();
    const double spin = double{world[body].angular_velocity()};
    const double mass = double{world[body].mass().mass};
    const double squared = double{velocity.x} * double{velocity.x} + double{velocity.y} * double{velocity.y};
    return 0.5 * mass * squared + 0.5 * double{world[body].mass().inertia} * spin * spin +
           mass * gravity * double{world[body].position().y};
}

}  // namespace

TEST_CASE("a smooth disc in a ring loses its speed by the cosine of the angle at each vertex, at any speed") {
    for (const float radius : {1.0f, 4.0f, 20.0f}) {
        for (const int count : {60, 180, 360}) {
            for (const float speed : {10.0f, 40.0f, 150.0f}) {
                CAPTURE(radius);
                CAPTURE(count);
                CAPTURE(speed);
                World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
                add_loop(world, std::vector<float>(static_cast<std::size_t>(count), radius),
                         {.friction = 0.0f});
                const double angle = 2.0 * double{pi} / count;
                const float start = radius * static_cast<float>(std::cos(0.5 * angle)) - 0.1f;
                const BodyId body = world.create_body(
                    {.type = BodyType::Dynamic,
                     .position = start * Vec2{static_cast<float>(std::cos(0.5 * angle)),
                                              static_cast<float>(std::sin(0.5 * angle))},
                     .linear_velocity = speed * Vec2{static_cast<float>(-std::sin(0.5 * angle)),
                                                     static_cast<float>(std::cos(0.5 * angle))}});
                world.create_shape(body, Circle{{0.0f, 0.0f}, 0.1f}, {.material = {.friction = 0.0f}});
                double turned = 0.0;
                double farthest = 0.0;
                Vec2 before = world[body].position();
                for (int step = 0; step < 30; ++step) {
                    world.step(dt);
                    const Vec2 now = world[body].position();
                    turned += std::atan2(double{cross(before, now)}, double{dot(before, now)});
                    before = now;
                    farthest = std::max(farthest, double{length(now)});
                }
                // Between the middles of segments, the centre passes one vertex.
                const double vertices = turned / angle;
                const double kept = double{length(world[body].linear_velocity())} / double{speed};
                CHECK(std::log(kept) / std::log(std::cos(angle)) ==
                      doctest::Approx(vertices).epsilon(0.001).scale(1000.0));
                CHECK(farthest < double{radius} - 0.1 + 0.0005);
            }
        }
    }
}

TEST_CASE("a body of any shape that slides fast in a loop of any form gains no energy and stays inside") {
    test::Random random(17);
    for (int run = 0; run < 120; ++run) {
        CAPTURE(run);
        const double gravity = run % 2 == 0 ? 0.0 : 10.0;
        World world({.gravity = {0.0f, static_cast<float>(-gravity)}, .sleeping = false});
        const float radius = random.between(1.5f, 8.0f);
        const int count = static_cast<int>(random.between(20.0f, 300.0f));
        std::vector<float> radii;
        const float wave = random.between(0.0f, 0.1f);
        for (int i = 0; i < count; ++i) {
            const double at = 2.0 * double{pi} * i / count;
            radii.push_back(radius * (1.0f + wave * static_cast<float>(std::cos(3.0 * at))));
        }
        const float friction = run % 3 == 0 ? 0.0f : random.between(0.0f, 1.0f);
        add_loop(world, radii, {.friction = friction});
        const BodyId body = world.create_body(
            {.type = BodyType::Dynamic,
             .position = {random.between(-0.5f, 0.5f), random.between(-0.5f, 0.5f)},
             .linear_velocity = {random.between(-150.0f, 150.0f), random.between(-80.0f, 80.0f)},
             .angular_velocity = random.between(-20.0f, 20.0f)});
        const ShapeDefinition surface{.material = {.friction = friction}};
        if (run % 4 == 0) {
            world.create_shape(body, Circle{{0.0f, 0.0f}, 0.15f}, surface);
        } else if (run % 4 == 1) {
            world.create_shape(body, make_box(0.2f, 0.1f), surface);
        } else if (run % 4 == 2) {
            world.create_shape(body, Capsule{{-0.15f, 0.0f}, {0.15f, 0.0f}, 0.1f}, surface);
        } else {
            world.create_shape(body, make_box(0.15f, 0.15f), surface);
            world.create_shape(body, Circle{{0.2f, 0.0f}, 0.1f}, surface);
        }
        double most = energy(world, body, gravity);
        const double scale = most + double{world[body].mass().mass} * gravity * double{radius};
        double gain = 0.0;
        float farthest = 0.0f;
        for (int step = 0; step < 240; ++step) {
            world.step(dt);
            const double now = energy(world, body, gravity);
            gain = std::max(gain, now - most);
            most = std::min(most, now);
            farthest = std::max(farthest, length(world[body].position()));
        }
        CHECK(gain < 0.01 * scale);
        CHECK(farthest < 1.1f * radius);
    }
}
