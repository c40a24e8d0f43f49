#include <drystone/collision/aabb_tree.h>

#include <drystone/collision/error.h>

#include "aabb_tree/aabb_lanes.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace drystone {

using detail::leaf_lanes;
using detail::no_slot;
using detail::node_lanes;
using detail::PackedBox;

namespace {

/// Reserves room for `more` items. Small arrays double; large ones grow by a quarter, because there are many
/// such arrays and most trees hardly grow once they are built.
template <class Item>
void make_room(std::vector<Item>& items, std::size_t more) {
    const std::size_t size = items.size() + more;
    if (size > items.capacity()) {
        const std::size_t capacity = items.capacity();
        items.reserve(std::max(size, capacity < 512 ? 2 * capacity : capacity + capacity / 4));
    }
}

}  // namespace

void AabbTree::fail_proxy(const char* function, Proxy proxy) {
    fail(function, "proxy", "in the tree", static_cast<double>(proxy));
}

void AabbTree::fail_box(const char* function, const char* argument, const Aabb& box) {
    char text[96];
    std::snprintf(text, sizeof text, "lower (%.9g, %.9g), upper (%.9g, %.9g)",
                  static_cast<double>(box.lower.x), static_cast<double>(box.lower.y),
                  static_cast<double>(box.upper.x), static_cast<double>(box.upper.y));
    fail(function, argument, "finite with lower <= upper", text);
}

void AabbTree::check_box(const char* function, const Aabb& box) {
    if (!is_valid(box)) {
        fail_box(function, "box", box);
    }
}

AabbTree::Proxy AabbTree::insert(const Aabb& box, std::uint64_t category_bits, std::uint32_t user_data) {
    check_box("AabbTree::insert", box);
    if (size_ == max_size) {
        fail("AabbTree::insert: the tree is full");
    }
    return add(box, category_bits, user_data);
}

void AabbTree::insert(std::span<const TreeItem> items, std::span<Proxy> proxies) {
    if (proxies.size() != items.size()) {
        fail("AabbTree::insert", "proxies", "of the size of items", static_cast<double>(proxies.size()));
    }
    if (items.size() > max_size - size_) {
        fail("AabbTree::insert: the tree would be too full");
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!is_valid(items[i].box)) {
            fail_box("AabbTree::insert", ("items[" + std::to_string(i) + "].box").c_str(), items[i].box);
        }
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        proxies[i] = add(items[i].box, items[i].category_bits, items[i].user_data);
    }
    if (needs_rebuild()) {
        rebuild();
    }
}

AabbTree::Proxy AabbTree::add(const Aabb& box, std::uint64_t category_bits, std::uint32_t user_data) {
    if (used_slots_ % leaf_lanes == 0) {
        if (used_slots_ > 2 * size_ + 256) {  // compacts the holes that removals left, which would pile up
            rebuild();
        }
        if (used_slots_ % leaf_lanes == 0) {
            add_block();
        }
    }
    const Proxy proxy = acquire_proxy();
    const std::uint32_t slot = used_slots_++;
    const std::uint32_t block = slot / leaf_lanes;
    entries_[proxy] = {slot, user_data};
    proxies_[slot] = proxy;
    categories_[slot] = category_bits;
    boxes_[slot] = detail::pack(box);
    detail::set_lane(lanes_[block], slot % leaf_lanes, boxes_[slot]);  // its previous box is empty already
    mark(block, 1u << slot % leaf_lanes);
    enlarge(block, boxes_[slot]);
    add_categories(block, category_bits);
    common_categories_ &= category_bits;
    ++size_;
    ++changes_;
    ++appended_;
    return proxy;
}

void AabbTree::remove(Proxy proxy) {
    const std::uint32_t slot = slot_of(proxy, "AabbTree::remove");
    const std::uint32_t block = slot / leaf_lanes;
    const std::uint32_t lane = slot % leaf_lanes;
    boxes_[slot] = PackedBox{};
    proxies_[slot] = no_slot;
    categories_[slot] = 0;
    detail::set_lane(lanes_[block], lane, PackedBox{});
    detail::set_lane(previous_[block], lane, PackedBox{});
    marks_[block] &= ~(1u << lane);
    entries_[proxy] = {no_slot, first_free_};
    first_free_ = proxy;
    ++changes_;
    categories_shrank_ = true;
    if (--size_ == 0) {
        rebuild();
        return;
    }
    mark(block, stale_mark);
}

void AabbTree::set_category_bits(Proxy proxy, std::uint64_t bits) {
    const std::uint32_t slot = slot_of(proxy, "AabbTree::set_category_bits");
    const std::uint64_t before = categories_[slot];
    categories_[slot] = bits;
    common_categories_ &= bits;
    add_categories(slot / leaf_lanes, bits);
    if ((before & ~bits) != 0) {
        categories_shrank_ = true;
        mark(slot / leaf_lanes, stale_mark);
    }
}

void AabbTree::set_user_data(Proxy proxy, std::uint32_t user_data) {
    (void)slot_of(proxy, "AabbTree::set_user_data");
    entries_[proxy].user_data = user_data;
}

void AabbTree::clear() {
    entries_.clear();
    first_free_ = no_slot;
    size_ = 0;
    ++changes_;
    rebuild();
}

