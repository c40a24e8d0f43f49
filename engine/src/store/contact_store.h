#pragma once

#include <drystone/collision/manifold.h>

#include "core/definition_array.h"
#include "store/body_store.h"

#include <array>
#include <cstdint>
#include <vector>

namespace drystone {

/// Data of a contact point that is kept while the contact is not in the constraint graph. Impulses are those
/// of a reference sub-step, see `ConstraintGraph::sub_step_ratio`, since the sub-step may change meanwhile.
struct SavedPoint {
    float normal_impulse = 0.0f;  ///< [N s]
    float friction_impulse = 0.0f;
    float feature = 0.0f;  ///< 0: no point.
};

enum class ContactState : std::uint8_t {
    Apart,     ///< Fat boxes overlap, shapes do not touch; in the list of candidates.
    Touching,  ///< In a lane of the constraint graph.
    Asleep,    ///< In no list: the bodies that could change it sleep or are static.
    /// List of contacts that the next step makes candidates or, if they touch, gives a lane: a body has
    /// woken, or something that the lane depended on has changed, since the last step.
    Waiting,
};

/// Bodies that a contact pushes.
enum class ContactResponse : std::uint8_t {
    TwoWay,  ///< Both bodies, unless they are immovable.
    OneWay,  ///< B only: A dominates B.
    None,    ///< Neither body: the contact is found and reported, but not solved.
};

/// Narrow phase of a pair.
enum class ContactKind : std::uint8_t {
    Boxes,        ///< Two boxes; in lanes.
    Small,        ///< Cores of at most four points each; in lanes.
    SmallMedium,  ///< A of at most four points, B of five to eight; in lanes.
    MediumSmall,  ///< A of five to eight points, B of at most four; in lanes.
    Medium,       ///< Both of five to eight points; in lanes.
    General,      ///< Any two shapes; one by one with GJK and EPA.
};
inline constexpr std::size_t contact_kind_count = 6;

/// Two shapes whose fat boxes overlap. The solver data of a touching contact is in its lane of the constraint
/// graph.
struct Contact {
    std::uint32_t shape_a = no_index;  ///< `no_index`: the slot is free.
    std::uint32_t shape_b = no_index;
    std::uint32_t body_a = no_index;
    std::uint32_t body_b = no_index;
    std::uint32_t frame_a = 0;  ///< Data of the shapes for the narrow phase of the kind.
    std::uint32_t frame_b = 0;
    std::uint32_t place = no_index;  ///< Index in the list of its colour, or among the candidates.
    ContactState state : 2 = ContactState::Asleep;
    ContactResponse response : 2 = ContactResponse::TwoWay;
    /// Friction, restitution and surface are those that the rules make of the materials, and are computed
    /// when the contact begins: most candidates end without.
    bool unmixed : 1 = false;
    bool force_reported : 1 = false;  ///< Its force was reported in the last step of one of its bodies.
    ContactKind kind = ContactKind::General;
    std::int8_t color = -1;       ///< Colour in the constraint graph; -1: none.
    bool touching : 1 = false;    ///< Counted in the bodies' `constraint_count`; also while asleep.
    bool hit_events : 1 = false;  ///< Impacts are reported.
    bool one_by_one : 1 = false;  ///< In no colour: a body is locked along one axis, see `LimitedBodies`.
    bool surface : 1 = false;     ///< The graph has a `PairSurface` for it that acts.
    bool needs_pre_solve : 1 = false;  ///< Checked before it is solved, see `ContactStore::needs_pre_solve`.
    bool one_way_passing : 1 = false;  ///< A one-way shape lets it pass until the shapes have separated.
    bool initial_overlap : 1 = false;  ///< Began deep and has been deep since, see `InitialOverlaps`.
    bool coupled : 1 = false;          ///< Solved together with the joints of a mechanism in this step.
    float friction = 0.0f;             ///< Friction of the pair.
    float restitution = 0.0f;
    SavedPoint points[2];

    [[nodiscard]] bool pushes_a() const { return response == ContactResponse::TwoWay; }
    [[nodiscard]] bool pushes_b() const { return response != ContactResponse::None; }
};
static_assert(sizeof(Contact) == 64);

/// Adds or removes a touching contact at the bodies that it pushes.
inline void add_constraint(BodyStore& bodies, const Contact& contact) {
    if (contact.pushes_a()) {
        bodies.add_contact(contact.body_a);
    }
    if (contact.pushes_b()) {
        bodies.add_contact(contact.body_b);
    }
}
inline void remove_constraint(BodyStore& bodies, const Contact& contact) {
    if (contact.pushes_a()) {
        bodies.remove_contact(contact.body_a);
    }
    if (contact.pushes_b()) {
        bodies.remove_contact(contact.body_b);
    }
}

/// Links of a contact in the contact lists of its two bodies.
struct ContactLinks {
    std::uint32_t next[2] = {no_index, no_index};  ///< Contact number times two plus side.
    std::uint32_t previous[2] = {no_index, no_index};
};

/// Shapes and bodies of a candidate, in one row: most candidates are apart, and their contacts are not read.
struct CandidatePair {
    std::uint32_t shape_a, shape_b, body_a, body_b;
};

/// A shape that passes a one-way shape.
struct PassingPair {
    std::uint32_t shape = 0;
    std::uint32_t one_way = 0;

