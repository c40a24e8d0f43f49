#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace drystone {

/// The capacity that follows `capacity`. Small arrays double; larger ones, of which a world has many side by
/// side, grow by a quarter and at last by an eighth, so that little of its memory is air. The same for all
/// kinds of items: arrays that run side by side have one capacity.
constexpr std::size_t next_capacity(std::size_t capacity) {
    constexpr std::size_t small = 512;
    constexpr std::size_t large = 4096;
    if (capacity < small) {
        return std::max<std::size_t>(1, 2 * capacity);
    }
    return capacity + (capacity < large ? (capacity + 3) / 4 : (capacity + 7) / 8);
}

/// The capacity that an array has when it has grown bit by bit from `capacity` to a size.
constexpr std::size_t grown_capacity(std::size_t capacity, std::size_t size) {
    while (capacity < size) {
        capacity = next_capacity(capacity);
    }
    return capacity;
}

/// The room that an array would have after it has grown bit by bit to a size, at once: items are moved no
/// more than once.
template <class Item>
void grow_reserve(std::vector<Item>& items, std::size_t size) {
    items.reserve(grown_capacity(items.capacity(), size));
}

/// Resizes an array that grows bit by bit.
template <class Item>
void grow_resize(std::vector<Item>& items, std::size_t size) {
    if (size > items.capacity()) {
        items.reserve(std::max(size, next_capacity(items.capacity())));
    }
    items.resize(size);
}

template <class Item>
void grow_push_back(std::vector<Item>& items, const Item& item) {
    if (items.size() == items.capacity()) {
        // The item may lie in the array. NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
        const Item copy = item;
        items.reserve(next_capacity(items.capacity()));
        items.push_back(copy);
        return;
    }
    items.push_back(item);
}

/// Adds an item as it is by default, made where it stays: large ones are not copied.
template <class Item>
Item& grow_emplace_back(std::vector<Item>& items) {
    if (items.size() == items.capacity()) {
        items.reserve(next_capacity(items.capacity()));
    }
    return items.emplace_back();
}

/// Empties an array that every step fills again. The memory of a burst, as of the step in which a whole scene
/// begins to touch, is given back once a step needs next to nothing of it; a steady step frees none.
template <class Item>
void clear_and_shrink(std::vector<Item>& items) {
    constexpr std::size_t kept_anyway = 16384 / sizeof(Item);
    if (items.capacity() > kept_anyway && items.size() < items.capacity() / 16) {
        std::vector<Item>().swap(items);
    }
    items.clear();
}

}  // namespace drystone
