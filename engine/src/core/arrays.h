#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace drystone {

/// Returns the capacity that follows `capacity`. Small arrays double; larger ones, of which a world has many,
/// grow by a quarter and then by an eighth, to waste little memory. The same for all item types: parallel
/// arrays have equal capacities.
constexpr std::size_t next_capacity(std::size_t capacity) {
    constexpr std::size_t small = 512;
    constexpr std::size_t large = 4096;
    if (capacity < small) {
        return std::max<std::size_t>(1, 2 * capacity);
    }
    return capacity + (capacity < large ? (capacity + 3) / 4 : (capacity + 7) / 8);
}

/// Returns the capacity of an array that has grown item by item from `capacity` to a size.
constexpr std::size_t grown_capacity(std::size_t capacity, std::size_t size) {
    while (capacity < size) {
        capacity = next_capacity(capacity);
    }
    return capacity;
}

/// Reserves, at once, the capacity of an array that has grown item by item to a size: items are moved at most
/// once.
template <class Item>
void grow_reserve(std::vector<Item>& items, std::size_t size) {
    items.reserve(grown_capacity(items.capacity(), size));
}

/// Resizes an array that grows item by item.
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
        // The item may be inside the array. NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
        const Item copy = item;
        items.reserve(next_capacity(items.capacity()));
        items.push_back(copy);
        return;
    }
    items.push_back(item);
}

/// Makes room for `more` items: appending them cannot fail afterwards.
template <class Item>
void prepare_room(std::vector<Item>& items, std::size_t more) {
    if (items.capacity() - items.size() < more) {
        grow_reserve(items, items.size() + more);
    }
}

/// Appends an item unless the memory for it is refused; returns whether it was appended. For lists that can
/// do without, as those of places to be reused.
template <class Item>
bool try_push_back(std::vector<Item>& items, const Item& item) noexcept {
#if defined(__cpp_exceptions)
    try {
        grow_push_back(items, item);
    } catch (...) {
        return false;
    }
#else
    grow_push_back(items, item);
#endif
    return true;
}

/// Appends a default item, constructed in place: large items are not copied.
template <class Item>
Item& grow_emplace_back(std::vector<Item>& items) {
    if (items.size() == items.capacity()) {
        items.reserve(next_capacity(items.capacity()));
    }
    return items.emplace_back();
}

/// Clears an array that every step refills. Frees the memory of a burst, such as the step in which a whole
/// scene begins to touch, once a step needs less than a sixteenth of it; steady steps free nothing.
template <class Item>
void clear_and_shrink(std::vector<Item>& items) {
    constexpr std::size_t kept_anyway = 16384 / sizeof(Item);
    if (items.capacity() > kept_anyway && items.size() < items.capacity() / 16) {
        std::vector<Item>().swap(items);
    }
    items.clear();
}

}  // namespace drystone
