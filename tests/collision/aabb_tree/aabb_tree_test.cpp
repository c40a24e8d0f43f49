#include "support/aabb_naive.h"

#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/error.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

constexpr std::uint64_t everything = ~0ull;
constexpr float huge = 1e30f;
const Aabb whole_world{{-huge, -huge}, {huge, huge}};

Aabb unit_box(float x, float y) { return {{x, y}, {x + 1.0f, y + 1.0f}}; }

std::vector<ProxyPair> new_pairs(AabbTree& tree) {
    std::vector<ProxyPair> pairs;
    tree.append_new_pairs(pairs);
    return pairs;
}

}  // namespace

TEST_CASE("B1: boxes that are not finite or inverted are refused and change nothing") {
    AabbTree tree;
    const AabbTree::Proxy proxy = tree.insert(unit_box(0, 0), 1, 7);
    (void)tree.insert(unit_box(0.5f, 0), 1, 8);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    const Aabb bad[] = {{{nan, 0}, {1, 1}}, {{0, nan}, {1, 1}},  {{0, 0}, {nan, 1}},
                        {{0, 0}, {1, nan}}, {{-inf, 0}, {1, 1}}, {{0, 0}, {1, inf}},
                        {{2, 0}, {1, 1}},   {{0, 2}, {1, 1}},    {{inf, 0}, {inf, 1}}};
    for (const Aabb& box : bad) {
        CHECK_THROWS_AS((void)tree.insert(box), Error);
        CHECK_THROWS_AS(tree.move(proxy, box), Error);
        CHECK_THROWS_AS(tree.query(box, everything, [](AabbTree::Proxy) { return true; }), Error);
        const auto stop = [](AabbTree::Proxy, float) { return 0.0f; };
        CHECK_THROWS_AS(tree.cast_box(box, {1, 0}, everything, stop), Error);
    }
    const auto stop = [](AabbTree::Proxy, float) { return 0.0f; };
    CHECK_THROWS_AS(tree.cast_ray({nan, 0}, {1, 0}, everything, stop), Error);
    CHECK_THROWS_AS(tree.cast_ray({0, 0}, {1, inf}, everything, stop), Error);
    CHECK_THROWS_AS(tree.closest({0, nan}, 1, everything, stop), Error);
    CHECK_THROWS_AS(tree.closest({0, 0}, -1, everything, stop), Error);
    CHECK_THROWS_AS(tree.closest({0, 0}, nan, everything, stop), Error);
    tree.validate();
    CHECK(tree.size() == 2);
    CHECK(tree.box(proxy).upper.x == 1.0f);
    CHECK(sorted_query(tree, whole_world, everything) == std::vector<std::uint32_t>{0, 1});
    CHECK(new_pairs(tree) == std::vector<ProxyPair>{{0, 1}});
}

TEST_CASE("aabb tree: proxies that are not in the tree are refused") {
    AabbTree tree;
    CHECK_THROWS_AS(tree.remove(0), Error);
    const AabbTree::Proxy proxy = tree.insert(unit_box(0, 0));
    tree.remove(proxy);
    CHECK(!tree.contains(proxy));
    for (const AabbTree::Proxy dead : {proxy, proxy + 1, ~0u}) {
        CHECK_THROWS_AS(tree.remove(dead), Error);
        CHECK_THROWS_AS(tree.move(dead, unit_box(0, 0)), Error);
        CHECK_THROWS_AS(tree.forget_pairs(dead), Error);
        CHECK_THROWS_AS(tree.set_category_bits(dead, 1), Error);
        CHECK_THROWS_AS((void)tree.box(dead), Error);
        CHECK_THROWS_AS((void)tree.user_data(dead), Error);
        CHECK_THROWS_AS((void)tree.category_bits(dead), Error);
    }
    tree.validate();
    CHECK_THROWS_WITH_AS(tree.remove(5), "AabbTree::remove: proxy must be in the tree, got 5", Error);
}

TEST_CASE("aabb tree: an empty tree answers every query") {
    AabbTree tree;
    const auto never = [](AabbTree::Proxy, float) {
        FAIL("nothing to visit");
        return 0.0f;
    };
    for (int round = 0; round < 2; ++round) {
        tree.validate();
        tree.refit();
        tree.commit();
        CHECK(tree.size() == 0);
        CHECK(tree.height() == 0);
        CHECK(!is_valid(tree.bounds()));
        CHECK(sorted_query(tree, whole_world, everything).empty());
        tree.cast_ray({0, 0}, {1, 1}, everything, never);
        tree.closest({0, 0}, 1e9f, everything, never);
        tree.visit_nodes([](int, const Aabb&) { FAIL("nothing to visit"); });
        std::vector<ProxyPair> pairs;
        tree.append_new_pairs(pairs);
        tree.append_new_pairs(AabbTree{}, pairs);
        tree.append_overlapping_pairs(pairs);
        CHECK(pairs.empty());
        tree.remove(tree.insert(unit_box(0, 0)));
    }
}

