#include <drystone/collision/aabb_tree.h>

#include "aabb_tree/aabb_lanes.h"

namespace drystone {

using detail::leaf_lanes;
using detail::node_lanes;
using detail::PackedBox;

namespace {

/// Sort interval: the tree is sorted again once this many times its number of blocks have been refitted.
/// Measured: 8 to 16 is best, with a flat optimum.
constexpr std::uint64_t steps_between_sorts = 16;
/// Share of appended boxes, which lie in unsorted blocks: at most 1 in 16.
constexpr std::uint32_t appended_share = 16;
/// Growth of the blocks' total perimeter after which the tree is sorted again, and the minimum number of
/// refits between two such sorts.
constexpr double degraded = 1.5;
constexpr std::uint32_t min_refits_between_sorts = 4;

/// Returns an eighth of the perimeter, which is finite for every box.
float perimeter_of(const PackedBox& box) {
    return box.min_x <= box.max_x
               ? (0.25f * box.max_x - 0.25f * box.min_x) + (0.25f * box.max_y - 0.25f * box.min_y)
               : 0.0f;
}

}  // namespace

/// Marks boxes of a block as moved, or the block as stale, here and in the nodes above.
void AabbTree::mark(std::uint32_t block, std::uint32_t marks) {
    const std::uint32_t before = marks_[block];
    marks_[block] = before | marks;
    const bool first_moved = (before & moved_lanes) == 0 && (marks & moved_lanes) != 0;
    if (first_moved || (marks & ~before & stale_mark) != 0) [[unlikely]] {
        mark_nodes(block, marks);
    }
}

/// Marks the nodes above, up to the first that already has the mark.
void AabbTree::mark_nodes(std::uint32_t block, std::uint32_t marks) {
    const bool moved = (marks & moved_lanes) != 0;
    const bool stale = (marks & stale_mark) != 0;
    std::uint32_t child = block;
    for (std::uint32_t level = 0; level < level_count_; ++level) {
        std::uint8_t& moved_bits = levels_[level].moved[child / node_lanes];
        std::uint8_t& stale_bits = levels_[level].stale[child / node_lanes];
        const std::uint32_t bit = 1u << child % node_lanes;
        const std::uint32_t moved_after = moved ? moved_bits | bit : moved_bits;
        const std::uint32_t stale_after = stale ? stale_bits | bit : stale_bits;
        if (moved_after == moved_bits && stale_after == stale_bits) {
            return;
        }
        moved_bits = static_cast<std::uint8_t>(moved_after);
        stale_bits = static_cast<std::uint8_t>(stale_after);
        child /= node_lanes;
    }
}

void AabbTree::move(Proxy proxy, const Aabb& box) {
    const std::uint32_t slot = slot_of(proxy, "AabbTree::move");
    const PackedBox packed = detail::pack(box);
    if (!detail::is_valid(packed)) [[unlikely]] {
        fail_box("AabbTree::move", "box", box);
    }
    const std::uint32_t block = slot / leaf_lanes;
    boxes_[slot] = packed;
    ++changes_;
    mark(block, 1u << slot % leaf_lanes | stale_mark);
    if (!detail::encloses(block_bounds_[block], packed)) {
        enlarge(block, packed);
    }
}

void AabbTree::forget_pairs(Proxy proxy) {
    const std::uint32_t slot = slot_of(proxy, "AabbTree::forget_pairs");
    ++changes_;
    detail::set_lane(previous_[slot / leaf_lanes], slot % leaf_lanes, PackedBox{});
    mark(slot / leaf_lanes, 1u << slot % leaf_lanes);
}

/// Enlarges the bounds of a block to contain a box, and those of the nodes above up to the first that already
/// does.
void AabbTree::enlarge(std::uint32_t block, const PackedBox& box) {
    block_bounds_[block] = detail::merge(block_bounds_[block], box);
    std::uint32_t child = block;
    for (std::uint32_t level = 0; level < level_count_; ++level) {
        NodeLanes& node = levels_[level].children[child / node_lanes];
        const std::uint32_t lane = child % node_lanes;
        const PackedBox before{node.min_x[lane], node.min_y[lane], node.max_x[lane], node.max_y[lane]};
        if (detail::encloses(before, box)) {
            return;
        }
        const PackedBox after = detail::merge(before, box);
        node.min_x[lane] = after.min_x;
        node.min_y[lane] = after.min_y;
        node.max_x[lane] = after.max_x;
        node.max_y[lane] = after.max_y;
        child /= node_lanes;
    }
}

/// Adds category bits to a block and to the nodes above.
void AabbTree::add_categories(std::uint32_t block, std::uint64_t bits) {
    std::uint32_t child = block;
    for (std::uint32_t level = 0; level < level_count_; ++level) {
        std::uint64_t& known = levels_[level].categories[child];
        if ((bits & ~known) == 0) {
            return;
        }
        known |= bits;
        child /= node_lanes;
    }
}

const AabbTree::LeafLanes& AabbTree::fresh_lanes(std::uint32_t block, LeafLanes& scratch) const {
    if (!is_stale(block)) {
        return lanes_[block];
    }
    detail::to_lanes(&boxes_[static_cast<std::size_t>(block) * leaf_lanes], scratch);
    return scratch;
}

bool AabbTree::needs_rebuild() const {
    if (block_count() == 0) {
        return false;
    }
    if (appended_ > 2 * leaf_lanes + size_ / appended_share || used_slots_ > 2 * size_ + 4 * leaf_lanes) {
        return true;
    }
    return has_order() &&
           (refitted_blocks_ >= steps_between_sorts * block_count() ||
            (refits_ >= min_refits_between_sorts && perimeter_ > degraded * sorted_perimeter_));
}

bool AabbTree::needs_rebuild_soon() const {
    return has_order() && refitted_blocks_ + block_count() >= steps_between_sorts * block_count();
}

void AabbTree::refit() {
    if (needs_rebuild()) {
        rebuild();
        return;
    }
    if (level_count_ == 0 || levels_[level_count_ - 1].stale[0] == 0) {
        return;
    }
    ++refits_;
    refit_node(level_count_ - 1, 0);
    categories_shrank_ = false;
}

void AabbTree::refit_node(std::uint32_t level, std::uint32_t node) {
    detail::TreeLevel& here = levels_[level];
    for (std::uint32_t lane = 0; lane < node_lanes; ++lane) {
        if ((here.stale[node] >> lane & 1u) == 0) {
            continue;
        }
        const std::uint32_t child = node * node_lanes + lane;
        if (level == 0) {
            refit_block(child);
            continue;
        }
        refit_node(level - 1, child);
        const detail::TreeLevel& below = levels_[level - 1];
        const std::uint64_t* const categories =
            &below.categories[static_cast<std::size_t>(child) * node_lanes];
        set_child(level, child, detail::bounds_of(below.children[child]),
                  categories_shrank_ ? detail::union_of<node_lanes>(categories) : here.categories[child]);
    }
    here.stale[node] = 0;
}

void AabbTree::refit_block(std::uint32_t block) {
    const float before = perimeters_[block];
    fit_block(block);
    perimeter_ += static_cast<double>(perimeters_[block]) - static_cast<double>(before);
    ++refitted_blocks_;
}

/// Tightens the lanes and the bounds of a block and its entry in the node above.
void AabbTree::fit_block(std::uint32_t block) {
    const std::size_t first = static_cast<std::size_t>(block) * leaf_lanes;
    detail::to_lanes(&boxes_[first], lanes_[block]);
    const PackedBox bounds = detail::bounds_of(lanes_[block]);
    perimeters_[block] = perimeter_of(bounds);
    block_bounds_[block] = bounds;
    marks_[block] &= moved_lanes;
    set_child(0, block, bounds,
              categories_shrank_ ? detail::union_of<leaf_lanes>(&categories_[first])
                                 : levels_[0].categories[block]);
}

void AabbTree::commit() {
    if (has_moved()) {
        commit_node(level_count_ - 1, 0);
    }
}

void AabbTree::commit_node(std::uint32_t level, std::uint32_t node) {
    std::uint8_t& moved = levels_[level].moved[node];
    for (std::uint32_t lane = 0; lane < node_lanes; ++lane) {
        if ((moved >> lane & 1u) == 0) {
            continue;
        }
        const std::uint32_t child = node * node_lanes + lane;
        if (level > 0) {
            commit_node(level - 1, child);
        } else {
            commit_block(child);
        }
    }
    moved = 0;
}

void AabbTree::commit_block(std::uint32_t block) {
    if ((marks_[block] & moved_lanes) == 0) {
        return;
    }
    if (is_stale(block)) {
        detail::to_lanes(&boxes_[static_cast<std::size_t>(block) * leaf_lanes], previous_[block]);
    } else {
        previous_[block] = lanes_[block];
    }
    marks_[block] &= stale_mark;
}

}  // namespace drystone
