#pragma once

#include <drystone/collision/aabb_tree.h>

#include "aabb_tree/aabb_lanes.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace drystone::detail {

/// Joins two trees, or one tree with itself, from the root down. Each node of the first tree carries the list
/// of those nodes of the second, on the same level, that it overlaps; its children refine the list. So
/// neighbouring boxes of the first tree share one descent.
template <bool only_new, bool filtered>
class PairJoin {
public:
    /// Appends keys to `scratch`. Takes only blocks of the first tree in [begin, end), each against all of
    /// the second.
    PairJoin(const AabbTree& first, const AabbTree& second, const PairFilter& filter, PairScratch& scratch,
             std::uint32_t begin, std::uint32_t end)
        : first_(first),
          second_(second),
          scratch_(scratch),
          begin_(begin),
          end_(end),
          self_(&first == &second),
          first_mask_(filter.first_mask),
          second_mask_(filter.second_mask),
          first_prune_(self_ ? first_mask_ | second_mask_ : first_mask_),
          second_prune_(self_ ? first_mask_ | second_mask_ : second_mask_) {}

    void run() {
        if (first_.level_count_ == 0 || second_.level_count_ == 0) {
            return;
        }
        for (std::uint32_t level = 0; level <= second_.level_count_; ++level) {
            const std::size_t nodes =
                level == 0 ? second_.block_count() : second_.levels_[level - 1].children.size();
            if (scratch_.lists[level].size() < nodes + node_lanes) {
                scratch_.lists[level].resize(nodes + node_lanes);
            }
        }
        start();
    }

private:
    using LeafLanes = AabbTree::LeafLanes;
    using NodeLanes = AabbTree::NodeLanes;

    struct Block {
        const LeafLanes& boxes;
        const LeafLanes& previous;
        const PackedBox& bounds;
        const AabbTree::Proxy* proxies;
        std::uint32_t moved;      // a bit per lane
        std::uint32_t in_first;   // a bit per lane: has a bit of `first_mask_`
        std::uint32_t in_second;  // a bit per lane: has a bit of `second_mask_`
    };

    /// Returns the list of nodes that are `height` levels above the leaf blocks; height 0 holds the blocks
    /// themselves.
    std::uint32_t* list(std::uint32_t height) { return scratch_.lists[height].data(); }

    void start();
    void descend_first(std::uint32_t height, std::uint32_t node);
    void refine(std::uint32_t height, std::uint32_t node, std::uint32_t count);
    std::uint32_t children_of_list(std::uint32_t height, std::uint32_t count, const WideBox& box, bool moved,
                                   std::uint32_t first_child);
    Block block_of(const AabbTree& tree, std::uint32_t block, LeafLanes& scratch) const;
    [[nodiscard]] std::uint32_t partners(const Block& a, std::uint32_t lane, const Block& b,
                                         bool a_is_first) const;
    void join_block(std::uint32_t block, std::uint32_t count);
    void join_blocks(const Block& a, const Block& b);
    void join_within(const Block& a);
    void join_moved_within(const Block& a);
    void test_lanes(const Block& a, std::uint32_t lanes, const Block& b, std::uint32_t allowed,
                    bool a_is_first);
    template <std::uint32_t first>
    void join_four_within(const Block& a);
    template <std::uint32_t first = 0>
    static std::uint32_t hits_of(const Block& a, std::uint32_t lane, const Block& b);
    void emit(std::uint64_t proxy, const Block& block, std::uint32_t hits, bool proxy_is_first);

    const AabbTree& first_;
    const AabbTree& second_;
    PairScratch& scratch_;
    const std::uint64_t begin_;
    const std::uint64_t end_;
    const bool self_;
    const std::uint64_t first_mask_;
    const std::uint64_t second_mask_;
    const std::uint64_t first_prune_;   // a node of the first tree without any of these bits is skipped
    const std::uint64_t second_prune_;  // a node of the second tree without any of these bits is skipped
};

/// Brings both trees to the same level, then joins.
template <bool only_new, bool filtered>
void PairJoin<only_new, filtered>::start() {
    const std::uint32_t top = second_.level_count_;
    const bool moved = first_.levels_[first_.level_count_ - 1].moved[0] != 0;
    if (only_new && !moved && second_.levels_[top - 1].moved[0] == 0) {
        return;
    }
    list(top)[0] = 0;
    if (first_.level_count_ > top) {
        descend_first(first_.level_count_, 0);
        return;
    }
    const WideBox box(bounds_of(first_.levels_[first_.level_count_ - 1].children[0]));
    std::uint32_t count = 1;
    for (std::uint32_t height = top; height > first_.level_count_ && count > 0; --height) {
        count = children_of_list(height, count, box, moved, 0);
    }
    if (count > 0) {
        refine(first_.level_count_, 0, count);
    }
}

