#include "world/shapes/shape_boxes.h"

#include "contacts/contact_lifecycle.h"

#include <algorithm>

namespace drystone {

namespace {

AabbTree& tree_of(WorldState& world, std::uint32_t shape) {
    return world.systems.broad_phase.tree(world.stores.bodies.types[world.stores.shapes.cores[shape].body]);
}

/// Marks the shape, with its tight box, as added, removed or changed.
void mark_internal_edges_dirty(WorldState& world, std::uint32_t shape, const Aabb& tight) {
    const std::uint32_t body = world.stores.shapes.cores[shape].body;
    if (world.stores.bodies.types[body] == BodyType::Static) {
        world.systems.internal_edge_changes.add_box(tight,
                                                    world.systems.broad_phase.tree(BodyType::Static).size());
    } else if (world.stores.bodies.types[body] == BodyType::Kinematic ||
               world.stores.shapes.outlines.find(shape) != nullptr ||
               world.stores.shapes.internal_edges.find(shape) != nullptr) {
        world.systems.internal_edge_changes.bodies.push_back(body);
    }
}

}  // namespace

void mark_internal_edges_dirty(WorldState& world, std::uint32_t shape) {
    mark_internal_edges_dirty(world, shape, tight_box(world, shape));
}

void mark_internal_edges_before_removal(WorldState& world, std::uint32_t shape) {
    const bool is_static =
        world.stores.bodies.types[world.stores.shapes.cores[shape].body] == BodyType::Static;
    if (!is_static || world.systems.internal_edge_changes.crowded ||
        !world.stores.shapes.internal_edges.empty()) {
        mark_internal_edges_dirty(world, shape);
    }
}

void insert_box(WorldState& world, std::uint32_t shape) {
    const Aabb tight = tight_box(world, shape);
    mark_internal_edges_dirty(world, shape, tight);
    const std::uint32_t body = world.stores.shapes.cores[shape].body;
    const bool at_rest = world.stores.bodies.types[body] == BodyType::Static;
    const BodyVelocity& velocity = world.stores.bodies.velocities[body];
    if (velocity.x != 0.0f || velocity.y != 0.0f || velocity.w != 0.0f) {
        world.stores.bodies.mark_sped_up(body);
    }
    const Aabb fat = at_rest ? tight : with_margin(tight);
    const std::uint64_t category = world.stores.shapes.records[shape].filter.category;
    world.stores.shapes.proxies.edit(shape) = tree_of(world, shape).insert(fat, category, shape);
    world.stores.shapes.fat_boxes[shape] = {fat.lower.x, fat.lower.y, fat.upper.x, fat.upper.y};
}

void remove_box(WorldState& world, std::uint32_t shape) {
    mark_internal_edges_before_removal(world, shape);
    world.rules.filter_answers.forget_shape(shape);
    tree_of(world, shape).remove(world.stores.shapes.proxies[shape]);
    world.stores.shapes.proxies.edit(shape) = no_index;
}

void insert_boxes(WorldState& world, std::uint32_t body) {
    visit_shapes_of_body(world, body, [&](std::uint32_t shape) { insert_box(world, shape); });
}

void remove_boxes(WorldState& world, std::uint32_t body) {
    visit_shapes_of_body(world, body, [&](std::uint32_t shape) { remove_box(world, shape); });
}

void destroy_contacts_of_body(WorldState& world, std::uint32_t body) {
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, body, [&](std::uint32_t contact) {
        destroy_contact(contact_context(world), contact, world.events.contacts.pending_ends);
    });
}

void destroy_contacts_of_shape(WorldState& world, std::uint32_t shape) {
    visit_contacts_of_shape(world, shape, [&](std::uint32_t contact) {
        destroy_contact(contact_context(world), contact, world.events.contacts.pending_ends);
    });
}

ContactsOfShapes::ContactsOfShapes(const WorldState& world, std::uint32_t body,
                                   std::span<const std::uint32_t> shapes) {
    std::vector<std::uint64_t> places;  // Of the shapes, by their numbers.
    for (std::uint32_t place = 0; place < shapes.size(); ++place) {
        places.push_back(std::uint64_t{shapes[place]} << 32 | place);
    }
    sort_items(places.begin(), places.end());
    // By the place of the shape, then by the place in the list.
    std::vector<std::uint64_t> order;
    std::vector<std::uint32_t> numbers;
    const auto add = [&](std::uint32_t shape, std::uint32_t contact) {
        const auto found = std::lower_bound(places.begin(), places.end(), std::uint64_t{shape} << 32);
        if (found != places.end() && *found >> 32 == shape) {
            order.push_back(*found << 32 | numbers.size());
            numbers.push_back(contact);
        }
    };
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, body, [&](std::uint32_t contact) {
        const Contact& own = world.stores.contacts.contacts[contact];
        add(own.body_a == body ? own.shape_a : own.shape_b, contact);
    });
    sort_items(order.begin(), order.end());
    contacts_.reserve(order.size());
    for (const std::uint64_t item : order) {
        contacts_.push_back(numbers[static_cast<std::uint32_t>(item)]);
    }
}

void recheck_contacts_of_shapes(WorldState& world, std::uint32_t body,
                                std::span<const std::uint32_t> shapes) {
    const SleepContext context = sleep_context(world);
    wake(context, body);
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, body, [&](std::uint32_t index) {
        const Contact& contact = world.stores.contacts.contacts[index];
        if (!std::binary_search(shapes.begin(), shapes.end(), contact.shape_a) &&
            !std::binary_search(shapes.begin(), shapes.end(), contact.shape_b)) {
            return;
        }
        if (contact.touching) {
            wake(context, contact.body_a);
            wake(context, contact.body_b);
        } else if (contact.state == ContactState::Asleep) {
            world.stores.contacts.add_waiting(index);
        }
        close_until_step(world.stores.contacts, world.stores.graph, index);
    });
}

}  // namespace drystone
