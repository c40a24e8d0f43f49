#pragma once

#include "aabb_naive.h"

#include <drystone/collision/aabb_tree.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace drystone::test {

/// Kinds of boxes (and queries).
enum class AabbWorld : std::uint8_t {
    Ordinary,
    AllEqual,
    ZeroSize,
    Huge,
    AllScales,
    Extreme,
    OnALine,
    FarAway
};
inline constexpr AabbWorld aabb_worlds[] = {AabbWorld::Ordinary, AabbWorld::AllEqual,  AabbWorld::ZeroSize,
                                            AabbWorld::Huge,     AabbWorld::AllScales, AabbWorld::Extreme,
                                            AabbWorld::OnALine,  AabbWorld::FarAway};

/// Returns a coordinate anywhere in the range of floats, with tiny and huge values equally likely.
inline float any_scale(AabbRandom& random) {
    const float value = std::ldexp(random.between(0.5f, 1.0f), static_cast<int>(random.below(275)) - 148);
    return random.chance(0.5) ? value : -value;
}

inline Aabb box_around(const Vec2& p, const Vec2& q) { return {min(p, q), max(p, q)}; }

inline Vec2 point_of(AabbWorld world, AabbRandom& random) {
    constexpr float largest = std::numeric_limits<float>::max();
    switch (world) {
        case AabbWorld::AllEqual: return Vec2(2, 3) + random.vector(3);
        case AabbWorld::ZeroSize:
            return {static_cast<float>(random.below(12)), static_cast<float>(random.below(12))};
        case AabbWorld::Huge: return random.vector(1e30f);
        case AabbWorld::AllScales: return {any_scale(random), any_scale(random)};
        case AabbWorld::Extreme: {
            const auto side = [&] {
                constexpr float values[] = {-largest, -1.0f, -1.4e-45f, 0.0f, 1.4e-45f, 1.0f, largest};
                return random.chance(0.8) ? values[random.below(7)] : any_scale(random);
            };
            const float x = side();
            return {x, side()};
        }
        case AabbWorld::OnALine:
            return {random.between(-50, 50), random.chance(0.8) ? 1.0f : random.between(0, 2)};
        case AabbWorld::FarAway: return Vec2(1e7f, -1e7f) + random.vector(40);
        default: return random.vector(20);
    }
}

inline Aabb box_of(AabbWorld world, AabbRandom& random) {
    const Vec2 point = point_of(world, random);
    switch (world) {
        case AabbWorld::Ordinary: return random.box(20, 3);
        case AabbWorld::AllEqual: return {{1, 2}, {3, 4}};
        case AabbWorld::ZeroSize: return {point, point};
        case AabbWorld::Huge: return box_around(point, point + random.vector(1e29f));
        case AabbWorld::OnALine: return {{point.x, 1}, {point.x + random.between(0, 1), 1}};
        case AabbWorld::FarAway: return box_around(point, point + random.vector(4));
        default: return box_around(point, point_of(world, random));
    }
}

inline Vec2 translation_of(AabbWorld world, AabbRandom& random) {
    const Vec2 from = point_of(world, random);
    const Vec2 way = point_of(world, random) - from;
    switch (random.below(6)) {
        case 0: return {0.0f, std::isfinite(way.y) ? way.y : 0.0f};
        case 1: return {any_scale(random), any_scale(random)};
        case 2: return random.vector(3e38f);
        case 3: return {0.0f, 0.0f};
        default: return is_finite(way) ? way : from;
    }
}

/// A tree and the naive list of the same boxes, with checks of every query on them.
struct AabbTwins {
    AabbTree tree;
    NaiveAabbList list;
    AabbWorld world = AabbWorld::Ordinary;

    void check_overlaps(AabbRandom& random) const;
    void check_cast(AabbRandom& random, TreeQueue& queue) const;
    void check_closest(AabbRandom& random, TreeQueue& queue) const;
    void check_nearest(AabbRandom& random) const;
    void check_pairs(AabbTwins& other, const PairFilter& filter);
    void check_all(AabbRandom& random, TreeQueue& queue) {
        check_overlaps(random);
        check_cast(random, queue);
        check_closest(random, queue);
        check_nearest(random);
    }

