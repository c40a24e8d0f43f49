// Rays that start inside, shapes that rotate during a cast, and queries with user-defined shapes.
#include <doctest/doctest.h>

#include <drystone/collision/curved_shapes.h>

#include "support/world_random.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

using namespace drystone;

namespace {

World scattered_world(std::uint32_t seed) {
    World world;
    test::Random random(seed);
    for (int i = 0; i < 60; ++i) {
        const BodyId body = world.create_body({.type = static_cast<BodyType>(i % 3),
                                               .position = {random.between(-10, 10), random.between(-10, 10)},
                                               .angle = random.between(-3, 3)});
        world.create_shape(body, test::random_geometry(random, 1.5f));
    }
    world.step(1e-3f);
    return world;
}

std::vector<ShapeId> overlapped(const World& world, const ShapeGeometry& geometry, const Pose& pose) {
    std::vector<ShapeId> shapes;
    world.overlap(geometry, pose, [&](ShapeId shape) {
        shapes.push_back(shape);
        return true;
    });
    return shapes;
}

Pose on_the_way(const ShapeCastInput& cast, float fraction) {
    return {cast.pose.position + fraction * cast.translation,
            multiply(Rot::from_angle(fraction * cast.turn), cast.pose.rotation)};
}

/// Returns the first fraction at which the shape overlaps anything, by sampling and bisection; 2: none.
double first_overlap(const World& world, const ShapeCastInput& cast) {
    constexpr int places = 2000;
    const auto meets = [&](double fraction) {
        return !overlapped(world, cast.geometry, on_the_way(cast, static_cast<float>(fraction))).empty();
    };
    for (int i = 0; i <= places; ++i) {
        if (meets(i / double{places})) {
            double low = std::max(0, i - 1) / double{places};
            double high = i / double{places};
            for (int k = 0; k < 20; ++k) {
                const double middle = 0.5 * (low + high);
                (meets(middle) ? high : low) = middle;
            }
            return high;
        }
    }
    return 2.0;
}

}  // namespace

TEST_CASE("query options: a ray meets the shapes that hold its origin where it is asked to") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const ShapeId box = world.create_shape(body, make_box(1.0f, 1.0f));
    const ShapeId disc = world.create_shape(body, Circle{{3.0f, 0.0f}, 0.5f});
    RayCast ray{.origin = {0.25f, 0.5f}, .translation = {10.0f, -1.5f}};
    REQUIRE(world.cast_ray(ray));
    CHECK(world.cast_ray(ray)->shape == disc);
    ray.hits_initial_overlaps = true;
    const std::optional<RayHit> hit = world.cast_ray(ray);
    REQUIRE(hit);
    CHECK(hit->shape == box);
    CHECK(hit->fraction == 0.0f);
    CHECK(hit->point == ray.origin);
    CHECK(hit->normal == Vec2{0.0f, 0.0f});
    CHECK(world.cast_ray_all(ray).size() == 2);
    CHECK(world.cast_ray_any({.origin = {0.0f, 0.0f}, .hits_initial_overlaps = true}));
    CHECK_FALSE(world.cast_ray_any({.origin = {0.0f, 0.0f}}));
    // On the surface, and just outside.
    ray.origin = {1.0f, 0.0f};
    CHECK(world.cast_ray(ray)->shape == box);
    ray.origin = {1.0001f, 0.0f};
    CHECK(world.cast_ray(ray)->shape == disc);
    ray.filter.accepts = [&](ShapeId shape) { return shape == box; };
    CHECK_FALSE(world.cast_ray(ray));
}

TEST_CASE("query options: rays from inside and outside against brute force over all shapes") {
    const World world = scattered_world(91);
    test::Random random(92);
    int inside = 0;
    for (int i = 0; i < test::scaled(2000, 300); ++i) {
        RayCast ray{.origin = {random.between(-11, 11), random.between(-11, 11)},
                    .translation = {random.between(-9, 9), random.between(-9, 9)}};
        std::vector<RayHit> expected;
        for (const ShapeId shape : world.shapes()) {
            if (world[shape].contains(ray.origin)) {
                expected.push_back({shape, ray.origin});
            } else if (const auto hit = world[shape].cast_ray(ray)) {
                expected.push_back(*hit);
            }
        }
        std::stable_sort(expected.begin(), expected.end(),
                         [](const RayHit& a, const RayHit& b) { return a.fraction < b.fraction; });
        ray.hits_initial_overlaps = true;
        const std::vector<RayHit> found = world.cast_ray_all(ray);
        REQUIRE(found.size() == expected.size());
        for (std::size_t k = 0; k < found.size(); ++k) {
            CHECK(found[k].shape == expected[k].shape);
            CHECK(found[k].fraction == expected[k].fraction);
        }
        inside += !found.empty() && found[0].fraction == 0.0f ? 1 : 0;
    }
    CHECK(inside > 20);
}

