#include "support/aabb_checks.h"

#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/error.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

constexpr std::uint64_t everything = ~0ull;

std::vector<TreeItem> items_of(AabbWorld world, int count, AabbRandom& random) {
    std::vector<TreeItem> items;
    for (int i = 0; i < count; ++i) {
        items.push_back({box_of(world, random), 1ull << random.below(5), static_cast<std::uint32_t>(i)});
    }
    return items;
}

/// Finds all overlapping pairs by a sweep along x: independent of the tree, and fast enough for many boxes.
std::vector<ProxyPair> swept_pairs(const std::vector<Aabb>& boxes) {
    std::vector<std::uint32_t> order(boxes.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return boxes[a].lower.x < boxes[b].lower.x; });
    std::vector<ProxyPair> pairs;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Aabb& box = boxes[order[i]];
        for (std::size_t k = i + 1; k < order.size() && boxes[order[k]].lower.x <= box.upper.x; ++k) {
            if (overlaps(box, boxes[order[k]])) {
                pairs.push_back({std::min(order[i], order[k]), std::max(order[i], order[k])});
            }
        }
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const ProxyPair& p, const ProxyPair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
    return pairs;
}

}  // namespace

TEST_CASE("aabb tree: boxes inserted in bulk equal those inserted one by one") {
    AabbRandom random(31);
    for (const int count : {0, 1, 16, 33, 5000}) {
        AabbTree many;
        AabbTree one_by_one;
        for (int i = 0; i < 40; ++i) {  // into a tree with some boxes and free proxies
            const Aabb box = random.box(20, 3);
            REQUIRE(many.insert(box) == one_by_one.insert(box));
        }
        for (const AabbTree::Proxy proxy : {3u, 30u, 7u}) {
            many.remove(proxy);
            one_by_one.remove(proxy);
        }
        const std::vector<TreeItem> items = items_of(AabbWorld::Ordinary, count, random);
        std::vector<AabbTree::Proxy> proxies(items.size());
        many.insert(items, proxies);
        many.validate();
        REQUIRE(many.size() == 37 + items.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
            REQUIRE(one_by_one.insert(items[i].box, items[i].category_bits, items[i].user_data) ==
                    proxies[i]);
            REQUIRE(many.user_data(proxies[i]) == items[i].user_data);
            REQUIRE(many.category_bits(proxies[i]) == items[i].category_bits);
        }
        std::vector<ProxyPair> pairs;
        std::vector<ProxyPair> expected;
        many.append_new_pairs(pairs);
        one_by_one.append_new_pairs(expected);
        REQUIRE(pairs == expected);
        std::vector<AabbTree::Proxy> visited;
        many.visit_boxes([&](AabbTree::Proxy proxy, const Aabb& box) {
            visited.push_back(proxy);
            REQUIRE(box.lower == one_by_one.box(proxy).lower);
            REQUIRE(box.upper == one_by_one.box(proxy).upper);
        });
        REQUIRE(visited.size() == many.size());
        REQUIRE(std::is_sorted(visited.begin(), visited.end()));
    }
}

TEST_CASE("aabb tree: a bulk insertion leaves it as tight as a rebuild does") {
    AabbRandom random(32);
    const std::vector<TreeItem> items = items_of(AabbWorld::Ordinary, 3000, random);
    std::vector<AabbTree::Proxy> proxies(items.size());
    AabbTree tree;
    tree.insert(items, proxies);
    const auto cost = [&] {
        return tree.query({{0, 0}, {0.1f, 0.1f}}, everything, [](AabbTree::Proxy) { return true; });
    };
    const TreeStats before = cost();
    tree.rebuild();
    CHECK(cost().blocks == before.blocks);
    CHECK(cost().nodes == before.nodes);
    CHECK(before.blocks < 20);  // of 188
}

