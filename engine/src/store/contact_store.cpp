#include "store/contact_store.h"

#include "core/arrays.h"
#include "core/prefetch.h"
#include "store/feature_id.h"

#include <algorithm>
#include <utility>

namespace drystone {

namespace {

void link(ContactStore& store, std::uint32_t contact, std::uint32_t side, BodyRecord& body) {
    const std::uint32_t key = 2 * contact + side;
    ContactLinks& links = store.links.edit(contact);
    links.previous[side] = no_index;
    links.next[side] = body.first_contact;
    if (body.first_contact != no_index) {
        store.links.edit(body.first_contact / 2).previous[body.first_contact % 2] = key;
    }
    body.first_contact = key;
}

void unlink(ContactStore& store, std::uint32_t contact, std::uint32_t side, BodyRecord& body) {
    const std::uint32_t next = store.links[contact].next[side];
    const std::uint32_t previous = store.links[contact].previous[side];
    if (next != no_index) {
        store.links.edit(next / 2).previous[next % 2] = previous;
    }
    if (previous != no_index) {
        store.links.edit(previous / 2).next[previous % 2] = next;
    } else {
        body.first_contact = next;
    }
}

/// Inserts a number into a sorted list or erases it; does nothing if the list is so already.
void set_member(std::vector<std::uint32_t>& list, std::uint32_t number, bool wanted) {
    const auto place = std::lower_bound(list.begin(), list.end(), number);
    const bool is_member = place != list.end() && *place == number;
    if (wanted && !is_member) {
        list.insert(place, number);
    } else if (!wanted && is_member) {
        list.erase(place);
    }
}

/// Removes a contact from the list of its state; the last one moves into its place.
void take_from(std::vector<std::uint32_t>& list, DefinitionArray<Contact>& contacts, std::uint32_t index) {
    Contact& contact = contacts.edit(index);
    list[contact.place] = list.back();
    contacts.edit(list.back()).place = contact.place;
    list.pop_back();
    contact.place = no_index;
}

CandidatePair pair_of(const Contact& contact) {
    return {contact.shape_a, contact.shape_b, contact.body_a, contact.body_b};
}

/// Returns the feature id of the point with A and B swapped.
float swapped_feature_id(float packed) {
    const std::uint32_t feature_id = unpack_feature_id(packed);
    return packed == 0.0f ? 0.0f : pack_feature_id(feature_id << 16 | feature_id >> 16);
}

}  // namespace

std::uint32_t ContactStore::create(ContactKind kind, std::uint32_t shape_a, std::uint32_t body_a,
                                   std::uint32_t shape_b, std::uint32_t body_b, BodyStore& bodies) {
    const std::uint32_t index = slots.create();
    if (contacts.size() < slots.size()) {
        contacts.grow(slots.size());
        links.grow(slots.size());
    }
    Contact& contact = contacts.edit(index);
    contact = Contact{};
    contact.shape_a = shape_a;
    contact.shape_b = shape_b;
    contact.body_a = body_a;
    contact.body_b = body_b;
    set_kind(index, kind);
    link(*this, index, 0, bodies.records.edit(body_a));
    link(*this, index, 1, bodies.records.edit(body_b));
    return index;
}

void ContactStore::reserve_additional(std::size_t count) {
    const std::size_t in_free_slots = std::min(count, slots.free_count());
    const std::size_t size = slots.size() + count - in_free_slots;
    if (size > contacts.capacity()) {
        grow_reserve(contacts, size);
        grow_reserve(links, size);
        slots.grow(contacts.capacity());
    }
}

void ContactStore::set_kind(std::uint32_t index, ContactKind kind) {
    contacts.edit(index).kind = kind;
    if (kind == ContactKind::General && caches.size() < contacts.size()) {
        grow_resize(caches, contacts.size());
    }
    if (kind == ContactKind::General) {
        caches[index] = {};
    }
}

void ContactStore::add_candidate(std::uint32_t index) {
    Contact& contact = contacts.edit(index);
    std::vector<std::uint32_t>& list = candidates[static_cast<std::size_t>(contact.kind)];
    std::vector<CandidatePair>& pairs = candidate_pairs[static_cast<std::size_t>(contact.kind)];
    prepare_room(pairs, 1);
    prepare_room(list, 1);
    contact.state = ContactState::Apart;
    contact.initial_overlap = false;
    contact.place = static_cast<std::uint32_t>(list.size());
    list.push_back(index);
    pairs.push_back(pair_of(contact));
}

void ContactStore::leave_candidates(std::uint32_t index) {
    std::vector<CandidatePair>& pairs = candidate_pairs[static_cast<std::size_t>(contacts[index].kind)];
    pairs[contacts[index].place] = pairs.back();
    pairs.pop_back();
    take_from(candidates[static_cast<std::size_t>(contacts[index].kind)], contacts, index);
}

void ContactStore::remove_candidate(std::uint32_t index) {
    leave_candidates(index);
    contacts.edit(index).state = ContactState::Asleep;
}

void ContactStore::add_waiting(std::uint32_t index) {
    Contact& contact = contacts.edit(index);
    contact.state = ContactState::Waiting;
    contact.place = static_cast<std::uint32_t>(waiting.size());
    grow_push_back(waiting, index);
}

void ContactStore::remove_waiting(std::uint32_t index) {
    take_from(waiting, contacts, index);
    contacts.edit(index).state = ContactState::Asleep;
}

void ContactStore::set_needs_pre_solve(std::uint32_t contact, bool wanted) {
    if (contacts[contact].needs_pre_solve == wanted) {
        return;
    }
    contacts.edit(contact).needs_pre_solve = wanted;
    set_member(needs_pre_solve, contact, wanted);
}

void ContactStore::change_effect(std::uint32_t contact, ContactResponse response) {
    contacts.edit(contact).response = response;
    set_member(dominated, contact, response == ContactResponse::OneWay);
}

void ContactStore::swap_sides(std::uint32_t index, BodyStore& bodies) {
    Contact& contact = contacts.edit(index);
    unlink(*this, index, 0, bodies.records.edit(contact.body_a));
    unlink(*this, index, 1, bodies.records.edit(contact.body_b));
    std::swap(contact.shape_a, contact.shape_b);
    std::swap(contact.body_a, contact.body_b);
    std::swap(contact.frame_a, contact.frame_b);
    link(*this, index, 0, bodies.records.edit(contact.body_a));
    link(*this, index, 1, bodies.records.edit(contact.body_b));
    // Normal and tangent reverse, and so do the roles of the bodies: impulses along them keep their values.
    for (SavedPoint& point : contact.points) {
        point.feature = swapped_feature_id(point.feature);
    }
}

void ContactStore::destroy(std::uint32_t contact, BodyStore& bodies) {
    set_needs_pre_solve(contact, false);
    unlink(*this, contact, 0, bodies.records.edit(contacts[contact].body_a));
    unlink(*this, contact, 1, bodies.records.edit(contacts[contact].body_b));
    if (contacts[contact].touching) {
        remove_constraint(bodies, contacts[contact]);
    }
    set_response(contact, ContactResponse::TwoWay);
    contacts.edit(contact).shape_a = no_index;
    slots.destroy(contact);
}

void ContactStore::reserve(std::size_t count) {
    slots.reserve(count);
    contacts.reserve(count);
    links.reserve(count);
    for (std::vector<std::uint32_t>& list : candidates) {
        list.reserve(count);
    }
    for (std::vector<CandidatePair>& list : candidate_pairs) {
        list.reserve(count);
    }
}

void ContactStore::restore_derived() {
    constexpr std::size_t ahead = 16;
    for (std::size_t kind = 0; kind < contact_kind_count; ++kind) {
        const std::vector<std::uint32_t>& list = candidates[kind];
        candidate_pairs[kind].clear();
        grow_reserve(candidate_pairs[kind], list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (i + ahead < list.size()) {
                prefetch(&contacts[list[i + ahead]]);
            }
            candidate_pairs[kind].push_back(pair_of(contacts[list[i]]));
        }
    }
}

std::size_t ContactStore::bytes() const {
    std::size_t sum =
        slots.bytes() + contacts.capacity() * (sizeof(Contact) + sizeof(ContactLinks)) +
        caches.capacity() * sizeof(CollisionCache) +
        (needs_pre_solve.capacity() + dominated.capacity() + waiting.capacity()) * sizeof(std::uint32_t);
    for (const std::vector<std::uint32_t>& list : candidates) {
        sum += list.capacity() * sizeof(std::uint32_t);
    }
    for (const std::vector<CandidatePair>& list : candidate_pairs) {
        sum += list.capacity() * sizeof(CandidatePair);
    }
    return sum;
}

}  // namespace drystone
