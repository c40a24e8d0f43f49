#include "contacts/contact_view.h"
#include "world/hints/hint_list.h"

#include <algorithm>
#include <string>

namespace drystone {

namespace {

constexpr float large_mass_ratio = 1e4f;
constexpr float large_friction = 10.0f;
/// Least depth that counts, for shapes that are thinner [m].
constexpr float min_depth = 0.02f;

/// Returns the depth of the deepest point [m].
float depth_of(const ContactView& view) {
    float depth = 0.0f;
    for (int i = 0; i < view.count; ++i) {
        depth = std::max(depth, -view.points[i].separation);
    }
    return depth;
}

void hint_at_overlap(const WorldState& world, std::uint32_t index, HintList& hints) {
    const Contact& contact = world.stores.contacts.contacts[index];
    const ShapeStore& shapes = world.stores.shapes;
    const BodyStore& bodies = world.stores.bodies;
    if (shapes.records[contact.shape_a].material.frequency > 0.0f ||
        shapes.records[contact.shape_b].material.frequency > 0.0f) {
        return;  // Soft on purpose.
    }
    // The thinner one, if both can move.
    const bool a_moves = bodies.is_dynamic(contact.body_a);
    const bool b_moves = bodies.is_dynamic(contact.body_b);
    const bool is_b =
        b_moves && (!a_moves || shapes.thickness(contact.shape_b) < shapes.thickness(contact.shape_a));
    const std::uint32_t shape = is_b ? contact.shape_b : contact.shape_a;
    const float limit = std::max(shapes.thickness(shape), min_depth);
    const float depth = depth_of(make_contact_view(contact_view_context(world), index));
    if (depth > limit && shapes.push_each_other(contact.shape_a, contact.shape_b) &&
        hints.has_room(HintKind::Overlap)) {
        hints.add({.kind = HintKind::Overlap,
                   .body = hinted_body(world, is_b ? contact.body_b : contact.body_a),
                   .shape = shape_id(world, shape),
                   .value = depth,
                   .function = "World::create_body",
                   .page = "docs/manual/trouble.md",
                   .text = "a body is " + with_unit(depth, "m") +
                           " deep inside another: create bodies where there is room for them"});
    }
}

void hint_at_friction(const WorldState& world, HintList& hints) {
    const ShapeStore& shapes = world.stores.shapes;
    visit_live(shapes.slots, [&](std::uint32_t shape) {
        const float friction = shapes.records[shape].material.friction;
        if (friction > large_friction && hints.has_room(HintKind::Friction)) {
            hints.add({.kind = HintKind::Friction,
                       .body = hinted_body(world, shapes.cores[shape].body),
                       .shape = shape_id(world, shape),
                       .value = friction,
                       .function = "World::create_shape",
                       .page = "docs/manual/contacts.md",
                       .text = "a shape has a coefficient of friction of " + with_unit(friction, "") +
                               ": rubber on asphalt has 1, and with 10 nothing slides any more"});
        }
    });
}

}  // namespace

void hint_at_masses(const WorldState& world, std::uint32_t body_a, std::uint32_t body_b, JointId joint,
                    HintList& hints) {
    const BodyStore& bodies = world.stores.bodies;
    if (!bodies.is_dynamic(body_a) || !bodies.is_dynamic(body_b)) {
        return;
    }
    const bool a_is_heavy = bodies.records[body_a].mass > bodies.records[body_b].mass;
    const float heavy = bodies.records[a_is_heavy ? body_a : body_b].mass;
    const float light = bodies.records[a_is_heavy ? body_b : body_a].mass;
    if (light > 0.0f && heavy / light > large_mass_ratio && hints.has_room(HintKind::MassRatio)) {
        hints.add({.kind = HintKind::MassRatio,
                   .body = hinted_body(world, a_is_heavy ? body_a : body_b),
                   .joint = joint,
                   .value = heavy / light,
                   .function = "World::create_shape",
                   .page = "docs/manual/trouble.md",
                   .text = "a body of " + with_unit(heavy, "kg") +
                           (joint ? " is joined to one of " : " touches one of ") + with_unit(light, "kg") +
                           ": the ratio of " + with_unit(heavy / light, "") +
                           " makes them soft; densities are in kg/m^2"});
    }
}

void hint_at_contacts(const WorldState& world, HintList& hints) {
    const std::size_t count = world.stores.contacts.contacts.size();
    for (std::uint32_t i = 0; i < count; ++i) {
        const Contact& contact = world.stores.contacts.contacts[i];
        if (contact.shape_a != no_index && contact.touching) {
            hint_at_overlap(world, i, hints);
            hint_at_masses(world, contact.body_a, contact.body_b, {}, hints);
        }
    }
    hint_at_friction(world, hints);
}

}  // namespace drystone
