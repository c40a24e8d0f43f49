#include <drystone/collision/aabb_tree.h>

#include <drystone/collision/detail/sort_items.h>

#include "aabb_tree/aabb_lanes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drystone {

using detail::leaf_lanes;
using detail::no_slot;
using detail::node_lanes;
using detail::PackedBox;

namespace {

/// Number of items up to which insertion is the fastest sort, and below which the digits of a radix sort are
/// short: passes over the counts of long ones would take most of the time.
constexpr std::size_t few_items = 48;
constexpr std::size_t many_items = 1024;
constexpr std::uint32_t max_digits = 1u << 11;

/// Maps a float to an unsigned number of the same order.
std::uint32_t ordered(float value) {
    const std::uint32_t bits = detail::bits_of(value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

/// Returns the key of twice the centre. Keys are exact, so one box far away does not coarsen the order of the
/// others.
std::uint32_t key_x(const PackedBox& box) { return ordered(box.min_x + box.max_x); }
std::uint32_t key_y(const PackedBox& box) { return ordered(box.min_y + box.max_y); }

/// Returns the position of a cell along the Hilbert curve through a square of 2^bits by 2^bits cells.
std::uint32_t hilbert_index(std::uint32_t x, std::uint32_t y, std::uint32_t bits) {
    std::uint32_t index = 0;
    for (std::uint32_t side = 1u << bits >> 1; side > 0; side >>= 1) {
        const std::uint32_t right = (x & side) != 0 ? 1 : 0;
        const std::uint32_t up = (y & side) != 0 ? 1 : 0;
        index = index << 2 | ((3 * right) ^ up);
        if (up == 0) {
            if (right != 0) {
                x = ~x;
                y = ~y;
            }
            std::swap(x, y);
        }
    }
    return index;
}

/// Sorts items by their keys; equal keys keep their order.
template <class Item>
void insertion_sort(std::vector<Item>& items) {
    for (std::size_t i = 1; i < items.size(); ++i) {
        const Item item = items[i];
        std::size_t place = i;
        for (; place > 0 && items[place - 1].key > item.key; --place) {
            items[place] = items[place - 1];
        }
        items[place] = item;
    }
}

/// Sorts items into `sorted` by one digit of their keys, which begins at bit `shift`.
template <class Item>
void sort_by_digit(const std::vector<Item>& items, std::vector<Item>& sorted, std::uint32_t shift,
                   std::uint32_t digits) {
    std::array<std::uint32_t, max_digits> places;
    std::fill_n(places.begin(), digits, 0);
    for (const Item& item : items) {
        ++places[item.key >> shift & (digits - 1)];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t digit = 0; digit < digits; ++digit) {
        sum += std::exchange(places[digit], sum);
    }
    for (const Item& item : items) {
        sorted[places[item.key >> shift & (digits - 1)]++] = item;
    }
}

}  // namespace

void AabbTree::rebuild() {
    sort_proxies();
    scatter_blocks();
    build_levels();
    appended_ = 0;
    refits_ = 0;
    refitted_blocks_ = 0;
    sorted_perimeter_ = perimeter_;
    categories_shrank_ = false;
}

/// Sorts `items_` by the keys, which have `bits` bits; equal keys keep their order.
void AabbTree::radix_sort(std::uint32_t bits) {
    if (items_.size() <= few_items) {
        insertion_sort(items_);
        return;
    }
    items_spare_.reserve(items_.size());
    items_spare_.resize(items_.size());
    const std::uint32_t digit_bits = items_.size() < many_items ? 8 : 11;
    for (std::uint32_t shift = 0; shift < bits; shift += digit_bits) {
        sort_by_digit(items_, items_spare_, shift, 1u << digit_bits);
        items_.swap(items_spare_);
    }
}

/// Puts all proxies into `order_`, each 16 of which form a block, and the order of the blocks into the values
/// of `items_`.
void AabbTree::sort_proxies() {
    const std::uint32_t blocks = (size_ + leaf_lanes - 1) / leaf_lanes;
    items_.clear();
    order_.clear();
    items_.reserve(size_);
    order_.reserve(size_);
    for (Proxy proxy = 0; proxy < entries_.size(); ++proxy) {
        if (entries_[proxy].slot != no_slot) {
            items_.push_back({key_x(boxes_[entries_[proxy].slot]), proxy});
            order_.push_back(proxy);
        }
    }
    if (blocks <= 1) {
        items_.assign(blocks, {0, 0});
        return;
    }
    radix_sort(32);  // by x
    const std::uint32_t slabs = slab_count(blocks);
    const std::uint32_t slab_blocks = (blocks + slabs - 1) / slabs;
    for (std::uint32_t i = 0; i < size_; ++i) {
        order_[i] = items_[i].value;
        items_[i] = {key_y(boxes_[entries_[order_[i]].slot]), i};
    }
    radix_sort(32);  // by y
    for (SortItem& item : items_) {
        item.key = item.value / (slab_blocks * leaf_lanes);
        item.value = order_[item.value];
    }
    radix_sort(static_cast<std::uint32_t>(std::bit_width(slabs - 1)));  // by slab
    for (std::uint32_t i = 0; i < size_; ++i) {
        order_[i] = items_[i].value;
    }
    order_blocks(blocks, slab_blocks);
}

/// Returns the number of slabs for which blocks are about square. `items_` must be sorted by x. Measures the
/// spread between quantiles, so that outliers have no influence.
std::uint32_t AabbTree::slab_count(std::uint32_t blocks) const {
    constexpr std::uint32_t samples = 256;
    const auto box_at = [this](std::size_t place) -> const PackedBox& {
        return boxes_[entries_[items_[place].value].slot];
    };
    std::array<float, samples> y;
    for (std::size_t i = 0; i < samples; ++i) {
        const PackedBox& box = box_at(i * size_ / samples);
        y[i] = 0.5f * box.min_y + 0.5f * box.max_y;
    }
    sort_items(y.begin(), y.end());
    const PackedBox& left = box_at(size_ / 16);
    const PackedBox& right = box_at(size_ - 1 - size_ / 16);
    // Boxes whose keys are equal by rounding are in no order, so the difference may be negative.
    const double spread_x =
        std::max(0.0, 0.5 * (static_cast<double>(right.min_x) + static_cast<double>(right.max_x) -
                             static_cast<double>(left.min_x) - static_cast<double>(left.max_x)));
    const double spread_y =
        static_cast<double>(y[samples - 1 - samples / 16]) - static_cast<double>(y[samples / 16]);
    const double count = std::sqrt(static_cast<double>(blocks) * spread_x / std::max(spread_y, 1e-30));
    return static_cast<std::uint32_t>(std::clamp(std::round(count), 1.0, static_cast<double>(blocks)));
}

/// Orders the blocks along a Hilbert curve through slabs and rows, so that 8 consecutive blocks lie close
/// together.
void AabbTree::order_blocks(std::uint32_t blocks, std::uint32_t slab_blocks) {
    const std::uint32_t slabs = (blocks + slab_blocks - 1) / slab_blocks;
    const std::uint32_t bits = static_cast<std::uint32_t>(std::bit_width(std::max(slabs, slab_blocks) - 1));
    const std::uint32_t full = size_ / leaf_lanes;
    items_.clear();
    for (std::uint32_t block = 0; block < full; ++block) {
        items_.push_back(
            {hilbert_index(block / slab_blocks, block % slab_blocks, std::min(bits, 16u)), block});
    }
    radix_sort(std::min(2 * bits, 32u));
    if (full < blocks) {  // keeps the partly filled block last: boxes that are added later go there
        items_.push_back({0, full});
    }
}

/// Moves all data stored per slot or per block to its new place.
void AabbTree::scatter_blocks() {
    const std::size_t blocks = items_.size();
    boxes_spare_.assign(blocks * leaf_lanes, PackedBox{});
    proxies_spare_.assign(blocks * leaf_lanes, no_slot);
    categories_spare_.assign(blocks * leaf_lanes, 0);
    previous_spare_.assign(blocks, detail::empty_lanes<leaf_lanes>());
    marks_spare_.assign(blocks, 0);
    for (std::uint32_t block = 0; block < blocks; ++block) {
        scatter_block(items_[block].value * leaf_lanes, block);
    }
    boxes_.swap(boxes_spare_);
    proxies_.swap(proxies_spare_);
    categories_.swap(categories_spare_);
    previous_.swap(previous_spare_);
    marks_.swap(marks_spare_);
    used_slots_ = size_;
}

/// Fills block `to` with 16 proxies (or with the rest) from position `first` of the order on.
void AabbTree::scatter_block(std::uint32_t first, std::uint32_t to) {
    LeafLanes& previous = previous_spare_[to];
    const std::uint32_t count = std::min(leaf_lanes, size_ - first);
    for (std::uint32_t lane = 0; lane < count; ++lane) {
        const Proxy proxy = order_[first + lane];
        const std::uint32_t from = entries_[proxy].slot;
        const std::uint32_t slot = to * leaf_lanes + lane;
        const LeafLanes& source = previous_[from / leaf_lanes];
        const std::uint32_t source_lane = from % leaf_lanes;
        previous.min_x[lane] = source.min_x[source_lane];
        previous.min_y[lane] = source.min_y[source_lane];
        previous.max_x[lane] = source.max_x[source_lane];
        previous.max_y[lane] = source.max_y[source_lane];
        marks_spare_[to] |= (marks_[from / leaf_lanes] >> source_lane & 1u) << lane;
        boxes_spare_[slot] = boxes_[from];
        proxies_spare_[slot] = proxy;
        categories_spare_[slot] = categories_[from];
        entries_[proxy].slot = slot;
    }
}

/// Builds the lanes and all levels from the data stored per slot.
void AabbTree::build_levels() {
    const std::uint32_t blocks = static_cast<std::uint32_t>(marks_.size());
    lanes_.resize(blocks);
    block_bounds_.resize(blocks);
    level_count_ = 0;
    for (std::uint32_t children = blocks; children > 1 || level_count_ == 0;) {
        if (children == 0) {
            break;
        }
        children = (children + node_lanes - 1) / node_lanes;
        levels_[level_count_].clear();
        levels_[level_count_].resize(children);
        ++level_count_;
    }
    common_categories_ = ~0ull;
    for (const Proxy proxy : order_) {
        common_categories_ &= categories_[entries_[proxy].slot];
    }
    perimeter_ = 0.0;
    perimeters_.assign(blocks, 0.0f);
    for (std::uint32_t block = 0; block < blocks; ++block) {
        refit_block(block);
        levels_[0].categories[block] =
            detail::union_of<leaf_lanes>(&categories_[static_cast<std::size_t>(block) * leaf_lanes]);
        levels_[0].set_moved(block, marks_[block] != 0);
    }
    for (std::uint32_t level = 1; level < level_count_; ++level) {
        const std::size_t children = levels_[level - 1].children.size();
        for (std::uint32_t child = 0; child < children; ++child) {
            adopt_child(level, child);
        }
    }
}

}  // namespace drystone