TEST_CASE("aabb tree: bad input of the bulk functions is refused and changes nothing") {
    AabbTree tree;
    (void)tree.insert({{0, 0}, {1, 1}});
    std::vector<TreeItem> items(5, TreeItem{{{0, 0}, {1, 1}}, 1, 2});
    std::vector<AabbTree::Proxy> proxies(5);
    CHECK_THROWS_WITH_AS(tree.insert(items, std::span(proxies).first(4)),
                         "AabbTree::insert: proxies must be of the size of items, got 4", Error);
    items[3].box.upper = {1, -1};
    CHECK_THROWS_WITH_AS(
        tree.insert(items, proxies),
        "AabbTree::insert: items[3].box must be finite with lower <= upper, got lower (0, 0), "
        "upper (1, -1)",
        Error);
    CHECK_THROWS_AS(tree.reserve(AabbTree::max_size + 1), Error);
    CHECK_THROWS_AS(tree.reserve(std::numeric_limits<std::size_t>::max()), Error);
    CHECK_THROWS_AS(tree.set_user_data(1, 0), Error);
    CHECK(tree.size() == 1);
    tree.set_user_data(0, 9);
    CHECK(tree.user_data(0) == 9);
    tree.validate();

    PairSearch search;
    CHECK(search.part_count() == 0);
    CHECK_THROWS_AS(search.begin(tree, tree, 0), Error);
    CHECK_THROWS_AS(search.run(0, 0), Error);
    std::vector<ProxyPair> pairs;
    search.append(pairs);
    search.begin(tree, tree, 2);
    CHECK_THROWS_AS(search.run(1, 0), Error);
    CHECK_THROWS_AS(search.run(0, 2), Error);
    CHECK_THROWS_AS(search.run(0, -1), Error);
    search.append(pairs);
    CHECK(pairs.empty());
}

TEST_CASE("aabb tree: queries name the function and the argument that is wrong") {
    AabbTree tree;
    TreeQueue queue;
    std::array<Neighbor, 3> storage;
    std::vector<AabbTree::Proxy> found;
    const float inf = std::numeric_limits<float>::infinity();
    const auto go_on = [](AabbTree::Proxy, float limit) { return limit; };
    const auto distance = [](AabbTree::Proxy) { return 0.0f; };
    CHECK_THROWS_WITH_AS(tree.cast_ray({0, inf}, {1, 0}, everything, go_on),
                         "AabbTree::cast_ray: origin must be finite, got inf", Error);
    CHECK_THROWS_WITH_AS(tree.cast_ray({0, 0}, {-inf, 0}, everything, go_on),
                         "AabbTree::cast_ray: translation must be finite, got -inf", Error);
    CHECK_THROWS_AS(tree.cast_ray_in_order(queue, {0, inf}, {1, 0}, everything, go_on), Error);
    CHECK_THROWS_AS(tree.cast_ray_in_order(queue, {0, 0}, {1, inf}, everything, go_on), Error);
    CHECK_THROWS_AS(tree.cast_box_in_order(queue, {{1, 0}, {0, 0}}, {1, 0}, everything, go_on), Error);
    CHECK_THROWS_AS(tree.cast_box_in_order(queue, {{0, 0}, {0, 0}}, {1, inf}, everything, go_on), Error);
    CHECK_THROWS_AS(tree.closest_in_order(queue, {0, inf}, 1, everything, go_on), Error);
    CHECK_THROWS_AS(tree.closest_in_order(queue, {0, 0}, -1, everything, go_on), Error);
    CHECK_THROWS_AS((void)tree.nearest({0, inf}, 1, everything, storage), Error);
    CHECK_THROWS_AS((void)tree.nearest({0, 0}, -1, everything, storage), Error);
    CHECK_THROWS_AS((void)tree.nearest({0, inf}, 1, everything, storage, distance), Error);
    CHECK_THROWS_AS((void)tree.nearest({0, 0}, -1, everything, storage, distance), Error);
    CHECK_THROWS_AS(tree.append_overlapping({{1, 0}, {0, 0}}, everything, found), Error);
    CHECK(found.empty());
}

