#include <doctest/doctest.h>

#include <drystone/collision/casts.h>

#include "support/world_random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

using namespace drystone;

namespace {

/// Calls `visitor(core)` with the core of the geometry.
template <class Visitor>
auto with_core(const ShapeGeometry& geometry, Visitor&& visitor) {
    return std::visit(
        [&](const auto& each) {
            const auto core = make_core(each);
            if constexpr (std::is_same_v<std::decay_t<decltype(core)>, SmallCore>) {
                return visitor(core.view());
            } else {
                return visitor(core);
            }
        },
        geometry);
}

bool passes(const QueryFilter& query, const Filter& shape) {
    return (query.mask & shape.category) != 0 && (shape.mask & query.category) != 0;
}

std::optional<float> nearest_by_brute_force(const World& world, const RayCast& ray) {
    std::optional<float> nearest;
    for (const ShapeId shape : world.shapes()) {
        if (!passes(ray.filter, world[shape].filter())) {
            continue;
        }
        const Pose pose = world[world[shape].body()].pose();
        const RayCastHit hit = with_core(world[shape].geometry(), [&](const ConvexCore& core) {
            return cast_ray(core, inverse_transform(pose, ray.origin),
                            inverse_rotate(pose.rotation, ray.translation));
        });
        if (hit.hit && (!nearest || hit.fraction < *nearest)) {
            nearest = hit.fraction;
        }
    }
    return nearest;
}

/// Makes many shapes of all kinds, on bodies of all types, scattered over 40 m.
World scattered_world(std::uint32_t seed) {
    World world;
    test::Random random(seed);
    for (int i = 0; i < 120; ++i) {
        const BodyType type = std::array{BodyType::Static, BodyType::Kinematic,
                                         BodyType::Dynamic}[static_cast<std::size_t>(i) % 3];
        const BodyId body = world.create_body({.type = type,
                                               .position = {random.between(-20, 20), random.between(-20, 20)},
                                               .angle = random.between(-3, 3)});
        const std::uint64_t category = std::uint64_t{1} << random.below(3);
        world.create_shape(body, test::random_geometry(random, 2.0f),
                           {.filter = {.category = category, .mask = random.below(5) == 0 ? 6u : 7u}});
    }
    world.step(1e-3f);
    return world;
}

RayCast random_ray(test::Random& random) {
    RayCast ray{{random.between(-25, 25), random.between(-25, 25)},
                {random.between(-40, 40), random.between(-40, 40)},
                {}};
    if (random.below(3) == 0) {
        ray.filter = {.category = std::uint64_t{1} << random.below(3),
                      .mask = std::uint64_t{1} << random.below(3)};
    }
    return ray;
}

}  // namespace

TEST_CASE("queries: a ray finds the nearest hit of a brute force over all shapes") {
    const World world = scattered_world(40);
    test::Random random(41);
    int hits = 0;
    const int rays = test::scaled(3000, 500);
    for (int i = 0; i < rays; ++i) {
        const RayCast ray = random_ray(random);
        const std::optional<RayHit> hit = world.cast_ray(ray);
        const std::optional<float> expected = nearest_by_brute_force(world, ray);
        REQUIRE(hit.has_value() == expected.has_value());
        if (hit) {
            ++hits;
            CHECK(std::abs(hit->fraction - *expected) < 1e-6f);
            CHECK(length(hit->point - (ray.origin + hit->fraction * ray.translation)) < 1e-4f);
            CHECK(length(hit->normal) == doctest::Approx(1.0f).epsilon(1e-6));
            CHECK(dot(hit->normal, ray.translation) <= 0.0f);
            CHECK(passes(ray.filter, world[hit->shape].filter()));
        }
    }
    CHECK(hits > rays / 4);
    CHECK(hits < rays);
}

