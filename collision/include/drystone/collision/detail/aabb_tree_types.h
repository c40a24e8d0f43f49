#pragma once

#include <drystone/collision/math.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

namespace detail {
template <class Measure>
class SortedCursor;
}

/// Two proxies whose boxes overlap. Within one tree `a < b`; otherwise `a` belongs to the first tree.
struct ProxyPair {
    std::uint32_t a = 0;  ///< First proxy.
    std::uint32_t b = 0;  ///< Second proxy.

    friend bool operator==(const ProxyPair&, const ProxyPair&) = default;
};

/// Cost of a query.
struct TreeStats {
    std::uint32_t nodes = 0;   ///< opened inner nodes: 8 boxes tested each
    std::uint32_t blocks = 0;  ///< opened leaf blocks: 16 boxes tested each
    std::uint32_t boxes = 0;   ///< found boxes: each a call of the visitor
};

/// A box for insertion together with others.
struct TreeItem {
    Aabb box;                             ///< Box [m].
    std::uint64_t category_bits = ~0ull;  ///< Categories, one bit each.
    std::uint32_t user_data = 0;          ///< Value for the user.
};

/// A proxy and its distance [m].
struct Neighbor {
    std::uint32_t proxy = 0;  ///< Proxy of the box.
    float distance = 0.0f;    ///< Distance [m].

    friend bool operator==(const Neighbor&, const Neighbor&) = default;
};

/// Result of `AabbTree::nearest`.
struct NearestResult {
    std::size_t count = 0;  ///< valid entries at the start of the caller's storage
    TreeStats stats;        ///< Cost of the query.
};

/// Selection of overlapping pairs.
struct PairFilter {
    /// True if only pairs whose previous boxes, at the last `commit`, did not overlap are wanted.
    bool only_new = true;
    /// True if only pairs of a box with a bit of `first_mask` and one with a bit of `second_mask` are wanted:
    /// of the first and of the second tree, or within one tree in either order. If false, boxes without a
    /// category count too.
    bool by_category = false;
    std::uint64_t first_mask = ~0ull;   ///< Categories of the first tree's proxies that are wanted.
    std::uint64_t second_mask = ~0ull;  ///< Categories of the second tree's proxies that are wanted.
};

/// State of the queries of `AabbTree` that visit in sorted order. Serves one query at a time, and any number
/// in succession. It keeps its memory: once it has grown to the largest query, or was reserved, queries do
/// not allocate.
class TreeQueue {
public:
    /// Allocates for any query on a tree of up to `boxes` boxes.
    void reserve(std::size_t boxes) { entries_.reserve(boxes + boxes / 4 + 64); }
    /// Returns the memory that is kept [bytes].
    [[nodiscard]] std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

private:
    template <class Measure>
    friend class detail::SortedCursor;

    /// A box, or a node or leaf block still to be opened.
    struct Entry {
        std::uint64_t rank;   ///< lower ranks come first
        std::uint32_t place;  ///< slot of a box, or index in its level
        std::uint32_t level;  ///< 0: a leaf block
    };

    std::vector<Entry> entries_;  // a heap, lowest rank first
};

}  // namespace drystone
