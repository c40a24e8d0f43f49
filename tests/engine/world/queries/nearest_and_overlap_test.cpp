// Nearest shapes and overlaps, compared with brute force, and rules that all queries share.
#include <doctest/doctest.h>

#include "engine/world/queries/scattered_world.h"
#include "support/world_random.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

using namespace drystone;
using test::gap;
using test::in_order;
using test::random_ray;
using test::scattered_world;

TEST_CASE("casts: hits at the same place come in the order of slots, whatever was made when") {
    World world;
    std::vector<ShapeId> shapes;
    for (int i = 0; i < 40; ++i) {
        const BodyId body = world.create_body({.type = static_cast<BodyType>((i * 7) % 3)});
        shapes.push_back(world.create_shape(body, make_box(1.0f, 1.0f)));
    }
    // Some slots are reused, so that the order of creation differs.
    for (int i = 3; i < 40; i += 5) {
        world.destroy_body(world[shapes[static_cast<std::size_t>(i)]].body());
    }
    for (int i = 3; i < 40; i += 5) {
        world.create_shape(world.create_body({.type = BodyType::Dynamic}), make_box(1.0f, 1.0f));
    }
    for (const float radius : {0.0f, 0.25f}) {
        const RayCast ray{{-5.0f, 0.0f}, {10.0f, 0.0f}, {}, radius};
        const std::vector<RayHit> hits = world.cast_ray_all(ray);
        CHECK(hits.size() == 40);
        CHECK(in_order(hits));
        CHECK(hits[0].shape.index1 == 1);
        CHECK(world.cast_ray(ray)->shape == hits[0].shape);
        const auto nearest = world.nearest({-3.0f, 0.0f}, 5.0f);
        CHECK(nearest->shape == hits[0].shape);
    }
    // Where the disc starts inside all of them.
    CHECK(world.cast_ray({{0.0f, 0.0f}, {10.0f, 0.0f}, {}, 0.5f})->shape.index1 == 1);
    std::vector<std::uint32_t> order;
    world.overlap(Vec2{0.0f, 0.0f}, [&](ShapeId shape) {
        order.push_back(shape.index1);
        return true;
    });
    CHECK(order.size() == 40);
    CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST_CASE("casts: the predicate passes shapes over in every query") {
    World world;
    std::vector<ShapeId> shapes;
    for (int i = 0; i < 3; ++i) {
        const BodyId body =
            world.create_body({.type = BodyType::Static, .position = {2.0f * static_cast<float>(i), 0.0f}});
        shapes.push_back(world.create_shape(body, make_box(0.5f, 0.5f)));
    }
    const QueryFilter filter{.accepts = [&](ShapeId shape) { return shape != shapes[0]; }};
    const RayCast ray{{-5.0f, 0.0f}, {20.0f, 0.0f}, filter};
    CHECK(world.cast_ray(ray)->shape == shapes[1]);
    CHECK(world.cast_ray_all(ray).size() == 2);
    CHECK(world.cast_ray_any({{-5.0f, 0.0f}, {20.0f, 0.0f}}));
    CHECK_FALSE(world.cast_ray_any({{-5.0f, 0.0f}, {5.5f, 0.0f}, filter}));
    CHECK(world.cast_shape({Circle{}, Pose{{-5.0f, 0.0f}, {}}, {20.0f, 0.0f}, filter})->shape == shapes[1]);
    CHECK(world.nearest({-1.0f, 0.0f}, 10.0f, filter)->shape == shapes[1]);
    int seen = 0;
    world.overlap(
        Aabb{{-9.0f, -9.0f}, {9.0f, 9.0f}},
        [&](ShapeId shape) {
            CHECK(shape != shapes[0]);
            ++seen;
            return true;
        },
        filter);
    CHECK(seen == 2);
}

TEST_CASE("casts: the nearest shape and point against brute force") {
    const World world = scattered_world(67);
    test::Random random(68);
    int found = 0;
    int held = 0;
    for (int i = 0; i < test::scaled(1000, 200); ++i) {
        const Vec2 point{random.between(-14, 14), random.between(-14, 14)};
        const float reach = random.between(0.0f, 4.0f);
        std::optional<NearestPoint> best;
        for (const ShapeId shape : world.shapes()) {
            const NearestPoint each = world[shape].closest_point(point);
            if (each.distance <= reach && (!best || each.distance < best->distance)) {
                best = each;
            }
        }
        const auto hit = world.nearest(point, reach);
        REQUIRE(hit.has_value() == best.has_value());
        if (hit) {
            ++found;
            CHECK(hit->shape == best->shape);
            CHECK(hit->distance == best->distance);
            held += hit->distance == 0.0f ? 1 : 0;
            CHECK(length(hit->point + hit->distance * hit->normal - point) < 1e-5f);
        }
    }
    CHECK(found > 100);
    CHECK(held > 10);
    CHECK_FALSE(world.nearest({1000.0f, 0.0f}, 5.0f));
    CHECK(world.nearest({1000.0f, 0.0f}, 2000.0f));
}

TEST_CASE("casts: overlaps with a shape against distances to every shape") {
    const World world = scattered_world(69);
    test::Random random(70);
    std::size_t found_in_all = 0;
    const int tries = test::scaled(500, 100);
    for (int i = 0; i < tries; ++i) {
        const ShapeGeometry geometry = test::random_geometry(random, 1.5f);
        const Pose pose{{random.between(-11, 11), random.between(-11, 11)},
                        Rot::from_angle(random.between(-3, 3))};
        std::vector<ShapeId> found;
        world.overlap(geometry, pose, [&](ShapeId shape) {
            found.push_back(shape);
            return true;
        });
        CHECK(std::is_sorted(found.begin(), found.end()));
        std::vector<ShapeId> expected;
        for (const ShapeId shape : world.shapes()) {
            if (gap(world, shape, geometry, pose) == 0.0) {
                expected.push_back(shape);
            }
        }
        CHECK(found == expected);
        found_in_all += found.size();
    }
    CHECK(2 * found_in_all > static_cast<std::size_t>(tries));
}

TEST_CASE("casts: several threads query at once and find what one finds") {
    const World world = scattered_world(71, 200);
    const auto query = [&](std::uint32_t seed) {
        test::Random random(seed);
        std::vector<float> numbers;
        for (int i = 0; i < test::scaled(400, 100); ++i) {
            const auto hit = world.cast_ray(random_ray(random, i % 2 == 0 ? 0.0f : 0.3f));
            numbers.push_back(hit ? hit->fraction : -1.0f);
            const Vec2 point{random.between(-12, 12), random.between(-12, 12)};
            const auto near = world.nearest(point, 3.0f);
            numbers.push_back(near ? near->distance : -1.0f);
            world.overlap(Circle{}, Pose{point, {}}, [&](ShapeId shape) {
                numbers.push_back(static_cast<float>(shape.index1));
                return true;
            });
        }
        return numbers;
    };
    std::vector<std::vector<float>> found(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < found.size(); ++i) {
        threads.emplace_back([&, i] { found[i] = query(static_cast<std::uint32_t>(i)); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i] == query(static_cast<std::uint32_t>(i)));
    }
}
