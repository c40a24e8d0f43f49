#include <drystone/collision/aabb_tree.h>

#include "aabb_tree/aabb_lanes.h"

#include <algorithm>
#include <limits>

/// Queries whose results come in sorted order.
namespace drystone::detail {
namespace {

/// Kinds of queue entries. At equal distance, an entry that may still hold boxes comes first.
constexpr std::uint32_t to_be_opened = 0;
constexpr std::uint32_t box_itself = 1;

constexpr auto later = [](const auto& a, const auto& b) { return a.rank > b.rank; };

bool is_nearer(const Neighbor& a, const Neighbor& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.proxy < b.proxy;
}

}  // namespace

template <class Measure>
SortedCursor<Measure>::SortedCursor(const AabbTree& tree, const Measure& measure, std::uint64_t mask,
                                    TreeQueue& queue)
    : tree_(tree),
      measure_(measure),
      mask_(mask),
      filter_((tree.common_categories_ & mask) == 0),
      heap_(queue.entries_) {
    heap_.clear();
    if (tree.level_count_ > 0) {
        push(0.0f, to_be_opened, 0, 0, tree.level_count_);
    }
}

/// Pushes an entry. Keys are not negative, so their bits order them as numbers and leave the sign bit for the
/// kind.
template <class Measure>
void SortedCursor<Measure>::push(float distance, std::uint32_t kind, std::uint32_t tie, std::uint32_t place,
                                 std::uint32_t level) {
    const std::uint64_t bits = detail::bits_of(distance);
    heap_.push_back({bits << 33 | std::uint64_t{kind} << 32 | tie, place, level});
    std::push_heap(heap_.begin(), heap_.end(), later);
}

template <class Measure>
bool SortedCursor<Measure>::next(float limit) {
    while (!heap_.empty()) {
        std::pop_heap(heap_.begin(), heap_.end(), later);
        const TreeQueue::Entry entry = heap_.back();
        heap_.pop_back();
        const float distance = detail::float_of(static_cast<std::uint32_t>(entry.rank >> 33));
        if (!(distance <= limit)) {
            break;
        }
        if ((entry.rank >> 32 & 1u) == box_itself) {
            slot = entry.place;
            key = distance;
            return true;
        }
        if (entry.level == 0) {
            open_block(entry.place, limit);
        } else {
            open_node(entry.level - 1, entry.place, limit);
        }
    }
    heap_.clear();
    return false;
}

template <class Measure>
void SortedCursor<Measure>::open_node(std::uint32_t level, std::uint32_t node, float limit) {
    const TreeLevel& here = tree_.levels_[level];
    alignas(64) float keys[node_lanes];
    measure(measure_, here.children[node], limit, keys);
    ++stats.nodes;
    for (std::uint32_t lane = 0; lane < node_lanes; ++lane) {
        const std::uint32_t child = node * node_lanes + lane;
        if (keys[lane] <= limit && (!filter_ || (here.categories[child] & mask_) != 0)) {
            push(keys[lane], to_be_opened, child, child, level);
        }
    }
}

template <class Measure>
void SortedCursor<Measure>::open_block(std::uint32_t block, float limit) {
    AabbTree::LeafLanes scratch;
    alignas(64) float keys[leaf_lanes];
    measure(measure_, tree_.fresh_lanes(block, scratch), limit, keys);
    ++stats.blocks;
    for (std::uint32_t lane = 0; lane < leaf_lanes; ++lane) {
        const std::uint32_t place = block * leaf_lanes + lane;
        if (keys[lane] <= limit && (!filter_ || (tree_.categories_[place] & mask_) != 0)) {
            push(keys[lane], box_itself, tree_.proxies_[place], place, 0);
        }
    }
}

template class SortedCursor<CastMeasure>;
template class SortedCursor<PointMeasure>;

void NearestList::offer(std::uint32_t proxy, float distance) {
    if (!(distance <= max_distance_) || storage_.empty()) {
        return;
    }
    const Neighbor candidate{proxy, distance};
    if (count_ == storage_.size()) {
        if (!is_nearer(candidate, storage_[0])) {
            return;
        }
        std::pop_heap(storage_.begin(), storage_.end(), is_nearer);
        --count_;
    }
    storage_[count_++] = candidate;
    std::push_heap(storage_.begin(), storage_.begin() + static_cast<std::ptrdiff_t>(count_), is_nearer);
}

float NearestList::limit() const {
    constexpr float largest = std::numeric_limits<float>::max();
    if (storage_.empty()) {
        return -1.0f;
    }
    const float limit = count_ == storage_.size() ? storage_[0].distance : max_distance_;
    return std::min(limit, largest);
}

float NearestList::limit_with_slack() const {
    constexpr float slack = 1.0f + 8.0f * std::numeric_limits<float>::epsilon();
    return std::min(limit() * slack, std::numeric_limits<float>::max());
}

std::size_t NearestList::finish() {
    std::sort_heap(storage_.begin(), storage_.begin() + static_cast<std::ptrdiff_t>(count_), is_nearer);
    return count_;
}

}  // namespace drystone::detail
