#pragma once

#include <drystone/collision/detail/aabb_tree_parts.h>
#include <drystone/collision/detail/aabb_tree_types.h>
#include <drystone/collision/export.h>
#include <drystone/collision/math.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// A bounding volume hierarchy over moving axis-aligned boxes. Finds the pairs of boxes that overlap or have
/// begun to, and answers overlap, ray, box-cast and nearest queries. All coordinates in metres.
///
/// The header `aabb_tree.h` explains it, with an example.
class DRYSTONE_COLLISION_API AabbTree {
public:
    /// Name of a box in the tree: a small index, reused for a later box once the box was removed.
    using Proxy = std::uint32_t;
    /// Maximum number of boxes in a tree.
    static constexpr std::size_t max_size = std::size_t{1} << 30;

    /// Adds a box and returns its proxy: the index that was freed last, or else a new one. `user_data` is
    /// kept for the caller. Throws `Error` for an invalid box. Cost: O(log n), amortised.
    Proxy insert(const Aabb& box, std::uint64_t category_bits = ~0ull, std::uint32_t user_data = 0);
    /// Adds many boxes at once and sorts the tree if that pays: after a first filling, queries have full
    /// speed. Writes the proxies, which are those that single insertions would have given. Throws `Error` and
    /// inserts nothing for an invalid box, or if the spans differ in size.
    void insert(std::span<const TreeItem> items, std::span<Proxy> proxies);
    /// Removes a box. Throws `Error` for a proxy that is not in the tree. Cost: O(log n).
    void remove(Proxy proxy);
    /// Sets the box. The previous box stays that of the last `commit`, however often the proxy moves in
    /// between. Throws `Error` for an invalid box or proxy. Cost: a few nanoseconds.
    void move(Proxy proxy, const Aabb& box);
    /// Makes all overlaps of this proxy count as new again. Throws `Error` for a proxy that is not in the
    /// tree.
    void forget_pairs(Proxy proxy);
    /// Replaces the category bits. Throws `Error` for a proxy that is not in the tree. Cost: O(log n).
    void set_category_bits(Proxy proxy, std::uint64_t bits);
    /// Replaces the user data. Throws `Error` for a proxy that is not in the tree.
    void set_user_data(Proxy proxy, std::uint32_t user_data);

    /// Returns the box as last inserted or moved, bit for bit. Throws `Error` for a proxy that is not in the
    /// tree.
    [[nodiscard]] Aabb box(Proxy proxy) const {
        return detail::unpack(boxes_[slot_of(proxy, "AabbTree::box")]);
    }
    /// Returns the user data as last given. Throws `Error` for a proxy that is not in the tree.
    [[nodiscard]] std::uint32_t user_data(Proxy proxy) const {
        (void)slot_of(proxy, "AabbTree::user_data");
        return entries_[proxy].user_data;
    }
    /// Returns the category bits as last given. Throws `Error` for a proxy that is not in the tree.
    [[nodiscard]] std::uint64_t category_bits(Proxy proxy) const {
        return categories_[slot_of(proxy, "AabbTree::category_bits")];
    }
    /// Returns the number of boxes.
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Returns a counter of insertions, moves, removals and forgotten pairs. While it stays the same, queries
    /// find the same, and no further pair is new.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    /// Returns whether the proxy is in the tree.
    [[nodiscard]] bool contains(Proxy proxy) const {
        return proxy < entries_.size() && entries_[proxy].slot != detail::no_slot;
    }
    /// Makes room for some insertions one by one, which cannot run out of memory afterwards.
    void prepare_insertions(std::size_t count);
    /// Allocates for this many proxies, so that insertions up to that number do not allocate. Throws `Error`
    /// above `max_size`.
    void reserve(std::size_t proxies);
    /// Removes all boxes and all proxies; keeps the memory.
    void clear();

