#include "support/aabb_checks.h"

#include <drystone/collision/aabb_tree.h>

#include <doctest/doctest.h>

#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Applies a random operation to the tree and to the list.
void random_operation(AabbTwins& twins, AabbRandom& random, std::size_t target, TreeQueue& queue) {
    AabbTree& tree = twins.tree;
    NaiveAabbList& list = twins.list;
    const auto any = [&] { return list.used[random.below(list.used.size())]; };
    const std::uint32_t choice = random.below(100);
    const bool grows =
        random.unit() * 2.0 * static_cast<double>(target) > static_cast<double>(list.used.size());
    if (list.used.empty() || (choice < 35 && grows)) {
        const Aabb box = box_of(twins.world, random);
        const std::uint64_t categories = random.chance(0.05) ? 0 : 1ull << random.below(5);
        list.insert(tree.insert(box, categories), box, categories);
    } else if (choice < 35) {
        const std::uint32_t proxy = any();
        tree.remove(proxy);
        list.remove(proxy);
    } else if (choice < 75) {
        const std::uint32_t proxy = any();
        const Aabb box = box_of(twins.world, random);
        tree.move(proxy, box);
        list.items[proxy].box = box;
    } else if (choice < 80) {
        const std::uint32_t proxy = any();
        list.items[proxy].categories = random.bits() & 31;
        tree.set_category_bits(proxy, list.items[proxy].categories);
    } else if (choice < 83) {
        const std::uint32_t proxy = any();
        tree.forget_pairs(proxy);
        list.items[proxy].previous.reset();
    } else if (choice < 86) {
        tree.refit();
    } else if (choice < 88) {
        tree.commit();
        list.commit();
    } else if (choice < 91) {
        twins.check_overlaps(random);
    } else if (choice < 94) {
        twins.check_cast(random, queue);
    } else if (choice < 97) {
        twins.check_closest(random, queue);
    } else {
        twins.check_nearest(random);
    }
}

/// Inserts and removes many boxes at once.
void random_burst(AabbTwins& twins, AabbRandom& random) {
    if (random.chance(0.1)) {
        twins.tree.clear();
        twins.list = {};
    } else if (random.chance(0.3)) {
        while (twins.list.used.size() > 3) {
            const std::uint32_t proxy = twins.list.used.back();
            twins.tree.remove(proxy);
            twins.list.remove(proxy);
        }
    }
    std::vector<TreeItem> items(random.below(60));
    for (TreeItem& item : items) {
        item = {box_of(twins.world, random), 1ull << random.below(5), random.below(100)};
    }
    std::vector<AabbTree::Proxy> proxies(items.size());
    twins.tree.insert(items, proxies);
    for (std::size_t i = 0; i < items.size(); ++i) {
        twins.list.insert(proxies[i], items[i].box, items[i].category_bits);
    }
}

}  // namespace

TEST_CASE("B5: a hundred thousand random operations in each of three trees agree with a naive list") {
    TreeQueue queue;
    for (const std::size_t target : {4u, 60u, 800u}) {
        AabbRandom random(target + 100);
        AabbTwins twins;
        for (int i = 1; i <= aabb_scaled(100000); ++i) {
            random_operation(twins, random, target, queue);
            if (i % 100 == 0) {
                twins.tree.validate();
                REQUIRE(twins.tree.size() == twins.list.used.size());
            }
            if (i % 1000 == 0) {
                twins.check_pairs(twins, {});
                twins.check_pairs(twins, {.only_new = false,
                                          .by_category = random.chance(0.5),
                                          .first_mask = any_mask(random),
                                          .second_mask = any_mask(random)});
                random_burst(twins, random);
                twins.world = aabb_worlds[random.below(std::size(aabb_worlds))];
            }
        }
    }
}