    friend auto operator<=>(const PassingPair&, const PassingPair&) = default;
};

struct ContactStore {
    SlotPool slots;
    DefinitionArray<Contact> contacts;
    DefinitionArray<ContactLinks> links;
    /// Result of the last GJK run, by contact; allocated with the first contact of kind `General`.
    std::vector<CollisionCache> caches;
    /// Contacts with a one-way shape or a shape that wants the pre-solve callback, sorted by number.
    std::vector<std::uint32_t> needs_pre_solve;
    /// Contacts that push B alone, sorted by number.
    std::vector<std::uint32_t> dominated;
    /// Contacts that are apart, by kind.
    std::array<std::vector<std::uint32_t>, contact_kind_count> candidates;
    /// Shapes and bodies of `candidates`; follow from the contacts.
    std::array<std::vector<CandidatePair>, contact_kind_count> candidate_pairs;
    /// Contacts whose state is `Waiting`.
    std::vector<std::uint32_t> waiting;

    /// Creates a contact, asleep and not touching, and adds it to the lists of both bodies.
    std::uint32_t create(ContactKind kind, std::uint32_t shape_a, std::uint32_t body_a, std::uint32_t shape_b,
                         std::uint32_t body_b, BodyStore& bodies);
    /// Makes room for `count` more contacts; capacity grows as if they were created one by one.
    void reserve_additional(std::size_t count);
    /// Returns whether a contact of the kind can be created and become a candidate without a reallocation of
    /// contacts, caches or candidates.
    [[nodiscard]] bool has_room(ContactKind kind) const {
        const std::vector<std::uint32_t>& list = candidates[static_cast<std::size_t>(kind)];
        const std::vector<CandidatePair>& pairs = candidate_pairs[static_cast<std::size_t>(kind)];
        const bool keeps_caches =
            kind != ContactKind::General || caches.empty() || caches.capacity() >= contacts.capacity();
        return (slots.upcoming(0) < contacts.size() || contacts.size() < contacts.capacity()) &&
               list.size() < list.capacity() && pairs.size() < pairs.capacity() && keeps_caches;
    }
    /// Changes the kind. The contact must be in no list.
    void set_kind(std::uint32_t index, ContactKind kind);
    /// Removes the contact from the lists of both bodies and frees its slot. It must be in no other list.
    void destroy(std::uint32_t contact, BodyStore& bodies);
    /// Adds the contact to the candidates or removes it; once removed, it is asleep.
    void add_candidate(std::uint32_t index);
    void remove_candidate(std::uint32_t index);
    /// Makes a contact that is asleep wait for the next step, or makes a waiting one sleep.
    void add_waiting(std::uint32_t index);
    void remove_waiting(std::uint32_t index);
    /// Removes a candidate that is about to get a lane: its state is left for the caller to change.
    void leave_candidates(std::uint32_t index);
    /// Adds the contact to `needs_pre_solve` or removes it.
    void set_needs_pre_solve(std::uint32_t contact, bool wanted);
    /// Changes the response. The contact must not be counted among the bodies' constraints nor have a colour.
    void set_response(std::uint32_t contact, ContactResponse response) {
        if (contacts[contact].response != response) {
            change_effect(contact, response);
        }
    }
    /// Swaps A and B. The contact must be in no list; its impulses do not change.
    void swap_sides(std::uint32_t index, BodyStore& bodies);
    void reserve(std::size_t count);
    /// Computes `candidate_pairs` after the contacts were replaced.
    void restore_derived();
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.slots, self.contacts, self.links, self.caches, self.needs_pre_solve, self.waiting,
                self.dominated, self.candidates);
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    void change_effect(std::uint32_t contact, ContactResponse response);
};

/// Calls `visitor(contact number)` for each contact of the body; the visitor may destroy the contact.
template <class Visitor>
void visit_contacts_of_body(const BodyStore& bodies, const ContactStore& contacts, std::uint32_t body,
                            Visitor&& visitor) {
    std::uint32_t key = bodies.records[body].first_contact;
    while (key != no_index) {
        const std::uint32_t next = contacts.links[key / 2].next[key % 2];
        visitor(key / 2);
        key = next;
    }
}

}  // namespace drystone
