// Bad numbers, and calls at the wrong time.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

/// Adds fifty boxes and a ground.
void add_heap(World& world) {
    test::add_ground(world);
    for (int i = 0; i < 50; ++i) {
        test::add_box(world, {static_cast<float>(i % 10), 0.5f + static_cast<float>(i / 10)}, 0.5f, 0.5f);
    }
}

}  // namespace

TEST_CASE("robustness: invalid steps, gravity, densities and radii are refused, or leave everything finite") {
    using Call = std::function<void(World&, BodyId)>;
    const auto shape_of = [](float radius, float density) {
        return [=](World& world, BodyId body) {
            world.create_shape(body, Circle{{0.0f, 0.0f}, radius}, {.density = density});
        };
    };
    const auto step = [](float time_step, int sub_steps) {
        return [=](World& world, BodyId) { world.step(time_step, sub_steps); };
    };
    const auto gravity = [](float y) { return [=](World& world, BodyId) { world.set_gravity({0.0f, y}); }; };
    const std::vector<std::pair<bool, Call>> calls{{true, step(not_a_number, 4)},
                                                   {true, step(infinite, 4)},
                                                   {true, step(-dt, 4)},
                                                   {false, step(0.0f, 4)},
                                                   {false, step(1e-30f, 4)},
                                                   {false, step(1000.0f, 4)},
                                                   {true, step(dt, 0)},
                                                   {true, step(dt, -1)},
                                                   {false, step(dt, 1000)},
                                                   {true, gravity(not_a_number)},
                                                   {true, gravity(-infinite)},
                                                   {false, gravity(1e30f)},
                                                   {true, shape_of(0.5f, not_a_number)},
                                                   {false, shape_of(0.5f, 0.0f)},
                                                   {true, shape_of(0.5f, -1.0f)},
                                                   {true, shape_of(not_a_number, 1.0f)},
                                                   {true, shape_of(-1.0f, 1.0f)}};
    for (std::size_t i = 0; i < calls.size(); ++i) {
        CAPTURE(i);
        World world;
        add_heap(world);
        world.step(dt);
        const std::uint64_t before = world.state_hash();
        const bool refused = !test::error_of([&] { calls[i].second(world, world.bodies()[7]); }).empty();
        CHECK(refused == calls[i].first);
        if (refused) {
            CHECK(world.state_hash() == before);
        }
        for (int k = 0; k < 5; ++k) {
            world.step(dt);
            REQUIRE(test::all_finite(world));
            world.validate();
        }
    }
}

TEST_CASE("robustness: destruction and steps inside a callback, and exceptions of a callback, are errors") {
    World world;
    add_heap(world);
    const BodyId victim = world.bodies()[3];
    int refused = 0;
    world.set_collision_filter([&](ShapeId, ShapeId) {
        refused += test::error_of([&] { world.destroy_body(victim); }).empty() ? 0 : 1;
        refused += test::error_of([&] { world.step(dt); }).empty() ? 0 : 1;
        return true;
    });
    world.step(dt);
    CHECK(refused > 0);
    CHECK(refused % 2 == 0);
    CHECK(world.is_valid(victim));
    world.validate();

    // New pairs, so that the filter is called again.
    world[victim].set_pose({3.0f, 8.0f}, 0.3f);
    test::add_box(world, {3.0f, 8.5f}, 0.5f, 0.5f);
    world.set_collision_filter([](ShapeId, ShapeId) -> bool { throw std::runtime_error("of the user"); });
    CHECK_THROWS_AS(world.step(dt), std::runtime_error);
    world.validate();
    CHECK(test::all_finite(world));
    world.set_collision_filter({});
    test::run(world, 30);
    CHECK(test::all_finite(world));
    world.validate();
}
