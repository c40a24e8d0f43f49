#pragma once

#include "step/world_state.h"
#include "store/prefetch.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Pairs lie all over memory: what soon is asked of their shapes is asked for early, then their bodies and
/// the slot of the contact, and then the contacts that it is to follow in the lists of both bodies.
inline void prefetch_pairs(const WorldState& world, const std::vector<ShapePair>& pairs, std::size_t i) {
    constexpr std::size_t links_ahead = 2;
    constexpr std::size_t bodies_ahead = 4;
    constexpr std::size_t shapes_ahead = 8;
    const std::uint32_t slot = world.contacts.slots.upcoming(bodies_ahead);
    if (slot < world.contacts.contacts.size()) {
        prefetch(&world.contacts.contacts[slot]);
        prefetch(&world.contacts.links[slot]);
        world.contacts.slots.prefetch_slot(slot);
    }
    if (i + shapes_ahead < pairs.size()) {
        for (const std::uint32_t shape : {pairs[i + shapes_ahead].a, pairs[i + shapes_ahead].b}) {
            prefetch(&world.shapes.cores[shape]);
            prefetch_object(&world.shapes.records[shape]);
        }
        for (const std::uint32_t shape : {pairs[i + bodies_ahead].a, pairs[i + bodies_ahead].b}) {
            prefetch(&world.bodies.records[world.shapes.cores[shape].body]);
        }
        for (const std::uint32_t shape : {pairs[i + links_ahead].a, pairs[i + links_ahead].b}) {
            const std::uint32_t key = world.bodies.records[world.shapes.cores[shape].body].first_contact;
            if (key != no_index) {
                prefetch(&world.contacts.links[key / 2]);
            }
        }
    }
}

/// Contacts without any order among each other.
inline void prefetch_shuffled(const WorldState& world, const std::vector<ShuffledItem>& items,
                              std::size_t i) {
    constexpr std::size_t contacts_ahead = 8;
    if (i + contacts_ahead < items.size()) {
        prefetch(&world.contacts.contacts[items[i + contacts_ahead].contact]);
    }
}

/// Contacts of which nothing else is asked.
inline void prefetch_contact(const WorldState& world, const std::vector<std::uint32_t>& indices,
                             std::size_t i) {
    constexpr std::size_t contacts_ahead = 8;
    if (i + contacts_ahead < indices.size()) {
        prefetch(&world.contacts.contacts[indices[i + contacts_ahead]]);
    }
}

/// What decides what becomes of contacts whose shapes have parted.
inline void prefetch_parted(const WorldState& world, const std::vector<std::uint32_t>& indices,
                            std::size_t i) {
    constexpr std::size_t boxes_ahead = 4;
    constexpr std::size_t contacts_ahead = 8;
    if (i + contacts_ahead < indices.size()) {
        prefetch(&world.contacts.contacts[indices[i + contacts_ahead]]);
        const Contact& soon = world.contacts.contacts[indices[i + boxes_ahead]];
        for (const std::uint32_t shape : {soon.shape_a, soon.shape_b}) {
            prefetch(&world.shapes.fat_boxes[shape]);
            prefetch(&world.shapes.records[shape].contact_events);
        }
    }
}

/// What changes with contacts that come or go: their neighbours in the lists of both bodies, and their lane.
inline void prefetch_contacts(const WorldState& world, std::span<const std::uint32_t> indices,
                              std::size_t i) {
    constexpr std::size_t lanes_ahead = 2;
    constexpr std::size_t bodies_ahead = 4;
    constexpr std::size_t contacts_ahead = 8;
    const std::vector<Contact>& contacts = world.contacts.contacts;
    if (i + contacts_ahead >= indices.size()) {
        return;
    }
    prefetch(&contacts[indices[i + contacts_ahead]]);
    prefetch(&world.contacts.links[indices[i + contacts_ahead]]);
    world.contacts.slots.prefetch_slot(indices[i + contacts_ahead]);
    const std::uint32_t soon = indices[i + bodies_ahead];
    prefetch(&world.shapes.records[contacts[soon].shape_a].contact_events);
    prefetch(&world.shapes.records[contacts[soon].shape_b].contact_events);
    prefetch(&world.bodies.records[contacts[soon].body_a]);
    prefetch(&world.bodies.records[contacts[soon].body_b]);
    for (int side = 0; side < 2; ++side) {
        for (const std::uint32_t key :
             {world.contacts.links[soon].next[side], world.contacts.links[soon].previous[side]}) {
            prefetch(&world.contacts.links[key == no_index ? soon : key / 2]);
        }
    }
    const Contact& next = contacts[indices[i + lanes_ahead]];
    if (next.state == ContactState::Touching) {
        const ContactList& list = world.graph.list_of(next);
        prefetch_object(&list.blocks[ContactList::block(next.place)]);
        prefetch_object(&list.names[ContactList::block(next.place)]);
    }
}

}  // namespace drystone
