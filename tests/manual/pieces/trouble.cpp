// Numbers of docs/manual/trouble.md.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace drystone;

namespace {

struct TowerTuning {
    ContactTuning contact{};
    int sub_steps = 4;
    int extra_iterations = 0;
};

/// Depth by which the top of six boxes of 1 m sinks [mm].
float sag_of_tower(const TowerTuning& tuning) {
    World world({.gravity = {0.0f, -10.0f}, .contact = tuning.contact});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
    BodyId top{};
    for (int i = 0; i < 6; ++i) {
        top = world.create_body({.position = {0.0f, 0.5f + static_cast<float>(i)},
                                 .extra_iterations = i == 0 ? tuning.extra_iterations : 0});
        world.create_shape(top, make_box(0.5f, 0.5f));
    }
    for (int i = 0; i < 600; ++i) {
        world.step(1.0f / 60.0f, tuning.sub_steps);
    }
    return 1000.0f * (5.5f - world[top].position().y);
}

/// Distance that a box slides down a slope of this angle in two seconds [m].
float slide_on_slope(float degrees, float friction) {
    World world({.gravity = {0.0f, -10.0f}});
    const Rot slope = Rot::from_angle(degrees / 180.0f * pi);
    const BodyId ground = world.create_body({.type = BodyType::Static, .angle = slope.angle()});
    world.create_shape(ground, make_box(50.0f, 0.5f), {.material = {.friction = friction}});
    const Vec2 start = rotate(slope, {0.0f, 1.0f});
    const BodyId box = world.create_body({.position = start, .angle = slope.angle()});
    world.create_shape(box, make_box(0.5f, 0.5f), {.material = {.friction = friction}});
    for (int i = 0; i < 120; ++i) {
        world.step(1.0f / 60.0f);
    }
    return length(world[box].position() - start);
}

}  // namespace

TEST_CASE("a tower sinks by as much as the page says") {
    CHECK(sag_of_tower({}) == doctest::Approx(1.5f).epsilon(0.05));
    CHECK(sag_of_tower({.contact = {.compliance = 0.4f}}) == doctest::Approx(0.92f).epsilon(0.05));
    CHECK(sag_of_tower({.contact = {.frequency = 60.0f}, .sub_steps = 8}) ==
          doctest::Approx(0.32f).epsilon(0.05));
    CHECK(sag_of_tower({.extra_iterations = 8}) == doctest::Approx(1.3f).epsilon(0.05));
}

TEST_CASE("friction of 0.6 holds on slopes of up to 31 degrees") {
    CHECK(slide_on_slope(30.0f, 0.6f) < 0.01f);
    CHECK(slide_on_slope(32.0f, 0.6f) > 0.1f);
}
