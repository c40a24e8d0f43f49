#include "contacts/contact_classification.h"

#include "contacts/contact_lifecycle.h"

namespace drystone {

namespace {

/// Returns whether lanes can find the contact of the pair, or most of it. If A is on a static or kinematic
/// body, lanes ignore A's internal edges; see `is_hidden_contact`.
bool fits_lanes(const ShapeStore& shapes, const BodyStore& bodies, const ShapePair& pair) {
    const bool is_continued_ground =
        !bodies.is_dynamic(shapes.cores[pair.a].body) && shapes.internal_edges.find(pair.b) == nullptr;
    const bool is_continued =
        shapes.internal_edges.find(pair.a) != nullptr || shapes.internal_edges.find(pair.b) != nullptr;
    return shapes.any(pair.a).custom == nullptr && shapes.any(pair.b).custom == nullptr &&
           shapes.cores[pair.a].count <= max_frame_points && shapes.cores[pair.b].count <= max_frame_points &&
           (!is_continued || is_continued_ground);
}

/// Sets the narrow phase of a contact that waits or sleeps.
void change_kind(const ContactContext& context, std::uint32_t index, ContactKind kind) {
    Contact& contact = context.contacts.contacts.edit(index);
    context.contacts.set_kind(index, kind);
    contact.frame_a = find_frame(context.shapes, context.bodies, contact.shape_a, kind);
    contact.frame_b = find_frame(context.shapes, context.bodies, contact.shape_b, kind);
}

/// Returns whether the contact's shapes are in the wrong order, see `ordered_pair`.
bool is_turned_over(const ContactContext& context, const Contact& contact) {
    const ShapePair pair = contact.shape_a < contact.shape_b ? ShapePair{contact.shape_a, contact.shape_b}
                                                             : ShapePair{contact.shape_b, contact.shape_a};
    return ordered_pair(context, pair).a != contact.shape_a;
}

}  // namespace

ContactKind find_kind(const ShapeStore& shapes, const BodyStore& bodies, const ShapePair& pair,
                      NarrowPhase narrow_phase) {
    const int count_a = shapes.cores[pair.a].count;
    const int count_b = shapes.cores[pair.b].count;
    if (narrow_phase == NarrowPhase::Scalar || !fits_lanes(shapes, bodies, pair)) {
        return ContactKind::General;
    }
    if (shapes.is_box(pair.a) && shapes.is_box(pair.b) && shapes.internal_edges.find(pair.a) == nullptr) {
        return ContactKind::Boxes;
    }
    if (count_a > 4) {
        return count_b <= 4 ? ContactKind::MediumSmall : ContactKind::Medium;
    }
    if (count_b > 4) {
        return ContactKind::SmallMedium;
    }
    return ContactKind::Small;
}

std::uint32_t find_frame(ShapeStore& shapes, const BodyStore& bodies, std::uint32_t shape, ContactKind kind) {
    if (kind == ContactKind::Boxes || kind == ContactKind::General) {
        return shape;
    }
    // Most shapes have a frame: their body's mass is not read.
    if (shapes.has_frame(shape)) {
        return shapes.first_rows[shape];
    }
    const BodyMass& mass = bodies.masses[shapes.cores[shape].body];
    return shapes.frame_of(shape, Vec2{mass.center_x, mass.center_y});
}

void reclassify(const ContactContext& context, std::uint32_t body) {
    visit_contacts_of_body(context.bodies, context.contacts, body, [&](std::uint32_t index) {
        const Contact& contact = context.contacts.contacts[index];
        const ContactKind kind = find_kind(context.shapes, context.bodies, {contact.shape_a, contact.shape_b},
                                           context.narrow_phase);
        if (kind != contact.kind) {
            close_until_step(context.contacts, context.graph, index);
            change_kind(context, index, kind);
        }
    });
}

void reclassify_response(const ContactContext& context, std::uint32_t index) {
    Contact& contact = context.contacts.contacts.edit(index);
    const bool turned_over = is_turned_over(context, contact);
    const ContactResponse response = turned_over ? find_response(context, contact.shape_b, contact.shape_a)
                                                 : find_response(context, contact.shape_a, contact.shape_b);
    if (!turned_over && response == contact.response) {
        return;
    }
    wake(sleep_context(context), contact.body_a);
    wake(sleep_context(context), contact.body_b);
    close_until_step(context.contacts, context.graph, index);
    if (contact.touching) {
        remove_constraint(context.bodies, contact);
    }
    if (turned_over) {
        context.contacts.swap_sides(index, context.bodies);
        context.graph.swap_sides(index);
        change_kind(context, index,
                    find_kind(context.shapes, context.bodies, {contact.shape_a, contact.shape_b},
                              context.narrow_phase));
    }
    context.contacts.set_response(index, response);
    if (contact.touching) {
        add_constraint(context.bodies, contact);
    }
    if (response == ContactResponse::None) {
        contact.points[0] = contact.points[1] = {0.0f, 0.0f, 0.0f};
        context.graph.forget_impulse(index);
    }
}

}  // namespace drystone
