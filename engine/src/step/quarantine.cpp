#include "step/quarantine.h"

#include <drystone/collision/detail/sort_items.h>

#include "contacts/contact_lifecycle.h"
#include "core/union_find.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace drystone {

namespace {

bool is_finite_body(const BodySolverState& state, const IntegrationBlock& block, std::uint32_t lane,
                    const BodyMass& mass) {
    const float values[] = {state.velocity_x,
                            state.velocity_y,
                            state.angular_velocity,
                            state.inverse_mass,
                            block.velocity_delta_x[lane],
                            block.velocity_delta_y[lane],
                            block.velocity_delta_w[lane],
                            mass.normalisation,
                            mass.arm_scale};
    return std::all_of(std::begin(values), std::end(values), [](float value) { return is_finite(value); });
}

/// Makes a body immovable and free of loads for the step.
void freeze(const QuarantineContext& context, std::uint32_t body) {
    const std::uint32_t slot = context.bodies.solver_slots[body];
    const BodyMass& mass = context.bodies.masses[body];
    context.bodies.set_mass(body, make_body_mass(mass.center_x, mass.center_y, 0.0f, 0.0f));
    context.bodies.velocities[body] = {};
    // Joints with disabled bodies are not solved.
    context.bodies.records.edit(body).enabled = false;
    context.joints.change_all();
    context.solver.states[slot] = {};
    IntegrationBlock& block = context.solver.integration[slot / block_lanes];
    const std::uint32_t lane = slot % block_lanes;
    block.normalisation[lane] = block.linear_damping_factor[lane] = block.angular_damping_factor[lane] = 1.0f;
    block.velocity_delta_x[lane] = block.velocity_delta_y[lane] = block.velocity_delta_w[lane] = 0.0f;
}

/// Returns the ratio of a number to one, or of one to it, whichever is larger; 1 for numbers <= 0.
float extremeness(float value) {
    if (!is_finite(value)) {
        return std::numeric_limits<float>::max();
    }
    return value > 0.0f ? std::max(value, 1.0f / value) : 1.0f;
}

float extremeness(const QuarantineContext& context, std::uint32_t body) {
    if (!context.bodies.is_dynamic(body)) {
        return std::numeric_limits<float>::infinity();
    }
    const BodyMass& mass = context.bodies.masses[body];
    return std::max({extremeness(mass.inverse_mass), extremeness(mass.normalisation),
                     extremeness(context.bodies.damping_and_sleep[body].extent)});
}

/// Clears the impulses of the body's contacts, which would also warm start the next step.
void forget_contact_impulses(const QuarantineContext& context, std::uint32_t body) {
    visit_contacts_of_body(context.bodies, context.contacts, body, [&](std::uint32_t index) {
        Contact& contact = context.contacts.contacts.edit(index);
        if (contact.state == ContactState::Touching) {
            ContactList& list = context.graph.list_of(contact);
            ContactBlock& block = list.blocks[ContactList::block(contact.place)];
            const int lane = ContactList::lane(contact.place);
            for (int i = 0; i < 2; ++i) {
                block.normal_impulse[i][lane] = block.friction_impulse[i][lane] = 0.0f;
                block.settled[i][lane] = 0.0f;
            }
            block.load[lane] = block.friction_load[lane] = 0.0f;
        }
    });
}

void forget_joint_impulses(const QuarantineContext& context, std::uint32_t body) {
    visit_joints_of_body(context.joints, body, [&](std::uint32_t joint) {
        JointRecord& record = context.joints.records.edit(joint);
        context.joint_solver.save(context.joints, joint);
        record.impulses = {};
        record.angle = is_finite(record.angle) ? record.angle : 0.0f;
        record.second_angle = is_finite(record.second_angle) ? record.second_angle : 0.0f;
        // The lane is given up, so that its values are not saved again.
        record.color = -1;
        context.joints.change_all();
    });
}

void collect_affected(const QuarantineContext& context) {
    std::vector<Quarantine::AffectedBody>& affected = context.quarantine.affected;
    affected.clear();
    for (const std::uint32_t body : context.bodies.awake) {
        if (context.bodies.velocities[body].still_time < 0.0f) {
            context.bodies.velocities[body].still_time = 0.0f;
            affected.push_back({body, 0});
        }
    }
    sort_items(
        affected.begin(), affected.end(),
        [](const Quarantine::AffectedBody& a, const Quarantine::AffectedBody& b) { return a.body < b.body; });
}

/// Gives connected bodies the same group.
void group_affected(const QuarantineContext& context) {
    std::vector<Quarantine::AffectedBody>& affected = context.quarantine.affected;
    std::vector<std::uint32_t> parents(affected.size());
    for (std::uint32_t i = 0; i < parents.size(); ++i) {
        parents[i] = i;
    }
    for (std::uint32_t i = 0; i < affected.size(); ++i) {
        const auto join = [&](std::uint32_t other) {
            const auto found = std::lower_bound(affected.begin(), affected.end(), other,
                                                [](const Quarantine::AffectedBody& affected_body,
                                                   std::uint32_t body) { return affected_body.body < body; });
            if (found != affected.end() && found->body == other) {
                unite(parents, i, static_cast<std::uint32_t>(found - affected.begin()));
            }
        };
        visit_contacts_of_body(context.bodies, context.contacts, affected[i].body, [&](std::uint32_t index) {
            const Contact& contact = context.contacts.contacts[index];
            if (contact.touching && contact.pushes_b()) {
                join(contact.body_a);
                join(contact.body_b);
            }
        });
        visit_joints_of_body(context.joints, affected[i].body, [&](std::uint32_t joint) {
            visit_bodies_of_joint(context.joints, joint, join);
        });
    }
    for (std::uint32_t i = 0; i < affected.size(); ++i) {
        affected[i].group = find_root(parents, i);
    }
}

/// Records the most extreme body of each group.
void find_offenders(const QuarantineContext& context) {
    Quarantine& quarantine = context.quarantine;
    // The root of a group is its first affected body.
    for (std::uint32_t root = 0; root < quarantine.affected.size(); ++root) {
        if (quarantine.affected[root].group != root) {
            continue;
        }
        std::uint32_t cause = no_index;
        float worst = 0.0f;
        for (std::uint32_t i = root; i < quarantine.affected.size(); ++i) {
            const std::uint32_t body = quarantine.affected[i].body;
            const float own = extremeness(context, body);
            // Bodies that could not be loaded have been recorded already.
            if (quarantine.affected[i].group == root && own > worst && context.bodies.records[body].enabled) {
                worst = own;
                cause = body;
            }
        }
        if (cause != no_index) {
            quarantine.records.push_back(
                {cause, context.bodies.poses[cause], context.bodies.masses[cause], QuarantineReason::Solve});
        }
    }
}

}  // namespace

