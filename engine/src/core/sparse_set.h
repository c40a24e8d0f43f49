#pragma once

#include "core/arrays.h"
#include "core/index.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace drystone {

/// Map from slot to value for values that few slots have: allocates nothing until the first is set.
template <class T>
class SparseSet {
public:
    /// Returns null for a slot without an entry. Valid until the next change.
    [[nodiscard]] const T* find(std::uint32_t slot) const {
        return slot < places_.size() && places_[slot] != no_index ? &values_[places_[slot]] : nullptr;
    }
    [[nodiscard]] T* find(std::uint32_t slot) {
        return slot < places_.size() && places_[slot] != no_index ? &values_[places_[slot]] : nullptr;
    }
    /// Makes room for the entry of a slot, and for `entries` of all prepared slots together: setting them
    /// cannot fail afterwards.
    void prepare(std::uint32_t slot, std::size_t entries = 1) {
        if (slot >= places_.size()) {
            const std::size_t old = places_.size();
            grow_resize(places_, slot + 1);
            std::fill(places_.begin() + static_cast<std::ptrdiff_t>(old), places_.end(), no_index);
        }
        prepare_room(values_, entries);
    }
    void set(std::uint32_t slot, T value) {
        if (slot >= places_.size() || (places_[slot] == no_index && free_.empty())) {
            prepare(slot);
        }
        if (places_[slot] == no_index && free_.empty()) {
            places_[slot] = static_cast<std::uint32_t>(values_.size());
            values_.resize(values_.size() + 1);
        } else if (places_[slot] == no_index) {
            places_[slot] = free_.back();
            free_.pop_back();
        }
        values_[places_[slot]] = std::move(value);
    }
    void clear(std::uint32_t slot) {
        if (find(slot) != nullptr) {
            values_[places_[slot]] = T{};
            try_push_back(free_, places_[slot]);
            places_[slot] = no_index;
        }
    }
    [[nodiscard]] bool empty() const { return values_.size() == free_.size(); }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.places_, self.values_, self.free_);
    }
    /// Returns the memory of the arrays [bytes], without what the values themselves own.
    [[nodiscard]] std::size_t bytes() const {
        return (places_.capacity() + free_.capacity()) * sizeof(std::uint32_t) +
               values_.capacity() * sizeof(T);
    }

private:
    std::vector<std::uint32_t> places_;
    std::vector<T> values_;
    std::vector<std::uint32_t> free_;
};

}  // namespace drystone