    /// Makes the tree tight after moves and removals, or sorts it again when that is due. Only the nodes
    /// above a change are touched. Call it once per step. Cost: nothing where nothing moved; otherwise 1 to 2
    /// ns per moved box, and about 25 ns per box every 16 steps.
    void refit();
    /// Sorts all boxes into a new tree now. `refit` does so by itself when it pays.
    void rebuild();
    /// Returns whether `refit` will sort the tree after another step in which all boxes move. A caller with
    /// an idle thread may call `rebuild` there first.
    [[nodiscard]] bool needs_rebuild_soon() const;
    /// Makes the current boxes the previous boxes. Call it after the new pairs were collected, here and
    /// against every other tree.
    void commit();
    /// Commits in parts that threads can share: run every part in [0, part_count()) once, then
    /// `finish_commit`.
    void commit_part(std::uint32_t part);
    /// Ends a commit by parts, on one thread.
    void finish_commit();

    /// Returns whether a box was moved or inserted since the last `commit`.
    [[nodiscard]] bool has_moved() const {
        return level_count_ != 0 && levels_[level_count_ - 1].moved[0] != 0;
    }

    /// Moves all boxes and refits, in parts that threads can share: run `begin_moves`, every part in
    /// [0, part_count()) once, then `finish_moves`; nothing else of the tree may be used in between. Meant
    /// for many moving boxes: it examines all.
    ///
    /// `sides` has four floats for each value of the user data: lower x and y and upper x and y of the new
    /// box. A proxy keeps its box where the new one is invalid or missing; `finish_moves` returns the number
    /// of such proxies. Cost: 3 ns per box.
    void begin_moves();
    /// Moves the boxes of one part; several threads may do so at once.
    void move_part(std::uint32_t part, std::span<const float> sides);
    /// Ends the moves, on one thread. Returns the number of proxies that kept their box.
    std::uint32_t finish_moves();
    /// Returns the number of parts of such work: about 500 boxes each.
    [[nodiscard]] std::uint32_t part_count() const {
        return (block_count() + blocks_per_part - 1) / blocks_per_part;
    }

    /// Appends the new pairs, whose boxes overlap and whose previous boxes did not; sorted, `a < b`. Cost:
    /// nothing where nothing moved; 15 to 30 ns per box where all moved. `PairSearch` does the same in parts,
    /// for threads.
    void append_new_pairs(std::vector<ProxyPair>& out) { append_pairs(*this, {}, out); }
    /// Appends the new pairs of a box of this tree (`a`) and a box of the other (`b`), sorted. None where
    /// neither tree has moved boxes.
    void append_new_pairs(const AabbTree& other, std::vector<ProxyPair>& out) {
        append_pairs(other, {}, out);
    }
    /// Appends all overlapping pairs, sorted, `a < b`.
    void append_overlapping_pairs(std::vector<ProxyPair>& out) { append_overlapping_pairs(*this, out); }
    /// Appends all overlapping pairs of a box of this tree (`a`) and a box of the other (`b`), sorted.
    void append_overlapping_pairs(const AabbTree& other, std::vector<ProxyPair>& out) {
        append_pairs(other, {.only_new = false}, out);
    }
    /// Appends the pairs that pass the filter, of this tree and the other, which may be this one; sorted.
    void append_pairs(const AabbTree& other, const PairFilter& filter, std::vector<ProxyPair>& out);

    /// Visits every proxy whose box overlaps or touches `box` and which has a category bit of `mask`:
    /// `visitor(Proxy) -> bool`, false stops. Throws `Error` for an invalid box.
    template <std::predicate<Proxy> Visitor>
    TreeStats query(const Aabb& box, std::uint64_t mask, Visitor&& visitor) const;
    /// Appends the same proxies in ascending order.
    TreeStats append_overlapping(const Aabb& box, std::uint64_t mask, std::vector<Proxy>& out) const;

