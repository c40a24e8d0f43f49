#include "support/aabb_checks.h"

#include <drystone/collision/aabb_tree.h>

#include <doctest/doctest.h>

#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Fills both, one box after the other or all at once.
void fill(AabbTwins& twins, AabbWorld world, int count, AabbRandom& random) {
    twins.world = world;
    std::vector<TreeItem> items;
    for (int i = 0; i < count; ++i) {
        const std::uint64_t categories = random.chance(0.05) ? 0 : 1ull << random.below(5);
        items.push_back({box_of(world, random), categories, static_cast<std::uint32_t>(i)});
    }
    std::vector<AabbTree::Proxy> proxies(items.size());
    if (random.chance(0.5)) {
        twins.tree.insert(items, proxies);
    } else {
        for (std::size_t i = 0; i < items.size(); ++i) {
            proxies[i] = twins.tree.insert(items[i].box, items[i].category_bits, items[i].user_data);
        }
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        twins.list.insert(proxies[i], items[i].box, items[i].category_bits);
    }
}

void move_some(AabbTwins& twins, AabbRandom& random) {
    for (const std::uint32_t proxy : twins.list.used) {
        if (random.chance(0.3)) {
            const Aabb box = box_of(twins.world, random);
            twins.tree.move(proxy, box);
            twins.list.items[proxy].box = box;
        }
    }
}

PairFilter any_filter(AabbRandom& random) {
    return {.only_new = random.chance(0.5),
            .by_category = random.chance(0.8),
            .first_mask = any_mask(random),
            .second_mask = any_mask(random)};
}

void change_somehow(AabbTwins& twins, AabbRandom& random) {
    if (random.chance(0.5)) {
        twins.tree.commit();
        twins.list.commit();
    }
    if (random.chance(0.5)) {
        move_some(twins, random);
    }
    if (random.chance(0.5)) {
        twins.tree.refit();
    }
}

}  // namespace

TEST_CASE("aabb tree: every query agrees with the naive list, for all kinds of boxes") {
    TreeQueue queue;
    for (const AabbWorld world : aabb_worlds) {
        CAPTURE(static_cast<int>(world));
        for (const int count : {0, 1, 2, 16, 17, 130, 1100}) {
            AabbRandom random(static_cast<std::uint64_t>(count) + 7);
            AabbTwins twins;
            fill(twins, world, count, random);
            for (int round = 0; round < 6; ++round) {
                twins.tree.validate();
                for (int i = aabb_scaled(60); i > 0; --i) {
                    twins.check_all(random, queue);
                }
                if (round % 2 == 0) {
                    move_some(twins, random);
                } else {
                    twins.tree.refit();
                }
            }
            twins.tree.rebuild();
            twins.tree.validate();
            twins.check_all(random, queue);
        }
    }
}

TEST_CASE("aabb tree: filtered pairs, within one tree and between two, agree with the naive list") {
    for (const AabbWorld world : aabb_worlds) {
        CAPTURE(static_cast<int>(world));
        for (const int count : {0, 1, 17, 300}) {
            for (const int other_count : {1, 40, 600}) {
                AabbRandom random(static_cast<std::uint64_t>(count + other_count));
                AabbTwins first;
                AabbTwins second;
                fill(first, world, count, random);
                fill(second, world, other_count, random);
                for (int round = aabb_scaled(8); round > 0; --round) {
                    const PairFilter filter = any_filter(random);
                    first.check_pairs(second, filter);
                    second.check_pairs(first, filter);
                    first.check_pairs(first, filter);
                    second.check_pairs(second, filter);
                    change_somehow(first, random);
                    change_somehow(second, random);
                }
            }
        }
    }
}

TEST_CASE("aabb tree: a filter prunes whole nodes of a join") {
    AabbTree tree;
    for (int i = 0; i < 20000; ++i) {  // two crowds, one to the right, the other to the left
        const float x = i % 2 == 0 ? static_cast<float>(i) : -static_cast<float>(i);
        (void)tree.insert({{x, 0}, {x + 1.5f, 1}}, i % 2 == 0 ? 1 : 2);
    }
    tree.refit();
    std::vector<ProxyPair> pairs;
    tree.append_pairs(tree, {.only_new = false, .by_category = true, .first_mask = 1, .second_mask = 2},
                      pairs);
    CHECK(pairs == std::vector<ProxyPair>{{0, 1}});
    pairs.clear();
    tree.append_pairs(tree, {.only_new = false, .by_category = true, .first_mask = 4, .second_mask = 3},
                      pairs);
    CHECK(pairs.empty());
}

TEST_CASE("aabb tree: results documented as sorted do not depend on the history") {
    AabbRandom random(21);
    TreeQueue queue;
    for (const AabbWorld world : aabb_worlds) {
        CAPTURE(static_cast<int>(world));
        constexpr std::uint32_t count = 700;
        AabbTree plain;
        AabbTree degraded;
        std::vector<Aabb> boxes;
        for (std::uint32_t i = 0; i < count; ++i) {
            boxes.push_back(box_of(world, random));
            (void)plain.insert(boxes[i], 1ull << i % 3);
            (void)degraded.insert(box_of(world, random), 1ull << i % 3);
        }
        for (std::uint32_t i = 0; i < count; i += 5) {
            degraded.remove(i);
        }
        degraded.refit();
        for (std::uint32_t i = count - 1 - (count - 1) % 5; i < count; i -= 5) {  // returns the same proxies
            REQUIRE(degraded.insert(box_of(world, random), 1ull << (i % 5 == 0 ? i : 0) % 3) % 5 == 0);
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            degraded.move((i * 11) % count, boxes[(i * 11) % count]);
            degraded.set_category_bits(i, 1ull << i % 3);
        }
        plain.rebuild();
        for (int i = aabb_scaled(200); i > 0; --i) {
            const Vec2 point = point_of(world, random);
            const Vec2 way = translation_of(world, random);
            const std::uint64_t mask = random.bits() & 7;
            std::vector<AabbTree::Proxy> found[2];
            std::vector<Neighbor> near_by[2];
            for (const int which : {0, 1}) {
                const AabbTree& tree = which == 0 ? plain : degraded;
                const auto note = [&](AabbTree::Proxy proxy, float limit) {
                    found[which].push_back(proxy);
                    return limit;
                };
                tree.cast_ray_in_order(queue, point, way, mask, note);
                tree.closest_in_order(queue, point, std::numeric_limits<float>::infinity(), mask, note);
                tree.append_overlapping({point, point}, mask, found[which]);
                near_by[which].resize(9);
                near_by[which].resize(
                    tree.nearest(point, std::numeric_limits<float>::max(), mask, near_by[which]).count);
            }
            REQUIRE(found[0] == found[1]);
            REQUIRE(near_by[0] == near_by[1]);
        }
    }
}
