#pragma once

#include <drystone/collision/aabb_tree.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

namespace drystone::test {

/// A small generator (splitmix64) that gives the same boxes on every platform.
class AabbRandom {
public:
    explicit AabbRandom(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15ull;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        return z ^ z >> 31;
    }
    /// Returns a number in [0, count).
    std::uint32_t below(std::size_t count) { return static_cast<std::uint32_t>(bits() % count); }
    bool chance(double probability) { return unit() < probability; }
    double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
    float between(float low, float high) {
        return static_cast<float>(static_cast<double>(low) +
                                  unit() * (static_cast<double>(high) - static_cast<double>(low)));
    }
    Vec2 vector(float size) {
        const float x = between(-size, size);
        return {x, between(-size, size)};
    }
    /// Returns a box near the origin. Often on a coarse grid, so that boxes touch, coincide or have no width.
    Aabb box(float world, float size) {
        Vec2 lower = vector(world);
        Vec2 extent{between(0.0f, size), between(0.0f, size)};
        if (chance(0.3)) {
            lower = {std::floor(lower.x), std::floor(lower.y)};
            extent = {std::floor(extent.x), std::floor(extent.y)};
        }
        return {lower, lower + extent};
    }

    /// Returns a box like those in which sums and differences of coordinates round badly: in a column or a
    /// row, equal or equal up to rounding, as wide as numbers go, and tiny beside others. `kind` chooses
    /// among 8 families; boxes of one set that have the same kind belong together.
    Aabb hostile_box(std::uint32_t kind) {
        constexpr float scales[] = {1e-44f, 1e-30f, 1e-6f, 1.0f, 1e6f, 1e18f, 1.6e38f};
        const float scale = scales[kind / 8 % 7];
        const float x = 0.1f + static_cast<float>(kind / 56 % 20);
        const Vec2 any = vector(1.0f);
        const Vec2 half{between(0.1f, 2.0f), between(0.0f, 1.0f)};
        switch (kind % 8) {
            case 0: return {Vec2{x - half.x, any.y}, {x + half.x, any.y + 1.0f}};  // A column of all widths.
            case 1: return {Vec2{any.x, x - half.x}, {any.x + 1.0f, x + half.x}};  // A row of all heights.
            case 2: return {scale * Vec2{0.5f, 0.5f}, scale * Vec2{1.0f, 1.0f}};   // All equal.
            case 3: {  // Equal up to the last bit.
                const float top = chance(0.5) ? 1.0f : std::nextafter(1.0f, 2.0f);
                return {scale * Vec2{0.5f, 0.5f}, scale * Vec2{top, top}};
            }
            case 4: return {scale * any, scale * any};                      // Points.
            case 5: return {-scale * abs(any), scale * abs(vector(1.0f))};  // Around one place.
            case 6: return box(20.0f, 3.0f);
            default: {  // Of all sizes at once.
                const float own = scales[below(7)];
                const Vec2 corner = scales[below(7)] * any;
                return {corner, corner + own * half};
            }
        }
    }

private:
    std::uint64_t state_;
};

/// Scales `count` by the environment variable DRYSTONE_TEST_SCALE; by default by 1, or by 1/20 in builds
/// without optimisation or with sanitizers.
inline int aabb_scaled(int count) {
    double scale = 1.0;
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    scale = 0.05;
#endif
    if (const char* text = std::getenv("DRYSTONE_TEST_SCALE")) {
        scale = std::atof(text);
    }
    return std::max(1, static_cast<int>(count * scale));
}

/// Returns the fraction at which a box meets a swept box, as exactly as doubles can; boxes are grown by
/// `border`.
inline std::optional<double> sweep_entry(const Aabb& target, const Aabb& box, const Vec2& translation,
                                         double border) {
    double enter = 0.0;
    double leave = 1.0;
    for (int axis = 0; axis < 2; ++axis) {
        const double low =
            static_cast<double>(target.lower[axis]) - static_cast<double>(box.upper[axis]) - border;
        const double high =
            static_cast<double>(target.upper[axis]) - static_cast<double>(box.lower[axis]) + border;
        const double way = static_cast<double>(translation[axis]);
        if (way == 0.0) {
            if (low > 0.0 || high < 0.0) {
                return std::nullopt;
            }
            continue;
        }
        enter = std::max(enter, (way > 0.0 ? low : high) / way);
        leave = std::min(leave, (way > 0.0 ? high : low) / way);
    }
    return enter <= leave ? std::optional<double>(enter) : std::nullopt;
}

/// Returns the distance of a box from a point.
inline double distance_to(const Aabb& box, const Vec2& point) {
    double squared = 0.0;
    for (int axis = 0; axis < 2; ++axis) {
        const double at = static_cast<double>(point[axis]);
        const double gap = std::max(
            {static_cast<double>(box.lower[axis]) - at, at - static_cast<double>(box.upper[axis]), 0.0});
        squared += gap * gap;
    }
    return std::sqrt(squared);
}

/// Returns the largest coordinate.
inline double size_of(const Aabb& box) {
    return static_cast<double>(std::max(max_coordinate(abs(box.lower)), max_coordinate(abs(box.upper))));
}

/// Returns the distance by which a swept box may miss a target and still count as meeting it.
inline double sweep_border(const Aabb& target, const Aabb& box) {
    return 4e-6 * std::max({size_of(target), size_of(box), 1.0});
}

/// The reference for `AabbTree`: the same functions in the simplest form.
class NaiveAabbList {
public:
    struct Item {
        bool used = false;
        Aabb box;
        std::optional<Aabb> previous;
        std::uint64_t categories = 0;
    };

