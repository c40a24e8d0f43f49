// Statistics of a query, compared with counts over all boxes and all nodes of the trees.
#include <doctest/doctest.h>

#include "support/world_random.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

using namespace drystone;

namespace {

/// Makes many shapes of all kinds and three categories, on bodies of all types.
World crowded_world(int bodies, std::uint32_t seed = 70) {
    World world({.gravity = {0.0f, 0.0f}});
    test::Random random(seed);
    for (int i = 0; i < bodies; ++i) {
        const BodyId body = world.create_body({.type = static_cast<BodyType>(i % 3),
                                               .position = {random.between(-30, 30), random.between(-30, 30)},
                                               .angle = random.between(-3, 3)});
        world.create_shape(body, test::random_geometry(random, 1.0f),
                           {.filter = {.category = std::uint64_t{1} << random.below(3),
                                       .mask = random.below(4) == 0 ? 2u : 3u}});
    }
    world.step(1e-3f);
    return world;
}

Aabb random_box(test::Random& random) {
    const Vec2 lower{random.between(-35, 30), random.between(-35, 30)};
    return {lower, lower + Vec2{random.between(0, 15), random.between(0, 15)}};
}

RayCast random_ray(test::Random& random) {
    return {.origin = {random.between(-35, 35), random.between(-35, 35)},
            .translation = {random.between(-50, 50), random.between(-50, 50)},
            .filter = {.category = 1, .mask = random.below(2) == 0 ? 1u : 7u}};
}

/// Counts nodes and leaf blocks whose boxes satisfy the condition; the root of each tree is always opened.
template <class Condition>
QueryStats count_nodes(const World& world, const Condition& meets) {
    QueryStats count;
    int last = -1;
    world.visit_tree([&](int level, const Aabb& box) {
        const bool is_root = last <= 0 && level > 0;
        last = level;
        if (level == 0) {
            count.blocks += meets(box) ? 1 : 0;
        } else {
            count.nodes += is_root || meets(box) ? 1 : 0;
        }
    });
    return count;
}

/// Counts fat boxes of the category that satisfy the condition, and those of them that the filter accepts.
template <class Condition>
QueryStats count_boxes(const World& world, const QueryFilter& filter, const Condition& meets) {
    QueryStats count;
    for (const ShapeId shape : world.shapes()) {
        const Filter own = world[shape].filter();
        if ((own.category & filter.mask) != 0 && meets(world[shape].fat_aabb())) {
            ++count.boxes;
            count.shapes += (own.mask & filter.category) != 0 ? 1 : 0;
        }
    }
    return count;
}

/// Returns whether the segment meets the box, enlarged on all sides, by the slab test in double precision.
bool meets(const RayCast& ray, const Aabb& box, double border) {
    double first = 0.0;
    double last = 1.0;
    for (int axis = 0; axis < 2; ++axis) {
        const double from = static_cast<double>(ray.origin[axis]);
        const double way = static_cast<double>(ray.translation[axis]);
        const double lower = (static_cast<double>(box.lower[axis]) - border - from) / way;
        const double upper = (static_cast<double>(box.upper[axis]) + border - from) / way;
        first = std::max(first, std::min(lower, upper));
        last = std::min(last, std::max(lower, upper));
    }
    return first <= last;
}

}  // namespace

TEST_CASE("query statistics: an overlap opens the nodes that meet the box and tests what the filter passes") {
    const World world = crowded_world(900);
    test::Random random(71);
    QueryStats sum;
    for (int i = 0; i < test::scaled(300, 60); ++i) {
        const Aabb box = random_box(random);
        const auto meets_box = [&](const Aabb& other) { return overlaps(box, other); };
        QueryStats stats;
        world.overlap(
            box, [](ShapeId) { return true; }, {}, &stats);
        const QueryStats nodes = count_nodes(world, meets_box);
        const QueryStats boxes = count_boxes(world, {}, meets_box);
        CHECK(stats == QueryStats{nodes.nodes, nodes.blocks, boxes.boxes, boxes.shapes});
        const QueryFilter of_one{.category = 2, .mask = 4};
        QueryStats filtered;
        world.overlap(
            box, [](ShapeId) { return true; }, of_one, &filtered);
        const QueryStats expected = count_boxes(world, of_one, meets_box);
        CHECK(filtered.boxes == expected.boxes);
        CHECK(filtered.shapes == expected.shapes);
        CHECK(filtered.nodes <= stats.nodes);
        CHECK(filtered.blocks <= stats.blocks);
        sum += stats;
    }
    CHECK(sum.shapes > 300);
    CHECK(sum.boxes > sum.shapes);
}

