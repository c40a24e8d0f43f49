#pragma once

#include <drystone/collision/aabb_tree_parts.h>
#include <drystone/collision/math.h>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Two proxies whose boxes overlap; `a < b` within one tree, otherwise `a` is of the first tree.
struct ProxyPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend bool operator==(const ProxyPair&, const ProxyPair&) = default;
};

/// A bounding volume hierarchy over axis-aligned boxes that move: finds the pairs of boxes that have begun to
/// overlap, and answers overlap, ray, box-cast and nearest queries. All coordinates in metres.
///
/// A leaf is a block of 16 boxes, an inner node has 8 children; both are tested in lanes. Children are found
/// by index arithmetic. The blocks are packed by sorting (sort-tile-recursive) and laid along a Hilbert
/// curve; while the boxes move, the tree is refitted, and sorted again only every so often, since neighbours
/// move together.
///
/// A step of a simulation:
///
///     for (...) tree.move(proxy, box);      // fat boxes: the margin is the caller's
///     tree.refit();
///     tree.append_new_pairs(pairs);         // overlap now, did not at the last commit
///     tree.commit();
///
/// A pair is *new* exactly when the two boxes overlap and their *previous* boxes (those of the last `commit`)
/// did not: so no table of known pairs is needed. The previous box of a fresh proxy is empty: all its
/// overlaps are new.
///
/// Right at any time: queries and pairs see every insertion, move and removal at once; `refit` makes them
/// fast again. Deterministic: pairs come sorted; nothing depends on addresses, and no result but the order in
/// which a query visits depends on the tree's history.
///
/// Bad input (a box that is not finite or whose lower corner is above its upper one, a proxy that is not in
/// the tree) throws `Error` and leaves the tree as it was. A visitor must not change the tree. Queries may
/// run on several threads at once while nobody changes the tree; the functions that append pairs may not:
/// they share scratch memory. Once the number of proxies has reached its maximum, nothing allocates but the
/// caller's vectors.
///
/// Source: Leutenegger, Lopez, Edgington, STR: A Simple and Efficient Algorithm for R-Tree Packing, ICDE
/// 1997; the self-join of a tree: Brinkhoff, Kriegel, Seeger, Efficient Processing of Spatial Joins Using
/// R-trees, SIGMOD 1993.
class AabbTree {
public:
    /// Names a box in the tree: a small index, given again to a later box once it was removed.
    using Proxy = std::uint32_t;

    /// Adds a box and returns its proxy: the index that was freed last, or else a new one.
    /// A query with a mask finds it if `(category_bits & mask) != 0`. `user_data` is kept for the caller.
    /// Throws `Error` for an invalid box. Cost: O(log n), amortised.
    Proxy insert(const Aabb& box, std::uint64_t category_bits = ~0ull, std::uint32_t user_data = 0);
    /// Takes a box out. Throws `Error` for a proxy that is not in the tree. Cost: O(log n).
    void remove(Proxy proxy);
    /// Sets the box; the previous one stays until `commit`, however often a proxy moves before.
    /// Throws `Error` for an invalid box or proxy. Cost: a few nanoseconds.
    void move(Proxy proxy, const Aabb& box);
    /// Makes all overlaps of this proxy count as new again. Throws `Error` for a proxy that is not in the
    /// tree.
    void forget_pairs(Proxy proxy);
    /// Replaces the category bits. Throws `Error` for a proxy that is not in the tree. Cost: O(log n).
    void set_category_bits(Proxy proxy, std::uint64_t bits);

    /// The box as inserted or moved last, bit for bit. Throws `Error` for a proxy that is not in the tree.
    [[nodiscard]] Aabb box(Proxy proxy) const {
        return detail::unpack(boxes_[slot_of(proxy, "AabbTree::box")]);
    }
    /// As given to `insert`. Throws `Error` for a proxy that is not in the tree.
    [[nodiscard]] std::uint32_t user_data(Proxy proxy) const {
        (void)slot_of(proxy, "AabbTree::user_data");
        return entries_[proxy].user_data;
    }
    /// As given last. Throws `Error` for a proxy that is not in the tree.
    [[nodiscard]] std::uint64_t category_bits(Proxy proxy) const {
        return categories_[slot_of(proxy, "AabbTree::category_bits")];
    }
    /// The number of boxes.
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Is there a box of this name?
    [[nodiscard]] bool contains(Proxy proxy) const {
        return proxy < entries_.size() && entries_[proxy].slot != detail::no_slot;
    }
    /// Allocates for this many proxies, so that no later insertion up to it does.
    void reserve(std::size_t proxies);
    /// Takes all boxes out and forgets all proxies; keeps the memory.
    void clear();

