// Friction that is larger at rest, and friction that depends on the direction, against Coulomb's law.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

using namespace drystone;
using test::dt;

namespace {

/// A box of 1 kg on a floor of the same material.
struct Table {
    explicit Table(const Material& material, SimdTarget simd = SimdTarget::Widest)
        : world({.gravity = {0.0f, -10.0f}, .sleeping = false, .simd = simd}) {
        const BodyId floor = world.create_body({.type = BodyType::Static, .position = {0.0f, -0.5f}});
        world.create_shape(floor, make_box(100.0f, 0.5f), {.material = material});
        box = test::add_box(world, {0.0f, 0.25f}, 1.0f, 0.25f, {.material = material});
        test::run(world, 60);
    }
    /// Pushes with a part of the weight; returns the change of speed [m/s].
    float push(float part, int steps) {
        const float before = speed();
        for (int i = 0; i < steps; ++i) {
            world[box].apply_force({part * 10.0f * world[box].mass().mass, 0.0f});
            world.step(dt);
        }
        return speed() - before;
    }
    [[nodiscard]] float speed() const { return world[box].linear_velocity().x; }
    [[nodiscard]] float place() const { return world[box].position().x; }

    World world;
    BodyId box;
};

}  // namespace

TEST_CASE("law: what rests starts beyond the static coefficient, and slides with the other one") {
    const Material material{.friction = 0.3f, .extra_static_friction = 0.3f};
    Table table(material);
    const float start = table.place();
    table.push(0.5f, 120);
    CHECK(std::abs(table.place() - start) < 1e-3f);
    table.push(0.0f, 60);
    table.push(-0.5f, 120);
    CHECK(std::abs(table.place() - start) < 1e-3f);
    table.push(0.0f, 60);
    CHECK(table.push(0.65f, 60) == doctest::Approx(10.0f * (0.65f - 0.3f)).epsilon(0.03));
    // What slides continues with a force that would not have started it.
    CHECK(table.push(0.5f, 60) == doctest::Approx(10.0f * (0.5f - 0.3f)).epsilon(0.02));
    CHECK(table.push(0.0f, 30) == doctest::Approx(-0.5f * 10.0f * 0.3f).epsilon(0.02));
    table.push(0.0f, 180);
    const float end = table.place();
    table.push(0.5f, 120);
    CHECK(std::abs(table.place() - end) < 1e-3f);
}

TEST_CASE("law: a load below the static limit moves nothing, even where it turns round at once") {
    const Material material{.friction = 0.3f, .extra_static_friction = 0.3f};
    for (const float part : {0.2f, 0.4f, 0.55f, 0.58f}) {
        CAPTURE(part);
        Table table(material);
        const float start = table.place();
        for (int i = 0; i < 6; ++i) {
            table.push(i % 2 == 0 ? part : -part, 20 + i);
            CHECK(std::abs(table.place() - start) < 1e-3f);
            CHECK(std::abs(table.speed()) < 1e-3f);
        }
    }
}

TEST_CASE("law: friction in one direction stops on another way than in the other") {
    for (const float extra : {0.5f, -0.1f, -5.0f}) {
        CAPTURE(extra);
        const Material material{.friction = 0.2f, .extra_reverse_friction = extra};
        for (const float speed : {4.0f, -4.0f}) {
            CAPTURE(speed);
            Table table(material);
            const float start = table.place();
            table.world[table.box].set_linear_velocity({speed, 0.0f});
            const double friction = speed > 0.0f ? 0.2 : std::max(0.0, 0.2 + static_cast<double>(extra));
            test::run(table.world, 300);
            const double way = static_cast<double>(std::abs(table.place() - start));
            if (friction > 0.0) {
                CHECK(way == doctest::Approx(16.0 / (20.0 * friction)).epsilon(0.02));
                // Without friction on the way back, nothing stops the last of it.
                CHECK(std::abs(table.speed()) < (extra < -1.0f ? 2e-3f : 1e-3f));
            } else {
                CHECK(way == doctest::Approx(20.0).epsilon(1e-3));
            }
        }
    }
}

TEST_CASE("law: a shaken body walks where friction holds one way, and both lane types give the same bits") {
    const Material material{.friction = 0.1f, .extra_static_friction = 0.05f, .extra_reverse_friction = 0.6f};
    Table wide(material);
    Table scalar(material, SimdTarget::Scalar);
    for (int i = 0; i < 240; ++i) {
        for (Table* const each : {&wide, &scalar}) {
            const float force = (i / 15 % 2 == 0 ? 4.0f : -4.0f) * each->world[each->box].mass().mass;
            each->world[each->box].apply_force({force, 0.0f});
            each->world.step(dt);
        }
        REQUIRE(wide.world.state_hash() == scalar.world.state_hash());
    }
    CHECK(wide.place() > 0.5f);
}

TEST_CASE("law: coefficients out of range are refused") {
    World world;
    const BodyId body = world.create_body();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK_THROWS_AS(world.create_shape(body, Circle{}, {.material = {.extra_static_friction = -0.1f}}),
                    Error);
    CHECK_THROWS_AS(world.create_shape(body, Circle{}, {.material = {.extra_static_friction = nan}}), Error);
    CHECK_THROWS_AS(world.create_shape(body, Circle{}, {.material = {.extra_reverse_friction = nan}}), Error);
}
