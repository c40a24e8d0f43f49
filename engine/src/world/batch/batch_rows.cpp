#include "world/batch/batch_rows.h"

#include "contacts/contact_view.h"

#include <algorithm>

namespace drystone {

namespace {

/// Sum of the contacts of a body.
struct ContactSum {
    Vec2 force{0.0f, 0.0f};
    std::int32_t count = 0;
};

/// Returns the impulse of a touching contact on its body B in the last sub-step [N s].
Vec2 contact_impulse(const ContactViewContext& view, std::uint32_t index) {
    const Contact& contact = view.contacts.contacts[index];
    const PointImpulses first = point_impulses(view, contact, 0);
    const PointImpulses second = point_impulses(view, contact, 1);
    const float along = first.normal_impulse + second.normal_impulse;
    const float across = first.friction_impulse + second.friction_impulse;
    if (along == 0.0f && across == 0.0f) {
        return {0.0f, 0.0f};
    }
    Vec2 normal;
    if (contact.state == ContactState::Touching) {
        const ContactBlock& block = view.graph.list_of(contact).blocks[ContactList::block(contact.place)];
        const int lane = ContactList::lane(contact.place);
        normal = {block.normal_x[lane], block.normal_y[lane]};
    } else {
        normal = make_contact_view(view, index).normal;
    }
    return along * normal + across * right_perp(normal);
}

ContactSum sum_contacts(const ContactViewContext& view, float inverse_h, std::uint32_t body) {
    ContactSum sum;
    visit_contacts_of_body(view.bodies, view.contacts, body, [&](std::uint32_t index) {
        const Contact& contact = view.contacts.contacts[index];
        if (contact.touching) {
            const float sign = contact.body_b == body ? inverse_h : -inverse_h;
            sum.force = sum.force + sign * contact_impulse(view, index);
            ++sum.count;
        }
    });
    return sum;
}

}  // namespace

void BatchRows::resize(std::size_t elements, bool contacts) {
    poses.resize(elements);
    velocities.resize(elements);
    contact_forces.resize(contacts ? elements : 0);
    contact_counts.resize(contacts ? elements : 0);
}

void BatchRows::reserve(std::size_t elements, bool contacts) {
    poses.reserve(elements);
    velocities.reserve(elements);
    contact_forces.reserve(contacts ? elements : 0);
    contact_counts.reserve(contacts ? elements : 0);
}

void BatchRows::copy(const BatchRows& from, std::size_t from_first, std::size_t first, std::size_t count) {
    const auto copy_array = [&](const auto& source, auto& target) {
        if (!target.empty()) {
            std::copy_n(source.begin() + static_cast<std::ptrdiff_t>(from_first), count,
                        target.begin() + static_cast<std::ptrdiff_t>(first));
        }
    };
    copy_array(from.poses, poses);
    copy_array(from.velocities, velocities);
    copy_array(from.contact_forces, contact_forces);
    copy_array(from.contact_counts, contact_counts);
}

void BatchRows::write(const WorldState& world, const std::vector<BodyId>& bodies, std::size_t first) {
    const BodyStore& store = world.stores.bodies;
    const ContactViewContext view = contact_view_context(world);
    const float h = world.stores.graph.sub_step();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!store.slots.holds(bodies[i], world.number)) {
            continue;
        }
        const std::uint32_t slot = bodies[i].index1 - 1;
        const BodyVelocity& velocity = store.velocities[slot];
        poses[first + i] = origin_pose(store.poses[slot], store.masses[slot]);
        velocities[first + i] = {{velocity.x, velocity.y}, velocity.w};
        if (!contact_counts.empty()) {
            const ContactSum sum = sum_contacts(view, 1.0f / h, slot);
            contact_forces[first + i] = sum.force;
            contact_counts[first + i] = sum.count;
        }
    }
}

}  // namespace drystone
