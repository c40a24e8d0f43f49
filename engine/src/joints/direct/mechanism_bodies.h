#pragma once

// Passes over the bodies of mechanisms, and of mechanisms that contacts connect.
#include "joints/direct/direct_joints.h"

namespace drystone {

/// Measures the motion of a rigid body with the mass, momentum and angular momentum of bodies, which
/// `visit(visitor)` calls `visitor(number, state)` for.
template <class Visit>
DirectJoints::Drift DirectJoints::measure_drift_of(Visit&& visit) {
    Drift drift;
    double mass = 0.0;
    visit([&](std::uint32_t, const BodyState64& body) {
        const double own = 1.0 / body.inverse_mass;
        mass += own;
        drift.center = drift.center + own * body.center;
        drift.velocity = drift.velocity + own * body.velocity;
    });
    drift.center = (1.0 / mass) * drift.center;
    drift.velocity = (1.0 / mass) * drift.velocity;
    double inertia = 0.0;
    double momentum = 0.0;
    bool turns = true;
    visit([&](std::uint32_t, const BodyState64& body) {
        const DoubleVector arm = body.center - drift.center;
        const double about_itself = body.inverse_inertia > 0.0 ? 1.0 / body.inverse_inertia : 0.0;
        turns = turns && about_itself > 0.0;
        inertia += dot(arm, arm) / body.inverse_mass + about_itself;
        momentum += cross(arm, body.velocity) / body.inverse_mass + about_itself * body.angular_velocity;
    });
    drift.spin = turns ? momentum / inertia : 0.0;
    drift.energy = 0.5 * inertia * drift.spin * drift.spin;
    return drift;
}

/// Adds the part `change` of their motion to the velocities of bodies, except for the drift.
template <class Visit>
void DirectJoints::scale_bodies(const SequentialContext& context, const Drift& drift, double change,
                                Visit&& visit) {
    visit([&](std::uint32_t number, const BodyState64& body) {
        const DoubleVector arm = body.center - drift.center;
        const DoubleVector along = drift.velocity + drift.spin * DoubleVector{-arm.y, arm.x};
        push_body(context.bodies, context.states, number, change * (body.velocity - along),
                  change * (body.angular_velocity - drift.spin));
    });
}

template <class Visitor>
void DirectJoints::for_each_body(const SequentialContext& context, const Mechanism& mechanism,
                                 Visitor&& visitor) const {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        visitor(nodes_[i].body, body_state64(context.bodies, context.states, nodes_[i].body));
    }
}

/// Visits the bodies of the mechanisms of a group, and those that its contacts push.
template <class Visitor>
void DirectJoints::for_each_body(const SequentialContext& context, const CoupledGroup& group,
                                 Visitor&& visitor) const {
    for (std::size_t i = 0; i < group.mechanism_count; ++i) {
        for_each_body(context, mechanisms_[group_mechanisms_[group.first_mechanism + i].index], visitor);
    }
    for (std::size_t i = 0; i < group.free_count; ++i) {
        const std::uint32_t body = group_free_[group.first_free + i].index;
        visitor(body, body_state64(context.bodies, context.states, body));
    }
}

}  // namespace drystone