TEST_CASE("query options: a bar that turns about its end meets a disc where trigonometry says") {
    World world;
    const BodyId post = world.create_body({.type = BodyType::Static, .position = {3.0f, 4.0f}});
    const ShapeId disc = world.create_shape(post, Circle{{0.0f, 0.0f}, 0.5f});
    ShapeCastInput cast{.geometry = Segment{{0.0f, 0.0f}, {6.0f, 0.0f}}, .turn = pi};
    const std::optional<RayHit> hit = world.cast_shape(cast);
    REQUIRE(hit);
    CHECK(hit->shape == disc);
    // The line touches the circle at the angle to its centre, less the angle that the radius subtends.
    const double angle = std::atan2(4.0, 3.0) - std::asin(0.5 / 5.0);
    CHECK(hit->fraction == doctest::Approx(angle / 3.14159265358979).epsilon(1e-5));
    const Vec2 normal{static_cast<float>(std::sin(angle)), static_cast<float>(-std::cos(angle))};
    CHECK(length(hit->normal - normal) < 1e-4f);
    CHECK(length(hit->point - (Vec2{3.0f, 4.0f} + 0.5f * normal)) < 1e-4f);
    // In the other direction the angle is larger; if too short, it hits nothing with any rotation.
    cast.turn = -2.0f * pi;
    const double back = 2.0 * 3.14159265358979 - std::atan2(4.0, 3.0) - std::asin(0.5 / 5.0);
    REQUIRE(world.cast_shape(cast));
    CHECK(world.cast_shape(cast)->fraction == doctest::Approx(back / (2.0 * 3.14159265358979)).epsilon(1e-5));
    cast.geometry = Segment{{0.0f, 0.0f}, {4.4f, 0.0f}};
    CHECK_FALSE(world.cast_shape(cast));
    cast.turn = 20.0f * pi;
    CHECK_FALSE(world.cast_shape(cast));
}

TEST_CASE("query options: shapes that turn on their way meet the world where a search by many places does") {
    const World world = scattered_world(93);
    test::Random random(94);
    int met = 0;
    int at_once = 0;
    const int casts = test::scaled(150, 20);
    for (int i = 0; i < casts; ++i) {
        CAPTURE(i);
        const ShapeCastInput cast{
            .geometry = test::random_geometry(random, 0.8f),
            .pose = {{random.between(-11, 11), random.between(-11, 11)},
                     Rot::from_angle(random.between(-3, 3))},
            .translation = i % 5 == 0 ? Vec2{0.0f, 0.0f} : Vec2{random.between(-8, 8), random.between(-8, 8)},
            .turn = random.between(-4, 4)};
        const double expected = first_overlap(world, cast);
        const std::optional<RayHit> hit = world.cast_shape(cast);
        if (!hit) {
            // Only a graze could lie between two samples.
            CHECK(expected == 2.0);
            continue;
        }
        ++met;
        at_once += hit->fraction == 0.0f ? 1 : 0;
        // The path covers about 10 m and a few rotations at 1 m.
        CHECK(static_cast<double>(hit->fraction) <= expected + 2e-6);
        const bool grazed = static_cast<double>(hit->fraction) < expected - 2e-5;
        const Pose at = on_the_way(cast, hit->fraction);
        const Pose after = on_the_way(cast, std::min(1.0f, hit->fraction + 1e-4f));
        const std::vector<ShapeId> near = overlapped(world, cast.geometry, grazed ? after : at);
        if (grazed) {
            MESSAGE("a graze at ", hit->fraction, " before ", expected, ", ", near.size());
        }
        CHECK_FALSE(grazed);
        const std::vector<RayHit> all = world.cast_shape_all(cast);
        REQUIRE_FALSE(all.empty());
        CHECK(all[0].shape == hit->shape);
        CHECK(std::is_sorted(all.begin(), all.end(),
                             [](const RayHit& a, const RayHit& b) { return a.fraction < b.fraction; }));
    }
    CHECK(met > casts / 4);
    CHECK(at_once > 0);
    CHECK(at_once < met);
}

