#include "contacts/contact_force_events.h"

#include <drystone/collision/detail/sort_items.h>

#include "contacts/contact_context.h"
#include "core/arrays.h"
#include "core/finite.h"

#include <algorithm>

namespace drystone {

namespace {

/// Lane that holds a contact's impulses.
struct Lane {
    const ContactBlock& block;
    int lane;
};

Lane lane_of(const ContactStore& contacts, const ConstraintGraph& graph, std::uint32_t index) {
    const Contact& contact = contacts.contacts[index];
    const ContactList& list = graph.list_of(contact);
    return {list.blocks[ContactList::block(contact.place)], ContactList::lane(contact.place)};
}

/// Returns the lower threshold of the shapes that have force events.
float threshold_of(const ShapeStore& shapes, const Contact& contact) {
    const ShapeRecord& a = shapes.records[contact.shape_a];
    const ShapeRecord& b = shapes.records[contact.shape_b];
    if (a.force_events && b.force_events) {
        return std::min(a.force_threshold, b.force_threshold);
    }
    return a.force_events ? a.force_threshold : b.force_threshold;
}

}  // namespace

void ContactForceEvents::prepare() { prepare_room(shapes_, 1); }

void ContactForceEvents::add(std::uint32_t shape) {
    shapes_.insert(std::lower_bound(shapes_.begin(), shapes_.end(), shape), shape);
}

void ContactForceEvents::remove(std::uint32_t shape) {
    shapes_.erase(std::lower_bound(shapes_.begin(), shapes_.end(), shape));
}

void ContactForceEvents::begin_step(const ShapeStore& shapes, const BodyStore& bodies,
                                    const ContactStore& contacts) {
    contacts_.clear();
    for (const std::uint32_t shape : shapes_) {
        visit_contacts_of_body(bodies, contacts, shapes.cores[shape].body, [&](std::uint32_t index) {
            const Contact& contact = contacts.contacts[index];
            if (contact.state == ContactState::Touching &&
                (contact.shape_a == shape || contact.shape_b == shape)) {
                contacts_.push_back({.contact = index, .threshold = threshold_of(shapes, contact)});
            }
        });
    }
    sort_items(contacts_.begin(), contacts_.end(),
               [](const MonitoredContact& a, const MonitoredContact& b) { return a.contact < b.contact; });
    // Both shapes may have force events.
    const auto end = std::unique(
        contacts_.begin(), contacts_.end(),
        [](const MonitoredContact& a, const MonitoredContact& b) { return a.contact == b.contact; });
    contacts_.erase(end, contacts_.end());
}

void ContactForceEvents::add_sub_step(const ContactStore& contacts, const ConstraintGraph& graph) {
    for (MonitoredContact& monitored : contacts_) {
        const auto [block, lane] = lane_of(contacts, graph, monitored.contact);
        for (int i = 0; i < 2; ++i) {
            monitored.normal[i] += block.normal_impulse[i][lane];
            monitored.friction[i] += block.friction_impulse[i][lane];
        }
    }
}

void ContactForceEvents::add_bounces(const ContactStore& contacts, const ConstraintGraph& graph) {
    for (MonitoredContact& monitored : contacts_) {
        const Contact& contact = contacts.contacts[monitored.contact];
        const ContactList& list = graph.list_of(contact);
        const std::size_t block = ContactList::block(contact.place);
        const int lane = ContactList::lane(contact.place);
        for (int i = 0; i < 2 && list.bounces && list.blocks[block].bounces; ++i) {
            monitored.normal[i] += list.impacts[block].bounce_normal[i][lane];
            monitored.friction[i] += list.impacts[block].bounce_friction[i][lane];
        }
    }
}

void report_contact_forces(const ContactViewContext& view, const ContactForceEvents& watch, float time_step,
                           ContactStore& contacts, std::vector<ContactForce>& forces) {
    for (const MonitoredContact& monitored : watch.contacts()) {
        const Contact& contact = view.contacts.contacts[monitored.contact];
        const auto [block, lane] = lane_of(view.contacts, view.graph, monitored.contact);
        const Vec2 normal{block.normal_x[lane], block.normal_y[lane]};
        const Vec2 impulse = (monitored.normal[0] + monitored.normal[1]) * normal +
                             (monitored.friction[0] + monitored.friction[1]) * right_perp(normal);
        const Vec2 force = impulse / time_step;
        const float magnitude = length(force);
        const bool is_reported = magnitude > monitored.threshold && is_finite(magnitude);
        const bool was_reported = contact.force_reported;
        if (is_reported != was_reported) {
            contacts.contacts.edit(monitored.contact).force_reported = is_reported;
        }
        if (!is_reported) {
            continue;
        }
        const int strongest = monitored.normal[1] > monitored.normal[0] ? 1 : 0;
        forces.push_back({shape_id(view, contact.shape_a), shape_id(view, contact.shape_b),
                          contact_id(view, monitored.contact), force, magnitude,
                          nearest_finite(lane_point(view, contact, strongest)), normal, !was_reported});
    }
}

}  // namespace drystone
