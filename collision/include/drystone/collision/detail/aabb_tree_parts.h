#pragma once

#include <drystone/collision/detail/aabb_tree_types.h>
#include <drystone/collision/export.h>
#include <drystone/collision/math.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace drystone {

class AabbTree;

/// Parts of `AabbTree`: boxes in lanes, and the cursors that walk over them. Internal.
namespace detail {

template <bool only_new, bool filtered>
class PairJoin;

/// Boxes per leaf block, and children per inner node. The same on every machine, so that the shape of a tree
/// and the order of its traversal do not depend on the width of the vector registers.
inline constexpr std::uint32_t leaf_lanes = 16;
inline constexpr std::uint32_t node_lanes = 8;
/// Maximum number of inner levels: 16 * 8^10 boxes exceed 32-bit indices.
inline constexpr std::uint32_t max_tree_levels = 10;
inline constexpr std::uint32_t no_slot = 0xFFFFFFFFu;
inline constexpr float infinity = std::numeric_limits<float>::infinity();

/// A box in 16 bytes of plain floats. The default is the empty box: it overlaps no finite box, and merging
/// ignores it.
struct alignas(16) PackedBox {
    float min_x = infinity;
    float min_y = infinity;
    float max_x = -infinity;
    float max_y = -infinity;
};

inline PackedBox pack(const Aabb& box) { return {box.lower.x, box.lower.y, box.upper.x, box.upper.y}; }
inline Aabb unpack(const PackedBox& box) { return {Vec2{box.min_x, box.min_y}, Vec2{box.max_x, box.max_y}}; }

/// N boxes, one float array per side, so that one comparison tests many boxes. An empty lane holds the empty
/// box.
template <std::uint32_t N>
struct alignas(64) BoxLanes {
    float min_x[N];
    float min_y[N];
    float max_x[N];
    float max_y[N];
};

template <std::uint32_t N>
constexpr BoxLanes<N> empty_lanes() {
    BoxLanes<N> lanes{};
    for (std::uint32_t i = 0; i < N; ++i) {
        lanes.min_x[i] = lanes.min_y[i] = infinity;
        lanes.max_x[i] = lanes.max_y[i] = -infinity;
    }
    return lanes;
}

/// One inner level. Node i has the children 8 i .. 8 i + 7 of the level below (of the leaf blocks for level
/// 0), found by index.
struct TreeLevel {
    std::vector<BoxLanes<node_lanes>> children;  ///< the boxes of the children
    std::vector<std::uint64_t> categories;       ///< per child: the union of the category bits below
    std::vector<std::uint8_t> moved;             ///< per node, a bit per child: may hold a moved box
    std::vector<std::uint8_t> stale;             ///< per node, a bit per child: its box may be too large

    /// Calls `visitor(members...)` with all members but scratch memory, to copy or restore a tree.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.children, self.categories, self.moved, self.stale);
    }
    void clear() { resize(0); }
    /// Makes room for this many nodes.
    void prepare(std::size_t nodes) {
        if (nodes > children.capacity()) {
            const std::size_t room = nodes + nodes / 4;
            categories.reserve(room * node_lanes);
            moved.reserve(room);
            stale.reserve(room);
            children.reserve(room);
        }
    }
    /// Changes the number of nodes; new ones are empty.
    void resize(std::size_t nodes) {
        children.resize(nodes, empty_lanes<node_lanes>());
        categories.resize(nodes * node_lanes, 0);
        moved.resize(nodes, 0);
        stale.resize(nodes, 0);
    }
    void set_moved(std::uint32_t child, bool value) {
        set(moved[child / node_lanes], child % node_lanes, value);
    }
    void set_stale(std::uint32_t child, bool value) {
        set(stale[child / node_lanes], child % node_lanes, value);
    }

private:
    static void set(std::uint8_t& bits, std::uint32_t bit, bool value) {
        bits = static_cast<std::uint8_t>((bits & ~(1u << bit)) | static_cast<std::uint32_t>(value) << bit);
    }
};

/// Walks the blocks that hold boxes overlapping a given one.
class DRYSTONE_COLLISION_API OverlapCursor {
public:
    OverlapCursor(const AabbTree& tree, const Aabb& box, std::uint64_t mask);
    /// Advances to the next block with hits; returns false at the end.
    bool next();

    std::uint32_t first_slot = 0;  ///< first slot of the block
    std::uint32_t hits = 0;        ///< lanes of the block that overlap, one bit each
    TreeStats stats;

private:
    const AabbTree& tree_;
    PackedBox box_;
    std::uint64_t mask_;
    bool filter_;
    std::uint32_t level_ = 0;
    std::array<std::uint32_t, max_tree_levels> node_{};
    std::array<std::uint32_t, max_tree_levels> open_{};  // per level: children of `node_` still to be visited
};