TEST_CASE("query options: without a turn, and with ever less of it, the cast is the one without") {
    const World world = scattered_world(95);
    test::Random random(96);
    int met = 0;
    for (int i = 0; i < test::scaled(300, 50); ++i) {
        ShapeCastInput cast{.geometry = test::random_geometry(random, 0.8f),
                            .pose = {{random.between(-11, 11), random.between(-11, 11)},
                                     Rot::from_angle(random.between(-3, 3))},
                            .translation = {random.between(-8, 8), random.between(-8, 8)}};
        const std::optional<RayHit> straight = world.cast_shape(cast);
        cast.turn = 1e-9f;
        const std::optional<RayHit> turning = world.cast_shape(cast);
        if (straight && turning) {
            ++met;
            CHECK(turning->fraction == doctest::Approx(straight->fraction).epsilon(1e-4));
        } else {
            // At most a graze.
            CHECK(straight.has_value() == turning.has_value());
        }
    }
    CHECK(met > test::scaled(50, 20));
}

TEST_CASE("query options: a user's own shape casts and overlaps as what it is") {
    World world;
    const BodyId wall = world.create_body({.type = BodyType::Static, .position = {5.0f, 0.0f}});
    world.create_shape(wall, make_box(0.5f, 4.0f));
    const CustomShape ellipse{Ellipse{1.5f, 0.5f}};
    ShapeCastInput cast{.translation = {10.0f, 0.0f}, .custom = ellipse};
    REQUIRE(world.cast_shape(cast));
    CHECK(world.cast_shape(cast)->fraction == doctest::Approx(0.3).epsilon(1e-5));
    const float quarter = std::sqrt(0.5f);
    cast.pose.rotation = Rot{quarter, quarter};
    // The half width of the rotated ellipse is the root of the mean of the squared half axes.
    const double half = std::sqrt(0.5 * (1.5 * 1.5 + 0.5 * 0.5));
    CHECK(world.cast_shape(cast)->fraction == doctest::Approx((4.5 - half) / 10.0).epsilon(1e-5));
    const auto count = [&](float x) {
        int found = 0;
        world.overlap(ellipse, Pose{{x, 0.0f}, Rot{quarter, quarter}}, [&](ShapeId) {
            ++found;
            return true;
        });
        return found;
    };
    const auto edge = static_cast<float>(4.5 - half);
    CHECK(count(edge - 1e-4f) == 0);
    CHECK(count(edge + 1e-4f) == 1);
}

TEST_CASE("query options: the shapes of an ignored body are skipped, by explosions too") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId own = world.create_body();
    world.create_shape(own, Circle{{0.0f, 0.0f}, 0.5f});
    world.create_shape(own, Circle{{1.0f, 0.0f}, 0.5f});
    const BodyId other = world.create_body({.position = {4.0f, 0.0f}});
    const ShapeId target = world.create_shape(other, Circle{{0.0f, 0.0f}, 0.5f});
    RayCast ray{.origin = {-3.0f, 0.0f}, .translation = {10.0f, 0.0f}};
    REQUIRE(world.cast_ray(ray));
    CHECK(world.cast_ray(ray)->point.x == doctest::Approx(-0.5f));
    ray.filter.ignored_body = own;
    REQUIRE(world.cast_ray(ray));
    CHECK(world.cast_ray(ray)->shape == target);
    CHECK(world.explode({.center = {2.5f, 0.0f}, .radius = 5.0f, .filter = {.ignored_body = own}}) == 1);
    CHECK(world[own].linear_velocity() == Vec2{0.0f, 0.0f});
    CHECK(world[other].linear_velocity().x > 0.0f);
    // Its slot is taken by another body, which is found.
    world.destroy_body(own);
    const BodyId next = world.create_body();
    world.create_shape(next, Circle{{0.0f, 0.0f}, 0.5f});
    CHECK(world.cast_ray(ray)->point.x == doctest::Approx(-0.5f));
}