    /// Visits the proxies whose boxes the segment from `origin` to `origin + translation` hits, near ones
    /// first: `visitor(Proxy, float max_fraction) -> float` returns the fraction of the translation beyond
    /// which nothing is of interest; 0 (or less, or NaN) stops, `max_fraction` continues. Never misses a box;
    /// may visit one that lies within 4e-6 of the size of its and the ray's coordinates (or of 1 m), the
    /// translation's not counted. A zero translation is a point. Throws `Error` for values that are not
    /// finite.
    ///
    /// The order: in every node the child that is hit first comes first. Where nodes overlap, a box may come
    /// before one that is hit earlier; so examine all visited boxes and keep the nearest hit.
    template <std::invocable<Proxy, float> Visitor>
    TreeStats cast_ray(const Vec2& origin, const Vec2& translation, std::uint64_t mask,
                       Visitor&& visitor) const;
    /// Visits the boxes hit by a box that moves along `translation`, as `cast_ray`.
    template <std::invocable<Proxy, float> Visitor>
    TreeStats cast_box(const Aabb& box, const Vec2& translation, std::uint64_t mask, Visitor&& visitor) const;
    /// Visits the proxies whose boxes are at most `max_distance` [m] from a point, near ones first, in the
    /// sense of `cast_ray`: `visitor(Proxy, float max_distance) -> float` returns the distance beyond which
    /// nothing is of interest, such as that of the shape in the box if it is smaller. A value below 0 (or
    /// NaN) stops. Infinity finds all boxes whose distance a float can hold. Throws `Error` for a point that
    /// is not finite, and a distance that is negative or NaN.
    template <std::invocable<Proxy, float> Visitor>
    TreeStats closest(const Vec2& point, float max_distance, std::uint64_t mask, Visitor&& visitor) const;

    /// Visits as `cast_ray`, but strictly front to back: by the fraction at which the box is hit (with the
    /// tolerance of `cast_ray`), equal ones by proxy. Opens no unnecessary node, at the cost of a queue.
    template <std::invocable<Proxy, float> Visitor>
    TreeStats cast_ray_in_order(TreeQueue& queue, const Vec2& origin, const Vec2& translation,
                                std::uint64_t mask, Visitor&& visitor) const;
    /// Visits as `cast_ray_in_order`, for a box that moves along `translation`.
    template <std::invocable<Proxy, float> Visitor>
    TreeStats cast_box_in_order(TreeQueue& queue, const Aabb& box, const Vec2& translation,
                                std::uint64_t mask, Visitor&& visitor) const;
    /// Visits as `closest`, but strictly by the distance of the box, equal ones by proxy.
    template <std::invocable<Proxy, float> Visitor>
    TreeStats closest_in_order(TreeQueue& queue, const Vec2& point, float max_distance, std::uint64_t mask,
                               Visitor&& visitor) const;

    /// Writes the boxes nearest to a point, at most as many as `storage` holds and none farther than
    /// `max_distance` [m]; sorted by distance, equal ones by proxy. Throws `Error` like `closest`.
    [[nodiscard]] NearestResult nearest(const Vec2& point, float max_distance, std::uint64_t mask,
                                        std::span<Neighbor> storage) const;
    /// Finds the nearest by a distance of the caller, such as that to the shape in the box:
    /// `distance(Proxy) -> float`, not less than the distance to the box except for rounding; NaN or a value
    /// above `max_distance` excludes the proxy.
    template <std::invocable<Proxy> Distance>
    NearestResult nearest(const Vec2& point, float max_distance, std::uint64_t mask,
                          std::span<Neighbor> storage, Distance&& distance) const;

    /// Visits all proxies in ascending order: `visitor(Proxy, const Aabb&)`.
    template <std::invocable<Proxy, const Aabb&> Visitor>
    void visit_boxes(Visitor&& visitor) const;
    /// Visits the tree from the root down, for drawing: `visitor(int level, const Aabb&)`; level 0 has the
    /// leaf blocks.
    template <std::invocable<int, const Aabb&> Visitor>
    void visit_nodes(Visitor&& visitor) const;

