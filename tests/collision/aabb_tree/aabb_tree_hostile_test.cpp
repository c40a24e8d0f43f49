// Trees over boxes whose coordinates round badly, against a naive list.
#include "support/aabb_naive.h"

#include <drystone/collision/aabb_tree.h>

#include <doctest/doctest.h>

#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

struct Twins {
    AabbTree tree;
    NaiveAabbList list;

    /// Adds boxes of one or two families, in one call or one by one.
    void add(AabbRandom& random, std::size_t count) {
        const std::uint32_t kinds[] = {random.below(1u << 16), random.below(1u << 16)};
        const bool mixed = random.chance(0.3);
        std::vector<TreeItem> items;
        for (std::size_t i = 0; i < count; ++i) {
            const Aabb box = random.hostile_box(kinds[mixed ? random.below(2) : 0]);
            if (is_valid(box)) {
                items.push_back({.box = box});
            }
        }
        std::vector<AabbTree::Proxy> proxies(items.size());
        if (random.chance(0.5)) {
            tree.insert(items, proxies);
        } else {
            for (std::size_t i = 0; i < items.size(); ++i) {
                proxies[i] = tree.insert(items[i].box);
            }
        }
        for (std::size_t i = 0; i < items.size(); ++i) {
            list.insert(proxies[i], items[i].box, ~0ull);
        }
    }
    void move_some(AabbRandom& random) {
        const std::uint32_t kind = random.below(1u << 16);
        for (const std::uint32_t proxy : list.used) {
            const Aabb box = random.hostile_box(kind);
            if (random.chance(0.3) && is_valid(box)) {
                tree.move(proxy, box);
                list.items[proxy].box = box;
            }
        }
    }
    void check(AabbRandom& random) {
        tree.validate();
        std::vector<ProxyPair> pairs;
        tree.append_overlapping_pairs(pairs);
        REQUIRE(pairs == list.pairs(false));
        const Aabb box = random.hostile_box(random.below(1u << 16));
        if (is_valid(box)) {
            REQUIRE(sorted_query(tree, box, ~0ull) == list.query(box, ~0ull));
        }
    }
};

}  // namespace

TEST_CASE("aabb tree: columns of boxes of different widths are sorted") {
    for (const std::size_t count : {33u, 40u, 64u, 400u}) {
        for (std::uint32_t place = 0; place < 20; ++place) {
            for (std::uint64_t seed = 0; seed < 10; ++seed) {
                AabbRandom random(seed);
                AabbTree tree;
                for (std::size_t i = 0; i < count; ++i) {
                    Aabb box = random.hostile_box(56 * place);
                    box.lower.y = 1.5f * static_cast<float>(i);
                    box.upper.y = box.lower.y + 1.0f;
                    static_cast<void>(tree.insert(box));
                }
                tree.rebuild();
                tree.validate();
                REQUIRE(tree.size() == count);
            }
        }
    }
}

TEST_CASE("aabb tree: equal, nearly equal, huge and tiny boxes in any order agree with a naive list") {
    for (int seed = aabb_scaled(3000); seed > 0; --seed) {
        CAPTURE(seed);
        AabbRandom random(static_cast<std::uint64_t>(seed));
        Twins twins;
        Twins other;
        twins.add(random, 1 + random.below(120));
        other.add(random, 1 + random.below(60));
        random.chance(0.5) ? twins.tree.rebuild() : twins.tree.refit();
        twins.check(random);
        std::vector<ProxyPair> pairs;
        twins.tree.append_new_pairs(other.tree, pairs);
        REQUIRE(pairs == twins.list.new_pairs(other.list));
        twins.move_some(random);
        random.chance(0.5) ? twins.tree.rebuild() : twins.tree.refit();
        twins.tree.commit();
        twins.list.commit();
        twins.check(random);
    }
}
