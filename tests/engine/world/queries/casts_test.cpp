// Casts of rays and shapes, compared with brute force.
#include <doctest/doctest.h>

#include "engine/world/queries/scattered_world.h"
#include "support/world_random.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

using namespace drystone;
using test::gap;
using test::in_order;
using test::random_ray;
using test::scattered_world;

namespace {

Pose moved(const Pose& pose, const Vec2& translation, double fraction) {
    return {pose.position + static_cast<float>(fraction) * translation, pose.rotation};
}

/// Returns the first fraction at which they touch, by sampling and bisection; 2: never.
double first_touch(const World& world, ShapeId shape, const ShapeCastInput& cast) {
    constexpr int places = 400;
    const auto touches = [&](double fraction) {
        return gap(world, shape, cast.geometry, moved(cast.pose, cast.translation, fraction)) == 0.0;
    };
    for (int i = 0; i <= places; ++i) {
        if (touches(i / double{places})) {
            double low = std::max(0, i - 1) / double{places};
            double high = i / double{places};
            for (int k = 0; k < 30; ++k) {
                const double middle = 0.5 * (low + high);
                (touches(middle) ? high : low) = middle;
            }
            return high;
        }
    }
    return 2.0;
}

bool same(const std::optional<RayHit>& a, const std::optional<RayHit>& b) {
    return a.has_value() == b.has_value() && (!a || (a->shape == b->shape && a->fraction == b->fraction &&
                                                     a->point == b->point && a->normal == b->normal));
}

}  // namespace

TEST_CASE("casts: all hits of a ray are those of every shape asked alone, in order") {
    const World world = scattered_world(61);
    test::Random random(62);
    std::size_t found = 0;
    const int rays = test::scaled(1000, 200);
    for (int i = 0; i < rays; ++i) {
        const RayCast ray = random_ray(random, i % 2 == 0 ? 0.0f : random.between(0.01f, 1.0f));
        const std::vector<RayHit> hits = world.cast_ray_all(ray);
        CHECK(in_order(hits));
        std::vector<RayHit> expected;
        for (const ShapeId shape : world.shapes()) {
            const auto hit = world[shape].cast_ray(ray);
            if (hit && (world[shape].filter().category & ray.filter.mask) != 0) {
                expected.push_back(*hit);
            }
        }
        REQUIRE(hits.size() == expected.size());
        for (const RayHit& hit : hits) {
            CHECK(std::any_of(expected.begin(), expected.end(),
                              [&](const RayHit& other) { return same(hit, other); }));
        }
        found += hits.size();
        // The nearest hit is the first of all, and `cast_ray_any` finds one if there is one.
        CHECK(same(world.cast_ray(ray), hits.empty() ? std::nullopt : std::optional(hits[0])));
        CHECK(world.cast_ray_any(ray) == !hits.empty());
    }
    CHECK(2 * found > static_cast<std::size_t>(rays));
}

TEST_CASE("casts: a thick ray against a box, a disc and a corner, exactly") {
    World world;
    const BodyId wall = world.create_body({.type = BodyType::Static, .position = {5.0f, 0.0f}});
    const ShapeId box = world.create_shape(wall, make_box(1.0f, 1.0f));
    const BodyId post = world.create_body({.type = BodyType::Static, .position = {0.0f, 10.0f}});
    const ShapeId disc = world.create_shape(post, Circle{{0.0f, 0.0f}, 1.0f});

    const auto side = world.cast_ray({.origin = {0.0f, 0.5f}, .translation = {10.0f, 0.0f}, .radius = 0.5f});
    REQUIRE(side.has_value());
    CHECK(side->shape == box);
    CHECK(side->fraction == doctest::Approx(0.35).epsilon(1e-6));
    CHECK(length(side->point - Vec2{4.0f, 0.5f}) < 1e-5f);
    CHECK(length(side->normal - Vec2{-1.0f, 0.0f}) < 1e-5f);

    // 0.4 above the corner with radius 0.5: the hit is 0.3 before it.
    const auto corner =
        world.cast_ray({.origin = {0.0f, 1.4f}, .translation = {10.0f, 0.0f}, .radius = 0.5f});
    REQUIRE(corner.has_value());
    CHECK(corner->fraction == doctest::Approx(0.37).epsilon(1e-5));
    CHECK(length(corner->point - Vec2{4.0f, 1.0f}) < 1e-5f);
    CHECK(length(corner->normal - Vec2{-0.6f, 0.8f}) < 1e-4f);
    CHECK_FALSE(world.cast_ray({.origin = {0.0f, 1.501f}, .translation = {10.0f, 0.0f}, .radius = 0.5f}));

    // Two discs of 1 m and 0.5 m at a lateral offset of 0.9 m: centres 1.5 m apart on touch.
    const auto round =
        world.cast_ray({.origin = {-4.0f, 10.9f}, .translation = {8.0f, 0.0f}, .radius = 0.5f});
    REQUIRE(round.has_value());
    CHECK(round->shape == disc);
    CHECK(round->fraction == doctest::Approx((4.0 - 1.2) / 8.0).epsilon(1e-5));
    CHECK(length(round->normal - Vec2{-0.8f, 0.6f}) < 1e-4f);

    // From inside: an immediate hit, without a normal.
    const auto inside =
        world.cast_ray({.origin = {4.8f, 0.2f}, .translation = {10.0f, 0.0f}, .radius = 0.5f});
    REQUIRE(inside.has_value());
    CHECK(inside->fraction == 0.0f);
    CHECK(inside->normal == Vec2{});
    CHECK(world[box].contains(inside->point));
}

