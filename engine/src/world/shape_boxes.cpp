#include "world/shape_boxes.h"

namespace drystone {

namespace {

AabbTree& tree_of(WorldState& world, std::uint32_t shape) {
    return world.broad_phase.tree(world.bodies.types[world.shapes.cores[shape].body]);
}

/// The shape, in its tight box, came, goes or was changed.
void note_seams(WorldState& world, std::uint32_t shape, const Aabb& tight) {
    const std::uint32_t body = world.shapes.cores[shape].body;
    if (world.bodies.types[body] == BodyType::Static) {
        world.seam_changes.add_box(tight, world.broad_phase.tree(BodyType::Static).size());
    } else if (world.bodies.types[body] == BodyType::Kinematic ||
               world.shapes.outlines.find(shape) != nullptr || world.shapes.seams.find(shape) != nullptr) {
        world.seam_changes.bodies.push_back(body);
    }
}

}  // namespace

void note_seams(WorldState& world, std::uint32_t shape) { note_seams(world, shape, tight_box(world, shape)); }

void note_going_seams(WorldState& world, std::uint32_t shape) {
    const bool is_static = world.bodies.types[world.shapes.cores[shape].body] == BodyType::Static;
    if (!is_static || world.seam_changes.crowded || !world.shapes.seams.empty()) {
        note_seams(world, shape);
    }
}

void insert_box(WorldState& world, std::uint32_t shape) {
    const Aabb tight = tight_box(world, shape);
    note_seams(world, shape, tight);
    const bool at_rest = world.bodies.types[world.shapes.cores[shape].body] == BodyType::Static;
    const Aabb fat = at_rest ? tight : with_margin(tight);
    const std::uint64_t category = world.shapes.records[shape].filter.category;
    world.shapes.proxies[shape] = tree_of(world, shape).insert(fat, category, shape);
    world.shapes.fat_boxes[shape] = {fat.lower.x(), fat.lower.y(), fat.upper.x(), fat.upper.y()};
}

void remove_box(WorldState& world, std::uint32_t shape) {
    note_going_seams(world, shape);
    tree_of(world, shape).remove(world.shapes.proxies[shape]);
    world.shapes.proxies[shape] = no_index;
}

void insert_boxes(WorldState& world, std::uint32_t body) {
    visit_shapes_of_body(world, body, [&](std::uint32_t shape) { insert_box(world, shape); });
}

void remove_boxes(WorldState& world, std::uint32_t body) {
    visit_shapes_of_body(world, body, [&](std::uint32_t shape) { remove_box(world, shape); });
}

void destroy_contacts_of_body(WorldState& world, std::uint32_t body) {
    visit_contacts_of_body(world.bodies, world.contacts, body, [&](std::uint32_t contact) {
        destroy_contact(world, contact, world.pending_ends);
    });
}

void destroy_contacts_of_shape(WorldState& world, std::uint32_t shape) {
    visit_contacts_of_shape(
        world, shape, [&](std::uint32_t contact) { destroy_contact(world, contact, world.pending_ends); });
}

}  // namespace drystone
