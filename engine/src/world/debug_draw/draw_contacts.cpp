#include "world/debug_draw/drawing.h"

#include "contacts/contact_view.h"

#include <charconv>
#include <cmath>

namespace drystone {

namespace {

std::vector<ContactView> find_contacts(const Drawing& drawing) {
    std::vector<ContactView> found;
    for (std::uint32_t i = 0; i < drawing.world.stores.contacts.contacts.size(); ++i) {
        const Contact& contact = drawing.world.stores.contacts.contacts[i];
        if (contact.shape_a == no_index || !contact.touching) {
            continue;
        }
        const ContactView view = make_contact_view(contact_view_context(drawing.world), i);
        if (view.count > 0 &&
            (drawing.sees(view.points[0].point) || drawing.sees(view.points[view.count - 1].point))) {
            found.push_back(view);
        }
    }
    return found;
}

float impulse_scale(const Drawing& drawing, const std::vector<ContactView>& contacts) {
    if (drawing.options.impulse_scale > 0.0f) {
        return drawing.options.impulse_scale;
    }
    std::vector<float> impulses;
    for (const ContactView& contact : contacts) {
        for (int i = 0; i < contact.count; ++i) {
            impulses.push_back(contact.points[i].normal_impulse);
        }
    }
    return arrow_scale(impulses, drawing.options.arrow_length);
}

void draw_feature(const Drawing& drawing, const ContactPointView& point, DebugStyle style) {
    char text[16];
    const std::to_chars_result end = std::to_chars(text, text + sizeof text, point.feature);
    style.role = DebugRole::ContactFeature;
    drawing.out.text(point.point, {text, static_cast<std::size_t>(end.ptr - text)}, style);
}

void draw_point(const Drawing& drawing, const ContactView& contact, const ContactPointView& point,
                float scale) {
    const DebugDrawOptions& options = drawing.options;
    DebugStyle style{.shape = contact.shape_a};
    const float longest = 2.0f * options.arrow_length;
    if (options.contact_normals) {
        style.role = DebugRole::ContactNormal;
        drawing.out.arrow(point.point, point.point + options.mark_length * contact.normal, style);
    }
    if (options.contact_impulses) {
        style.role = DebugRole::ContactImpulse;
        draw_arrow(drawing, point.point, scale * point.normal_impulse * contact.normal, longest, style);
    }
    if (options.friction_impulses) {
        style.role = DebugRole::FrictionImpulse;
        const Vec2 along = right_perp(contact.normal);
        draw_arrow(drawing, point.point, scale * point.friction_impulse * along, longest, style);
    }
    if (options.contact_points) {
        style.role = DebugRole::ContactPoint;
        style.filled = point.normal_impulse > 0.0f;
        drawing.out.point(point.point, style);
        style.filled = false;
    }
    if (options.contact_features) {
        draw_feature(drawing, point, style);
    }
}

/// Draws a graph edge between the centres of mass; for a body that is not dynamic, to the contact point.
void draw_edge(const Drawing& drawing, const ContactView& contact) {
    if (contact.color < 0) {
        return;
    }
    const auto end = [&](const ShapeId& shape) -> Vec2 {
        const std::uint32_t body = drawing.world.stores.shapes.cores[shape.index1 - 1].body;
        const BodyPose& pose = drawing.world.stores.bodies.poses[body];
        return drawing.world.stores.bodies.is_dynamic(body) ? Vec2{pose.x, pose.y} : contact.points[0].point;
    };
    drawing.out.segment(
        end(contact.shape_a), end(contact.shape_b),
        {.role = DebugRole::GraphColor, .variety = static_cast<std::uint32_t>(contact.color)});
}

}  // namespace

void draw_contacts(const Drawing& drawing) {
    const std::vector<ContactView> contacts = find_contacts(drawing);
    if (drawing.options.graph_colors) {
        for (const ContactView& contact : contacts) {
            draw_edge(drawing, contact);
        }
    }
    const float scale = impulse_scale(drawing, contacts);
    for (const ContactView& contact : contacts) {
        for (int i = 0; i < contact.count; ++i) {
            draw_point(drawing, contact, contact.points[i], scale);
        }
    }
}

}  // namespace drystone