TEST_CASE("query statistics: points and shapes count the boxes around them, and stop with the visitor") {
    const World world = crowded_world(900);
    test::Random random(72);
    for (int i = 0; i < test::scaled(200, 40); ++i) {
        const Vec2 point{random.between(-30, 30), random.between(-30, 30)};
        QueryStats at_point;
        world.overlap(
            point, [](ShapeId) { return true; }, {}, &at_point);
        const QueryStats expected = count_boxes(world, {}, [&](const Aabb& other) {
            return overlaps(Aabb{point, point}, other);
        });
        CHECK(at_point.boxes == expected.boxes);
        CHECK(at_point.shapes == expected.shapes);
        const Aabb around = expand(Aabb{point, point}, 4.0f);
        QueryStats in_disc;
        world.overlap(
            Circle{{0.0f, 0.0f}, 4.0f}, Pose{point, Rot{}}, [](ShapeId) { return true; }, {}, &in_disc);
        const QueryStats all =
            count_boxes(world, {}, [&](const Aabb& other) { return overlaps(around, other); });
        CHECK(in_disc.shapes == all.shapes);
        // The first shape ends it.
        int seen = 0;
        QueryStats stopped;
        const auto stop = [&](ShapeId) {
            ++seen;
            return false;
        };
        world.overlap(Circle{{0.0f, 0.0f}, 4.0f}, Pose{point, Rot{}}, stop, {}, &stopped);
        CHECK(stopped.boxes == in_disc.boxes);
        CHECK(stopped.shapes <= in_disc.shapes);
        CHECK((seen == 0 || stopped.shapes >= 1));
    }
}

TEST_CASE("query statistics: a cast for all hits tests what lies on its way, others no more than that") {
    const World world = crowded_world(900);
    test::Random random(73);
    std::uint32_t near_misses = 0;
    std::uint32_t tested = 0;
    for (int i = 0; i < test::scaled(500, 100); ++i) {
        const RayCast ray = random_ray(random);
        QueryStats all;
        QueryStats first;
        QueryStats any;
        const std::vector<RayHit> hits = world.cast_ray_all(ray, &all);
        const std::optional<RayHit> hit = world.cast_ray(ray, &first);
        const bool is_hit = world.cast_ray_any(ray, &any);
        // Requesting statistics does not change a result.
        CHECK(hits.size() == world.cast_ray_all(ray).size());
        CHECK(hit.has_value() == world.cast_ray(ray).has_value());
        CHECK(is_hit == hit.has_value());
        // Boxes hit by less than the tolerance may or may not count.
        constexpr double tolerance = 1e-3;
        const QueryStats surely =
            count_boxes(world, ray.filter, [&](const Aabb& box) { return meets(ray, box, -tolerance); });
        const QueryStats perhaps =
            count_boxes(world, ray.filter, [&](const Aabb& box) { return meets(ray, box, tolerance); });
        CHECK(all.boxes >= surely.boxes);
        CHECK(all.boxes <= perhaps.boxes);
        CHECK(all.shapes >= surely.shapes);
        CHECK(all.shapes <= perhaps.shapes);
        CHECK(all.shapes >= hits.size());
        near_misses += perhaps.boxes - surely.boxes;
        tested += all.shapes;
        for (const QueryStats& less : {first, any}) {
            CHECK(less.nodes <= all.nodes);
            CHECK(less.blocks <= all.blocks);
            CHECK(less.boxes <= all.boxes);
            CHECK(less.shapes <= all.shapes);
            CHECK(less.shapes >= (hit ? 1u : 0u));
        }
    }
    CHECK(tested > 200);
    CHECK(near_misses < tested / 20);
}

