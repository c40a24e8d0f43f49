#include <doctest/doctest.h>

#include "support/world_build.h"

#include "contacts/contact_rules.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>

using namespace drystone;
using test::dt;

namespace {

/// Returns the remaining speed of a box that slid on a floor for half a second from 5 m/s.
float slide(const Material& floor, const Material& box, const MaterialMixing& mixing = {}) {
    World world({.gravity = {0.0f, -10.0f}});
    world.set_material_mixing(mixing);
    test::add_ground(world, 50.0f, floor);
    const BodyId body = test::add_box(world, {0.0f, 0.25f}, 0.5f, 0.25f, {.material = box});
    test::run(world, 30);
    world[body].set_linear_velocity({5.0f, 0.0f});
    test::run(world, 30);
    return world[body].linear_velocity().x;
}

/// Returns that speed by Coulomb's law.
double coulomb(double friction) { return 5.0 - friction * 10.0 * 0.5; }

}  // namespace

TEST_CASE("materials: a pair whose boxes overlap keeps the rules until a callback sees a new material") {
    // The box hovers 2 cm above the floor: a pair, but no contact, when the callback is set.
    const auto slide_from_above = [](bool new_material, bool callback_first) {
        const auto without_friction = [](ShapeId, ShapeId, MixedMaterial mixed) {
            mixed.friction = 0.0f;
            return mixed;
        };
        World world({.gravity = {0.0f, 0.0f}});
        if (callback_first) {
            world.set_material_mixing(without_friction);
        }
        test::add_ground(world, 50.0f, {.friction = 0.5f});
        const BodyId body =
            test::add_box(world, {0.0f, 0.27f}, 0.5f, 0.25f, {.material = {.friction = 0.5f}});
        world.step(dt);
        world.set_material_mixing(without_friction);
        if (new_material) {
            world[body].shapes().front().set_material({.friction = 0.5f});
        }
        world.set_gravity({0.0f, -10.0f});
        test::run(world, 60);
        world[body].set_linear_velocity({5.0f, 0.0f});
        test::run(world, 30);
        return world[body].linear_velocity().x;
    };
    CHECK(slide_from_above(false, false) == doctest::Approx(coulomb(0.5)).epsilon(0.01));
    CHECK(slide_from_above(true, false) == doctest::Approx(5.0));
    CHECK(slide_from_above(false, true) == doctest::Approx(5.0));
}

TEST_CASE("materials: every rule against its formula, and the later of two rules decides") {
    const float a = 0.4f;
    const float b = 0.9f;
    const std::array<std::pair<Mixing, double>, 6> rules{{{Mixing::GeometricMean, std::sqrt(0.36)},
                                                          {Mixing::Average, 0.65},
                                                          {Mixing::Minimum, 0.4},
                                                          {Mixing::Multiply, 0.36},
                                                          {Mixing::Maximum, 0.9},
                                                          {Mixing::ClampedSum, 1.0}}};
    for (std::size_t i = 0; i < rules.size(); ++i) {
        for (std::size_t k = 0; k < rules.size(); ++k) {
            const double expected = rules[std::max(i, k)].second;
            CHECK(mix_materials({a, 0.0f, rules[i].first}, {b, 0.0f, rules[k].first}).friction ==
                  doctest::Approx(expected));
            CHECK(mix_materials({0.0f, a, {}, rules[i].first}, {0.0f, b, {}, rules[k].first}).restitution ==
                  doctest::Approx(expected));
        }
        // A rule set on a material overrides the default.
        CHECK(mix_materials({a, 0.0f}, {b, 0.0f, rules[i].first}).friction ==
              doctest::Approx(rules[i].second));
        CHECK(mix_materials({0.0f, a, {}, rules[i].first}, {0.0f, b}).restitution ==
              doctest::Approx(rules[i].second));
    }
    CHECK(mix_materials({a, 0.0f, Mixing::ClampedSum}, {0.5f, 0.0f}).friction == doctest::Approx(0.9));
    CHECK(mix_materials({a, a}, {b, b}).friction == doctest::Approx(0.6));
    CHECK(mix_materials({a, a}, {b, b}).restitution == b);
}

TEST_CASE("materials: a sliding box is slowed by Coulomb's law with the friction that the rule gives") {
    CHECK(slide({.friction = 0.4f}, {.friction = 0.9f}) == doctest::Approx(coulomb(0.6)).epsilon(0.01));
    CHECK(slide({.friction = 0.4f}, {.friction = 0.9f, .friction_mixing = Mixing::Average}) ==
          doctest::Approx(coulomb(0.65)).epsilon(0.01));
    CHECK(slide({.friction = 0.4f, .friction_mixing = Mixing::Minimum}, {.friction = 0.9f}) ==
          doctest::Approx(coulomb(0.4)).epsilon(0.01));
    CHECK(slide({.friction = 0.4f, .friction_mixing = Mixing::Multiply}, {.friction = 0.9f}) ==
          doctest::Approx(coulomb(0.36)).epsilon(0.01));
    CHECK(slide({.friction = 0.4f, .friction_mixing = Mixing::Maximum}, {.friction = 0.9f}) ==
          doctest::Approx(coulomb(0.9)).epsilon(0.02));
}

