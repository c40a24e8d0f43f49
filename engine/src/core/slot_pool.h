#pragma once

#include <drystone/handles.h>

#include "core/growth_policy.h"
#include "core/prefetch.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Pool of slots 0, 1, 2, ..., each with a generation. Freed slots are reused.
///
/// The slot freed last is reused first, so the numbering depends only on the sequence of calls. A slot whose
/// generations are used up is never reused.
class SlotPool {
public:
    std::uint32_t create() {
        if (free_.empty()) {
            prepare_room(generations_, 1);
            prepare_room(live_, 1);
            ++live_count_;
            generations_.push_back(1);
            live_.push_back(1);
            return static_cast<std::uint32_t>(generations_.size() - 1);
        }
        const std::uint32_t slot = free_.back();
        ++live_count_;
        free_.pop_back();
        live_[slot] = 1;
        return slot;
    }

    /// Frees a slot. It is not reused if there is no memory to note it.
    void destroy(std::uint32_t slot) noexcept {
        --live_count_;
        live_[slot] = 0;
        if (++generations_[slot] != last_generation) {
            try_push_back(free_, slot);
        }
    }

    [[nodiscard]] bool is_live(std::uint32_t slot) const { return slot < live_.size() && live_[slot] != 0; }
    [[nodiscard]] std::uint16_t generation(std::uint32_t slot) const { return generations_[slot]; }
    /// Returns the number of slots ever handed out: the size of parallel arrays.
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(live_.size()); }
    [[nodiscard]] std::uint32_t live_count() const { return live_count_; }

    /// Reserves memory for `count` slots, and for freeing them all.
    void reserve(std::size_t count) {
        grow(count);
        free_.reserve(count);
    }
    /// Returns the number of freed slots that can be reused.
    [[nodiscard]] std::size_t free_count() const { return free_.size(); }
    /// Reserves memory for `count` slots.
    void grow(std::size_t count) {
        generations_.reserve(count);
        live_.reserve(count);
    }
    /// Frees memory beyond `count` slots.
    void shrink(std::size_t count) {
        shrink_to(generations_, count);
        shrink_to(live_, count);
    }

    /// Prefetches what `destroy` and `handle` read of the slot.
    void prefetch_slot(std::uint32_t slot) const {
        prefetch(&live_[slot]);
        prefetch(&generations_[slot]);
    }
    /// Returns the slot that `create` will return after `others` more calls, as long as none is freed;
    /// `size()` if no freed slot is left by then.
    [[nodiscard]] std::uint32_t upcoming(std::size_t others) const {
        return others < free_.size() ? free_[free_.size() - 1 - others] : size();
    }

    template <class Id>
    [[nodiscard]] Id handle(std::uint32_t slot, std::uint16_t world) const {
        return Id{slot + 1, generations_[slot], world};
    }

    template <class Id>
    [[nodiscard]] bool holds(const Id& id, std::uint16_t world) const {
        return id.index1 != 0 && id.world == world && is_live(id.index1 - 1) &&
               generations_[id.index1 - 1] == id.generation;
    }

    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.generations_, self.live_, self.free_, self.live_count_);
    }
    [[nodiscard]] std::size_t bytes() const {
        return generations_.capacity() * sizeof(std::uint16_t) + live_.capacity() +
               free_.capacity() * sizeof(std::uint32_t);
    }

private:
    static constexpr std::uint16_t last_generation = 0xffff;

    std::vector<std::uint16_t> generations_;
    std::vector<std::uint8_t> live_;
    std::vector<std::uint32_t> free_;
    std::uint32_t live_count_ = 0;
};

/// Calls `visitor(slot)` for each living slot.
template <class Visitor>
void visit_live(const SlotPool& slots, Visitor&& visitor) {
    for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
        if (slots.is_live(slot)) {
            visitor(slot);
        }
    }
}

}  // namespace drystone
