#include "support/aabb_naive.h"

#include <drystone/collision/aabb_tree.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

struct Scene {
    AabbTree tree;
    std::vector<Aabb> boxes;
    std::vector<std::uint64_t> categories;

    Scene(std::uint64_t seed, int count, const Vec2& offset, float world, float size) {
        AabbRandom random(seed);
        for (int i = 0; i < count; ++i) {
            const Aabb box = random.box(world, size);
            boxes.push_back({box.lower + offset, box.upper + offset});
            categories.push_back(1ull << random.below(3));
            (void)tree.insert(boxes.back(), categories.back());
        }
        tree.refit();
        for (std::uint32_t i = 0; i < boxes.size(); i += 5) {  // and some that the tree has not refitted yet
            const Vec2 way = random.vector(0.2f * world);
            boxes[i] = {boxes[i].lower + way, boxes[i].upper + way};
            tree.move(i, boxes[i]);
        }
    }
};

/// Checks that every box that the sweep meets is visited, none that it clearly misses, and none twice.
void check_cast(const Scene& scene, const Aabb& box, const Vec2& translation, std::uint64_t mask) {
    std::vector<int> visits(scene.boxes.size(), 0);
    scene.tree.cast_box(box, translation, mask, [&](AabbTree::Proxy proxy, float max_fraction) {
        ++visits[proxy];
        return max_fraction;
    });
    int wrong = 0;
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        const bool wanted = (scene.categories[i] & mask) != 0;
        const bool must = wanted && sweep_entry(scene.boxes[i], box, translation, 0.0).has_value();
        const bool may =
            wanted &&
            sweep_entry(scene.boxes[i], box, translation, sweep_border(scene.boxes[i], box)).has_value();
        wrong += visits[i] < (must ? 1 : 0) || visits[i] > (may ? 1 : 0) ? 1 : 0;
    }
    REQUIRE(wrong == 0);
}

/// Checks the nearest hit, found by shortening the cast at each hit.
void check_nearest(const Scene& scene, const Aabb& box, const Vec2& translation) {
    double expected = 2.0;
    for (const Aabb& target : scene.boxes) {
        expected = std::min(expected, sweep_entry(target, box, translation, 0.0).value_or(2.0));
    }
    double found = 2.0;
    scene.tree.cast_box(box, translation, ~0ull, [&](AabbTree::Proxy proxy, float max_fraction) {
        const double entry = sweep_entry(scene.boxes[proxy], box, translation, 0.0).value_or(2.0);
        found = std::min(found, entry);
        return entry < static_cast<double>(max_fraction) ? std::nextafter(static_cast<float>(entry), 2.0f)
                                                         : max_fraction;
    });
    REQUIRE(found == expected);
}

Vec2 random_translation(AabbRandom& random, float size) {
    const Vec2 way = random.vector(size);
    switch (random.below(8)) {
        case 0: return {way.x, 0.0f};
        case 1: return {-0.0f, way.y};
        case 2: return {0.0f, 0.0f};
        case 3: return {way.x * 1e-12f, way.y};
        case 4: return {std::floor(way.x), std::floor(way.y)};
        default: return way;
    }
}

}  // namespace

TEST_CASE("aabb tree: rays and swept boxes agree with the reference") {
    for (const Vec2& offset : {Vec2(0, 0), Vec2(1e4f, -1e4f), Vec2(-1e7f, 3e6f)}) {
        for (const int count : {1, 17, 700}) {
            const Scene scene(static_cast<std::uint64_t>(count), count, offset, 30, 3);
            AabbRandom random(7);
            for (int i = aabb_scaled(1500); i > 0; --i) {
                const bool ray = random.chance(0.5);
                Aabb box = random.box(35, ray ? 0.0f : 2.0f);
                if (random.chance(0.3)) {  // from a corner: touches
                    const Vec2 corner = scene.boxes[random.below(scene.boxes.size())].lower;
                    box = {corner - offset, corner - offset};
                }
                box = {box.lower + offset, box.upper + offset};
                const Vec2 translation = random_translation(random, 40);
                check_cast(scene, box, translation, random.chance(0.5) ? ~0ull : random.bits() & 7);
                check_nearest(scene, box, translation);
            }
        }
    }
}

TEST_CASE("aabb tree: ordered casts visit the nearest box first, and stop on request") {
    AabbTree tree;
    for (int i = 0; i < 1000; ++i) {
        const float x = static_cast<float>((i * 37) % 1000);
        (void)tree.insert({{x, 0}, {x + 0.5f, 1}}, ~0ull, static_cast<std::uint32_t>(x));
    }
    tree.refit();
    std::uint32_t next = 0;
    tree.cast_ray({-1, 0.5f}, {2000, 0}, ~0ull, [&](AabbTree::Proxy proxy, float max_fraction) {
        CHECK(tree.user_data(proxy) == next++);
        return max_fraction;
    });
    CHECK(next == 1000);
    int visits = 0;
    const TreeStats stats = tree.cast_ray({-1, 0.5f}, {2000, 0}, ~0ull, [&](AabbTree::Proxy, float) {
        ++visits;
        return 0.0f;
    });
    CHECK(visits == 1);
    CHECK(stats.nodes <= 4);
    CHECK(stats.blocks <= 2);
    visits = 0;
    tree.query({{-1, 0}, {2000, 1}}, ~0ull, [&](AabbTree::Proxy) { return ++visits < 10; });
    CHECK(visits == 10);
}

