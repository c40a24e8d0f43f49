#include <drystone/world.h>

#include <drystone/collision/detail/sort_items.h>

#include "contacts/contact_view.h"
#include "world/checks.h"
#include "world/validate.h"

#include <algorithm>
#include <cstring>

namespace drystone {

namespace {

/// FNV-1a hash over 32-bit words, 64 bits. Source: Fowler, Noll and Vo.
class StateHash {
public:
    void add(std::uint32_t word) { value_ = (value_ ^ word) * 0x100000001b3ull; }
    void add(float number) {
        // Positive and negative zero are the same state.
        const float canonical = number + 0.0f;
        std::uint32_t word = 0;
        std::memcpy(&word, &canonical, sizeof word);
        add(word);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325ull;
};

std::size_t event_bytes(const WorldState& world) {
    return world.events.contacts.begins.capacity() * sizeof(ContactBegin) +
           (world.events.contacts.ends.capacity() + world.events.contacts.pending_ends.capacity()) *
               sizeof(ContactEnd) +
           world.events.joint_forces.capacity() * sizeof(JointForce) +
           world.events.joint_breaks.capacity() * sizeof(JointBreak) +
           world.events.hits.capacity() * sizeof(ContactHit) +
           world.events.forces.capacity() * sizeof(ContactForce) +
           (world.events.sleep.fallen_asleep.capacity() + world.events.sleep.woken.capacity()) *
               sizeof(BodyId) +
           world.events.moved_bodies.capacity() * sizeof(BodyMoved);
}

/// Calls `visitor` for the contacts of a body for which `belongs(contact)`, in slot order.
template <class Belongs>
void show_contacts(const WorldState& world, std::uint32_t body, const Belongs& belongs,
                   FunctionRef<void(const ContactView&)> visitor) {
    const ReadScope reading(world);
    std::vector<std::uint32_t> found;
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, body, [&](std::uint32_t contact) {
        if (belongs(world.stores.contacts.contacts[contact])) {
            found.push_back(contact);
        }
    });
    sort_items(found.begin(), found.end());
    for (const std::uint32_t contact : found) {
        visitor(make_contact_view(contact_view_context(world), contact));
    }
}

}  // namespace

ContactView World::contact(ContactId contact) const {
    return make_contact_view(contact_view_context(*state_),
                             contact_index(*state_, "World::contact", contact));
}

void World::visit_contacts(FunctionRef<void(const ContactView&)> visitor) const {
    check_not_stepping(*state_, "World::visit_contacts");
    check_visitor("World::visit_contacts", visitor);
    const ReadScope reading(*state_);
    for (std::uint32_t i = 0; i < state_->stores.contacts.contacts.size(); ++i) {
        if (state_->stores.contacts.contacts[i].shape_a != no_index) {
            visitor(make_contact_view(contact_view_context(*state_), i));
        }
    }
}

void ConstBodyRef::visit_contacts(FunctionRef<void(const ContactView&)> visitor) const {
    const char* const function = "BodyRef::visit_contacts";
    const std::uint32_t index = body_index(*state_, function, id_);
    check_not_stepping(*state_, function);
    check_visitor(function, visitor);
    show_contacts(
        *state_, index, [](const Contact&) { return true; }, visitor);
}

void ConstShapeRef::visit_contacts(FunctionRef<void(const ContactView&)> visitor) const {
    const char* const function = "ShapeRef::visit_contacts";
    const std::uint32_t index = shape_index(*state_, function, id_);
    check_not_stepping(*state_, function);
    check_visitor(function, visitor);
    show_contacts(
        *state_, state_->stores.shapes.cores[index].body,
        [&](const Contact& contact) { return contact.shape_a == index || contact.shape_b == index; },
        visitor);
}

void World::visit_tree(FunctionRef<void(int level, const Aabb& box)> visitor) const {
    check_not_stepping(*state_, "World::visit_tree");
    check_visitor("World::visit_tree", visitor);
    const ReadScope reading(*state_);
    for (const AabbTree& tree : state_->systems.broad_phase.trees()) {
        tree.visit_nodes(visitor);
    }
}

Counters World::counters() const {
    const WorldState& world = *state_;
    Counters counters;
    counters.bodies = static_cast<int>(world.stores.bodies.slots.live_count());
    counters.awake_bodies = static_cast<int>(world.stores.bodies.awake.size());
    counters.shapes = static_cast<int>(world.stores.shapes.slots.live_count());
    counters.pairs = static_cast<int>(world.stores.contacts.slots.live_count());
    counters.sleeping_islands =
        static_cast<int>(world.stores.islands.sleeping.size() - world.stores.islands.free.size());
    for (const Contact& contact : world.stores.contacts.contacts) {
        if (contact.shape_a == no_index) {
            continue;
        }
        counters.active_pairs += contact.state != ContactState::Asleep ? 1 : 0;
        counters.contacts += contact.touching ? 1 : 0;
        for (int i = 0; i < 2 && contact.touching; ++i) {
            counters.contact_points +=
                point_impulses(contact_view_context(world), contact, i).feature != 0.0f ? 1 : 0;
        }
    }
    for (int color = 0; color < ConstraintGraph::color_count; ++color) {
        counters.colors += world.stores.graph.count(color) == 0 ? 0 : 1;
    }
    counters.overflow_contacts = static_cast<int>(world.stores.graph.count(ConstraintGraph::overflow));
    for (const AabbTree& tree : world.systems.broad_phase.trees()) {
        counters.tree_height = std::max(counters.tree_height, tree.height());
        counters.bytes += tree.bytes();
    }
    counters.bytes +=
        world.stores.bodies.bytes() + world.stores.shapes.bytes() + world.stores.contacts.bytes() +
        world.stores.graph.bytes() + world.systems.solver.bytes() + world.stores.islands.bytes() +
        world.systems.fat_boxes.bytes() + world.stores.fields.bytes() + world.systems.field_pass.bytes() +
        world.stores.sensors.bytes() + world.stores.chains.bytes() + world.stores.tile_grids.bytes() +
        world.rules.bytes() + world.systems.contact_force_events.bytes() +
        world.systems.extra_iterations.bytes() + world.systems.loaded_contacts.bytes() +
        world.systems.overlap_push.bytes() + world.systems.changes->bytes() + world.stores.joints.bytes() +
        world.systems.joint_solver.bytes() + world.systems.continuous.bytes() +
        world.systems.broad_phase.bytes() + world.systems.kinematic_neighbors.bytes() +
        world.systems.internal_edge_changes.bytes() + world.systems.support_turns.bytes() +
        world.systems.quarantine.bytes() + event_bytes(world) + sizeof(WorldState);
    return counters;
}

std::uint64_t World::state_hash() const {
    StateHash hash;
    for (std::uint32_t body = 0; body < state_->stores.bodies.slots.size(); ++body) {
        if (!state_->stores.bodies.slots.is_live(body)) {
            continue;
        }
        hash.add(body);
        const BodyPose& pose = state_->stores.bodies.poses[body];
        const BodyVelocity& velocity = state_->stores.bodies.velocities[body];
        for (const float value : {pose.x, pose.y, pose.c, pose.s, velocity.x, velocity.y, velocity.w}) {
            hash.add(value);
        }
    }
    for (std::uint32_t i = 0; i < state_->stores.contacts.contacts.size(); ++i) {
        const Contact& contact = state_->stores.contacts.contacts[i];
        if (contact.shape_a == no_index) {
            continue;
        }
        hash.add(i);
        hash.add(contact.shape_a);
        hash.add(contact.shape_b);
        if (contact.surface && contact.touching) {
            hash.add(state_->stores.graph.surface_of(i, contact).rolling_impulse);
        }
        if (contact.one_way_passing) {
            hash.add(contact.body_a);
        }
        for (int number = 0; number < 2 && contact.touching; ++number) {
            const PointImpulses point = point_impulses(contact_view_context(*state_), contact, number);
            hash.add(point.feature);
            hash.add(point.normal_impulse);
            hash.add(point.friction_impulse);
        }
    }
    for (std::uint32_t joint = 0; joint < state_->stores.joints.slots.size(); ++joint) {
        if (!state_->stores.joints.slots.is_live(joint)) {
            continue;
        }
        JointRecord record = state_->stores.joints.records[joint];
        state_->systems.joint_solver.read(record);
        hash.add(joint);
        hash.add(record.angle);
        const JointImpulses& own = record.impulses;
        for (int i = 0; i < 3; ++i) {
            for (const float value : {own.lock[i], own.spring[i], own.motor[i], own.lower[i], own.upper[i]}) {
                hash.add(value);
            }
        }
    }
    return hash.value();
}

void World::validate() const {
    check_not_stepping(*state_, "World::validate");
    validate_world(*state_);
}

}  // namespace drystone