TEST_CASE("B2: boxes inserted in order leave the tree flat, and a query of everything finds all") {
    for (const int count : {300, aabb_scaled(100000)}) {
        AabbTree tree;
        for (int i = 0; i < count; ++i) {
            (void)tree.insert(unit_box(2.0f * static_cast<float>(i), 0), everything,
                              static_cast<std::uint32_t>(i));
        }
        for (const bool sorted : {false, true}) {
            CHECK(static_cast<double>(tree.height()) <= 2.0 * std::log2(count) + 4.0);
            CHECK(sorted_query(tree, whole_world, everything).size() == static_cast<std::size_t>(count));
            const float last = 2.0f * static_cast<float>(count - 1);
            std::uint32_t hits = 0;
            const TreeStats stats = tree.query(unit_box(last, 0), everything, [&](AabbTree::Proxy proxy) {
                CHECK(tree.user_data(proxy) == static_cast<std::uint32_t>(count - 1));
                return ++hits > 0;
            });
            CHECK(hits == 1);
            CHECK(stats.nodes <= static_cast<std::uint32_t>(3 * tree.height()));
            CHECK(stats.blocks <= 3);
            if (!sorted) {
                tree.refit();
            }
            tree.validate();
        }
    }
}

TEST_CASE("B7: trees of one, two and three boxes, each removed in turn") {
    for (int count = 1; count <= 3; ++count) {
        for (int removed = 0; removed < count; ++removed) {
            for (const bool refit_first : {false, true}) {
                AabbTree tree;
                for (int i = 0; i < count; ++i) {
                    CHECK(tree.insert(unit_box(static_cast<float>(i), 0)) == static_cast<AabbTree::Proxy>(i));
                }
                if (refit_first) {
                    tree.rebuild();
                    tree.commit();
                }
                tree.remove(static_cast<AabbTree::Proxy>(removed));
                tree.validate();
                CHECK(tree.size() == static_cast<std::size_t>(count - 1));
                CHECK(sorted_query(tree, whole_world, everything).size() == tree.size());
                tree.refit();
                tree.validate();
                CHECK(sorted_query(tree, unit_box(static_cast<float>(removed) + 0.25f, 0.25f), everything)
                          .size() == (removed + 1 < count ? 1u : 0u));
                CHECK(tree.insert(unit_box(50, 0)) == static_cast<AabbTree::Proxy>(removed));
                CHECK(sorted_query(tree, unit_box(50, 0), everything) ==
                      std::vector<std::uint32_t>{static_cast<std::uint32_t>(removed)});
                tree.validate();
            }
        }
    }
}

TEST_CASE("aabb tree: ten thousand kilometres away a box is kept bit for bit and found at its corners") {
    AabbTree tree;
    AabbRandom random(3);
    std::vector<Aabb> boxes;
    for (int i = 0; i < 200; ++i) {
        const Vec2 lower = Vec2(1e7f, -1e7f) + random.vector(100.0f);
        boxes.push_back({lower, lower + Vec2(random.between(0, 9), random.between(0, 9))});
        (void)tree.insert(boxes.back());
    }
    tree.refit();
    tree.validate();
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        CHECK(drystone::contains(tree.box(i), boxes[i]));
        for (const Vec2& corner : {boxes[i].lower, boxes[i].upper}) {
            bool by_query = false;
            bool by_ray = false;
            tree.query({corner, corner}, everything,
                       [&](AabbTree::Proxy proxy) { return !(by_query |= proxy == i); });
            tree.cast_ray(corner + Vec2(64, 32), {-64, -32}, everything,
                          [&](AabbTree::Proxy proxy, float fraction) {
                              by_ray |= proxy == i;
                              return fraction;
                          });
            CHECK(by_query);
            CHECK(by_ray);
        }
    }
}

TEST_CASE("aabb tree: categories prune whole nodes") {
    AabbTree tree;
    for (int i = 0; i < 4096; ++i) {
        const std::uint64_t bits = i == 77 ? 0 : i % 64 < 32 ? 1 : 2;
        (void)tree.insert(unit_box(static_cast<float>(i % 64), static_cast<float>(i / 64)), bits);
    }
    tree.refit();
    CHECK(sorted_query(tree, whole_world, 1).size() + sorted_query(tree, whole_world, 2).size() == 4095);
    CHECK(sorted_query(tree, whole_world, everything).size() == 4095);
    CHECK(sorted_query(tree, whole_world, 4).empty());
    const TreeStats none = tree.query(whole_world, 4, [](AabbTree::Proxy) { return true; });
    CHECK(none.blocks == 0);
    const TreeStats half = tree.query(whole_world, 2, [](AabbTree::Proxy) { return true; });
    const TreeStats all = tree.query(whole_world, 3, [](AabbTree::Proxy) { return true; });
    CHECK(half.blocks * 10 < all.blocks * 6);

    tree.set_category_bits(77, 4);
    CHECK(tree.category_bits(77) == 4);
    CHECK(sorted_query(tree, whole_world, 4) == std::vector<std::uint32_t>{77});
    tree.set_category_bits(77, 8);
    CHECK(sorted_query(tree, whole_world, 4).empty());
    tree.refit();
    tree.validate();
    CHECK(tree.query(whole_world, 4, [](AabbTree::Proxy) { return true; }).blocks == 0);
    CHECK(sorted_query(tree, whole_world, 8) == std::vector<std::uint32_t>{77});
}