    /// Makes the tree tight after moves and removals, or sorts it again when that is due. Call it once per
    /// step. Cost: nothing where nothing moved; otherwise 1 to 2 ns per moved box, and every 16 steps some 25
    /// ns per box.
    void refit();
    /// Sorts all boxes into a fresh tree now. `refit` does so by itself when it pays.
    void rebuild();
    /// Appends the pairs whose boxes overlap and whose previous boxes did not, sorted, `a < b`.
    /// Cost: nothing where nothing moved; 15 to 30 ns per box where all did.
    void append_new_pairs(std::vector<ProxyPair>& out) const;
    /// Appends the new pairs of a box of this tree (`a`) and a box of the other (`b`), sorted. Nothing where
    /// neither moved.
    void append_new_pairs(const AabbTree& other, std::vector<ProxyPair>& out) const;
    /// Appends all overlapping pairs, sorted, `a < b`.
    void append_overlapping_pairs(std::vector<ProxyPair>& out) const;
    /// Makes the boxes the previous boxes, once their new pairs were collected (here and against every other
    /// tree).
    void commit();

    /// Visits every proxy whose box overlaps or touches `box` and whose category is in `mask`, in no special
    /// order: `visitor(Proxy) -> bool`, false stops. Throws `Error` for an invalid box.
    template <class Visitor>
    requires std::predicate<Visitor&, AabbTree::Proxy> TreeStats query(const Aabb& box, std::uint64_t mask,
                                                                       Visitor&& visitor)
    const;

    /// Visits the proxies whose boxes the segment from `origin` to `origin + translation` meets, nearest
    /// boxes first: `visitor(Proxy, float max_fraction) -> float`, the fraction of the translation beyond
    /// which nothing more is of interest; 0 (or less) stops, `max_fraction` goes on. Never misses a box; may
    /// visit one that lies within 1e-6 of the size of the coordinates. A zero translation is a point. Throws
    /// `Error` for values not finite.
    template <class Visitor>
    requires std::invocable<Visitor&, AabbTree::Proxy, float> TreeStats cast_ray(const Vec2& origin,
                                                                                 const Vec2& translation,
                                                                                 std::uint64_t mask,
                                                                                 Visitor&& visitor)
    const { return cast_box({origin, origin}, translation, mask, visitor); }

    /// As `cast_ray`, with a box that is moved along `translation`.
    template <class Visitor>
    requires std::invocable<Visitor&, AabbTree::Proxy, float> TreeStats cast_box(const Aabb& box,
                                                                                 const Vec2& translation,
                                                                                 std::uint64_t mask,
                                                                                 Visitor&& visitor)
    const;

    /// Visits the proxies whose boxes are at most `max_distance` [m] (up to 1e18) from a point, nearest boxes
    /// first: `visitor(Proxy, float max_distance) -> float`, the distance beyond which nothing more is of
    /// interest; below 0 stops. Throws `Error` for a point that is not finite or a negative distance.
    template <class Visitor>
    requires std::invocable<Visitor&, AabbTree::Proxy, float> TreeStats closest(const Vec2& point,
                                                                                float max_distance,
                                                                                std::uint64_t mask,
                                                                                Visitor&& visitor)
    const;

    /// Visits the tree from the root down, for drawing: `visitor(int level, const Aabb&)`; level 0 are leaf
    /// blocks.
    template <class Visitor>
    requires std::invocable<Visitor&, int, const Aabb&>
    void visit_nodes(Visitor&& visitor) const;

    /// The number of inner levels: 0 for an empty tree, 1 up to 128 boxes, one more for every factor of 8.
    [[nodiscard]] int height() const { return static_cast<int>(level_count_); }
    /// Memory of all arrays, capacity included.
    [[nodiscard]] std::size_t bytes() const;
    /// The box around everything; lower = +infinity and upper = -infinity where there is nothing. After moves
    /// and before `refit` it may be too large.
    [[nodiscard]] Aabb bounds() const;
    /// Checks every invariant of the structure; throws `Error` that says what is broken. Cost: O(n). For
    /// tests.
    void validate() const;

private:
    friend class detail::OverlapCursor;
    template <class Measure>
    friend class detail::OrderedCursor;
    template <bool only_new>
    friend class detail::PairJoin;
    friend class PairSearch;

    using LeafLanes = detail::BoxLanes<detail::leaf_lanes>;
    using NodeLanes = detail::BoxLanes<detail::node_lanes>;

    /// Marks of a block, a bit per lane: box and previous box may differ.
    static constexpr std::uint32_t moved_lanes = 0xFFFFu;
    /// Mark of a block: its lanes are out of date or its bounds may be too large.
    static constexpr std::uint32_t stale_mark = 0x10000u;