    /// Returns the number of inner levels: 0 for an empty tree, 1 up to 128 boxes, one more for every factor
    /// of 8.
    [[nodiscard]] int height() const { return static_cast<int>(level_count_); }
    /// Calls `visitor(members...)` with all members but scratch memory, to copy or restore a tree.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.entries_, self.first_free_, self.size_, self.changes_, self.boxes_, self.proxies_,
                self.categories_, self.used_slots_, self.lanes_, self.previous_, self.block_bounds_,
                self.marks_, self.perimeters_, self.levels_, self.level_count_, self.common_categories_,
                self.categories_shrank_, self.appended_, self.refits_, self.refitted_blocks_, self.perimeter_,
                self.sorted_perimeter_);
    }
    /// The same without the levels that are not in use: they keep whatever they hold.
    template <class Self, class Visitor>
    static void visit_used_state(Self& self, Visitor&& visitor) {
        visitor(self.entries_, self.first_free_, self.size_, self.changes_, self.boxes_, self.proxies_,
                self.categories_, self.used_slots_, self.lanes_, self.previous_, self.block_bounds_,
                self.marks_, self.perimeters_, self.level_count_, self.common_categories_,
                self.categories_shrank_, self.appended_, self.refits_, self.refitted_blocks_, self.perimeter_,
                self.sorted_perimeter_);
        for (std::uint32_t level = 0; level < self.level_count_; ++level) {
            visitor(self.levels_[level]);
        }
    }
    /// Returns the memory of all arrays [bytes], capacity included.
    [[nodiscard]] std::size_t bytes() const;
    /// Returns the box around all boxes; lower = +infinity and upper = -infinity for an empty tree. After
    /// moves and before `refit` it may be too large.
    [[nodiscard]] Aabb bounds() const;
    /// Checks every invariant of the structure; throws `Error` that names the broken one. Cost: O(n). For
    /// tests.
    void validate() const;