void AabbTree::reserve(std::size_t proxies) {
    if (proxies > max_size) {
        fail("AabbTree::reserve", "proxies", "at most AabbTree::max_size", static_cast<double>(proxies));
    }
    const std::size_t slots = 2 * proxies + 256 + leaf_lanes;  // includes the holes that removals may leave
    const std::size_t blocks = slots / leaf_lanes;
    entries_.reserve(proxies);
    for (auto* const by_slot : {&boxes_, &boxes_spare_}) {
        by_slot->reserve(slots);
    }
    for (auto* const by_slot : {&proxies_, &proxies_spare_}) {
        by_slot->reserve(slots);
    }
    for (auto* const by_slot : {&categories_, &categories_spare_}) {
        by_slot->reserve(slots);
    }
    for (auto* const by_block : {&lanes_, &previous_, &previous_spare_}) {
        by_block->reserve(blocks);
    }
    for (auto* const by_block : {&marks_, &marks_spare_}) {
        by_block->reserve(blocks);
    }
    block_bounds_.reserve(blocks);
    perimeters_.reserve(blocks);
    order_.reserve(slots);
    items_.reserve(slots);
    items_spare_.reserve(slots);
    std::size_t nodes = blocks;
    for (detail::TreeLevel& level : levels_) {
        nodes = (nodes + node_lanes - 1) / node_lanes;
        level.children.reserve(nodes);
        level.categories.reserve(nodes * node_lanes);
        level.moved.reserve(nodes);
        level.stale.reserve(nodes);
    }
}

void AabbTree::prepare_insertions(std::size_t count) {
    const std::size_t blocks = count / leaf_lanes + 1;
    if (used_slots_ + count > lanes_.size() * leaf_lanes && used_slots_ + count > 2 * size_ + 256) {
        rebuild();
    }
    make_room(entries_, count);
    make_room(boxes_, blocks * leaf_lanes);
    make_room(proxies_, blocks * leaf_lanes);
    make_room(categories_, blocks * leaf_lanes);
    make_room(lanes_, blocks);
    make_room(previous_, blocks);
    make_room(block_bounds_, blocks);
    make_room(marks_, blocks);
    make_room(perimeters_, blocks);
    std::size_t nodes = block_count() + blocks;
    for (std::uint32_t level = 0; level < level_count_ + 2 && level < levels_.size(); ++level) {
        nodes = (nodes + node_lanes - 1) / node_lanes;
        levels_[level].prepare(nodes);
    }
}

AabbTree::Proxy AabbTree::acquire_proxy() {
    if (first_free_ == no_slot) {
        make_room(entries_, 1);
        entries_.emplace_back();
        return static_cast<Proxy>(entries_.size() - 1);
    }
    const Proxy proxy = first_free_;
    first_free_ = entries_[proxy].user_data;
    return proxy;
}

void AabbTree::add_block() {
    const std::size_t slots = (lanes_.size() + 1) * leaf_lanes;
    make_room(boxes_, leaf_lanes);
    make_room(proxies_, leaf_lanes);
    make_room(categories_, leaf_lanes);
    make_room(lanes_, 1);
    make_room(previous_, 1);
    boxes_.resize(slots);
    proxies_.resize(slots, no_slot);
    categories_.resize(slots, 0);
    lanes_.push_back(detail::empty_lanes<leaf_lanes>());
    previous_.push_back(detail::empty_lanes<leaf_lanes>());
    block_bounds_.emplace_back();
    marks_.push_back(0);
    perimeters_.push_back(0.0f);
    grow_levels();
}

/// Gives the last block a place in every level, and adds a level where the root is full.
void AabbTree::grow_levels() {
    std::uint32_t children = block_count();
    for (std::uint32_t level = 0;; ++level) {
        const std::uint32_t nodes = (children + node_lanes - 1) / node_lanes;
        if (level == level_count_) {
            levels_[level].clear();
            levels_[level].resize(nodes);
            ++level_count_;
            if (level > 0) {
                adopt_child(level, 0);  // the old root
            }
        }
        levels_[level].resize(nodes);
        if (nodes == 1) {
            return;
        }
        children = nodes;
    }
}

/// Copies the box, categories and marks of a node of the level below.
void AabbTree::adopt_child(std::uint32_t level, std::uint32_t child) {
    const detail::TreeLevel& below = levels_[level - 1];
    set_child(level, child, detail::bounds_of(below.children[child]),
              detail::union_of<node_lanes>(&below.categories[static_cast<std::size_t>(child) * node_lanes]));
    levels_[level].set_moved(child, below.moved[child] != 0);
    levels_[level].set_stale(child, below.stale[child] != 0);
}

void AabbTree::set_child(std::uint32_t level, std::uint32_t child, const PackedBox& box,
                         std::uint64_t categories) {
    NodeLanes& node = levels_[level].children[child / node_lanes];
    const std::uint32_t lane = child % node_lanes;
    node.min_x[lane] = box.min_x;
    node.min_y[lane] = box.min_y;
    node.max_x[lane] = box.max_x;
    node.max_y[lane] = box.max_y;
    levels_[level].categories[child] = categories;
}

}  // namespace drystone
