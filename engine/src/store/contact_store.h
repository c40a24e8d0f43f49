#pragma once

#include <drystone/collision/manifold.h>

#include "store/body_store.h"

#include <array>
#include <cstdint>
#include <vector>

namespace drystone {

/// One point of a contact that is not in the constraint graph: what has to be kept while its bodies sleep.
struct SavedPoint {
    float normal_impulse = 0.0f;  ///< [N s] per sub-step.
    float friction_impulse = 0.0f;
    float feature = 0.0f;  ///< 0: no point.
};

enum class ContactState : std::uint8_t {
    Apart,     ///< Fat boxes overlap, shapes do not touch: in the list of candidates.
    Touching,  ///< In a lane of the constraint graph.
    Asleep,    ///< In no list: what could change it sleeps or is static.
};

/// Whom a contact pushes.
enum class ContactResponse : std::uint8_t {
    TwoWay,  ///< Both bodies, as far as anything can.
    OneWay,  ///< A dominates B: B alone.
    None,    ///< Nobody: it is found and reported, and that is all.
};

/// Which narrow phase decides a pair.
enum class ContactKind : std::uint8_t {
    Boxes,        ///< Two boxes: in lanes.
    Small,        ///< Cores of at most four points each: in lanes.
    SmallMedium,  ///< A of at most four points, B of five to eight: in lanes.
    MediumSmall,  ///< The other way round.
    Medium,       ///< Both of five to eight points.
    General,      ///< Any two shapes: one by one through GJK and EPA.
};
inline constexpr std::size_t contact_kind_count = 6;

/// Two shapes whose fat boxes overlap. What a step needs of a touching contact is in its lane of the
/// constraint graph.
struct Contact {
    std::uint32_t shape_a = no_index;  ///< `no_index`: the slot is free.
    std::uint32_t shape_b = no_index;
    std::uint32_t body_a = no_index;
    std::uint32_t body_b = no_index;
    std::uint32_t frame_a = 0;  ///< Where the narrow phase of the kind finds the shapes.
    std::uint32_t frame_b = 0;
    std::uint32_t place = no_index;  ///< In its colour's list, or among the candidates.
    ContactState state : 2 = ContactState::Asleep;
    ContactResponse response : 2 = ContactResponse::TwoWay;
    ContactKind kind = ContactKind::General;
    std::int8_t color = -1;       ///< In the constraint graph.
    bool touching : 1 = false;    ///< Counts among the bodies' constraints; also while asleep.
    bool hit_events : 1 = false;  ///< Impacts are reported.
    bool one_by_one : 1 = false;  ///< In no colour: a body is locked along one axis, see `LimitedBodies`.
    bool surface : 1 = false;     ///< The graph has a `PairSurface` that acts.
    bool needs_pre_solve : 1 =
        false;  ///< Is looked at before it is solved, see `ContactStore::needs_pre_solve`.
    bool one_way_passing : 1 = false;  ///< Let through by a one-way shape until the shapes have parted.
    bool initial_overlap : 1 = false;  ///< Began deep and has been since, see `InitialOverlaps`.
    float friction = 0.0f;             ///< Of the pair.
    float restitution = 0.0f;
    SavedPoint points[2];

    [[nodiscard]] bool pushes_a() const { return response == ContactResponse::TwoWay; }
    [[nodiscard]] bool pushes_b() const { return response != ContactResponse::None; }
};
static_assert(sizeof(Contact) == 64);

/// One more, or one less, touching contact for those whom it pushes.
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

/// The lists of contacts that hang on bodies: one link for each side.
struct ContactLinks {
    std::uint32_t next[2] = {no_index, no_index};  ///< Contact number times two plus side.
    std::uint32_t previous[2] = {no_index, no_index};
};

struct ContactStore {
    SlotPool slots;
    std::vector<Contact> contacts;
    std::vector<ContactLinks> links;
    /// Where GJK ended last, by contact; there from the first contact on that is found one by one.
    std::vector<CollisionCache> caches;
    /// Contacts with a shape that is solid from one side or asks for the callback before solving, by number.
    std::vector<std::uint32_t> needs_pre_solve;
    /// Contacts that push B alone, by number.
    std::vector<std::uint32_t> dominated;
    /// Contacts that are apart, by kind.
    std::array<std::vector<std::uint32_t>, contact_kind_count> candidates;

    /// Makes a contact, asleep, that touches nowhere yet and hangs it on both bodies' lists.
    std::uint32_t create(ContactKind kind, std::uint32_t shape_a, std::uint32_t body_a, std::uint32_t shape_b,
                         std::uint32_t body_b, BodyStore& bodies);
    /// Makes room for so many more contacts, as much as they would make one by one.
    void reserve_additional(std::size_t count);
    /// Can a contact of the kind be made, and become a candidate, without moving contacts, caches and
    /// candidates in memory?
    [[nodiscard]] bool has_room(ContactKind kind) const {
        const std::vector<std::uint32_t>& list = candidates[static_cast<std::size_t>(kind)];
        const bool keeps_caches =
            kind != ContactKind::General || caches.empty() || caches.capacity() >= contacts.capacity();
        return (slots.upcoming(0) < contacts.size() || contacts.size() < contacts.capacity()) &&
               list.size() < list.capacity() && keeps_caches;
    }
    /// The contact must be in no list.
    void set_kind(std::uint32_t index, ContactKind kind);
    /// Takes the contact off both lists and frees its slot. It must be in no other list.
    void destroy(std::uint32_t contact, BodyStore& bodies);
    /// Into the list of candidates and out of it, asleep.
    void add_candidate(std::uint32_t index);
    void remove_candidate(std::uint32_t index);
    /// The same for one that is about to have a lane instead: its state is left for that to change.
    void leave_candidates(std::uint32_t index);
    /// Puts the contact among the watched ones or takes it out.
    void set_needs_pre_solve(std::uint32_t contact, bool wanted);
    /// The contact must not be counted among the bodies' constraints nor have a colour.
    void set_response(std::uint32_t contact, ContactResponse response) {
        if (contacts[contact].response != response) {
            change_effect(contact, response);
        }
    }
    /// A becomes B. The contact must be in no list; its impulses stay what they are.
    void swap_sides(std::uint32_t index, BodyStore& bodies);
    void reserve(std::size_t count);
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
