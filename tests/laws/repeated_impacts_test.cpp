#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <cstddef>
#include <vector>

using namespace drystone;

namespace {

BodyId add_elastic_disc(World& world, const Vec2& position, float radius, const Vec2& velocity,
                        float density = 1.0f) {
    const BodyId disc = test::add_disc(
        world, position, radius, {.density = density, .material = {.friction = 0.0f, .restitution = 1.0f}});
    world[disc].set_linear_velocity(velocity);
    return disc;
}

}  // namespace

TEST_CASE("law: a disc into a row of five at rest passes its speed to the last") {
    for (const float gap : {0.0f, 0.001f, 0.02f, 0.1f}) {
        for (const float speed : {2.0f, 5.0f, 20.0f}) {
            CAPTURE(gap);
            CAPTURE(speed);
            World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
            std::vector<BodyId> discs{add_elastic_disc(world, {-3.0f, 0.0f}, 0.5f, {speed, 0.0f})};
            for (int i = 0; i < 5; ++i) {
                discs.push_back(
                    add_elastic_disc(world, {static_cast<float>(i) * (1.0f + gap), 0.0f}, 0.5f, {}));
            }
            test::run(world, static_cast<int>(300.0f / speed));
            for (const BodyId disc : discs) {
                const float expected = disc == discs.back() ? speed : 0.0f;
                CHECK(std::abs(world[disc].linear_velocity().x - expected) < 1e-3f * speed);
            }
        }
    }
}

TEST_CASE("law: a light disc on a heavy one that falls is thrown up at (3 M - m) / (M + m) times its speed") {
    for (const float ratio : {5.0f, 25.0f, 100.0f}) {
        CAPTURE(ratio);
        World world({.sleeping = false});
        const BodyId ground = world.create_body({.type = BodyType::Static});
        world.create_shape(ground, Segment{{-9.0f, 0.0f}, {9.0f, 0.0f}},
                           {.material = {.friction = 0.0f, .restitution = 1.0f}});
        constexpr float drop = 2.0f;
        add_elastic_disc(world, {0.0f, drop + 0.5f}, 0.5f, {});
        const BodyId light = add_elastic_disc(world, {0.0f, drop + 1.251f}, 0.25f, {}, 4.0f / ratio);
        float fastest = 0.0f;
        for (int i = 0; i < 60; ++i) {
            world.step(test::dt);
            fastest = std::max(fastest, world[light].linear_velocity().y);
        }
        const float fall = std::sqrt(2.0f * 10.0f * drop);
        CHECK(fastest == doctest::Approx(fall * (3.0f * ratio - 1.0f) / (ratio + 1.0f)).epsilon(0.02));
    }
}

TEST_CASE("law: an elastic break stays mirror-symmetric and keeps its energy") {
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    constexpr float distance = 0.501f;
    std::vector<BodyId> discs{add_elastic_disc(world, {-4.0f, 0.0f}, 0.25f, {10.0f, 0.0f})};
    std::vector<std::size_t> mirrored{0};
    for (int row = 0; row < 5; ++row) {
        const std::size_t first = discs.size();
        for (int i = 0; i <= row; ++i) {
            const float y = (static_cast<float>(i) - 0.5f * static_cast<float>(row)) * distance;
            discs.push_back(
                add_elastic_disc(world, {static_cast<float>(row) * 0.8660254f * distance, y}, 0.25f, {}));
            mirrored.push_back(first + static_cast<std::size_t>(row - i));
        }
    }
    test::run(world, 120);
    float energy = 0.0f;
    for (std::size_t i = 0; i < discs.size(); ++i) {
        const Vec2 place = world[discs[i]].position();
        const Vec2 other = world[discs[mirrored[i]]].position();
        CHECK(length(place - Vec2{other.x, -other.y}) < 0.01f);
        energy += length_squared(world[discs[i]].linear_velocity());
    }
    CHECK(energy == doctest::Approx(100.0f).epsilon(0.01));
}
