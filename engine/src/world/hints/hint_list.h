#pragma once

#include <drystone/hints.h>

#include <drystone/collision/detail/sort_items.h>

#include "step/world_state.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace drystone {

/// Returns the number as text, with its unit if there is one: "16 s".
std::string with_unit(float value, const char* unit);

/// Hints of a world, of each kind at most `max_hints_of_kind` and the number of all.
class HintList {
public:
    /// Counts a hint; returns whether there is room for it.
    bool has_room(HintKind kind) {
        ++counts_[static_cast<std::size_t>(kind)];
        return of(kind).size() < static_cast<std::size_t>(max_hints_of_kind);
    }
    /// Adds a hint that `has_room` has counted.
    void add(Hint hint) { of(hint.kind).push_back(std::move(hint)); }
    /// Adds `make(note)` for what is noted of objects that are still there, in the order of their slots, and
    /// counts all notes.
    template <class Id, class Make>
    void add_notes(const HintNotes::List<Id>& notes, const SlotPool& slots, std::uint16_t world,
                   const Make& make) {
        std::vector<HintNotes::Note<Id>> living;
        for (const HintNotes::Note<Id>& note : notes.last) {
            if (slots.holds(note.object, world)) {
                living.push_back(note);
            }
        }
        sort_items(living.begin(), living.end(),
                   [](const auto& a, const auto& b) { return a.object < b.object; });
        for (const HintNotes::Note<Id>& note : living) {
            Hint hint = make(note);
            counts_[static_cast<std::size_t>(hint.kind)] = notes.count;
            add(std::move(hint));
        }
    }
    /// Returns the hints in the order of their kinds, each with the number of its kind.
    [[nodiscard]] std::vector<Hint> take();

private:
    std::vector<Hint>& of(HintKind kind) { return lists_[static_cast<std::size_t>(kind)]; }

    std::array<std::vector<Hint>, hint_kind_count> lists_;
    std::array<int, hint_kind_count> counts_{};
};

inline BodyId hinted_body(const WorldState& world, std::uint32_t body) {
    return world.stores.bodies.slots.handle<BodyId>(body, world.number);
}
inline JointId hinted_joint(const WorldState& world, std::uint32_t joint) {
    return world.stores.joints.slots.handle<JointId>(joint, world.number);
}

/// Adds hints about bodies and their shapes, in the order of their slots.
void hint_at_bodies(const WorldState& world, HintList& hints);
/// Adds hints about contacts, and about materials.
void hint_at_contacts(const WorldState& world, HintList& hints);
/// Adds hints about joints.
void hint_at_joints(const WorldState& world, HintList& hints);
/// Adds a hint if the masses of two dynamic bodies differ too much; the joint between them may be null.
void hint_at_masses(const WorldState& world, std::uint32_t body_a, std::uint32_t body_b, JointId joint,
                    HintList& hints);

}  // namespace drystone