TEST_CASE("query statistics: shape casts, nearest shapes and batches tell theirs") {
    const World world = crowded_world(900);
    test::Random random(74);
    std::vector<RayCast> rays;
    QueryStats sum;
    for (int i = 0; i < 50; ++i) {
        rays.push_back(random_ray(random));
        QueryStats each;
        static_cast<void>(world.cast_ray(rays.back(), &each));
        sum += each;
    }
    QueryStats batch;
    static_cast<void>(world.cast_rays(rays, &batch));
    CHECK(batch == sum);
    static_cast<void>(world.cast_rays({}, &batch));
    CHECK(batch == QueryStats{});

    for (int i = 0; i < 50; ++i) {
        const RayCast ray = random_ray(random);
        const ShapeCastInput cast{.geometry = make_box(0.3f, 0.3f),
                                  .pose = {ray.origin, Rot{}},
                                  .translation = ray.translation,
                                  .filter = ray.filter};
        QueryStats all;
        QueryStats first;
        const std::vector<RayHit> hits = world.cast_shape_all(cast, &all);
        static_cast<void>(world.cast_shape(cast, &first));
        const auto count_to = [&](double border) {
            return count_boxes(world, ray.filter,
                               [&](const Aabb& box) { return meets(ray, box, 0.3 + border); });
        };
        CHECK(all.shapes >= count_to(-1e-3).shapes);
        CHECK(all.shapes <= count_to(1e-3).shapes);
        CHECK(all.shapes >= hits.size());
        CHECK(first.shapes <= all.shapes);

        QueryStats to_nearest;
        const auto nearest = world.nearest(ray.origin, 5.0f, ray.filter, &to_nearest);
        const auto within = [&](float distance) {
            return count_boxes(world, ray.filter, [&](const Aabb& box) {
                const Vec2 inside = min(max(ray.origin, box.lower), box.upper);
                return length(inside - ray.origin) <= distance;
            });
        };
        // Shapes nearer than the answer must be tested, and none beyond the maximum distance.
        CHECK(to_nearest.shapes >= within(nearest ? nearest->distance - 1e-3f : 5.0f - 1e-3f).shapes);
        CHECK(to_nearest.shapes <= within(5.0f + 1e-3f).shapes);
    }
}

TEST_CASE("query statistics: few nodes are opened for one of many shapes, none in an empty world") {
    const World world = crowded_world(9000);
    const Counters counters = world.counters();
    QueryStats stats;
    static_cast<void>(world.cast_ray({.origin = {0.3f, 0.2f}, .translation = {1.0f, 0.5f}}, &stats));
    CHECK(counters.shapes == 9000);
    // Three trees of three levels; only few nodes near the ray are opened.
    CHECK(stats.nodes >= 3);
    CHECK(stats.nodes + stats.blocks < 60);
    const World empty;
    QueryStats nothing{1, 2, 3, 4};
    static_cast<void>(empty.cast_ray({.translation = {1.0f, 0.0f}}, &nothing));
    CHECK(nothing == QueryStats{});
    nothing = {1, 2, 3, 4};
    empty.overlap(
        Vec2{0.0f, 0.0f}, [](ShapeId) { return true; }, {}, &nothing);
    CHECK(nothing == QueryStats{});
    // A query that is refused writes nothing.
    QueryStats kept{1, 2, 3, 4};
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK_THROWS_AS(static_cast<void>(world.cast_ray({.translation = {nan, 0.0f}}, &kept)), Error);
    CHECK_THROWS_AS(static_cast<void>(world.nearest({0.0f, nan}, 1.0f, {}, &kept)), Error);
    CHECK(kept == QueryStats{1, 2, 3, 4});
}
