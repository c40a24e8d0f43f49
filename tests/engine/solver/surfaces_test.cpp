#include <doctest/doctest.h>

#include "support/world_build.h"

#include "contacts/contact_rules.h"

#include <cmath>
#include <limits>

using namespace drystone;
using test::dt;

namespace {

/// Simulates a heap with every surface effect, some of which change on the way; returns the final hash.
std::uint64_t run_heap(const WorldDefinition& definition, int steps) {
    World world(definition);
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ShapeId belt = world.create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}},
                                            {.material = {.tangent_speed = 1.0f}});
    world.create_shape(ground, make_box(4.0f, 0.2f, Pose{Vec2{-3.0f, 3.0f}, Rot{}}),
                       {.pre_solve = true, .one_way = Vec2{0.0f, 1.0f}});
    world.create_shape(ground, Segment{{1.0f, 5.0f}, {8.0f, 6.0f}}, {.one_way = Vec2{0.0f, 1.0f}});
    world.set_pre_solve_callback([](PreSolveContact& contact) {
        contact.friction *= 0.5f;
        contact.tangent_speed += contact.points[0].approach_speed;
        return contact.shape_b.index1 % 7 != 0;
    });
    test::Random random(77);
    for (int i = 0; i < 150; ++i) {
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic,
                               .position = {random.between(-7.0f, 7.0f), random.between(0.5f, 14.0f)},
                               .angle = random.between(-3.0f, 3.0f),
                               .linear_velocity = {0.0f, random.between(-20.0f, 20.0f)}});
        Material material;
        material.rolling_resistance = i % 3 == 0 ? 0.1f : 0.0f;
        material.tangent_speed = i % 5 == 0 ? 0.5f : 0.0f;
        material.frequency = i % 7 == 0 ? 5.0f : 0.0f;
        material.restitution = i % 4 == 0 ? 0.4f : 0.0f;
        const float size = random.between(0.15f, 0.35f);
        const ShapeDefinition shape{.material = material, .hit_events = i % 6 == 0};
        if (i % 2 == 0) {
            world.create_shape(body, Circle{{0.0f, 0.0f}, size}, shape);
        } else if (i % 4 == 1) {
            world.create_shape(body, make_box(size, size), shape);
        } else {
            world.create_shape(body, make_regular_polygon(6, size), shape);
        }
    }
    for (int i = 0; i < steps; ++i) {
        if (i % 50 == 25) {
            world[belt].set_material({.tangent_speed = i % 100 == 25 ? -2.0f : 1.0f, .frequency = 20.0f});
        }
        world.step(dt);
    }
    world.validate();
    return world.state_hash();
}

}  // namespace

TEST_CASE("surfaces: the same state for every target and number of threads with all effects on") {
    const int steps = test::scaled(200, 60);
    const std::uint64_t expected = run_heap({.simd = SimdTarget::Scalar}, steps);
    for (const SimdTarget target : simd_targets()) {
        for (const int threads : {1, 2, 5}) {
            CAPTURE(simd_target_name(target));
            CAPTURE(threads);
            CHECK(run_heap({.threads = threads, .simd = target}, steps) == expected);
        }
    }
}

TEST_CASE("surfaces: neighbours in a block of lanes keep their bits") {
    // Far from a row of boxes that tumble on the floor, one disc has every effect, or none.
    const auto run_row = [](const Material& material) {
        World world;
        test::add_ground(world, 500.0f);
        test::Random random(3);
        std::vector<BodyId> boxes;
        for (int i = 0; i < 40; ++i) {
            boxes.push_back(test::add_box(world, {3.0f * static_cast<float>(i), 1.0f}, 0.4f, 0.3f));
            world[boxes.back()].set_linear_velocity({random.between(-3.0f, 3.0f), -1.0f});
            world[boxes.back()].set_angular_velocity(random.between(-4.0f, 4.0f));
        }
        test::add_box(world, {-100.0f, 0.3f}, 0.4f, 0.3f, {.material = material});
        std::vector<float> values;
        for (int i = 0; i < 120; ++i) {
            world.step(dt);
            for (const BodyId box : boxes) {
                values.insert(values.end(), {world[box].position().x, world[box].position().y,
                                             world[box].angle(), world[box].angular_velocity()});
            }
        }
        return values;
    };
    CHECK(run_row({}) == run_row({.rolling_resistance = 0.1f, .tangent_speed = 1.0f, .frequency = 3.0f}));
}

TEST_CASE("surfaces: how two materials mix") {
    const Material plain;
    const Material rolling{.rolling_resistance = 0.2f, .tangent_speed = 1.0f};
    const Material soft{
        .rolling_resistance = 0.1f, .tangent_speed = -3.0f, .frequency = 4.0f, .damping_ratio = 0.5f};
    const Material softer{.frequency = 2.0f, .damping_ratio = 0.9f};
    const Material springy{.frequency = 2.0f, .damping_ratio = 0.1f};
    CHECK(mix_materials(rolling, soft).rolling_resistance == 0.2f);
    CHECK(mix_materials(soft, rolling).rolling_resistance == 0.2f);
    CHECK(mix_materials(soft, rolling).tangent_speed == -2.0f);
    CHECK(mix_materials(plain, soft).frequency == 4.0f);
    CHECK(mix_materials(soft, plain).damping_ratio == 0.5f);
    CHECK(mix_materials(soft, softer).frequency == 2.0f);
    CHECK(mix_materials(softer, soft).damping_ratio == 0.9f);
    CHECK(mix_materials(softer, springy).damping_ratio == 0.1f);
    CHECK(mix_materials(springy, softer).damping_ratio == 0.1f);
    CHECK(mix_materials(plain, plain).frequency == 0.0f);
}

