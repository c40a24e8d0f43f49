#pragma once

#include "core/arrays.h"
#include "core/growth_policy.h"
#include "core/state_chunk.h"

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace drystone {

/// An array that steps mostly only read. What is not edited between two savings is shared by both states
/// without looking at it, and restoring leaves it as it is.
///
/// References that the functions `edit` return must not be used for writing once the array may have been
/// saved.
template <class Item>
class DefinitionArray {
public:
    static_assert(std::is_trivially_copyable_v<Item>);
    using value_type = Item;

    DefinitionArray() = default;
    ~DefinitionArray() = default;
    DefinitionArray(DefinitionArray&&) noexcept = default;
    DefinitionArray& operator=(DefinitionArray&&) noexcept = default;
    DefinitionArray(const DefinitionArray& other) : items_(other.items_) {}
    DefinitionArray& operator=(const DefinitionArray& other) {
        edit() = other.items_;
        return *this;
    }

    [[nodiscard]] const Item& operator[](std::size_t i) const { return items_[i]; }
    [[nodiscard]] const Item& back() const { return items_.back(); }
    [[nodiscard]] const Item* data() const { return items_.data(); }
    [[nodiscard]] auto begin() const { return items_.begin(); }
    [[nodiscard]] auto end() const { return items_.end(); }
    [[nodiscard]] std::size_t size() const { return items_.size(); }
    [[nodiscard]] std::size_t capacity() const { return items_.capacity(); }
    [[nodiscard]] bool empty() const { return items_.empty(); }

    /// Returns the array for any change.
    [[nodiscard]] std::vector<Item>& edit() {
        known_.change_all();
        return items_;
    }
    /// Returns an item for a change.
    [[nodiscard]] Item& edit(std::size_t i) {
        change(i, 1);
        return items_[i];
    }
    /// Returns `count` items for a change.
    [[nodiscard]] Item* edit(std::size_t first, std::size_t count) {
        change(first, count);
        return items_.data() + first;
    }
    void push_back(const Item& item) {
        change(items_.size(), 1);
        items_.push_back(item);
    }
    void append(const Item* items, std::size_t count) {
        change(items_.size(), count);
        items_.insert(items_.end(), items, items + count);
    }
    /// Adds default items up to a size; capacity grows as if they were added one by one.
    void grow(std::size_t count) {
        change(items_.size(), count - items_.size());
        grow_resize(items_, count);
    }
    void reserve(std::size_t count) { items_.reserve(count); }
    void shrink(std::size_t capacity) noexcept { shrink_to(items_, capacity); }

    // For archives, see `StateWriter` and `StateReader`.
    [[nodiscard]] const std::vector<Item>& items() const { return items_; }
    [[nodiscard]] std::vector<Item>& known_items() { return items_; }
    [[nodiscard]] KnownChunks& known() const { return known_; }

private:
    void change(std::size_t first, std::size_t count) {
        if (!known_.empty()) [[unlikely]] {
            known_.change(first * sizeof(Item), (first + count) * sizeof(Item));
        }
    }

    std::vector<Item> items_;
    mutable KnownChunks known_;  ///< Written as the array is saved.
};

template <class Item>
void grow_push_back(DefinitionArray<Item>& items, const Item& item) {
    items.grow(items.size() + 1);
    items.edit(items.size() - 1) = item;
}

template <class Item>
void grow_reserve(DefinitionArray<Item>& items, std::size_t size) {
    items.reserve(grown_capacity(items.capacity(), size));
}

template <class Item>
void prepare_room(DefinitionArray<Item>& items, std::size_t more) {
    if (items.capacity() - items.size() < more) {
        grow_reserve(items, items.size() + more);
    }
}

template <class Item>
void shrink_to(DefinitionArray<Item>& items, std::size_t capacity) noexcept {
    items.shrink(capacity);
}

/// Returns an array for any change.
template <class Item>
std::vector<Item>& edit(std::vector<Item>& items) {
    return items;
}
template <class Item>
std::vector<Item>& edit(DefinitionArray<Item>& items) {
    return items.edit();
}

namespace detail {

template <class T>
inline constexpr bool is_definition_array = false;
template <class Item>
inline constexpr bool is_definition_array<DefinitionArray<Item>> = true;

}  // namespace detail

}  // namespace drystone