/// Descends the first tree, where it is the taller one, to those of its nodes that overlap the root of the
/// second.
template <bool only_new, bool filtered>
void PairJoin<only_new, filtered>::descend_first(std::uint32_t height, std::uint32_t node) {
    if (height == second_.level_count_) {
        refine(height, node, 1);
        return;
    }
    const TreeLevel& level = first_.levels_[height - 1];
    const bool other_moved = second_.levels_[second_.level_count_ - 1].moved[0] != 0;
    std::uint32_t hits = overlap_mask(level.children[node], WideBox(pack(second_.bounds())));
    if (only_new && !other_moved) {
        hits &= level.moved[node];
    }
    if constexpr (filtered) {
        hits = filtered_lanes(hits, &level.categories[std::size_t{node} * node_lanes], first_prune_);
    }
    for (; hits != 0; hits &= hits - 1) {
        descend_first(height - 1, node * node_lanes + static_cast<std::uint32_t>(std::countr_zero(hits)));
    }
}

/// Refines the list of `node` of the first tree for every child, and descends into the child.
template <bool only_new, bool filtered>
void PairJoin<only_new, filtered>::refine(std::uint32_t height, std::uint32_t node, std::uint32_t count) {
    const TreeLevel& level = first_.levels_[height - 1];
    const NodeLanes& children = level.children[node];
    std::uint64_t blocks = 1;  // below a child
    for (std::uint32_t i = 1; i < height; ++i) {
        blocks *= node_lanes;
    }
    for (std::uint32_t lane = 0; lane < node_lanes; ++lane) {
        const std::uint32_t child = node * node_lanes + lane;
        const bool exists = children.min_x[lane] <= children.max_x[lane];
        if (!exists || (std::uint64_t{child} + 1) * blocks <= begin_ || child * blocks >= end_) {
            continue;
        }
        if (filtered && (level.categories[child] & first_prune_) == 0) {
            continue;
        }
        const bool moved = (level.moved[node] >> lane & 1u) != 0;
        const std::uint32_t kept = children_of_list(height, count, WideBox(children, lane), moved, child);
        if (kept == 0) {
            continue;
        }
        if (height == 1) {
            join_block(child, kept);
        } else {
            refine(height - 1, child, kept);
        }
    }
}

/// Fills the list below with those children of the listed nodes that overlap the box; returns their number. A
/// self-join takes only children from `first_child` on, so that each pair is visited once. If only new pairs
/// are wanted, two children of which neither moved are skipped.
template <bool only_new, bool filtered>
std::uint32_t PairJoin<only_new, filtered>::children_of_list(std::uint32_t height, std::uint32_t count,
                                                             const WideBox& box, bool moved,
                                                             std::uint32_t first_child) {
    const TreeLevel& level = second_.levels_[height - 1];
    const std::uint32_t* const nodes = list(height);
    std::uint32_t* const out = list(height - 1);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t node = nodes[i];
        std::uint32_t hits = overlap_mask(level.children[node], box);
        if (only_new && !moved) {
            hits &= level.moved[node];
        }
        if (self_ && node == first_child / node_lanes) {
            hits &= ~0u << first_child % node_lanes;
        }
        if constexpr (filtered) {
            hits = filtered_lanes(hits, &level.categories[std::size_t{node} * node_lanes], second_prune_);
        }
        kept += append_lanes(hits, node * node_lanes, out + kept);
    }
    return kept;
}

template <bool only_new, bool filtered>
typename PairJoin<only_new, filtered>::Block PairJoin<only_new, filtered>::block_of(
    const AabbTree& tree, std::uint32_t block, LeafLanes& scratch) const {
    const std::size_t slot = static_cast<std::size_t>(block) * leaf_lanes;
    Block result{tree.fresh_lanes(block, scratch),
                 tree.previous_[block],
                 tree.block_bounds_[block],
                 &tree.proxies_[slot],
                 tree.marks_[block] & AabbTree::moved_lanes,
                 0,
                 0};
    if constexpr (filtered) {
        result.in_first = filtered_lanes(0xFFFFu, &tree.categories_[slot], first_mask_);
        result.in_second = filtered_lanes(0xFFFFu, &tree.categories_[slot], second_mask_);
    }
    return result;
}

/// Returns the lanes of `b` that the filter allows to pair with box `lane` of `a`.
template <bool only_new, bool filtered>
std::uint32_t PairJoin<only_new, filtered>::partners(const Block& a, std::uint32_t lane, const Block& b,
                                                     bool a_is_first) const {
    std::uint32_t lanes = 0;
    if ((self_ || a_is_first) && (a.in_first >> lane & 1u) != 0) {
        lanes |= b.in_second;
    }
    if ((self_ || !a_is_first) && (a.in_second >> lane & 1u) != 0) {
        lanes |= b.in_first;
    }
    return lanes;
}