TEST_CASE("surfaces: materials come back as they were set") {
    World world;
    const Material material{.friction = 0.1f,
                            .restitution = 0.2f,
                            .rolling_resistance = 0.3f,
                            .tangent_speed = -4.0f,
                            .frequency = 5.0f,
                            .damping_ratio = 0.6f};
    const BodyId body = world.create_body({.type = BodyType::Static});
    const ShapeId shape = world.create_shape(body, make_box(1.0f, 1.0f), {.material = material});
    CHECK(world[shape].material() == material);
    world[shape].set_material({});
    CHECK(world[shape].material() == Material{});
    world[shape].set_material(material);
    CHECK(world[shape].material() == material);
}

TEST_CASE("surfaces: values out of range are refused by name, and nothing is changed") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const auto check = [](float Material::*member, const char* name, float value) {
        CAPTURE(name);
        CAPTURE(value);
        Material bad;
        bad.*member = value;
        World world;
        const BodyId body = world.create_body({.type = BodyType::Static});
        CHECK(test::contains_text(
            test::error_of([&] { world.create_shape(body, make_box(1.0f, 1.0f), {.material = bad}); }),
            name));
        CHECK(world[body].shapes().empty());
        const ShapeId shape = world.create_shape(body, make_box(1.0f, 1.0f));
        CHECK(test::contains_text(test::error_of([&] { world[shape].set_material(bad); }), name));
        CHECK(world[shape].material() == Material{});
        // Also from a mixing callback.
        test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f);
        world.set_material_mixing([&](ShapeId, ShapeId, const MixedMaterial& by_rules) {
            MixedMaterial mixed = by_rules;
            mixed.rolling_resistance = bad.rolling_resistance;
            mixed.tangent_speed = bad.tangent_speed;
            mixed.frequency = bad.frequency;
            mixed.damping_ratio = bad.damping_ratio;
            return mixed;
        });
        CHECK(test::contains_text(test::error_of([&] { world.step(dt); }), name));
    };
    for (const float value : {-0.1f, nan, infinity}) {
        check(&Material::rolling_resistance, "rolling_resistance", value);
        check(&Material::frequency, "frequency", value);
        check(&Material::damping_ratio, "damping_ratio", value);
    }
    check(&Material::tangent_speed, "tangent_speed", nan);
    check(&Material::tangent_speed, "tangent_speed", infinity);
}

TEST_CASE("surfaces: a callback for mixing may change all of it") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    world.set_material_mixing([](ShapeId, ShapeId, const MixedMaterial& by_rules) {
        MixedMaterial mixed = by_rules;
        mixed.tangent_speed = 2.0f;
        return mixed;
    });
    test::run(world, 60);
    CHECK(world[box].linear_velocity().x == doctest::Approx(2.0).epsilon(1e-3));
}

TEST_CASE("surfaces: rolling impulses outlast sleep") {
    // Only these effects hold a disc on a slope: it must not roll when it wakes.
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static, .angle = -0.1f});
    world.create_shape(ground, make_box(100.0f, 1.0f));
    const Vec2 start = 1.5f * world[ground].world_vector({0.0f, 1.0f});
    const BodyId disc = test::add_disc(world, start, 0.5f, {.material = {.rolling_resistance = 0.3f}});
    test::run(world, 180);
    REQUIRE_FALSE(world[disc].is_awake());
    const Vec2 asleep = world[disc].position();
    world[disc].wake();
    for (int i = 0; i < 30; ++i) {
        world.step(dt);
        CHECK(length(world[disc].linear_velocity()) < 1e-3f);
    }
    CHECK(length(world[disc].position() - asleep) < 1e-4f);
}

TEST_CASE("surfaces: sixty materials come and go in one list of contacts") {
    World world;
    const BodyId ground = test::add_ground(world, 100.0f);
    const ShapeId floor = world[ground].shapes()[0];
    std::vector<BodyId> boxes;
    test::Random random(9);
    for (int i = 0; i < 60; ++i) {
        boxes.push_back(test::add_box(world, {1.5f * static_cast<float>(i) - 45.0f, 0.5f}, 0.5f, 0.5f));
    }
    for (int turn = 0; turn < 200; ++turn) {
        const BodyId box = boxes[static_cast<std::size_t>(random.below(60))];
        if (world.is_valid(box)) {
            const int kind = random.below(5);
            if (kind == 0 && turn > 100) {
                world.destroy_body(box);
            } else {
                world[world[box].shapes()[0]].set_material({.rolling_resistance = kind == 1 ? 0.1f : 0.0f,
                                                            .tangent_speed = kind == 2 ? 0.06f : 0.0f,
                                                            .frequency = kind == 3 ? 4.0f : 0.0f});
            }
        }
        world[floor].set_material({.friction = turn % 2 == 0 ? 0.5f : 0.6f});
        world.step(dt);
        world.validate();
    }
    test::run(world, 200);
    for (const BodyId box : boxes) {
        if (world.is_valid(box)) {
            const Material material = world[world[box].shapes()[0]].material();
            const double omega = 2.0 * 3.14159265358979 * double{material.frequency};
            const double sag = omega > 0.0 ? 10.0 / (0.8 * omega * omega) : 0.0;
            CHECK(std::abs(double{world[box].position().y} - (0.5 - sag)) < 2e-3);
            CHECK(std::abs(world[box].linear_velocity().x - material.tangent_speed) < 2e-3f);
        }
    }
}
