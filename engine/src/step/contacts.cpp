#include "step/contacts.h"

#include "memory/arrays.h"
#include "parallel/radix_sort.h"
#include "step/contact_prefetch.h"
#include "step/contact_relations.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace drystone {

namespace {

/// A number without any visible relation to its argument. Source: Steele, Lea, Flood, Fast Splittable
/// Pseudorandom Number Generators, 2014 (the finalizer).
std::uint64_t scrambled(std::uint64_t x) {
    x = (x + 1) * 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

/// Writes the items in an order without pattern, the same in every run.
void shuffle(const std::vector<std::uint32_t>& items, std::vector<ShuffledItem>& shuffled,
             std::vector<ShuffledItem>& spare) {
    clear_after_step(shuffled);
    for (const std::uint32_t item : items) {
        shuffled.push_back({scrambled(item), item});
    }
    radix_sort(shuffled, spare, [](const ShuffledItem& item) { return item.key; });
}

/// Whether one of the shapes asks to hear of beginnings and ends.
bool wants_events(const WorldState& world, const Contact& contact) {
    return world.shapes.records[contact.shape_a].contact_events ||
           world.shapes.records[contact.shape_b].contact_events;
}

}  // namespace

void destroy_contact(WorldState& world, std::uint32_t index, std::vector<ContactEnd>& ends) {
    const Contact& contact = world.contacts.contacts[index];
    if (contact.touching && wants_events(world, contact)) {
        ends.push_back({shape_id(world, contact.shape_a), shape_id(world, contact.shape_b),
                        world.contacts.slots.handle<ContactId>(index, world.number)});
    }
    if (contact.state == ContactState::Touching) {
        world.graph.remove(world.contacts.contacts, index);
    } else if (contact.state == ContactState::Apart) {
        world.contacts.remove_candidate(index);
    }
    world.contacts.destroy(index, world.bodies);
}

namespace {

/// What has touched and is in no lane any more.
void become_candidate(WorldState& world, std::uint32_t index) {
    Contact& contact = world.contacts.contacts[index];
    contact.touching = false;
    contact.points[0] = {};
    contact.points[1] = {};
    remove_holder(world.bodies, contact);
    world.graph.forget_impulse(index);
    world.contacts.add_candidate(index);
    if (wants_events(world, contact)) {
        world.contact_ends.push_back({shape_id(world, contact.shape_a), shape_id(world, contact.shape_b),
                                      world.contacts.slots.handle<ContactId>(index, world.number)});
    }
}

bool is_asleep(const BodyStore& bodies, std::uint32_t body) {
    return bodies.records[body].island != no_index;
}

/// Does a contact that begins push a sleeping body?
bool wakes_any(const WorldState& world, const std::vector<std::uint32_t>& begun) {
    return std::any_of(begun.begin(), begun.end(), [&](std::uint32_t index) {
        const Contact& contact = world.contacts.contacts[index];
        return contact.pushes_b() &&
               (is_asleep(world.bodies, contact.body_a) || is_asleep(world.bodies, contact.body_b));
    });
}

/// Bodies that are pushed by what begins wake, and their own contacts become candidates: but for those that
/// are, and so must still be, as all that begin.
void wake_pushed(WorldState& world, const std::vector<std::uint32_t>& begun) {
    for (const std::uint32_t index : begun) {
        const Contact& contact = world.contacts.contacts[index];
        if (contact.pushes_b()) {
            wake(sleep_context(world), contact.body_a);
            wake(sleep_context(world), contact.body_b);
        }
    }
}

void destroy_separated(WorldState& world) {
    const std::vector<std::uint32_t>& separated = world.changes.separated;
    for (std::size_t i = 0; i < separated.size(); ++i) {
        prefetch_contacts(world, separated, i);
        world.contacts.remove_candidate(separated[i]);
        world.contacts.destroy(separated[i], world.bodies);
    }
}

/// What begins ceases to be a candidate; bodies count what holds them, and users hear of it. Colours are
/// given meanwhile.
void follow_begun(WorldState& world) {
    const std::vector<std::uint32_t>& begun = world.changes.begun;
    for (std::size_t i = 0; i < begun.size(); ++i) {
        prefetch_contacts(world, begun, i);
        world.contacts.leave_candidates(begun[i]);
        const Contact& contact = world.contacts.contacts[begun[i]];
        add_holder(world.bodies, contact);
        if (wants_events(world, contact)) {
            world.contact_begins.push_back({shape_id(world, contact.shape_a),
                                            shape_id(world, contact.shape_b),
                                            world.contacts.slots.handle<ContactId>(begun[i], world.number)});
        }
    }
}

/// Colours for contacts that have none. They are given without a pattern: in the order of creation, a
/// pyramid's boxes all would have their left supports solved before the right ones, and it would lean; in any
/// regular order waves take longer to die away.
void give_colors(WorldState& world, const std::vector<std::uint32_t>& contacts) {
    shuffle(contacts, world.changes.shuffled, world.changes.shuffled_spare);
    const std::vector<ShuffledItem>& shuffled = world.changes.shuffled;
    for (std::size_t i = 0; i < shuffled.size(); ++i) {
        prefetch_shuffled(world, shuffled, i);
        Contact& contact = world.contacts.contacts[shuffled[i].contact];
        world.graph.assign_color(contact, world.bodies.is_dynamic(contact.body_a),
                                 world.bodies.is_dynamic(contact.body_b));
    }
}

}  // namespace

void begin_contacts(WorldState& world, const std::function<void()>& meanwhile) {
    const std::vector<std::uint32_t>& begun = world.changes.begun;
    const bool wakes = wakes_any(world, begun);
    if (wakes) {
        // Who wakes must not find them among its contacts.
        destroy_separated(world);
        wake_pushed(world, begun);
    }
    const auto follow_changes = [&] {
        if (!wakes) {
            destroy_separated(world);
        }
        follow_begun(world);
    };
    world.team->parallel_for_beside(follow_changes, 2, 1, [&](std::size_t task, std::size_t, int) {
        if (task == 0) {
            give_colors(world, begun);
        } else {
            meanwhile();
        }
    });
    // Lanes are given in the order of creation, in which neighbours follow each other: gathers then hit the
    // same lines.
    world.changes.by_color.visit(begun, world.contacts.contacts, *world.team,
                                 [&](std::span<const std::uint32_t> contacts, std::size_t i) {
                                     if (i == 0) {
                                         world.graph.expect(contacts, world.contacts.contacts);
                                     }
                                     world.graph.open_lane(contacts[i], world.contacts.contacts[contacts[i]]);
                                 });
}

void end_contacts(WorldState& world) {
    const std::vector<std::uint32_t>& ended = world.changes.ended;
    // A body may have contacts in many colours.
    for (std::size_t i = 0; i < ended.size(); ++i) {
        prefetch_contact(world, ended, i);
        world.graph.give_back_color(world.contacts.contacts[ended[i]]);
    }
    world.changes.by_color.visit(ended, world.contacts.contacts, *world.team,
                                 [&](std::span<const std::uint32_t> contacts, std::size_t i) {
                                     prefetch_contacts(world, contacts, i);
                                     world.graph.close_lane(world.contacts.contacts, contacts[i]);
                                 });
    for (std::size_t i = 0; i < ended.size(); ++i) {
        prefetch_parted(world, ended, i);
        const std::uint32_t index = ended[i];
        const Contact& contact = world.contacts.contacts[index];
        // A contact must go in the very step in which its fat boxes part: when they meet again, the pair is
        // new.
        if (!fat_boxes_overlap(contact, world.shapes)) {
            destroy_contact(world, index, world.contact_ends);
            continue;
        }
        become_candidate(world, index);
    }
}

void stop_touching(WorldState& world, std::uint32_t index) {
    world.graph.remove(world.contacts.contacts, index);
    become_candidate(world, index);
}

void put_begun_to_sleep(WorldState& world) {
    if (world.shapes.solver_filters.empty()) {
        return;  // All contacts push.
    }
    bool any = false;
    for (const std::uint32_t index : world.changes.begun) {
        const Contact& contact = world.contacts.contacts[index];
        if (contact.state == ContactState::Touching && !contact.pushes_b() &&
            !world.bodies.is_awake(contact.body_a) && !world.bodies.is_awake(contact.body_b)) {
            world.graph.take_out(world.contacts.contacts, index);
            any = true;
        }
    }
    if (any) {
        world.graph.close_gaps(world.contacts.contacts);
    }
}

void begin_events(WorldState& world) {
    clear_after_step(world.contact_begins);
    clear_after_step(world.contact_ends);
    world.contact_ends.insert(world.contact_ends.end(), world.pending_ends.begin(), world.pending_ends.end());
    clear_after_step(world.pending_ends);
    clear_after_step(world.contact_hits);
    world.joint_breaks.clear();
    clear_after_step(world.contact_forces);
    clear_after_step(world.fallen_asleep);
    clear_after_step(world.woken);
    world.quarantine.events.clear();
}

}  // namespace drystone
