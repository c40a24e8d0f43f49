// Pieces of docs/manual/queries.md and fields.md.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <vector>

using namespace drystone;

TEST_CASE("queries find what the page says") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ShapeId near_wall = world.create_shape(ground, make_box(0.5f, 2.0f, Pose{{5.0f, 0.0f}}));
    const ShapeId far_wall =
        world.create_shape(ground, make_box(0.5f, 2.0f, Pose{{8.0f, 0.0f}}), {.filter = {.category = 2}});
    // [ray]
    const std::optional<RayHit> hit = world.cast_ray({.origin = {0.0f, 0.0f}, .translation = {20.0f, 0.0f}});
    if (hit) {
        CHECK(hit->shape == near_wall);
        CHECK(hit->point.x == doctest::Approx(4.5f));
        CHECK(hit->normal.x == doctest::Approx(-1.0f));
        CHECK(hit->fraction == doctest::Approx(4.5f / 20.0f));
    }
    // [/ray]
    REQUIRE(hit);
    // [ray-filter]
    const auto behind = world.cast_ray({.origin = {0.0f, 0.0f},
                                        .translation = {20.0f, 0.0f},
                                        .filter = {.mask = 2},  // category 2 alone
                                        .radius = 0.25f});      // a thick ray
    const std::vector<RayHit> all =
        world.cast_ray_all({.origin = {0.0f, 0.0f}, .translation = {20.0f, 0.0f}});
    const bool blocked = world.cast_ray_any({.origin = {0.0f, 0.0f}, .translation = {4.0f, 0.0f}});
    // [/ray-filter]
    REQUIRE(behind);
    CHECK(behind->shape == far_wall);
    CHECK(behind->fraction == doctest::Approx(7.25f / 20.0f));
    CHECK(all.size() == 2);
    CHECK(!blocked);

    // [shape-cast]
    const auto landing = world.cast_shape(
        {.geometry = make_box(0.5f, 0.5f), .pose = {{5.0f, 6.0f}}, .translation = {0.0f, -10.0f}});
    // [/shape-cast]
    REQUIRE(landing);
    CHECK(landing->fraction == doctest::Approx(0.35f));  // from 6 m to 2.5 m

    // [nearest]
    const std::optional<NearestPoint> nearest = world.nearest({3.0f, 0.0f}, 5.0f);
    // [/nearest]
    REQUIRE(nearest);
    CHECK(nearest->distance == doctest::Approx(1.5f));

    int count = 0;
    // [overlap]
    world.overlap(Aabb{{4.0f, -1.0f}, {9.0f, 1.0f}}, [&count](ShapeId) {
        ++count;
        return true;  // false would stop the search
    });
    bool free = true;
    world.overlap(Circle{{0.0f, 0.0f}, 0.4f}, Pose{{6.5f, 0.0f}}, [&free](ShapeId) {
        free = false;
        return false;
    });
    // [/overlap]
    CHECK(count == 2);
    CHECK(free);
}

TEST_CASE("fields act as the page says") {
    World world({.gravity = {0.0f, 0.0f}});
    // [planet]
    world.create_field({.kind = RadialField{.strength = 100.0f}});  // 100 m/s^2 at 1 m, a quarter at 2 m
    const BodyId moon =
        world.create_body({.position = {10.0f, 0.0f}, .linear_velocity = {0.0f, std::sqrt(10.0f)}});
    world.create_shape(moon, Circle{{0.0f, 0.0f}, 0.1f});
    // [/planet]
    float nearest = 100.0f;
    float farthest = 0.0f;
    for (int i = 0; i < 1200; ++i) {  // one turn takes 2 pi r / v = 19.9 s
        world.step(1.0f / 60.0f);
        nearest = std::min(nearest, length(world[moon].position()));
        farthest = std::max(farthest, length(world[moon].position()));
    }
    CHECK(nearest > 9.99f);
    CHECK(farthest < 10.01f);

    // [water]
    world.set_gravity({0.0f, -10.0f});
    world.create_field({.kind = BuoyancyField{.density = 2.0f, .linear_drag = 2.0f},
                        .region = make_box(5.0f, 5.0f, Pose{{100.0f, -5.0f}})});
    // [/water]
    const BodyId raft = world.create_body({.position = {100.0f, 1.0f}});
    world.create_shape(raft, make_box(1.0f, 0.5f));
    for (int i = 0; i < 1200; ++i) {
        world.step(1.0f / 60.0f);
    }
    // Half the density of the fluid: half of it is under the surface.
    CHECK(world[raft].position().y == doctest::Approx(0.0f).epsilon(0.02));

    // [explode]
    const int pushed =
        world.explode({.center = {100.0f, -3.0f}, .radius = 4.0f, .impulse_per_length = 10.0f});
    // [/explode]
    CHECK(pushed == 1);
    CHECK(world[raft].linear_velocity().y ==
          doctest::Approx(10.0f).epsilon(0.02));  // 10 N s/m on 2 m and 2 kg
}