void isolate_non_finite_loads(const QuarantineContext& context) {
    const BodyStore& bodies = context.bodies;
    for (std::size_t k = 0; k < bodies.awake.size(); ++k) {
        const std::uint32_t body = bodies.awake[k];
        const std::size_t slot = first_slot + k;
        if (is_finite_body(context.solver.states[slot], context.solver.integration[slot / block_lanes],
                           static_cast<std::uint32_t>(slot % block_lanes), bodies.masses[body])) {
            continue;
        }
        context.quarantine.records.push_back(
            {body, bodies.poses[body], bodies.masses[body], QuarantineReason::Load});
        visit_contacts_of_body(context.bodies, context.contacts, body, [&](std::uint32_t contact) {
            destroy_contact(context.lifecycle, contact, context.lifecycle.events.ends);
        });
        freeze(context, body);
    }
}

void contain_non_finite_bodies(const QuarantineContext& context) {
    collect_affected(context);
    group_affected(context);
    find_offenders(context);
    for (const Quarantine::AffectedBody& affected_body : context.quarantine.affected) {
        context.solver.states[context.bodies.solver_slots[affected_body.body]] = {};
        forget_contact_impulses(context, affected_body.body);
        forget_joint_impulses(context, affected_body.body);
    }
}

void publish_quarantine(const QuarantineContext& context) {
    Quarantine& quarantine = context.quarantine;
    BodyStore& bodies = context.bodies;
    sort_items(quarantine.records.begin(), quarantine.records.end(),
               [](const Quarantine::Record& a, const Quarantine::Record& b) { return a.body < b.body; });
    for (const Quarantine::Record& one : quarantine.records) {
        bodies.poses[one.body] = one.pose;
        bodies.set_mass(one.body, one.mass);
        bodies.velocities[one.body] = {};
        // Enabled again until the end of the step, when it is disabled properly.
        bodies.records.edit(one.body).enabled = true;
        BodyForce& force = bodies.forces[one.body];
        force = {0.0f, 0.0f, 0.0f, force.gravity_scale};
        quarantine.events.push_back({bodies.slots.handle<BodyId>(one.body, context.number),
                                     origin_pose(one.pose, one.mass), one.reason});
    }
    quarantine.records.clear();
}

}  // namespace drystone