TEST_CASE("aabb tree: nearest by the caller's distance skips boxes that are too far or have no number") {
    AabbTree tree;
    for (int i = 0; i < 100; ++i) {
        const float x = static_cast<float>(i);
        (void)tree.insert({{x, 0}, {x, 0}});
    }
    std::array<Neighbor, 4> storage;
    const NearestResult result = tree.nearest({0, 0}, 5.5f, everything, storage, [](AabbTree::Proxy proxy) {
        return proxy == 1   ? std::numeric_limits<float>::quiet_NaN()
               : proxy == 2 ? 5.6f
                            : static_cast<float>(proxy);
    });
    REQUIRE(result.count == 4);
    CHECK(storage == std::array<Neighbor, 4>{{{0, 0}, {3, 3}, {4, 4}, {5, 5}}});
    CHECK(result.stats.boxes == 6);  // 0 to 5: no box behind the fourth was tested
    CHECK(tree.nearest({0, 0}, 5.5f, everything, {}).count == 0);
    CHECK(tree.nearest({0.5f, 0}, 0, everything, storage).count == 0);
    CHECK(tree.nearest({7, 0}, 0, everything, storage).count == 1);
    CHECK(tree.nearest({7, 0}, 1, 0, storage).count == 0);
}

TEST_CASE("aabb tree: an ordered cast stops on request, and opens no more nodes than necessary") {
    AabbRandom random(33);
    AabbTree tree;
    const std::vector<TreeItem> items = items_of(AabbWorld::Ordinary, 4000, random);
    std::vector<AabbTree::Proxy> proxies(items.size());
    tree.insert(items, proxies);
    TreeQueue queue;
    for (int i = 0; i < 100; ++i) {
        const Vec2 origin = random.vector(20);
        const Vec2 way = random.vector(40);
        AabbTree::Proxy first = ~0u;
        const auto stop = [&](AabbTree::Proxy proxy, float) {
            first = proxy;
            return 0.0f;
        };
        const TreeStats stats = tree.cast_ray_in_order(queue, origin, way, everything, stop);
        CHECK(stats.boxes <= 1);
        float nearest = 2.0f;
        const TreeStats depth_first =
            tree.cast_ray(origin, way, everything, [&](AabbTree::Proxy proxy, float) {
                nearest = std::min(
                    nearest, static_cast<float>(
                                 sweep_entry(items[proxy].box, {origin, origin}, way, 0.0).value_or(2.0)));
                return std::max(nearest, 1e-30f);
            });
        CHECK(stats.nodes + stats.blocks <= depth_first.nodes + depth_first.blocks);
        CHECK((first == ~0u) == (nearest == 2.0f));
        if (first != ~0u) {
            const auto entry = sweep_entry(items[first].box, {origin, origin}, way, 1e-4);
            CHECK(*entry <= static_cast<double>(nearest) + 1e-5);
        }
    }
}

TEST_CASE("aabb tree: an infinite ray visits no more than one that is just long enough") {
    AabbTree tree;
    for (int i = 0; i < 10000; ++i) {
        const float x = static_cast<float>(i % 100);
        const float y = static_cast<float>(i / 100);
        (void)tree.insert({{x, y}, {x + 0.5f, y + 0.5f}});
    }
    tree.refit();
    const auto go_on = [](AabbTree::Proxy, float limit) { return limit; };
    const TreeStats shorter = tree.cast_ray({-1, -0.75f}, {200, 200}, everything, go_on);
    REQUIRE(shorter.boxes == 100);
    for (const float length : {1e4f, 1e9f, 1e20f, 3e38f}) {
        const TreeStats stats = tree.cast_ray({-1, -0.75f}, {length, length}, everything, go_on);
        CHECK(stats.boxes == shorter.boxes);
        CHECK(stats.nodes == shorter.nodes);
        CHECK(stats.blocks == shorter.blocks);
    }
}

