#include "support/aabb_checks.h"

#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/error.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <thread>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Boxes of proxies as four floats each, by user data; every third number is unused.
class Sides {
public:
    void set(std::uint32_t user_data, const Aabb& box) {
        while (values_.size() < 4 * (user_data + 1)) {
            values_.push_back(std::numeric_limits<float>::quiet_NaN());
        }
        const float sides[4] = {box.lower.x, box.lower.y, box.upper.x, box.upper.y};
        std::copy(sides, sides + 4, values_.begin() + 4 * static_cast<std::ptrdiff_t>(user_data));
    }
    [[nodiscard]] const std::vector<float>& values() const { return values_; }

private:
    std::vector<float> values_;
};

/// Calls `work(part)` for all parts, on two threads.
template <class Work>
void share(std::uint32_t parts, Work&& work) {
    std::thread other([&] {
        for (std::uint32_t part = 1; part < parts; part += 2) {
            work(part);
        }
    });
    for (std::uint32_t part = 0; part < parts; part += 2) {
        work(part);
    }
    other.join();
}

std::uint32_t move_in_parts(AabbTree& tree, const Sides& sides) {
    tree.begin_moves();
    share(tree.part_count(), [&](std::uint32_t part) { tree.move_part(part, sides.values()); });
    return tree.finish_moves();
}

void commit_in_parts(AabbTree& tree) {
    share(tree.part_count(), [&](std::uint32_t part) { tree.commit_part(part); });
    tree.finish_commit();
    CHECK_FALSE(tree.has_moved());
}

bool moves(int step, AabbRandom& random) {
    // Steps in which all move, a few, and none.
    return step % 4 == 0 || (step % 4 == 1 && random.below(3) == 0) ||
           (step % 4 == 2 && random.below(40) == 0);
}

}  // namespace

TEST_CASE("aabb tree: boxes moved in parts give the pairs of boxes moved one by one") {
    AabbRandom random(41);
    AabbTree in_parts;
    AabbTree one_by_one;
    Sides sides;
    std::vector<AabbTree::Proxy> proxies;
    std::vector<std::uint32_t> numbers;
    const auto insert = [&](std::uint32_t i) {
        const Aabb box = random.box(60, 2);
        const std::uint32_t number = 3 * i;
        const AabbTree::Proxy proxy = in_parts.insert(box, 1ull << random.below(3), number);
        REQUIRE(one_by_one.insert(box, in_parts.category_bits(proxy), number) == proxy);
        sides.set(number, box);
        proxies.push_back(proxy);
        numbers.push_back(number);
    };
    for (std::uint32_t i = 0; i < 3000; ++i) {
        insert(i);
    }
    std::size_t pairs_seen = 0;
    for (int step = 0; step < 40; ++step) {
        for (std::size_t i = 0; i < proxies.size(); ++i) {
            if (moves(step, random)) {
                const Aabb box = random.box(60, 2);
                one_by_one.move(proxies[i], box);
                sides.set(numbers[i], box);
            }
        }
        REQUIRE(move_in_parts(in_parts, sides) == 0);
        in_parts.validate();
        one_by_one.refit();
        std::vector<ProxyPair> found;
        std::vector<ProxyPair> expected;
        in_parts.append_new_pairs(found);
        one_by_one.append_new_pairs(expected);
        REQUIRE(found == expected);
        pairs_seen += found.size();
        for (const AabbTree::Proxy proxy : proxies) {
            REQUIRE(in_parts.box(proxy).lower == one_by_one.box(proxy).lower);
            REQUIRE(in_parts.box(proxy).upper == one_by_one.box(proxy).upper);
        }
        commit_in_parts(in_parts);
        one_by_one.commit();
        in_parts.validate();
        // Some are removed and inserted, so that there are holes and stale categories.
        for (int i = 0; i < 20; ++i) {
            const std::size_t k = random.below(proxies.size());
            in_parts.remove(proxies[k]);
            one_by_one.remove(proxies[k]);
            proxies[k] = proxies.back();
            proxies.pop_back();
            const std::uint32_t number = numbers[k];
            numbers[k] = numbers.back();
            numbers.pop_back();
            insert(number / 3);
        }
        if (step % 7 == 0) {
            in_parts.refit();
        }
    }
    CHECK(pairs_seen > 10000);
}

TEST_CASE("aabb tree: boxes whose new sides are invalid or missing remain unchanged") {
    AabbTree tree;
    const Aabb unit{{0.0f, 0.0f}, {1.0f, 1.0f}};
    const Aabb moved{{2.0f, 2.0f}, {3.0f, 3.0f}};
    const AabbTree::Proxy a = tree.insert(unit, ~0ull, 0);
    const AabbTree::Proxy b = tree.insert(unit, ~0ull, 1);
    const AabbTree::Proxy c = tree.insert(unit, ~0ull, 2);
    Sides sides;
    sides.set(0, moved);
    sides.set(1, {{2.0f, 2.0f}, {1.0f, 3.0f}});  // inverted; and there is none for number 2
    CHECK(move_in_parts(tree, sides) == 2);
    CHECK(tree.box(a).lower == moved.lower);
    CHECK(tree.box(b).lower == unit.lower);
    CHECK(tree.box(c).upper == unit.upper);
    tree.validate();
    CHECK_THROWS_AS(tree.move_part(tree.part_count(), sides.values()), Error);
    CHECK_THROWS_AS(tree.commit_part(tree.part_count()), Error);
}