    [[nodiscard]] bool wanted(std::uint32_t proxy, std::uint64_t mask) const {
        return list.items[proxy].used && (list.items[proxy].categories & mask) != 0;
    }
};

inline std::uint64_t any_mask(AabbRandom& random) { return random.chance(0.5) ? ~0ull : random.bits() & 31; }

inline void AabbTwins::check_overlaps(AabbRandom& random) const {
    const Aabb box = box_of(world, random);
    const std::uint64_t mask = any_mask(random);
    const std::vector<std::uint32_t> expected = list.query(box, mask);
    REQUIRE(sorted_query(tree, box, mask) == expected);
    std::vector<std::uint32_t> found{77};  // results are appended after it
    const TreeStats stats = tree.append_overlapping(box, mask, found);
    REQUIRE(found.front() == 77);
    found.erase(found.begin());
    REQUIRE(found == expected);
    REQUIRE(stats.boxes == found.size());
}

/// Checks that a cast visits everything that the sweep meets, nothing that it misses by more than rounding,
/// and nothing twice; in order, if requested.
inline void AabbTwins::check_cast(AabbRandom& random, TreeQueue& queue) const {
    const Vec2 point = point_of(world, random);
    const Aabb box = random.chance(0.5) ? Aabb{point, point} : box_of(world, random);
    const Vec2 way = translation_of(world, random);
    const std::uint64_t mask = any_mask(random);
    std::vector<int> visits(list.items.size(), 0);
    std::vector<std::uint32_t> in_order;
    tree.cast_box(box, way, mask, [&](AabbTree::Proxy proxy, float limit) {
        ++visits[proxy];
        return limit;
    });
    tree.cast_box_in_order(queue, box, way, mask, [&](AabbTree::Proxy proxy, float limit) {
        in_order.push_back(proxy);
        return limit;
    });
    double before = 0.0;
    std::vector<int> ordered_visits(list.items.size(), 0);
    for (const std::uint32_t proxy : in_order) {
        ++ordered_visits[proxy];
        const Aabb& target = list.items[proxy].box;
        const auto entry = sweep_entry(target, box, way, 0.0);
        REQUIRE(entry.value_or(1.0) >= before);
        const auto lowest = sweep_entry(target, box, way, sweep_border(target, box));
        before = std::max(before, lowest.value_or(0.0));
    }
    REQUIRE(ordered_visits == visits);
    int wrong = 0;
    for (std::uint32_t proxy = 0; proxy < visits.size(); ++proxy) {
        const Aabb& target = list.items[proxy].box;
        const bool must = wanted(proxy, mask) && sweep_entry(target, box, way, 0.0).has_value();
        const bool may =
            wanted(proxy, mask) && sweep_entry(target, box, way, sweep_border(target, box)).has_value();
        wrong += visits[proxy] < (must ? 1 : 0) || visits[proxy] > (may ? 1 : 0) ? 1 : 0;
    }
    REQUIRE(wrong == 0);
}