    void insert(std::uint32_t proxy, const Aabb& box, std::uint64_t categories) {
        if (proxy >= items.size()) {
            items.resize(proxy + 1);
        }
        items[proxy] = {true, box, std::nullopt, categories};
        used.push_back(proxy);
    }
    void remove(std::uint32_t proxy) {
        items[proxy].used = false;
        used.erase(std::find(used.begin(), used.end(), proxy));
    }
    void commit() {
        for (const std::uint32_t proxy : used) {
            items[proxy].previous = items[proxy].box;
        }
    }
    [[nodiscard]] bool is_new(const Item& a, const Item& b) const {
        return overlaps(a.box, b.box) && !(a.previous && b.previous && overlaps(*a.previous, *b.previous));
    }
    [[nodiscard]] std::vector<ProxyPair> pairs(bool only_new) const {
        return pairs(*this, {.only_new = only_new});
    }
    [[nodiscard]] std::vector<ProxyPair> new_pairs(const NaiveAabbList& other) const {
        return pairs(other, {});
    }
    [[nodiscard]] std::vector<ProxyPair> pairs(const NaiveAabbList& other, const PairFilter& filter) const {
        const bool within = &other == this;
        const auto passes = [&](const Item& a, const Item& b) {
            return (a.categories & filter.first_mask) != 0 && (b.categories & filter.second_mask) != 0;
        };
        std::vector<ProxyPair> found;
        for (std::uint32_t a = 0; a < items.size(); ++a) {
            for (std::uint32_t b = within ? a + 1 : 0; items[a].used && b < other.items.size(); ++b) {
                const Item& first = items[a];
                const Item& second = other.items[b];
                if (!second.used || !overlaps(first.box, second.box)) {
                    continue;
                }
                if (filter.only_new && !is_new(first, second)) {
                    continue;
                }
                if (!filter.by_category || passes(first, second) || (within && passes(second, first))) {
                    found.push_back({a, b});
                }
            }
        }
        return found;
    }
    [[nodiscard]] std::vector<std::uint32_t> query(const Aabb& box, std::uint64_t mask) const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t proxy = 0; proxy < items.size(); ++proxy) {
            const Item& item = items[proxy];
            if (item.used && (item.categories & mask) != 0 && overlaps(item.box, box)) {
                found.push_back(proxy);
            }
        }
        return found;
    }

    std::vector<Item> items;          // by proxy
    std::vector<std::uint32_t> used;  // proxies, in no special order
};

inline std::vector<std::uint32_t> sorted_query(const AabbTree& tree, const Aabb& box, std::uint64_t mask) {
    std::vector<std::uint32_t> found;
    tree.query(box, mask, [&](AabbTree::Proxy proxy) {
        found.push_back(proxy);
        return true;
    });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace drystone::test