TEST_CASE("aabb tree: the closest box to a point") {
    const Scene scene(4, 600, {0, 0}, 50, 2);
    AabbRandom random(8);
    const auto distance = [&](std::size_t i, const Vec2& p) {
        const Vec2 zero(0, 0);
        const Vec2 gap = max(max(scene.boxes[i].lower - p, p - scene.boxes[i].upper), zero);
        return std::sqrt(gap.x * gap.x + gap.y * gap.y);
    };
    for (int i = aabb_scaled(5000); i > 0; --i) {
        const Vec2 point = random.vector(80);
        const std::uint64_t mask = random.chance(0.5) ? ~0ull : 1ull << random.below(3);
        const float reach = random.chance(0.5) ? 1e9f : random.between(0, 5);
        float expected = reach;
        bool any = false;
        for (std::size_t k = 0; k < scene.boxes.size(); ++k) {
            if ((scene.categories[k] & mask) != 0 && distance(k, point) <= expected) {
                expected = distance(k, point);
                any = true;
            }
        }
        float found = reach;
        bool hit = false;
        int visits = 0;
        scene.tree.closest(point, reach, mask, [&](AabbTree::Proxy proxy, float) {
            ++visits;
            hit = hit || distance(proxy, point) <= reach;
            found = std::min(found, distance(proxy, point));
            return found;
        });
        REQUIRE(hit == any);
        REQUIRE(found == expected);
        REQUIRE(visits < 64);
    }
}

TEST_CASE("aabb tree: a box exactly at the limit is still visited") {
    AabbTree tree;
    (void)tree.insert({{1, 1}, {2, 2}});
    for (const bool refitted : {false, true}) {
        int visits = 0;
        const auto count = [&](AabbTree::Proxy, float limit) {
            ++visits;
            return limit;
        };
        tree.closest({1.5f, 1.5f}, 0, ~0ull, count);
        CHECK(visits == 1);
        tree.closest({1.5f, 4}, 2, ~0ull, count);
        CHECK(visits == 2);
        tree.closest({1.5f, 4}, 1.999f, ~0ull, count);
        CHECK(visits == 2);
        tree.cast_ray({1.5f, -3}, {0, 4}, ~0ull, count);
        CHECK(visits == 3);
        tree.cast_ray({1.5f, 1.5f}, {0, 0}, ~0ull, count);
        CHECK(visits == 4);
        if (!refitted) {
            tree.rebuild();
        }
    }
}

TEST_CASE("aabb tree: rounding does not lose a ray that touches only a corner") {
    AabbRandom random(12);
    struct Scales {
        int corner;
        int way;
    };
    for (const Scales& scales : {Scales{-10, -10}, Scales{-10, 40}, Scales{-30, 108}, Scales{-60, -60}}) {
        for (int i = aabb_scaled(5000); i > 0; --i) {
            const Vec2 direction(1.0f + static_cast<float>(random.below(300)),
                                 1.0f + static_cast<float>(random.below(300)));
            const float from = 1.0f + static_cast<float>(random.below(1000));
            const float to = from + static_cast<float>(random.below(3) == 0 ? 0 : random.below(1000));
            const Vec2 corner = direction * std::ldexp(from, scales.corner);
            const Vec2 way = direction * std::ldexp(to, scales.way);
            const Vec2 size(std::abs(corner.x), std::abs(corner.y));
            const Vec2 left = corner - Vec2(0, size.y);   // the corner is its upper left one
            const Vec2 above = corner - Vec2(size.x, 0);  // and its lower right one
            const Vec2 sign(random.chance(0.5) ? 1.0f : -1.0f, random.chance(0.5) ? 1.0f : -1.0f);
            AabbTree tree;
            for (const Vec2& lower : {left, above}) {
                const Vec2 p = coordinate_product(lower, sign);
                const Vec2 q = coordinate_product(lower + size, sign);
                (void)tree.insert({min(p, q), max(p, q)});
            }
            const TreeStats stats = tree.cast_ray({0, 0}, coordinate_product(way, sign), ~0ull,
                                                  [](AabbTree::Proxy, float limit) { return limit; });
            REQUIRE(stats.boxes == 2);
        }
    }
}

TEST_CASE("aabb tree: a cast that is parallel to an axis meets the boxes it touches, at any coordinate") {
    constexpr float largest = std::numeric_limits<float>::max();
    for (const float at : {-largest, -1.0f, 0.0f, 1e-45f, 1e30f, largest}) {
        AabbTree tree;
        (void)tree.insert({{at, 5}, {at, 6}});
        (void)tree.insert({{5, at}, {6, at}});
        const auto boxes = [&](const Vec2& origin, const Vec2& way) {
            return tree.cast_ray(origin, way, ~0ull, [](AabbTree::Proxy, float limit) { return limit; })
                .boxes;
        };
        CHECK(boxes({at, 0}, {0, 5}) == 1);
        CHECK(boxes({at, 11}, {0, -5}) == 1);
        CHECK(boxes({0, at}, {5, 0}) == 1);
        CHECK(boxes({11, at}, {-5, 0}) == 1);
        CHECK(boxes({at, 5}, {0, 0}) == 1);
        CHECK(boxes({6, at}, {0, 0}) == 1);
        CHECK(tree.cast_box({{-largest, -largest}, {largest, largest}}, {0, 0}, ~0ull,
                            [](AabbTree::Proxy, float limit) { return limit; })
                  .boxes == 2);
    }
}