    struct Entry {
        std::uint32_t slot = detail::no_slot;  ///< block * 16 + lane; `no_slot` for an unused index
        std::uint32_t user_data = 0;           ///< the next unused index where this one is unused
    };
    struct SortItem {
        std::uint32_t key;
        std::uint32_t value;
    };
    /// One list of nodes per level, and the pairs found, as keys to be sorted.
    struct PairScratch {
        std::array<std::vector<std::uint32_t>, detail::max_tree_levels + 1> lists;
        std::vector<std::uint64_t> keys;
        std::vector<std::uint64_t> sorted;

        [[nodiscard]] std::size_t bytes() const;
    };

    [[nodiscard]] std::uint32_t slot_of(Proxy proxy, const char* function) const {
        if (!contains(proxy)) {
            fail_proxy(function, proxy);
        }
        return entries_[proxy].slot;
    }
    [[noreturn]] static void fail_proxy(const char* function, Proxy proxy);
    [[noreturn]] static void fail_box(const char* function, const Aabb& box);
    static void check_box(const char* function, const Aabb& box);
    static void check_cast(const Aabb& box, const Vec2& translation);
    static void check_closest(const Vec2& point, float max_distance);

    [[nodiscard]] std::uint32_t block_count() const { return static_cast<std::uint32_t>(lanes_.size()); }
    [[nodiscard]] bool is_stale(std::uint32_t block) const { return (marks_[block] & stale_mark) != 0; }
    /// The 16 boxes of a block: its lanes, or, where boxes were moved since the last refit, a copy made in
    /// `scratch`.
    const LeafLanes& fresh_lanes(std::uint32_t block, LeafLanes& scratch) const;

    Proxy acquire_proxy();
    void add_block();
    void grow_levels();
    void adopt_child(std::uint32_t level, std::uint32_t child);
    void mark(std::uint32_t block, std::uint32_t marks);
    void mark_nodes(std::uint32_t block, std::uint32_t marks);
    void enlarge(std::uint32_t block, const detail::PackedBox& box);
    void add_categories(std::uint32_t block, std::uint64_t bits);

    [[nodiscard]] bool sort_is_due() const;
    void refit_block(std::uint32_t block);
    void refit_node(std::uint32_t level, std::uint32_t node);
    void set_child(std::uint32_t level, std::uint32_t child, const detail::PackedBox& box,
                   std::uint64_t categories);
    void commit_node(std::uint32_t level, std::uint32_t node);

    [[nodiscard]] std::uint32_t pair_part_count() const;
    void collect_new_pairs(const AabbTree& other, std::uint32_t part, PairScratch& scratch) const;
    static void append_sorted(PairScratch& scratch, std::vector<ProxyPair>& out);

    void sort_proxies();
    [[nodiscard]] std::uint32_t slab_count(std::uint32_t blocks) const;
    void order_blocks(std::uint32_t blocks, std::uint32_t slab_blocks);
    void radix_sort(std::uint32_t bits);
    void scatter_blocks();
    void scatter_block(std::uint32_t from, std::uint32_t to);
    void build_levels();

    void validate_entries() const;
    void validate_blocks() const;
    void validate_levels() const;
    void validate_child(std::uint32_t level, std::uint32_t child, bool exists) const;

    std::vector<Entry> entries_;  // by proxy
    std::uint32_t first_free_ = detail::no_slot;
    std::uint32_t size_ = 0;

    // By slot. What is beyond `used_slots_` in the last block is empty.
    std::vector<detail::PackedBox> boxes_;
    std::vector<Proxy> proxies_;
    std::vector<std::uint64_t> categories_;
    std::uint32_t used_slots_ = 0;

    // By block.
    std::vector<LeafLanes> lanes_;     // the boxes; out of date in stale blocks
    std::vector<LeafLanes> previous_;  // the boxes at the last commit
    std::vector<detail::PackedBox> block_bounds_;
    std::vector<std::uint32_t> marks_;  // `moved_lanes`, and `stale_mark`
    std::vector<float> perimeters_;     // half perimeters of the bounds at the last refit

    std::array<detail::TreeLevel, detail::max_tree_levels> levels_;
    std::uint32_t level_count_ = 0;
    // Bits that every proxy has: a mask with one of them needs no test.
    std::uint64_t common_categories_ = ~0ull;
    bool categories_shrank_ = false;

    // When to sort again.
    std::uint32_t appended_ = 0;         // slots used since the last sort
    std::uint32_t refits_ = 0;           // since the last sort
    std::uint64_t refitted_blocks_ = 0;  // since the last sort
    double perimeter_ = 0.0;             // sum of the blocks' half perimeters
    double sorted_perimeter_ = 0.0;      // the same after the last sort

