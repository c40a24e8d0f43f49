// Numbers of docs/manual/trouble.md.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace drystone;

namespace {

struct TowerTuning {
    ContactTuning contact{};
    int sub_steps = 4;
    int extra_iterations = 0;
};

/// Depths of the top of six boxes of 1 m below the place where it was put [mm].
struct Sag {
    float largest = 0.0f;
    float at_rest = 0.0f;
};

Sag sag_of_tower(const TowerTuning& tuning) {
    World world({.gravity = {0.0f, -10.0f}, .contact = tuning.contact, .sleeping = false});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
    BodyId top{};
    for (int i = 0; i < 6; ++i) {
        top = world.create_body({.position = {0.0f, 0.5f + static_cast<float>(i)},
                                 .extra_iterations = i == 0 ? tuning.extra_iterations : 0});
        world.create_shape(top, make_box(0.5f, 0.5f));
    }
    Sag sag;
    for (int i = 0; i < 600; ++i) {
        world.step(1.0f / 60.0f, tuning.sub_steps);
        sag.at_rest = 1000.0f * (5.5f - world[top].position().y);
        sag.largest = std::max(sag.largest, sag.at_rest);
    }
    return sag;
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
    const auto check = [](const TowerTuning& tuning, float largest, float at_rest) {
        const Sag sag = sag_of_tower(tuning);
        CHECK(sag.largest == doctest::Approx(largest).epsilon(0.05));
        CHECK(sag.at_rest == doctest::Approx(at_rest).epsilon(0.2));
    };
    check({}, 3.0f, 0.03f);
    check({.contact = {.compliance = 0.4f}}, 2.8f, 0.02f);
    check({.contact = {.frequency = 60.0f}, .sub_steps = 8}, 0.75f, 0.008f);
    check({.extra_iterations = 8}, 1.3f, 0.03f);
}

TEST_CASE("friction of 0.6 holds on slopes of up to 31 degrees") {
    CHECK(slide_on_slope(30.0f, 0.6f) < 0.01f);
    CHECK(slide_on_slope(32.0f, 0.6f) > 0.1f);
}
