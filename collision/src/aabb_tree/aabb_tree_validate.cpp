#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/error.h>

#include "aabb_tree/aabb_lanes.h"

#include <string>

namespace drystone {

using detail::leaf_lanes;
using detail::no_slot;
using detail::node_lanes;
using detail::PackedBox;

namespace {

void check(bool holds, const char* invariant, std::uint32_t index) {
    if (!holds) {
        fail(std::string("AabbTree::validate: not so: ") + invariant + " (" + std::to_string(index) + ")");
    }
}

template <std::uint32_t N>
PackedBox lane_of(const detail::BoxLanes<N>& boxes, std::uint32_t lane) {
    return {boxes.min_x[lane], boxes.min_y[lane], boxes.max_x[lane], boxes.max_y[lane]};
}

bool equal(const PackedBox& a, const PackedBox& b) {
    return a.min_x == b.min_x && a.min_y == b.min_y && a.max_x == b.max_x && a.max_y == b.max_y;
}

bool is_empty(const PackedBox& box) { return equal(box, PackedBox{}); }

}  // namespace

void AabbTree::validate() const {
    validate_sizes();
    validate_entries();
    validate_blocks();
    validate_levels();
}

void AabbTree::validate_sizes() const {
    const std::size_t slots = static_cast<std::size_t>(block_count()) * leaf_lanes;
    check(boxes_.size() == slots && proxies_.size() == slots && categories_.size() == slots &&
              previous_.size() == lanes_.size() && marks_.size() == lanes_.size() &&
              perimeters_.size() == lanes_.size() && block_bounds_.size() == lanes_.size() &&
              used_slots_ <= slots,
          "all arrays have the size of the blocks", block_count());
    check(level_count_ <= levels_.size(), "there are at most ten levels", level_count_);
}

void AabbTree::validate_entries() const {
    std::uint32_t used = 0;
    for (Proxy proxy = 0; proxy < entries_.size(); ++proxy) {
        const std::uint32_t slot = entries_[proxy].slot;
        if (slot == no_slot) {
            continue;
        }
        ++used;
        check(slot < used_slots_, "a proxy's slot is in use", proxy);
        check(proxies_[slot] == proxy, "a proxy's slot names the proxy", proxy);
        check(is_valid(detail::unpack(boxes_[slot])), "a proxy's box is valid", proxy);
        check((common_categories_ & ~categories_[slot]) == 0, "every proxy has the common categories", proxy);
    }
    check(used == size_, "the size counts the proxies", used);
    std::uint32_t unused = 0;
    for (std::uint32_t free = first_free_; free != no_slot; free = entries_[free].user_data) {
        check(free < entries_.size() && entries_[free].slot == no_slot, "an unused index is unused", free);
        check(++unused <= entries_.size(), "the list of unused indices ends", free);
    }
    check(used + unused == entries_.size(), "every index is used or in the list of unused ones", unused);
}

void AabbTree::validate_blocks() const {
    for (std::uint32_t block = 0; block < block_count(); ++block) {
        LeafLanes scratch;
        const LeafLanes& lanes = fresh_lanes(block, scratch);
        const PackedBox bounds = detail::bounds_of(lanes);
        for (std::uint32_t lane = 0; lane < leaf_lanes; ++lane) {
            const std::uint32_t slot = block * leaf_lanes + lane;
            const PackedBox previous = lane_of(previous_[block], lane);
            const bool moved = (marks_[block] >> lane & 1u) != 0;
            check(equal(lane_of(lanes, lane), boxes_[slot]), "a lane holds its box", slot);
            check(moved || equal(previous, boxes_[slot]), "a box that did not move is its previous box",
                  slot);
            if (proxies_[slot] == no_slot) {
                check(is_empty(boxes_[slot]) && is_empty(previous) && !moved && categories_[slot] == 0,
                      "a slot without a proxy is empty", slot);
            } else {
                check(contains(proxies_[slot]) && entries_[proxies_[slot]].slot == slot,
                      "a slot's proxy names the slot", slot);
            }
        }
        check(is_stale(block) ? is_empty(bounds) || detail::encloses(block_bounds_[block], bounds)
                              : equal(block_bounds_[block], bounds),
              "a block's bounds are around its boxes, and tight after a refit", block);
    }
}

void AabbTree::validate_levels() const {
    std::uint32_t children = block_count();
    check((children == 0) == (level_count_ == 0), "only an empty tree has no levels", level_count_);
    for (std::uint32_t level = 0; level < level_count_; ++level) {
        const detail::TreeLevel& here = levels_[level];
        const std::uint32_t nodes = (children + node_lanes - 1) / node_lanes;
        check(here.children.size() == nodes && here.categories.size() == std::size_t{nodes} * node_lanes &&
                  here.moved.size() == nodes && here.stale.size() == nodes,
              "a level has a node for every 8 children", level);
        for (std::uint32_t child = 0; child < nodes * node_lanes; ++child) {
            validate_child(level, child, child < children);
        }
        children = nodes;
    }
    check(children <= 1, "there is one root", children);
}

void AabbTree::validate_child(std::uint32_t level, std::uint32_t child, bool exists) const {
    const detail::TreeLevel& here = levels_[level];
    const PackedBox box = lane_of(here.children[child / node_lanes], child % node_lanes);
    const bool marked_moved = (here.moved[child / node_lanes] >> child % node_lanes & 1u) != 0;
    const bool marked_stale = (here.stale[child / node_lanes] >> child % node_lanes & 1u) != 0;
    if (!exists) {
        check(is_empty(box) && !marked_moved && !marked_stale, "there is nothing beyond the last child",
              child);
        return;
    }
    std::uint64_t categories = 0;
    PackedBox below;
    bool moved = false;
    bool stale = false;
    if (level == 0) {
        categories = detail::union_of<leaf_lanes>(&categories_[std::size_t{child} * leaf_lanes]);
        below = block_bounds_[child];
        moved = (marks_[child] & moved_lanes) != 0;
        stale = is_stale(child);
    } else {
        const detail::TreeLevel& lower = levels_[level - 1];
        categories = detail::union_of<node_lanes>(&lower.categories[std::size_t{child} * node_lanes]);
        below = detail::bounds_of(lower.children[child]);
        moved = lower.moved[child] != 0;
        stale = lower.stale[child] != 0;
    }
    check(marked_moved || !moved, "the parent of what moved knows it", child);
    check(marked_stale == stale, "the parent of what is stale knows it", child);
    check((categories & ~here.categories[child]) == 0, "a node has the categories of its children", child);
    check(marked_stale ? is_empty(below) || detail::encloses(box, below) : equal(box, below),
          "a node's box is around its children, and tight after a refit", child);
}

}  // namespace drystone