TEST_CASE("casts: moving shapes of all kinds meet the world where a search by many places finds them") {
    const World world = scattered_world(63, 12);
    test::Random random(64);
    int hits = 0;
    int misses = 0;
    int starts = 0;
    for (int i = 0; i < test::scaled(150, 60); ++i) {
        const ShapeCastInput cast{
            test::random_geometry(random, 1.0f),
            Pose{{random.between(-12, 12), random.between(-12, 12)}, Rot::from_angle(random.between(-3, 3))},
            {random.between(-15, 15), random.between(-15, 15)},
            {}};
        const std::vector<RayHit> all = world.cast_shape_all(cast);
        CHECK(in_order(all));
        CHECK(same(world.cast_shape(cast), all.empty() ? std::nullopt : std::optional(all[0])));
        for (const ShapeId shape : world.shapes()) {
            const auto hit =
                std::find_if(all.begin(), all.end(), [&](const RayHit& each) { return each.shape == shape; });
            const double expected = first_touch(world, shape, cast);
            if (hit == all.end()) {
                // A grazing pass may be missed by rounding: then they must not overlap by more than that.
                CHECK(expected > 1.0);
                ++misses;
                continue;
            }
            ++hits;
            starts += hit->fraction == 0.0f ? 1 : 0;
            const double way = length(cast.translation);
            // The samples can miss a short graze, the cast does not.
            CHECK((expected > 1.0 || std::abs(hit->fraction - expected) * way < 2e-4));
            const Pose there = moved(cast.pose, cast.translation, hit->fraction);
            CHECK(gap(world, shape, cast.geometry, there) < 2e-5);
            if (hit->fraction > 0.0f) {
                CHECK(length(hit->normal) == doctest::Approx(1.0f).epsilon(1e-5));
                CHECK(dot(hit->normal, cast.translation) < 0.0f);
                CHECK(world[shape].closest_point(hit->point).distance < 2e-5f);
            }
        }
    }
    CHECK(hits > 20);
    CHECK(misses > 100);
    CHECK(starts > 0);
}

TEST_CASE("casts: a shape that moves away from what it almost touches meets nothing") {
    World world;
    const BodyId floor = world.create_body({.type = BodyType::Static});
    world.create_shape(floor, make_box(5.0f, 1.0f));
    const ShapeCastInput resting{make_box(0.5f, 0.5f), Pose{{0.0f, 1.50001f}, {}}, {0.0f, 1.0f}, {}};
    CHECK_FALSE(world.cast_shape(resting));
    ShapeCastInput down = resting;
    down.translation = {0.0f, -1.0f};
    REQUIRE(world.cast_shape(down));
    CHECK(world.cast_shape(down)->fraction < 1e-4f);
    CHECK(world.cast_shape(down)->normal.y == doctest::Approx(1.0f));
    // A cast without translation reports overlaps.
    ShapeCastInput still = resting;
    still.translation = {0.0f, 0.0f};
    CHECK_FALSE(world.cast_shape(still));
    still.pose.position.y = 1.2f;
    REQUIRE(world.cast_shape(still));
    CHECK(world.cast_shape(still)->fraction == 0.0f);
}

TEST_CASE("casts: many rays in one call give what each gives alone") {
    const World world = scattered_world(65);
    test::Random random(66);
    std::vector<RayCast> rays;
    for (int i = 0; i < 300; ++i) {
        rays.push_back(random_ray(random, i % 3 == 0 ? 0.2f : 0.0f));
    }
    const std::vector<std::optional<RayHit>> hits = world.cast_rays(rays);
    REQUIRE(hits.size() == rays.size());
    for (std::size_t i = 0; i < rays.size(); ++i) {
        CHECK(same(hits[i], world.cast_ray(rays[i])));
    }
    CHECK(world.cast_rays({}).empty());
}

TEST_CASE("queries: a short way is found however long the cast is") {
    World world;
    const BodyId far = world.create_body({.type = BodyType::Static, .position = {0.0f, 6.0f}});
    const BodyId near = world.create_body({.type = BodyType::Static, .position = {0.0f, 2.0f}});
    const ShapeId far_shape = world.create_shape(far, make_box(1.0f, 1.0f));
    const ShapeId near_shape = world.create_shape(near, make_box(1.0f, 1.0f));
    for (const float length : {10.0f, 1e4f, 1e6f, 1e8f, 1e9f, 1e12f, 1e20f}) {
        for (const float turn : {0.0f, 1e-3f}) {
            CAPTURE(length);
            CAPTURE(turn);
            const ShapeCastInput cast{.geometry = make_box(0.1f, 0.8f),
                                      .pose = {{0.0f, -2.0f}, {}},
                                      .translation = {0.0f, length},
                                      .turn = turn};
            const std::optional<RayHit> hit = world.cast_shape(cast);
            const std::vector<RayHit> all = world.cast_shape_all(cast);
            REQUIRE(hit.has_value());
            REQUIRE(all.size() == 2);
            CHECK(hit->shape == near_shape);
            CHECK(all[0].shape == near_shape);
            CHECK(all[1].shape == far_shape);
            CHECK(hit->fraction == all[0].fraction);
            // The front of the cast is at -1.2 m, the faces at 1 and 5 m.
            CHECK(hit->fraction * length == doctest::Approx(2.2).epsilon(1e-3));
            CHECK(all[1].fraction * length == doctest::Approx(6.2).epsilon(1e-3));
        }
    }
}
