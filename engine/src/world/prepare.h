#pragma once

#include "core/arrays.h"
#include "core/undo.h"
#include "islands/islands.h"
#include "step/world_state.h"
#include "world/shapes/shape_boxes.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace drystone {

/// Makes room for what changes of some bodies and their shapes may do: waking bodies, ending contacts and
/// sensor overlaps, marking internal edges, leaving and entering trees. All of that cannot run out of memory
/// afterwards.
inline void prepare_changes(WorldState& world, std::span<const std::uint32_t> bodies) {
    Stores& stores = world.stores;
    prepare_to_wake(sleep_context(world));
    std::size_t contacts = 0;
    std::size_t shapes = 0;
    std::size_t overlaps = 0;
    std::size_t joints = 0;
    for (const std::uint32_t body : bodies) {
        visit_contacts_of_body(stores.bodies, stores.contacts, body, [&](std::uint32_t) { ++contacts; });
        ++shapes;
        visit_shapes_of_body(world, body, [&](std::uint32_t shape) {
            ++shapes;
            overlaps += stores.shapes.records[shape].sensor ? stores.sensors.find(shape).inside.size() : 0;
        });
        joints += stores.joints.of_body.count(body);
    }
    prepare_room(world.events.contacts.pending_ends, contacts);
    prepare_room(stores.sensors.pending_ends, overlaps);
    // A shape is marked before it is moved or removed, and after it was changed or added.
    world.systems.internal_edge_changes.prepare(3 * shapes);
    prepare_room(world.rules.allowed_again, joints);
}

/// Makes room for what a change of one body may do.
inline void prepare_change(WorldState& world, std::uint32_t body) { prepare_changes(world, {&body, 1}); }

/// Returns two bodies, first the one that has fewer contacts. Cost: linear in their number.
inline std::pair<std::uint32_t, std::uint32_t> by_contacts(const Stores& stores, std::uint32_t body_a,
                                                           std::uint32_t body_b) {
    const auto next = [&](std::uint32_t key) { return stores.contacts.links[key / 2].next[key % 2]; };
    std::uint32_t a = stores.bodies.records[body_a].first_contact;
    std::uint32_t b = stores.bodies.records[body_b].first_contact;
    while (a != no_index && b != no_index) {
        a = next(a);
        b = next(b);
    }
    return a == no_index ? std::pair(body_a, body_b) : std::pair(body_b, body_a);
}

/// Makes room for waking two bodies and for ending the contacts between them, which cannot run out of memory
/// afterwards. Cost: linear in the contacts of the body that has fewer.
inline void prepare_to_part(WorldState& world, std::uint32_t body_a, std::uint32_t body_b) {
    const Stores& stores = world.stores;
    prepare_to_wake(sleep_context(world));
    std::size_t contacts = 0;
    visit_contacts_of_body(stores.bodies, stores.contacts, by_contacts(stores, body_a, body_b).first,
                           [&](std::uint32_t) { ++contacts; });
    prepare_room(world.events.contacts.pending_ends, contacts);
}

/// Makes room for the tables and the box of a new shape on a body, which cannot run out of memory afterwards;
/// `ShapeStore::create` may, before it has changed anything.
inline void prepare_new_shape(WorldState& world, std::uint32_t body, const ShapeDefinition& definition) {
    ShapeStore& shapes = world.stores.shapes;
    const std::uint32_t shape = shapes.slots.upcoming(0);
    prepare_to_wake(sleep_context(world));
    world.systems.internal_edge_changes.prepare(3);
    world.systems.broad_phase.tree(world.stores.bodies.types[body]).prepare_insertions(1);
    if (definition.solver_filter != Filter{}) {
        shapes.solver_filters.prepare(shape);
    }
    if (definition.sensor) {
        world.stores.sensors.prepare(shape);
    }
    if (definition.force_events) {
        world.systems.contact_force_events.prepare();
    }
}

}  // namespace drystone