TEST_CASE("aabb tree: two hundred thousand boxes") {
    AabbRandom random(34);
    const int count = aabb_scaled(200000);
    const float world = 0.5f * std::sqrt(static_cast<float>(count));
    std::vector<TreeItem> items;
    std::vector<Aabb> boxes;
    for (int i = 0; i < count; ++i) {
        boxes.push_back(random.box(world, 2));
        items.push_back({boxes.back(), 1ull << random.below(5), 0});
    }
    std::vector<AabbTree::Proxy> proxies(items.size());
    AabbTwins twins;
    twins.tree.insert(items, proxies);
    for (std::size_t i = 0; i < items.size(); ++i) {
        twins.list.insert(proxies[i], boxes[i], items[i].category_bits);
    }
    TreeQueue queue;
    std::vector<ProxyPair> pairs;
    for (int round = 0; round < 3; ++round) {
        twins.tree.validate();
        pairs.clear();
        twins.tree.append_overlapping_pairs(pairs);
        REQUIRE(pairs == swept_pairs(boxes));
        for (int i = 0; i < 10; ++i) {
            twins.check_all(random, queue);
        }
        for (std::uint32_t proxy = static_cast<std::uint32_t>(round); proxy < boxes.size(); proxy += 3) {
            const Vec2 way = random.vector(1);
            boxes[proxy] = {boxes[proxy].lower + way, boxes[proxy].upper + way};
            twins.tree.move(proxy, boxes[proxy]);
            twins.list.items[proxy].box = boxes[proxy];
        }
        if (round == 1) {
            twins.tree.refit();
        }
    }
}

TEST_CASE("aabb tree: several threads query one tree at once") {
    AabbRandom random(35);
    const int count = 5000;
    AabbTwins twins;
    for (int i = 0; i < count; ++i) {
        const Aabb box = random.box(40, 2);
        twins.list.insert(twins.tree.insert(box), box, everything);
    }
    twins.tree.refit();
    for (std::uint32_t i = 0; i < 500; ++i) {  // blocks that are not refitted
        twins.tree.move(i, random.box(40, 2));
    }
    const AabbTree& tree = twins.tree;
    const auto work = [&tree](std::uint64_t seed) {
        AabbRandom own(seed);
        TreeQueue queue;
        PairSearch search;
        std::uint64_t sum = 0;
        const auto add = [&sum](AabbTree::Proxy proxy, float limit) {
            sum = sum * 31 + proxy;
            return limit;
        };
        for (int i = aabb_scaled(400); i > 0; --i) {
            const Vec2 point = own.vector(40);
            const Vec2 way = own.vector(10);
            std::array<Neighbor, 8> storage;
            tree.cast_ray(point, way, everything, add);
            tree.cast_ray_in_order(queue, point, way, everything, add);
            tree.closest(point, 2, everything, add);
            tree.query({point, point + Vec2(2, 2)}, everything,
                       [&](AabbTree::Proxy proxy) { return add(proxy, 1.0f) > 0.0f; });
            const NearestResult result = tree.nearest(point, 5, everything, storage);
            for (std::size_t k = 0; k < result.count; ++k) {
                add(storage[k].proxy, storage[k].distance);
            }
        }
        std::vector<ProxyPair> pairs;
        search.begin(tree, tree, 1, {.only_new = false});
        for (std::uint32_t part = 0; part < search.part_count(); ++part) {
            search.run(part, 0);
        }
        search.append(pairs);
        return sum * 31 + pairs.size();
    };
    std::array<std::uint64_t, 4> alone{};
    std::array<std::uint64_t, 4> together{};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < alone.size(); ++i) {
        threads.emplace_back([&, i] { together[i] = work(i); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t i = 0; i < alone.size(); ++i) {
        alone[i] = work(i);
    }
    CHECK(alone == together);
}
