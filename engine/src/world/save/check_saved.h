#pragma once

#include "step/world_state.h"
#include "world/save/saved_fields.h"
#include "world/save/saved_joints.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

// Checks of a world that was read from a save file. Each throws `Error` for an index, link, list or handle
// that leads out of its array or contradicts another one, and recomputes what follows from the rest. They use
// only what earlier ones have checked; the order is that of the declarations.

/// Throws `Error` unless the condition holds. `fact` says what should be so.
void require(bool holds, const char* fact);

/// Checks slots and the arrays that have one item for each.
void check_slots(const SlotPool& slots, std::size_t items, const char* fact);

void check_trees(const WorldState& world);
void check_bodies(WorldState& world);
void check_shapes(WorldState& world);
void check_chains(const WorldState& world);
void check_tile_grids(const WorldState& world);
void check_contacts(WorldState& world);
/// Checks the lanes of the constraint graph and fills what follows from the contacts.
void check_graph(WorldState& world);
void check_islands(const WorldState& world);
/// Makes the joints of a world from those in a file.
void make_joints(const SavedJoints& saved, WorldState& world);
void make_fields(const SavedFields& saved, WorldState& world);
void check_sensors(const WorldState& world);
void check_systems(const WorldState& world);

/// Set of numbers below a limit; refuses those that are not, and duplicates.
class NumberSet {
public:
    explicit NumberSet(std::size_t limit) : has_(limit, false) {}

    [[nodiscard]] bool contains(std::uint32_t number) const { return number < has_.size() && has_[number]; }
    void add(std::uint32_t number, const char* fact) {
        require(number < has_.size() && !has_[number], fact);
        has_[number] = true;
        ++count_;
    }
    void add_range(std::uint32_t first, std::size_t count, const char* fact) {
        require(first <= has_.size() && count <= has_.size() - first, fact);
        for (std::size_t i = 0; i < count; ++i) {
            add(first + static_cast<std::uint32_t>(i), fact);
        }
    }
    [[nodiscard]] std::size_t count() const { return count_; }

private:
    std::vector<bool> has_;
    std::size_t count_ = 0;
};

/// Checks a sparse set: each entry belongs to a living slot and has a value of its own.
template <class T>
void check_sparse_set(const SparseSet<T>& set, const SlotPool& slots, const char* fact) {
    SparseSet<T>::visit_state(set, [&](const auto& places, const auto& values, const auto& free) {
        NumberSet used(values.size());
        require(places.size() <= slots.size() || values.size() == free.size(), fact);
        for (std::uint32_t slot = 0; slot < places.size(); ++slot) {
            if (places[slot] != no_index) {
                require(slots.is_live(slot), fact);
                used.add(places[slot], fact);
            }
        }
        for (const std::uint32_t place : free) {
            used.add(place, fact);
        }
        require(used.count() == values.size(), fact);
    });
}

}  // namespace drystone