TEST_CASE(
    "aabb tree: a pair is new once, and again after it separated, was forgotten or its index was reused") {
    AabbTree tree;
    const AabbTree::Proxy a = tree.insert(unit_box(0, 0));
    const AabbTree::Proxy b = tree.insert(unit_box(1, 1));  // touches
    const std::vector<ProxyPair> pair{{a, b}};
    const std::vector<ProxyPair> none;
    CHECK(new_pairs(tree) == pair);
    CHECK(new_pairs(tree) == pair);  // nothing was committed
    tree.commit();
    CHECK(new_pairs(tree) == none);
    tree.move(a, unit_box(0.1f, 0));
    tree.refit();
    CHECK(new_pairs(tree) == none);
    tree.commit();
    tree.move(a, unit_box(-5, 0));  // away and back before any search: not new
    tree.move(a, unit_box(0, 0));
    tree.refit();
    CHECK(new_pairs(tree) == none);
    tree.commit();
    tree.move(a, unit_box(-5, 0));
    tree.refit();
    CHECK(new_pairs(tree) == none);
    tree.commit();
    tree.move(b, unit_box(-5, 0));
    tree.refit();
    CHECK(new_pairs(tree) == pair);
    tree.commit();
    tree.forget_pairs(b);
    CHECK(new_pairs(tree) == pair);
    tree.commit();
    CHECK(new_pairs(tree) == none);
    tree.remove(a);
    CHECK(tree.insert(unit_box(-5, 0)) == a);
    CHECK(new_pairs(tree) == pair);
    tree.validate();
}

TEST_CASE("aabb tree: the whole tree can be traversed for drawing, and it can be cleared") {
    AabbTree tree;
    for (int i = 0; i < 1000; ++i) {
        (void)tree.insert(unit_box(static_cast<float>(i % 40), static_cast<float>(i / 40)));
    }
    tree.refit();
    int blocks = 0;
    int roots = 0;
    tree.visit_nodes([&](int level, const Aabb& box) {
        blocks += level == 0 ? 1 : 0;
        roots += level == tree.height() ? 1 : 0;
        CHECK(drystone::contains(tree.bounds(), box));
    });
    CHECK(blocks == (1000 + 15) / 16);
    CHECK(roots == 1);
    tree.clear();
    tree.validate();
    CHECK(tree.size() == 0);
    CHECK(!tree.contains(0));
    CHECK(tree.insert(unit_box(0, 0)) == 0);
}

TEST_CASE("aabb tree: memory does not grow while boxes move for a long time") {
    AabbTree tree;
    AabbRandom random(9);
    std::vector<ProxyPair> pairs;
    std::size_t bytes = 0;
    for (int i = 0; i < 500; ++i) {
        (void)tree.insert(random.box(20, 2));
    }
    for (int step = 0; step < 200; ++step) {
        for (AabbTree::Proxy proxy = 0; proxy < 500; ++proxy) {
            const Vec2 way = random.vector(0.1f);
            const Aabb box = tree.box(proxy);
            tree.move(proxy, {box.lower + way, box.upper + way});
        }
        tree.refit();
        pairs.clear();
        tree.append_overlapping_pairs(pairs);
        pairs.clear();
        tree.append_new_pairs(pairs);
        tree.commit();
        if (step == 40) {
            bytes = tree.bytes();
        }
        CHECK((step < 40 || tree.bytes() == bytes));
    }
    AabbTree reserved;
    reserved.reserve(500);
    bytes = reserved.bytes();
    for (int i = 0; i < 500; ++i) {
        (void)reserved.insert(random.box(20, 2));
    }
    reserved.refit();
    CHECK(reserved.bytes() == bytes);
}

TEST_CASE("aabb tree: a rebuild whenever it is needed soon prevents every sort during a refit") {
    AabbTree tree;
    std::vector<AabbTree::Proxy> proxies;
    for (int i = 0; i < 500; ++i) {
        proxies.push_back(tree.insert(unit_box(static_cast<float>(i % 25), static_cast<float>(i / 25))));
    }
    CHECK_FALSE(AabbTree().needs_rebuild_soon());
    tree.rebuild();
    CHECK_FALSE(tree.needs_rebuild_soon());
    int sorts = 0;
    for (int step = 0; step < 100; ++step) {
        for (const AabbTree::Proxy proxy : proxies) {
            const Aabb box = tree.box(proxy);
            const Vec2 shift{0.01f, 0.0f};
            tree.move(proxy, {box.lower + shift, box.upper + shift});
        }
        tree.refit();
        // A sort during a refit would have restarted the count: the next sort would not be due after this
        // many steps.
        if (tree.needs_rebuild_soon()) {
            tree.rebuild();
            CHECK_FALSE(tree.needs_rebuild_soon());
            ++sorts;
            CHECK(step == 15 * sorts - 1);
        }
    }
    CHECK(sorts == 6);
}
