#pragma once

#include "broad_phase/broad_phase.h"
#include "contacts/contact_context.h"
#include "core/prefetch.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Prefetches data of upcoming pairs, which are scattered in memory: first their shapes, then their bodies
/// and the slot of the contact, then the contacts that it will follow in the lists of both bodies.
inline void prefetch_pairs(const ContactContext& context, const std::vector<ShapePair>& pairs,
                           std::size_t i) {
    constexpr std::size_t links_ahead = 2;
    constexpr std::size_t bodies_ahead = 4;
    constexpr std::size_t shapes_ahead = 8;
    const std::uint32_t slot = context.contacts.slots.upcoming(bodies_ahead);
    if (slot < context.contacts.contacts.size()) {
        prefetch(&context.contacts.contacts[slot]);
        prefetch(&context.contacts.links[slot]);
        context.contacts.slots.prefetch_slot(slot);
    }
    if (i + shapes_ahead < pairs.size()) {
        for (const std::uint32_t shape : {pairs[i + shapes_ahead].a, pairs[i + shapes_ahead].b}) {
            prefetch(&context.shapes.cores[shape]);
            prefetch_object(&context.shapes.records[shape]);
        }
        for (const std::uint32_t shape : {pairs[i + bodies_ahead].a, pairs[i + bodies_ahead].b}) {
            prefetch(&context.bodies.records[context.shapes.cores[shape].body]);
        }
        for (const std::uint32_t shape : {pairs[i + links_ahead].a, pairs[i + links_ahead].b}) {
            const std::uint32_t key = context.bodies.records[context.shapes.cores[shape].body].first_contact;
            if (key != no_index) {
                prefetch(&context.contacts.links[key / 2]);
            }
        }
    }
}

/// Prefetches contacts that are in random order.
inline void prefetch_shuffled(const ContactContext& context, const std::vector<ShuffledItem>& items,
                              std::size_t i) {
    constexpr std::size_t contacts_ahead = 8;
    if (i + contacts_ahead < items.size()) {
        prefetch(&context.contacts.contacts[items[i + contacts_ahead].contact]);
    }
}

/// Prefetches contacts, without any data that they refer to.
inline void prefetch_contact(const ContactContext& context, const std::vector<std::uint32_t>& indices,
                             std::size_t i) {
    constexpr std::size_t contacts_ahead = 8;
    if (i + contacts_ahead < indices.size()) {
        prefetch(&context.contacts.contacts[indices[i + contacts_ahead]]);
    }
}

/// Prefetches the data that decides whether contacts that no longer touch are destroyed.
inline void prefetch_parted(const ContactContext& context, const std::vector<std::uint32_t>& indices,
                            std::size_t i) {
    constexpr std::size_t boxes_ahead = 4;
    constexpr std::size_t contacts_ahead = 8;
    if (i + contacts_ahead < indices.size()) {
        prefetch(&context.contacts.contacts[indices[i + contacts_ahead]]);
        const Contact& soon = context.contacts.contacts[indices[i + boxes_ahead]];
        for (const std::uint32_t shape : {soon.shape_a, soon.shape_b}) {
            prefetch(&context.shapes.fat_boxes[shape]);
            prefetch(&context.shapes.records[shape].contact_events);
        }
    }
}

/// Prefetches the data that changes when contacts come or go: their neighbours in the lists of both bodies,
/// and their lane.
inline void prefetch_contacts(const ContactContext& context, std::span<const std::uint32_t> indices,
                              std::size_t i) {
    constexpr std::size_t lanes_ahead = 2;
    constexpr std::size_t bodies_ahead = 4;
    constexpr std::size_t contacts_ahead = 8;
    const DefinitionArray<Contact>& contacts = context.contacts.contacts;
    if (i + contacts_ahead >= indices.size()) {
        return;
    }
    prefetch(&contacts[indices[i + contacts_ahead]]);
    prefetch(&context.contacts.links[indices[i + contacts_ahead]]);
    context.contacts.slots.prefetch_slot(indices[i + contacts_ahead]);
    const std::uint32_t soon = indices[i + bodies_ahead];
    prefetch(&context.shapes.records[contacts[soon].shape_a].contact_events);
    prefetch(&context.shapes.records[contacts[soon].shape_b].contact_events);
    prefetch(&context.bodies.records[contacts[soon].body_a]);
    prefetch(&context.bodies.records[contacts[soon].body_b]);
    for (int side = 0; side < 2; ++side) {
        for (const std::uint32_t key :
             {context.contacts.links[soon].next[side], context.contacts.links[soon].previous[side]}) {
            prefetch(&context.contacts.links[key == no_index ? soon : key / 2]);
        }
    }
    const Contact& next = contacts[indices[i + lanes_ahead]];
    if (next.state == ContactState::Touching) {
        const ContactList& list = context.graph.list_of(next);
        prefetch_object(&list.blocks[ContactList::block(next.place)]);
        prefetch_object(&list.ids[ContactList::block(next.place)]);
    }
}

}  // namespace drystone