/// Checks that the query visits everything within reach, and nothing twice; by distance, if requested.
inline void AabbTwins::check_closest(AabbRandom& random, TreeQueue& queue) const {
    constexpr double largest = std::numeric_limits<float>::max();
    const Vec2 point = point_of(world, random);
    const std::uint64_t mask = any_mask(random);
    const float reach =
        random.chance(0.5) ? std::numeric_limits<float>::infinity()
                           : static_cast<float>(std::min(distance_to(box_of(world, random), point), largest));
    std::vector<int> visits(list.items.size(), 0);
    std::vector<int> ordered_visits(list.items.size(), 0);
    const TreeStats stats = tree.closest(point, reach, mask, [&](AabbTree::Proxy proxy, float limit) {
        ++visits[proxy];
        return limit;
    });
    double before = 0.0;
    std::uint32_t last = 0;
    int unordered = 0;
    const auto visit = [&](AabbTree::Proxy proxy, float limit) {
        const double distance = distance_to(list.items[proxy].box, point);
        unordered += distance < before * (1.0 - 3e-7) - 1e-44 ? 1 : 0;
        unordered += distance == before && last > proxy ? 1 : 0;  // equal ones by proxy
        before = distance;
        last = proxy;
        ++ordered_visits[proxy];
        return limit;
    };
    const TreeStats ordered = tree.closest_in_order(queue, point, reach, mask, visit);
    REQUIRE(ordered_visits == visits);
    REQUIRE(ordered.boxes == stats.boxes);
    REQUIRE(unordered == 0);
    int wrong = 0;
    for (std::uint32_t proxy = 0; proxy < visits.size(); ++proxy) {
        const double distance = distance_to(list.items[proxy].box, point);
        const double limit = std::min(static_cast<double>(reach), largest);
        const bool must = wanted(proxy, mask) && distance <= limit * (1.0 - 3e-7) - 1e-44;
        const bool may = wanted(proxy, mask) && distance <= limit * (1.0 + 3e-7) + 1e-44;
        wrong += visits[proxy] < (must ? 1 : 0) || visits[proxy] > (may ? 1 : 0) ? 1 : 0;
    }
    REQUIRE(wrong == 0);
}

/// Checks the nearest boxes, sorted by the distance of the box or by one that the caller computes.
inline void AabbTwins::check_nearest(AabbRandom& random) const {
    constexpr double largest = std::numeric_limits<float>::max();
    const float reach = random.chance(0.5) ? 1e37f : 1e3f;
    const Vec2 point = point_of(world, random);
    const std::uint64_t mask = any_mask(random);
    const bool own = random.chance(0.5);
    const auto distance = [&](AabbTree::Proxy proxy) {  // the caller's distance: to some point in the box
        const double factor = own ? 1.0 + 0.1 * (proxy % 7) : 1.0;
        return static_cast<float>(std::min(distance_to(list.items[proxy].box, point) * factor, largest));
    };
    std::vector<Neighbor> expected;
    bool is_close_call = false;  // at the reach: either result is right
    for (std::uint32_t proxy = 0; proxy < list.items.size(); ++proxy) {
        if (wanted(proxy, mask) && distance(proxy) <= reach) {
            expected.push_back({proxy, distance(proxy)});
        }
        is_close_call = is_close_call || (!own && std::abs(distance(proxy) - reach) <= 1e-6f * reach);
    }
    std::sort(expected.begin(), expected.end(), [](const Neighbor& a, const Neighbor& b) {
        return a.distance != b.distance ? a.distance < b.distance : a.proxy < b.proxy;
    });
    std::vector<Neighbor> found(random.chance(0.1) ? 1000 : random.below(20));
    const NearestResult result =
        own ? tree.nearest(point, reach, mask, found, distance) : tree.nearest(point, reach, mask, found);
    if (is_close_call) {
        return;
    }
    REQUIRE(result.count == std::min(expected.size(), found.size()));
    for (std::size_t i = 0; i < result.count; ++i) {
        if (own) {
            REQUIRE(found[i] == expected[i]);
        } else {  // rounded differently, so near ties may be in either order
            const double exact = distance_to(list.items[found[i].proxy].box, point);
            const double rank = static_cast<double>(expected[i].distance);
            const double at = static_cast<double>(found[i].distance);
            REQUIRE(std::abs(at - exact) <= 3e-7 * exact + 1e-44);
            REQUIRE(std::abs(at - rank) <= 3e-7 * rank + 1e-44);
            REQUIRE((i == 0 || found[i - 1].distance < found[i].distance ||
                     (found[i - 1].distance == found[i].distance && found[i - 1].proxy < found[i].proxy)));
        }
    }
}

inline void AabbTwins::check_pairs(AabbTwins& other, const PairFilter& filter) {
    std::vector<ProxyPair> pairs;
    tree.append_pairs(other.tree, filter, pairs);
    REQUIRE(pairs == list.pairs(other.list, filter));
}

}  // namespace drystone::test