/// Measure of boxes from a swept box: the fraction of its translation at which it hits them. All values are
/// replicated to the four lanes.
struct DRYSTONE_COLLISION_API CastMeasure {
    CastMeasure(const Aabb& box, const Vec2& translation);

    /// Per axis: subtracted from the side of a box that is reached first
    alignas(16) float near_offset[2][4];
    alignas(16) float far_offset[2][4];  ///< per axis, subtracted from the side that is left last
    alignas(16) float inverse[2][4];     ///< per axis, 1 / translation: finite and never zero
    bool backwards[2];                   ///< per axis, the translation is negative
};

/// Measure of boxes from a point: the distance.
struct DRYSTONE_COLLISION_API PointMeasure {
    float x = 0.0f;
    float y = 0.0f;
};

/// Walks down to the boxes, in every node first to the child that is nearest by the measure. The depth of the
/// tree bounds its state.
template <class Measure>
class DRYSTONE_COLLISION_API OrderedCursor {
public:
    /// The tree and the measure must outlive the cursor.
    OrderedCursor(const AabbTree& tree, const Measure& measure, std::uint64_t mask);
    /// Advances to the next box that is no farther than `limit`; returns false at the end.
    bool next(float limit);
    /// Returns the user data of the box.
    [[nodiscard]] std::uint32_t user_data() const;

    std::uint32_t slot = 0;  ///< slot of the box
    float key = 0.0f;        ///< distance of the box by the measure
    TreeStats stats;

private:
    void open_node(std::uint32_t level, std::uint32_t node, float limit);
    void open_block(std::uint32_t block, float limit);

    const AabbTree& tree_;
    const Measure& measure_;
    std::uint64_t mask_;
    bool filter_;
    std::uint32_t level_ = 0;
    std::uint32_t first_slot_ = 0;
    std::uint32_t open_boxes_ = 0;  // lanes of the open block still to be visited, one bit each
    std::array<std::uint32_t, max_tree_levels> node_;
    std::array<std::uint32_t, max_tree_levels> open_children_;  // the same of the open nodes
    alignas(64) float box_keys_[leaf_lanes];                    // distances of the boxes in the open block
    alignas(64) float node_keys_[max_tree_levels][node_lanes];  // distances of the children of the open nodes
};

/// Walks the boxes by increasing distance by the measure, equal ones by proxy.
template <class Measure>
class DRYSTONE_COLLISION_API SortedCursor {
public:
    /// The tree, the measure and the queue must outlive the cursor.
    SortedCursor(const AabbTree& tree, const Measure& measure, std::uint64_t mask, TreeQueue& queue);
    /// Advances to the next box that is no farther than `limit`, which must not grow; returns false at the
    /// end.
    bool next(float limit);

    std::uint32_t slot = 0;  ///< slot of the box
    float key = 0.0f;        ///< distance of the box by the measure
    TreeStats stats;

private:
    void open_node(std::uint32_t level, std::uint32_t node, float limit);
    void open_block(std::uint32_t block, float limit);
    void push(float distance, std::uint32_t kind, std::uint32_t tie, std::uint32_t place,
              std::uint32_t level);

    const AabbTree& tree_;
    const Measure& measure_;
    std::uint64_t mask_;
    bool filter_;
    std::vector<TreeQueue::Entry>& heap_;
};

static_assert(sizeof(OrderedCursor<CastMeasure>) < 1024);

/// The nearest candidates so far, in the caller's storage: a heap with the farthest on top, sorted at the
/// end.
class DRYSTONE_COLLISION_API NearestList {
public:
    NearestList(std::span<Neighbor> storage, float max_distance)
        : storage_(storage), max_distance_(max_distance) {}
    /// Inserts a candidate if it is among the nearest; equal distances are ordered by proxy.
    void offer(std::uint32_t proxy, float distance);
    /// Returns the distance above which candidates are of no interest.
    [[nodiscard]] float limit() const;
    /// Returns the limit for boxes, with slack for the rounding of the caller's distances.
    [[nodiscard]] float limit_with_slack() const;
    /// Sorts the candidates; returns their number.
    std::size_t finish();

private:
    std::span<Neighbor> storage_;
    std::size_t count_ = 0;
    float max_distance_;
};

/// Scratch of a pair search: one list of nodes per level, and the pairs found, as keys to be sorted.
struct DRYSTONE_COLLISION_API PairScratch {
    std::array<std::vector<std::uint32_t>, max_tree_levels + 1> lists;
    std::vector<std::uint64_t> keys;
    std::vector<std::uint64_t> sorted;

    [[nodiscard]] std::size_t bytes() const;
};

}  // namespace detail
}  // namespace drystone