TEST_CASE("queries: a ray against a known box") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static, .position = {5.0f, 0.0f}});
    const ShapeId shape = world.create_shape(body, make_box(1.0f, 1.0f));
    const auto hit = world.cast_ray({.origin = {0.0f, 0.5f}, .translation = {8.0f, 0.0f}});
    REQUIRE(hit.has_value());
    CHECK(hit->shape == shape);
    CHECK(hit->fraction == doctest::Approx(0.5f));
    CHECK(hit->point.x == doctest::Approx(4.0f));
    CHECK(hit->normal.x == doctest::Approx(-1.0f));
    // Too short, next to it, from inside, and of zero length.
    CHECK_FALSE(world.cast_ray({.origin = {0.0f, 0.5f}, .translation = {3.9f, 0.0f}}));
    CHECK_FALSE(world.cast_ray({.origin = {0.0f, 1.5f}, .translation = {8.0f, 0.0f}}));
    CHECK_FALSE(world.cast_ray({.origin = {5.0f, 0.0f}, .translation = {8.0f, 0.0f}}));
    CHECK_FALSE(world.cast_ray({.origin = {0.0f, 0.5f}, .translation = {0.0f, 0.0f}}));
    CHECK_FALSE(world.cast_ray({.origin = {1e8f, 1e8f}, .translation = {1.0f, 0.0f}}));
}

TEST_CASE("queries: a box finds the shapes whose own boxes overlap it") {
    const World world = scattered_world(42);
    test::Random random(43);
    std::size_t found_in_all = 0;
    for (int i = 0; i < test::scaled(1000, 200); ++i) {
        const Vec2 lower{random.between(-25, 25), random.between(-25, 25)};
        const Aabb box{lower, lower + Vec2{random.between(0, 10), random.between(0, 10)}};
        const QueryFilter filter{.mask = random.below(2) == 0 ? 3u : 7u};
        std::vector<ShapeId> found;
        world.overlap(
            box,
            [&](ShapeId shape) {
                found.push_back(shape);
                return true;
            },
            filter);
        std::vector<ShapeId> expected;
        for (const ShapeId shape : world.shapes()) {
            const Pose pose = world[world[shape].body()].pose();
            const Aabb own = with_core(world[shape].geometry(),
                                       [&](const ConvexCore& core) { return compute_aabb(core, pose); });
            if (passes(filter, world[shape].filter()) && overlaps(box, own)) {
                expected.push_back(shape);
            }
        }
        std::sort(found.begin(), found.end());
        CHECK(found == expected);
        found_in_all += found.size();
    }
    CHECK(found_in_all > 100);
}

TEST_CASE("queries: a point finds the shapes that hold it") {
    const World world = scattered_world(44);
    test::Random random(45);
    std::size_t found_in_all = 0;
    for (int i = 0; i < test::scaled(3000, 500); ++i) {
        const Vec2 point{random.between(-21, 21), random.between(-21, 21)};
        std::vector<ShapeId> found;
        world.overlap(point, [&](ShapeId shape) {
            found.push_back(shape);
            return true;
        });
        std::vector<ShapeId> expected;
        for (const ShapeId shape : world.shapes()) {
            const Vec2 local = inverse_transform(world[world[shape].body()].pose(), point);
            if (passes({}, world[shape].filter()) &&
                with_core(world[shape].geometry(),
                          [&](const ConvexCore& core) { return contains(core, local); })) {
                expected.push_back(shape);
            }
        }
        std::sort(found.begin(), found.end());
        CHECK(found == expected);
        found_in_all += found.size();
    }
    CHECK(found_in_all > 30);
}

TEST_CASE("queries: a visitor that returns false sees no more shapes") {
    const World world = scattered_world(46);
    int seen = 0;
    world.overlap(Aabb{{-30.0f, -30.0f}, {30.0f, 30.0f}}, [&](ShapeId) { return ++seen < 7; });
    CHECK(seen == 7);
}

TEST_CASE("queries: they see where the last step left the bodies, and made and destroyed shapes at once") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const RayCast ray{{-20.0f, 5.0f}, {40.0f, 0.0f}, {}};
    CHECK_FALSE(world.cast_ray(ray));
    world[body].set_pose({3.0f, 5.0f}, 0.0f);
    REQUIRE(world.cast_ray(ray));
    CHECK(world.cast_ray(ray)->point.x == doctest::Approx(2.5f));
    world[body].set_linear_velocity({60.0f, 0.0f});
    world.step(test::dt);
    CHECK(world.cast_ray(ray)->point.x == doctest::Approx(3.5f));
    const BodyId nearer = test::add_box(world, {-3.0f, 5.0f}, 0.5f, 0.5f);
    CHECK(world[world.cast_ray(ray)->shape].body() == nearer);
    world.destroy_body(nearer);
    CHECK(world[world.cast_ray(ray)->shape].body() == body);
}