private:
    friend class detail::OverlapCursor;
    template <class Measure>
    friend class detail::OrderedCursor;
    template <class Measure>
    friend class detail::SortedCursor;
    template <bool only_new, bool filtered>
    friend class detail::PairJoin;
    friend class PairSearch;

    using LeafLanes = detail::BoxLanes<detail::leaf_lanes>;
    using NodeLanes = detail::BoxLanes<detail::node_lanes>;

    /// Blocks per part of shared work: about ten microseconds of a search. A multiple of a node's children,
    /// so that no two parts write to the same node.
    static constexpr std::uint32_t blocks_per_part = 32;
    static_assert(blocks_per_part % detail::node_lanes == 0);

    /// Marks of a block, one bit per lane: box and previous box may differ.
    static constexpr std::uint32_t moved_lanes = 0xFFFFu;
    /// Mark of a block: its lanes are out of date or its bounds may be too large.
    static constexpr std::uint32_t stale_mark = 0x10000u;

    struct Entry {
        std::uint32_t slot = detail::no_slot;  ///< block * 16 + lane; `no_slot` for an unused index
        std::uint32_t user_data = 0;           ///< for an unused index, the next unused one

        /// Lists the members for save files.
        static constexpr const char* saved_name = "TreeEntry";
        template <class Self, class Archive>
        static void saved_fields(Self& self, Archive& archive) {
            archive("slot", self.slot);
            archive("user_data", self.user_data);
        }
    };
    /// Counters of one part of `begin_moves`.
    struct MovedPart {
        std::uint32_t moved = 0;    ///< moved boxes
        std::uint32_t blocks = 0;   ///< refitted blocks
        std::uint32_t refused = 0;  ///< refused boxes: the new box is invalid or missing
    };
    struct SortItem {
        std::uint32_t key;
        std::uint32_t value;
    };
    [[nodiscard]] std::uint32_t slot_of(Proxy proxy, const char* function) const {
        if (!contains(proxy)) {
            fail_proxy(function, proxy);
        }
        return entries_[proxy].slot;
    }
    [[noreturn]] static void fail_proxy(const char* function, Proxy proxy);
    [[noreturn]] static void fail_box(const char* function, const char* argument, const Aabb& box);
    static void check_box(const char* function, const Aabb& box);
    static void check_vector(const char* function, const char* argument, const Vec2& vector);
    static void check_distance(const char* function, float max_distance);

    [[nodiscard]] std::uint32_t block_count() const { return static_cast<std::uint32_t>(lanes_.size()); }
    [[nodiscard]] bool is_stale(std::uint32_t block) const { return (marks_[block] & stale_mark) != 0; }
    /// Returns the 16 boxes of a block: its lanes, or, where boxes moved since the last refit, a copy made in
    /// `scratch`.
    const LeafLanes& fresh_lanes(std::uint32_t block, LeafLanes& scratch) const;

    template <class Cursor, class Visitor>
    TreeStats walk_cast(Cursor&& cursor, Visitor& visitor) const;
    template <class Cursor, class Visitor>
    TreeStats walk_closest(Cursor&& cursor, float max_distance, Visitor& visitor) const;

    Proxy add(const Aabb& box, std::uint64_t category_bits, std::uint32_t user_data);
    Proxy acquire_proxy();
    void add_block();
    void grow_levels();
    void adopt_child(std::uint32_t level, std::uint32_t child);
    void mark(std::uint32_t block, std::uint32_t marks);
    void mark_nodes(std::uint32_t block, std::uint32_t marks);
    void enlarge(std::uint32_t block, const detail::PackedBox& box);
    void add_categories(std::uint32_t block, std::uint64_t bits);

    [[nodiscard]] bool needs_rebuild() const;
    /// Returns whether sorting can change anything: the boxes of a single block have no order.
    [[nodiscard]] bool has_order() const { return block_count() > 1; }
    void refit_block(std::uint32_t block);
    std::uint32_t move_block(std::uint32_t block, std::span<const float> sides, MovedPart& done);
    void fit_block(std::uint32_t block);
    void fit_levels();
    void commit_block(std::uint32_t block);
    void refit_node(std::uint32_t level, std::uint32_t node);
    void set_child(std::uint32_t level, std::uint32_t child, const detail::PackedBox& box,
                   std::uint64_t categories);
    void commit_node(std::uint32_t level, std::uint32_t node);

    void collect_pairs(const AabbTree& other, const PairFilter& filter, std::uint32_t first_block,
                       std::uint32_t end_block, detail::PairScratch& scratch) const;
    static void append_sorted(detail::PairScratch& scratch, std::vector<ProxyPair>& out);

    void sort_proxies();
    [[nodiscard]] std::uint32_t slab_count(std::uint32_t blocks) const;
    void order_blocks(std::uint32_t blocks, std::uint32_t slab_blocks);
    void radix_sort(std::uint32_t bits);
    void scatter_blocks();
    void scatter_block(std::uint32_t first, std::uint32_t to);
    void build_levels();

    void validate_sizes() const;
    void validate_entries() const;
    void validate_blocks() const;
    void validate_levels() const;
    void validate_child(std::uint32_t level, std::uint32_t child, bool exists) const;

    std::vector<Entry> entries_;  // by proxy
    std::uint32_t first_free_ = detail::no_slot;
    std::uint32_t size_ = 0;
    std::uint64_t changes_ = 0;

    // By slot. Slots from `used_slots_` on are empty.
    std::vector<detail::PackedBox> boxes_;
    std::vector<Proxy> proxies_;
    std::vector<std::uint64_t> categories_;
    std::uint32_t used_slots_ = 0;

    // By block.
    std::vector<LeafLanes> lanes_;     // the boxes; out of date in stale blocks
    std::vector<LeafLanes> previous_;  // the boxes at the last commit
    std::vector<detail::PackedBox> block_bounds_;
    std::vector<std::uint32_t> marks_;  // `moved_lanes` and `stale_mark`
    std::vector<float> perimeters_;     // half perimeters of the bounds at the last refit

    std::array<detail::TreeLevel, detail::max_tree_levels> levels_;
    std::uint32_t level_count_ = 0;
    // Bits that all proxies have: a mask with one of them needs no test.
    std::uint64_t common_categories_ = ~0ull;
    bool categories_shrank_ = false;

    // State for the decision to sort again.
    std::uint32_t appended_ = 0;         // slots used since the last sort
    std::uint32_t refits_ = 0;           // number of refits since the last sort
    std::uint64_t refitted_blocks_ = 0;  // number of refitted blocks since the last sort
    double perimeter_ = 0.0;             // sum of the blocks' half perimeters
    double sorted_perimeter_ = 0.0;      // the same after the last sort

    std::vector<MovedPart> moved_parts_;

    // Scratch of a sort; keeps its capacity.
    std::vector<SortItem> items_;
    std::vector<SortItem> items_spare_;
    std::vector<Proxy> order_;
    std::vector<detail::PackedBox> boxes_spare_;
    std::vector<Proxy> proxies_spare_;
    std::vector<std::uint64_t> categories_spare_;
    std::vector<LeafLanes> previous_spare_;
    std::vector<std::uint32_t> marks_spare_;

    detail::PairScratch pair_scratch_;
};

}  // namespace drystone