    // Scratch of a sort; keeps its capacity.
    std::vector<SortItem> items_;
    std::vector<SortItem> items_spare_;
    std::vector<Proxy> order_;
    std::vector<detail::PackedBox> boxes_spare_;
    std::vector<Proxy> proxies_spare_;
    std::vector<std::uint64_t> categories_spare_;
    std::vector<LeafLanes> previous_spare_;
    std::vector<std::uint32_t> marks_spare_;

    mutable PairScratch pair_scratch_;
};

/// The same as `AabbTree::append_new_pairs`, in parts that threads can share.
///
/// What is found does not depend on who runs which part. Keeps its memory from search to search.
class PairSearch {
public:
    /// A search between a box of the first tree and one of the second, which may be the same tree, by at most
    /// so many workers. Neither tree may change until `append`.
    void begin(const AabbTree& first, const AabbTree& second, int workers);
    [[nodiscard]] std::uint32_t part_count() const { return first_->pair_part_count(); }
    /// Different parts may run at the same time, with different workers in [0, workers). Each runs once.
    void run(std::uint32_t part, int worker);
    /// Memory that is kept.
    [[nodiscard]] std::size_t bytes() const;
    /// Appends the new pairs, sorted, and ends the search.
    void append(std::vector<ProxyPair>& out);

private:
    const AabbTree* first_ = nullptr;
    const AabbTree* second_ = nullptr;
    std::vector<AabbTree::PairScratch> scratches_;
};

template <class Visitor>
requires std::predicate<Visitor&, AabbTree::Proxy> TreeStats AabbTree::query(const Aabb& box,
                                                                             std::uint64_t mask,
                                                                             Visitor&& visitor)
const {
    check_box("AabbTree::query", box);
    detail::OverlapCursor cursor(*this, box, mask);
    while (cursor.next()) {
        for (std::uint32_t hits = cursor.hits; hits != 0; hits &= hits - 1) {
            if (!visitor(proxies_[cursor.first_slot + static_cast<std::uint32_t>(std::countr_zero(hits))])) {
                return cursor.stats;
            }
        }
    }
    return cursor.stats;
}

template <class Visitor>
requires std::invocable<Visitor&, AabbTree::Proxy, float> TreeStats
AabbTree::cast_box(const Aabb& box, const Vec2& translation, std::uint64_t mask, Visitor&& visitor)
const {
    check_cast(box, translation);
    detail::OrderedCursor<detail::CastMeasure> cursor(*this, detail::CastMeasure(box, translation), mask);
    float max_fraction = 1.0f;
    while (cursor.next(max_fraction)) {
        const float fraction = visitor(proxies_[cursor.slot], max_fraction);
        if (!(fraction > 0.0f)) {
            break;
        }
        max_fraction = fraction < max_fraction ? fraction : max_fraction;
    }
    return cursor.stats;
}

template <class Visitor>
requires std::invocable<Visitor&, AabbTree::Proxy, float> TreeStats AabbTree::closest(const Vec2& point,
                                                                                      float max_distance,
                                                                                      std::uint64_t mask,
                                                                                      Visitor&& visitor)
const {
    check_closest(point, max_distance);
    detail::OrderedCursor<detail::PointMeasure> cursor(*this, {point.x(), point.y()}, mask);
    constexpr float reach = 1e18f;
    max_distance = max_distance < reach ? max_distance : reach;
    while (cursor.next(max_distance * max_distance)) {
        const float distance = visitor(proxies_[cursor.slot], max_distance);
        if (!(distance >= 0.0f)) {
            break;
        }
        max_distance = distance < max_distance ? distance : max_distance;
    }
    return cursor.stats;
}

template <class Visitor>
requires std::invocable<Visitor&, int, const Aabb&>
void AabbTree::visit_nodes(Visitor&& visitor) const {
    if (size_ == 0) {
        return;
    }
    visitor(height(), bounds());
    for (std::uint32_t level = level_count_; level-- > 0;) {
        const std::vector<NodeLanes>& nodes = levels_[level].children;
        for (std::uint32_t child = 0; child < nodes.size() * detail::node_lanes; ++child) {
            const NodeLanes& node = nodes[child / detail::node_lanes];
            const std::uint32_t lane = child % detail::node_lanes;
            if (node.min_x[lane] <= node.max_x[lane]) {
                visitor(static_cast<int>(level), detail::unpack({node.min_x[lane], node.min_y[lane],
                                                                 node.max_x[lane], node.max_y[lane]}));
            }
        }
    }
}

}  // namespace drystone
