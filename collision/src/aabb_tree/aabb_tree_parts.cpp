#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/error.h>

#include "aabb_tree/aabb_lanes.h"

#include <algorithm>

namespace drystone {

using detail::leaf_lanes;
using detail::no_slot;
using detail::PackedBox;

namespace {

bool same_sides(const PackedBox& a, const PackedBox& b) {
    return a.min_x == b.min_x && a.min_y == b.min_y && a.max_x == b.max_x && a.max_y == b.max_y;
}

void check_part(const char* function, std::uint32_t part, std::uint32_t count) {
    if (part >= count) {
        fail(function, "part", "in [0, part_count())", static_cast<double>(part));
    }
}

}  // namespace

void AabbTree::begin_moves() {
    if (categories_shrank_) {
        refit();
    }
    moved_parts_.assign(part_count(), {});
}

void AabbTree::move_part(std::uint32_t part, std::span<const float> sides) {
    check_part("AabbTree::move_part", part, static_cast<std::uint32_t>(moved_parts_.size()));
    MovedPart done;
    const std::uint32_t end = std::min(block_count(), (part + 1) * blocks_per_part);
    for (std::uint32_t block = part * blocks_per_part; block < end; ++block) {
        const std::uint32_t moved = move_block(block, sides, done);
        marks_[block] |= moved;
        if (moved == 0 && !is_stale(block)) {
            continue;
        }
        fit_block(block);
        ++done.blocks;
        done.moved += detail::count_lanes(moved);
        levels_[0].set_moved(block, (marks_[block] & moved_lanes) != 0);
        levels_[0].set_stale(block, false);
    }
    moved_parts_[part] = done;
}

/// Takes the new boxes of a block; returns a bit per lane whose box changed.
std::uint32_t AabbTree::move_block(std::uint32_t block, std::span<const float> sides, MovedPart& done) {
    const std::size_t first = static_cast<std::size_t>(block) * leaf_lanes;
    std::uint32_t moved = 0;
    for (std::uint32_t lane = 0; lane < leaf_lanes; ++lane) {
        const Proxy proxy = proxies_[first + lane];
        if (proxy == no_slot) {
            continue;
        }
        const std::size_t place = 4 * static_cast<std::size_t>(entries_[proxy].user_data);
        if (place + 4 > sides.size()) {
            ++done.refused;
            continue;
        }
        const PackedBox box{sides[place], sides[place + 1], sides[place + 2], sides[place + 3]};
        if (same_sides(box, boxes_[first + lane])) {
            continue;
        }
        if (!detail::is_valid(box)) {
            ++done.refused;
            continue;
        }
        boxes_[first + lane] = box;
        moved |= 1u << lane;
    }
    return moved;
}

std::uint32_t AabbTree::finish_moves() {
    MovedPart sum;
    for (const MovedPart& part : moved_parts_) {
        sum.moved += part.moved;
        sum.blocks += part.blocks;
        sum.refused += part.refused;
    }
    if (sum.blocks != 0) {
        changes_ += sum.moved;
        refitted_blocks_ += sum.blocks;
        ++refits_;
        perimeter_ = 0.0;
        for (const float perimeter : perimeters_) {
            perimeter_ += static_cast<double>(perimeter);
        }
        fit_levels();
    }
    return sum.refused;
}

/// Tightens the levels above the first.
void AabbTree::fit_levels() {
    for (std::uint32_t level = 1; level < level_count_; ++level) {
        const auto children = static_cast<std::uint32_t>(levels_[level - 1].children.size());
        for (std::uint32_t child = 0; child < children; ++child) {
            adopt_child(level, child);
        }
    }
}

void AabbTree::commit_part(std::uint32_t part) {
    check_part("AabbTree::commit_part", part, part_count());
    const std::uint32_t end = std::min(block_count(), (part + 1) * blocks_per_part);
    for (std::uint32_t block = part * blocks_per_part; block < end; ++block) {
        commit_block(block);
        levels_[0].set_moved(block, false);
    }
}

void AabbTree::finish_commit() {
    for (std::uint32_t level = 1; level < level_count_; ++level) {
        std::fill(levels_[level].moved.begin(), levels_[level].moved.end(), std::uint8_t{0});
    }
}

}  // namespace drystone