TEST_CASE("materials: a callback replaces the rules and is given what they say") {
    int calls = 0;
    const auto mixing = [&](ShapeId, ShapeId, const MixedMaterial& by_rules) {
        ++calls;
        CHECK(by_rules.friction == doctest::Approx(0.6));
        CHECK(by_rules.restitution == 0.25f);
        return MixedMaterial{0.5f * by_rules.friction, 0.0f};
    };
    CHECK(slide({.friction = 0.4f}, {.friction = 0.9f, .restitution = 0.25f}, mixing) ==
          doctest::Approx(coulomb(0.3)).epsilon(0.01));
    // Called for the one pair that begins.
    CHECK(calls == 1);
}

TEST_CASE("materials: a callback is asked again when a material is set, and may look the shapes up") {
    World world;
    const BodyId ground = test::add_ground(world, 50.0f, {.friction = 1.0f});
    const ShapeId floor = world[ground].shapes()[0];
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, {.user_data = 3});
    std::vector<std::uint64_t> seen;
    world.set_material_mixing([&](ShapeId a, ShapeId b, const MixedMaterial& by_rules) {
        seen.push_back(world[a].user_data() + world[b].user_data());
        return by_rules;
    });
    test::run(world, 5);
    world[floor].set_material({.friction = 0.0f});
    CHECK(seen == std::vector<std::uint64_t>{3, 3});
    world[box].set_linear_velocity({2.0f, 0.0f});
    test::run(world, 30);
    CHECK(world[box].linear_velocity().x == doctest::Approx(2.0).epsilon(1e-4));
}

TEST_CASE("materials: a new material wakes what rests on the shape: a box begins to slide") {
    World world;
    const BodyId ramp = world.create_body({.type = BodyType::Static, .angle = -0.3f});
    const ShapeId slope = world.create_shape(ramp, make_box(20.0f, 0.5f), {.material = {.friction = 1.0f}});
    const Vec2 normal = world[ramp].world_vector({0.0f, 1.0f});
    const BodyId box =
        world.create_body({.type = BodyType::Dynamic, .position = 1.0f * normal, .angle = -0.3f});
    world.create_shape(box, make_box(0.5f, 0.5f), {.material = {.friction = 1.0f}});
    test::run(world, 300);
    REQUIRE_FALSE(world[box].is_awake());
    world[slope].set_material({.friction = 0.0f});
    CHECK(world[box].is_awake());
    test::run(world, 60);
    // One second down a slope without friction: g sin(0.3).
    CHECK(length(world[box].linear_velocity()) == doctest::Approx(10.0 * std::sin(0.3)).epsilon(0.01));
}

TEST_CASE("materials: what a callback returns out of range is an error after a whole step") {
    for (const MixedMaterial& bad :
         {MixedMaterial{-1.0f, 0.0f}, MixedMaterial{0.0f, 2.0f}, MixedMaterial{std::nanf(""), 0.0f},
          MixedMaterial{0.0f, std::nanf("")}}) {
        World world;
        World other;
        for (World* const each : {&world, &other}) {
            test::add_ground(*each);
            test::add_box(*each, {0.0f, 0.5f}, 0.5f, 0.5f);
        }
        world.set_material_mixing([&](ShapeId, ShapeId, const MixedMaterial&) { return bad; });
        const std::string text = test::error_of([&] { world.step(dt); });
        CHECK(test::contains_text(text, "World::set_material_mixing"));
        other.step(dt);
        CHECK(world.state_hash() == other.state_hash());
        CHECK(test::error_of([&] { world.step(dt); }).empty());
    }
}

TEST_CASE("materials: where the callback fails, no shape, chain, contact or sleeping body has changed") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ChainId chain =
        world.create_chain(ground, {.points = {{8.0f, 0.0f}, {2.0f, 0.0f}, {-2.0f, 0.0f}, {-8.0f, 0.0f}}});
    const BodyId box = test::add_box(world, {0.0f, 0.25f}, 0.5f, 0.25f);
    const BodyId other = test::add_box(world, {5.0f, 0.25f}, 0.5f, 0.25f);
    test::run(world, 120);
    REQUIRE_FALSE(world[box].is_awake());
    REQUIRE_FALSE(world[other].is_awake());
    const std::uint64_t before = world.state_hash();
    const ShapeId shape = world[box].shapes().front().id();
    bool throws = false;
    world.set_material_mixing([&](ShapeId, ShapeId, const MixedMaterial& mixed) {
        if (throws) {
            throw Error("no material");
        }
        MixedMaterial result = mixed;
        result.friction = std::numeric_limits<float>::infinity();
        return result;
    });
    for (const bool thrown : {false, true}) {
        throws = thrown;
        CHECK_FALSE(test::error_of([&] { world[shape].set_material({.friction = 0.1f}); }).empty());
        CHECK_FALSE(test::error_of([&] { world[chain].set_material({.friction = 0.1f}); }).empty());
        CHECK(world[shape].material().friction == Material{}.friction);
        for (const ShapeRef segment : world[chain].shapes()) {
            CHECK(segment.material().friction == Material{}.friction);
        }
        CHECK_FALSE(world[box].is_awake());
        CHECK_FALSE(world[other].is_awake());
        CHECK(world.state_hash() == before);
    }
}