template <bool only_new, bool filtered>
void PairJoin<only_new, filtered>::join_block(std::uint32_t block, std::uint32_t count) {
    LeafLanes scratch;
    LeafLanes other_scratch;
    const Block a = block_of(first_, block, scratch);
    const std::uint32_t* const others = list(0);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (self_ && others[i] == block) {
            join_within(a);
        } else {
            join_blocks(a, block_of(second_, others[i], other_scratch));
        }
    }
}

/// Joins the boxes of two blocks. Usually tests all boxes of `a` that overlap the bounds of `b` against `b`.
/// Where `b` has fewer moved boxes than `a` has unmoved ones in reach, tests the moved boxes of `a` against
/// `b`, then those of `b` against the unmoved ones of `a`.
template <bool only_new, bool filtered>
void PairJoin<only_new, filtered>::join_blocks(const Block& a, const Block& b) {
    const std::uint32_t lanes = overlap_mask(a.boxes, WideBox(b.bounds));
    const std::uint32_t unmoved = lanes & ~a.moved;
    if (only_new && unmoved != 0 && count_lanes(unmoved) > count_lanes(b.moved)) {
        test_lanes(a, lanes & a.moved, b, AabbTree::moved_lanes, true);
        if (b.moved != 0) {
            test_lanes(b, b.moved & overlap_mask(b.boxes, WideBox(a.bounds)), a, ~a.moved, false);
        }
        return;
    }
    test_lanes(a, lanes, b, AabbTree::moved_lanes, true);
}

/// Tests each of the given lanes of `a` against the `allowed` lanes of `b`.
template <bool only_new, bool filtered>
void PairJoin<only_new, filtered>::test_lanes(const Block& a, std::uint32_t lanes, const Block& b,
                                              std::uint32_t allowed, bool a_is_first) {
    for (; lanes != 0; lanes &= lanes - 1) {
        const std::uint32_t lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
        std::uint32_t hits = hits_of(a, lane, b) & allowed;
        if constexpr (filtered) {
            hits &= partners(a, lane, b, a_is_first);
        }
        if (hits != 0) [[unlikely]] {
            emit(a.proxies[lane], b, hits, a_is_first);
        }
    }
}

/// Joins the boxes of one block: each pair once, no box with itself.
template <bool only_new, bool filtered>
void PairJoin<only_new, filtered>::join_within(const Block& a) {
    if (only_new && count_lanes(a.moved) < leaf_lanes / 2) {
        join_moved_within(a);
        return;
    }
    join_four_within<0>(a);
    join_four_within<4>(a);
    join_four_within<8>(a);
    join_four_within<12>(a);
}

/// Tests four boxes against those of higher lanes.
template <bool only_new, bool filtered>
template <std::uint32_t first>
void PairJoin<only_new, filtered>::join_four_within(const Block& a) {
    for (std::uint32_t lane = first; lane < first + 4; ++lane) {
        std::uint32_t hits = hits_of<first>(a, lane, a) & ~1u << lane;
        if constexpr (filtered) {
            hits &= partners(a, lane, a, true);
        }
        if (hits != 0) [[unlikely]] {
            emit(a.proxies[lane], a, hits, true);
        }
    }
}

/// Joins the boxes of one block where few moved: tests the moved ones against all.
template <bool only_new, bool filtered>
void PairJoin<only_new, filtered>::join_moved_within(const Block& a) {
    for (std::uint32_t lanes = a.moved; lanes != 0; lanes &= lanes - 1) {
        const std::uint32_t lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
        std::uint32_t hits = hits_of(a, lane, a) & (~1u << lane | ~a.moved);
        if constexpr (filtered) {
            hits &= partners(a, lane, a, true);
        }
        if (hits != 0) [[unlikely]] {
            emit(a.proxies[lane], a, hits, true);
        }
    }
}

/// Returns a bit per lane of `b`, from `first` on, that makes a pair with box `lane` of `a`.
template <bool only_new, bool filtered>
template <std::uint32_t first>
std::uint32_t PairJoin<only_new, filtered>::hits_of(const Block& a, std::uint32_t lane, const Block& b) {
    const WideBox box(a.boxes, lane);
    if constexpr (only_new) {
        return new_overlap_mask<first>(b.boxes, box, b.previous, WideBox(a.previous, lane));
    } else {
        return overlap_mask<first>(b.boxes, box);
    }
}

template <bool only_new, bool filtered>
void PairJoin<only_new, filtered>::emit(std::uint64_t proxy, const Block& block, std::uint32_t hits,
                                        bool proxy_is_first) {
    for (; hits != 0; hits &= hits - 1) {
        const std::uint64_t other = block.proxies[std::countr_zero(hits)];
        const bool in_order = self_ ? proxy < other : proxy_is_first;
        scratch_.keys.push_back(in_order ? proxy << 32 | other : other << 32 | proxy);
    }
}

}  // namespace drystone::detail
