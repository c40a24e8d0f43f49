// The nearest shapes and the bounds of a world, compared with all shapes. Costs 0.1 s.
#include <doctest/doctest.h>

#include <drystone/world.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

using namespace drystone;

namespace {

/// Returns all shapes within the distance, by distance, then slot.
std::vector<NearestPoint> sorted_shapes(const World& world, const Vec2& point, float max_distance,
                                        const QueryFilter& filter) {
    std::vector<NearestPoint> all;
    for (const ConstShapeRef& shape : world.shapes()) {
        const Filter own = shape.filter();
        const NearestPoint found = shape.closest_point(point);
        if (found.distance <= max_distance && shape.is_enabled() && shape.body().is_enabled() &&
            !shape.is_sensor() && (own.category & filter.mask) != 0 && (own.mask & filter.category) != 0) {
            all.push_back(found);
        }
    }
    std::sort(all.begin(), all.end(), [](const NearestPoint& a, const NearestPoint& b) {
        return a.distance != b.distance ? a.distance < b.distance : a.shape.index1 < b.shape.index1;
    });
    return all;
}

}  // namespace

TEST_CASE("nearest shapes: the same as among all shapes, for any count") {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> place(-12.0f, 12.0f), distance(0.0f, 15.0f);
    World world;
    std::vector<ShapeId> shapes;
    for (int i = 0; i < 300; ++i) {
        const BodyId body = world.create_body({.type = static_cast<BodyType>(i % 3),
                                               .position = {place(random), place(random)},
                                               .angle = place(random)});
        const ShapeGeometry geometry = i % 2 == 0 ? ShapeGeometry{make_box(0.4f, 0.2f)} : Circle{{}, 0.3f};
        shapes.push_back(world.create_shape(
            body, geometry, {.filter = {.category = i % 5 == 0 ? 2u : 1u}, .sensor = i % 17 == 0}));
    }
    world[shapes[5]].set_enabled(false);
    world[shapes[8]].body().set_enabled(false);
    for (int i = 0; i < 200; ++i) {
        const Vec2 point{place(random), place(random)};
        const float reach = distance(random);
        const QueryFilter filter{.mask = i % 3 == 0 ? 1u : 3u};
        std::vector<NearestPoint> expected = sorted_shapes(world, point, reach, filter);
        const int count = 1 + i % 12;
        expected.resize(std::min(expected.size(), static_cast<std::size_t>(count)));
        const std::vector<NearestPoint> found = world.nearest_shapes(point, reach, count, filter);
        REQUIRE(found.size() == expected.size());
        for (std::size_t k = 0; k < found.size(); ++k) {
            CHECK(found[k].shape == expected[k].shape);
            CHECK(found[k].distance == expected[k].distance);
        }
        const auto nearest = world.nearest(point, reach, filter);
        CHECK(nearest.has_value() == !found.empty());
        CHECK((found.empty() || nearest->shape == found[0].shape));
    }
}

TEST_CASE("nearest shapes: of shapes at the same distance, those of the smaller slots") {
    World world;
    for (int i = 0; i < 20; ++i) {
        world.create_shape(world.create_body({.type = static_cast<BodyType>((i * 7) % 3)}), Circle{});
    }
    const std::vector<NearestPoint> found = world.nearest_shapes({3.0f, 0.0f}, 9.0f, 6);
    REQUIRE(found.size() == 6);
    for (std::uint32_t i = 0; i < 6; ++i) {
        CHECK(found[i].shape.index1 == i + 1);
    }
    CHECK_THROWS_AS(static_cast<void>(world.nearest_shapes({0.0f, 0.0f}, 1.0f, 0)), Error);
    CHECK_THROWS_AS(static_cast<void>(world.nearest_shapes({0.0f, 0.0f}, -1.0f, 1)), Error);
}

TEST_CASE("bounds: the box around all enabled shapes") {
    World world;
    CHECK_FALSE(world.bounds().has_value());
    const BodyId empty = world.create_body({.position = {500.0f, 0.0f}});
    CHECK_FALSE(world.bounds().has_value());
    const BodyId left = world.create_body({.type = BodyType::Static, .position = {-4.0f, 2.0f}});
    world.create_shape(left, make_box(1.0f, 0.5f));
    const BodyId right = world.create_body({.position = {6.0f, -3.0f}});
    const ShapeId far = world.create_shape(right, Circle{{}, 0.5f});
    CHECK(world.bounds()->lower.x == doctest::Approx(-5.0f));
    CHECK(world.bounds()->upper.x == doctest::Approx(6.5f));
    CHECK(world.bounds()->lower.y == doctest::Approx(-3.5f));
    CHECK(world.bounds()->upper.y == doctest::Approx(2.5f));
    world[far].set_enabled(false);
    CHECK(world.bounds()->upper.x == doctest::Approx(-3.0f));
    world[left].set_enabled(false);
    CHECK_FALSE(world.bounds().has_value());
    world.destroy_body(empty);
}
