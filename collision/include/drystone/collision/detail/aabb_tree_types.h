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

/// Two proxies whose boxes overlap; `a < b` within one tree, otherwise `a` is of the first tree.
struct ProxyPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend bool operator==(const ProxyPair&, const ProxyPair&) = default;
};

/// What a query cost.
struct TreeStats {
    std::uint32_t nodes = 0;   ///< inner nodes opened: 8 boxes tested each
    std::uint32_t blocks = 0;  ///< leaf blocks opened: 16 boxes tested each
    std::uint32_t boxes = 0;   ///< boxes that were found, each a call of the visitor
};

/// A box to be inserted together with others.
struct TreeItem {
    Aabb box;
    std::uint64_t category_bits = ~0ull;
    std::uint32_t user_data = 0;
};

/// A proxy and how far it is [m].
struct Neighbor {
    std::uint32_t proxy = 0;
    float distance = 0.0f;

    friend bool operator==(const Neighbor&, const Neighbor&) = default;
};

/// What `AabbTree::nearest` found.
struct NearestResult {
    std::size_t count = 0;  ///< entries at the start of the caller's storage
    TreeStats stats;
};

/// Which overlapping pairs are wanted.
struct PairFilter {
    /// Only those whose previous boxes, at the last `commit`, did not overlap.
    bool only_new = true;
    /// Only pairs of a box with a bit of `first_mask` and one with a bit of `second_mask`: of the first and
    /// of the second tree, or within one tree either way round. Where this is off, boxes without a category
    /// count too.
    bool by_category = false;
    std::uint64_t first_mask = ~0ull;
    std::uint64_t second_mask = ~0ull;
};

/// What the queries of `AabbTree` that visit in sorted order need to remember; serves one query at a time,
/// and any number one after the other. It keeps its memory: once it has grown to the largest query, or was
/// reserved, queries do not allocate.
class TreeQueue {
public:
    /// Allocates for any query on a tree of up to so many boxes.
    void reserve(std::size_t boxes) { entries_.reserve(boxes + boxes / 4 + 64); }
    /// Memory that is kept.
    [[nodiscard]] std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

private:
    template <class Measure>
    friend class detail::SortedCursor;

    /// A box, or a node or leaf block that is still to be opened.
    struct Entry {
        std::uint64_t rank;   ///< what comes first has the lower one
        std::uint32_t place;  ///< slot of a box, or index in its level
        std::uint32_t level;  ///< 0: a leaf block
    };

    std::vector<Entry> entries_;  // a heap, lowest rank first
};

}  // namespace drystone
