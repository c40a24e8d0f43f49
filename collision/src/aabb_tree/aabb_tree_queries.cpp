#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/detail/sort_items.h>
#include <drystone/collision/error.h>

#include "aabb_tree/aabb_lanes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace drystone {

void AabbTree::check_vector(const char* function, const char* argument, const Vec2& vector) {
    if (!is_finite(vector)) {
        fail(function, argument, "finite", static_cast<double>(is_finite(vector.x) ? vector.y : vector.x));
    }
}

void AabbTree::check_distance(const char* function, float max_distance) {
    if (!(max_distance >= 0.0f)) {
        fail(function, "max_distance", ">= 0", static_cast<double>(max_distance));
    }
}

TreeStats AabbTree::append_overlapping(const Aabb& box, std::uint64_t mask, std::vector<Proxy>& out) const {
    check_box("AabbTree::append_overlapping", box);
    const std::size_t first = out.size();
    const TreeStats stats = query(box, mask, [&out](Proxy proxy) {
        out.push_back(proxy);
        return true;
    });
    sort_items(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
    return stats;
}

NearestResult AabbTree::nearest(const Vec2& point, float max_distance, std::uint64_t mask,
                                std::span<Neighbor> storage) const {
    check_vector("AabbTree::nearest", "point", point);
    check_distance("AabbTree::nearest", max_distance);
    detail::NearestList list(storage, max_distance);
    const detail::PointMeasure measure{point.x, point.y};
    detail::OrderedCursor<detail::PointMeasure> cursor(*this, measure, mask);
    while (cursor.next(list.limit())) {
        ++cursor.stats.boxes;
        list.offer(proxies_[cursor.slot], cursor.key);
    }
    return {list.finish(), cursor.stats};
}

Aabb AabbTree::bounds() const {
    return detail::unpack(level_count_ == 0 ? detail::PackedBox{}
                                            : detail::bounds_of(levels_[level_count_ - 1].children[0]));
}

namespace detail {

OverlapCursor::OverlapCursor(const AabbTree& tree, const Aabb& box, std::uint64_t mask)
    : tree_(tree), box_(pack(box)), mask_(mask), filter_((tree.common_categories_ & mask) == 0) {
    if (tree.level_count_ == 0) {
        return;
    }
    level_ = tree.level_count_ - 1;
    node_[level_] = 0;
    open_[level_] = overlap_mask(tree.levels_[level_].children[0], WideBox(box_));
    stats.nodes = 1;
}

bool OverlapCursor::next() {
    const WideBox wide(box_);
    while (true) {
        if (open_[level_] == 0) {
            if (++level_ >= tree_.level_count_) {
                level_ = 0;  // `open_[0]` is 0, so a further call ends at once
                return false;
            }
            continue;
        }
        const std::uint32_t lane = static_cast<std::uint32_t>(std::countr_zero(open_[level_]));
        const std::uint32_t child = node_[level_] * node_lanes + lane;
        open_[level_] &= open_[level_] - 1;
        if (filter_ && (tree_.levels_[level_].categories[child] & mask_) == 0) {
            continue;
        }
        if (level_ > 0) {
            --level_;
            node_[level_] = child;
            open_[level_] = overlap_mask(tree_.levels_[level_].children[child], wide);
            ++stats.nodes;
            continue;
        }
        ++stats.blocks;
        AabbTree::LeafLanes scratch;
        hits = overlap_mask(tree_.fresh_lanes(child, scratch), wide);
        first_slot = child * leaf_lanes;
        if (filter_) {
            hits = filtered_lanes(hits, &tree_.categories_[first_slot], mask_);
        }
        if (hits != 0) {
            return true;
        }
    }
}

/// Prepares the slab test: the box becomes a point and the other boxes are grown by its extents. All sides
/// are moved outwards by a few units in the last place of the box's coordinates and of the smallest fraction,
/// so that rounding misses no box; the slack proportional to the fraction is in `measure`.
///
/// Source of that part: Ize, Robust BVH Ray Traversal, JCGT 2(2), 2013.
CastMeasure::CastMeasure(const Aabb& box, const Vec2& translation) {
    constexpr float largest = std::numeric_limits<float>::max();
    constexpr float smallest = std::numeric_limits<float>::min();
    constexpr float slack = 4.0f * std::numeric_limits<float>::epsilon();
    constexpr float fraction_slack = 8.0f * std::numeric_limits<float>::denorm_min();
    // The first two lanes are the axes.
    const Float4 lower = Float4::of(box.lower.x, box.lower.y, 0.0f, 0.0f);
    const Float4 upper = Float4::of(box.upper.x, box.upper.y, 0.0f, 0.0f);
    const Float4 way = Float4::of(translation.x, translation.y, 0.0f, 0.0f);
    const Float4 length = Float4::abs(way);
    const Float4 pad = Float4::max(Float4::abs(lower), Float4::abs(upper)) * Float4::all(slack) +
                       length * Float4::all(fraction_slack) + Float4::all(smallest);
    const Float4 above = Float4::min(upper + pad, Float4::all(largest));
    // A zero displacement becomes a tiny one: a box is then in reach all the time or never, separated by the
    // pad, even if the pad has to be infinite.
    const Float4 padded = lower - pad;
    const Float4 below =
        Float4::select(way == Float4::none(), padded, Float4::max(padded, Float4::all(-largest)));
    const Float4 is_back = way < Float4::none();
    const Float4 first = Float4::select(is_back, below, above);
    const Float4 last = Float4::select(is_back, above, below);
    const Float4 reciprocal = Float4::all(1.0f) / Float4::max(length, Float4::all(smallest));
    const Float4 signed_reciprocal = Float4::select(is_back, negated(reciprocal), reciprocal);
    // Stored as they are loaded: a load of four lanes that were stored one by one has to wait for them.
    splat<0>(first).store(near_offset[0]);
    splat<1>(first).store(near_offset[1]);
    splat<0>(last).store(far_offset[0]);
    splat<1>(last).store(far_offset[1]);
    splat<0>(signed_reciprocal).store(inverse[0]);
    splat<1>(signed_reciprocal).store(inverse[1]);
    const std::uint32_t back = mask_of(is_back);
    backwards[0] = (back & 1u) != 0;
    backwards[1] = (back & 2u) != 0;
}

template <class Measure>
OrderedCursor<Measure>::OrderedCursor(const AabbTree& tree, const Measure& measure, std::uint64_t mask)
    : tree_(tree), measure_(measure), mask_(mask), filter_((tree.common_categories_ & mask) == 0) {
    level_ = tree.level_count_;
    if (level_ > 0) {
        open_node(level_ - 1, 0, infinity);
    }
}

/// Finds the next box. Children are not sorted: the nearest is picked when it is needed, since most never
/// are.
template <class Measure>
bool OrderedCursor<Measure>::next(float limit) {
    while (true) {
        float nearest = 0.0f;
        if (open_boxes_ != 0) {
            const std::uint32_t lane = smallest_lane(box_keys_, open_boxes_, nearest);
            if (nearest <= limit) {
                open_boxes_ &= ~(1u << lane);
                slot = first_slot_ + lane;
                key = nearest;
                return true;
            }
            open_boxes_ = 0;
        }
        if (level_ >= tree_.level_count_) {
            return false;
        }
        std::uint32_t& open = open_children_[level_];
        const std::uint32_t lane = open != 0 ? smallest_lane(node_keys_[level_], open, nearest) : 0;
        if (open == 0 || !(nearest <= limit)) {
            ++level_;
            continue;
        }
        open &= ~(1u << lane);
        const std::uint32_t child = node_[level_] * node_lanes + lane;
        if (level_ > 0) {
            open_node(level_ - 1, child, limit);
        } else {
            open_block(child, limit);
        }
    }
}

template <class Measure>
void OrderedCursor<Measure>::open_node(std::uint32_t level, std::uint32_t node, float limit) {
    const TreeLevel& here = tree_.levels_[level];
    std::uint32_t open = (1u << node_lanes) - 1;
    if (filter_) {
        open = filtered_lanes(open, &here.categories[static_cast<std::size_t>(node) * node_lanes], mask_);
    }
    if (open != 0) {
        open &= measure(measure_, here.children[node], limit, node_keys_[level]);
    }
    open_children_[level] = open;
    node_[level] = node;
    level_ = level;
    ++stats.nodes;
}

template <class Measure>
void OrderedCursor<Measure>::open_block(std::uint32_t block, float limit) {
    AabbTree::LeafLanes scratch;
    first_slot_ = block * leaf_lanes;
    open_boxes_ = measure(measure_, tree_.fresh_lanes(block, scratch), limit, box_keys_);
    if (filter_) {
        open_boxes_ = filtered_lanes(open_boxes_, &tree_.categories_[first_slot_], mask_);
    }
    ++stats.blocks;
}

template class OrderedCursor<CastMeasure>;
template class OrderedCursor<PointMeasure>;

}  // namespace detail
}  // namespace drystone
