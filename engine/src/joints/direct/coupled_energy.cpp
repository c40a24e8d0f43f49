// Energy of mechanisms whose contacts are solved together with their joints.
#include "joints/direct/direct_joints.h"
#include "joints/direct/mechanism_bodies.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Returns the kinetic energy of a body relative to a rigid motion: that of a point at its centre, and a spin
/// [J].
double kinetic_energy(const BodyState64& body, const DoubleVector& along, double spin) {
    const DoubleVector velocity = body.velocity - along;
    const double turning = body.angular_velocity - spin;
    return 0.5 * dot(velocity, velocity) / body.inverse_mass +
           (body.inverse_inertia > 0.0 ? 0.5 * turning * turning / body.inverse_inertia : 0.0);
}

}  // namespace

/// Begins or ends a phase that counts the energy that mechanisms gain [J], without the work of motors: with
/// `sign` -1 and 1.
void DirectJoints::count_gain(double sign, CoupledGroup& group) {
    for_each_mechanism(group, [&](const Mechanism& mechanism) {
        // Solves subtract the work of motors from `gain`.
        group.gain += sign * (measure_whole_energy(mechanism) + mechanism.gain);
    });
}

/// Adds what the joints alone gained to the gain of the group.
void DirectJoints::take_gains(CoupledGroup& group) {
    for_each_mechanism(group, [&](Mechanism& mechanism) {
        group.gain += mechanism.gain;
        mechanism.gain = 0.0;
    });
}

/// Measures what the bodies of a group begin a sub-step with, and what the forces give them before they move.
void DirectJoints::begin_budget(const SequentialContext& context, CoupledGroup& group) {
    group.gain = group.given_away = group.start_energy = group.force_gain = group.force_work = 0.0;
    for_each_body(context, group, [&](std::uint32_t number, const BodyState64& body) {
        const VelocityDelta delta = velocity_delta_of(context, number);
        group.start_energy += kinetic_energy(body, {}, 0.0);
        group.force_gain += gain_by(delta, 1.0 - delta.verlet_fraction, body);
    });
}

/// Returns the kinetic energy that a part of the change of velocity by forces gives a body [J].
double DirectJoints::gain_by(const VelocityDelta& delta, double part, const BodyState64& body) {
    const DoubleVector change{part * delta.change.x, part * delta.change.y};
    const double turning = part * delta.change.w;
    const double of_turning = body.inverse_inertia > 0.0
                                  ? (body.angular_velocity + 0.5 * turning) * turning / body.inverse_inertia
                                  : 0.0;
    return dot(body.velocity + 0.5 * change, change) / body.inverse_mass + of_turning;
}

/// Measures the work of the forces on the bodies of a group, which are about to move, and what the forces
/// give them afterwards.
void DirectJoints::add_work(const SequentialContext& context, CoupledGroup& group) {
    for_each_body(context, group, [&](std::uint32_t number, const BodyState64& body) {
        const VelocityDelta delta = velocity_delta_of(context, number);
        group.force_gain += gain_by(delta, delta.verlet_fraction, body);
        group.force_work += dot({delta.change.x, delta.change.y}, body.velocity) / body.inverse_mass;
        if (body.inverse_inertia > 0.0) {
            group.force_work += delta.change.w * body.angular_velocity / body.inverse_inertia;
        }
    });
}

/// Takes back the energy that the bodies of a group have at the end of a sub-step beyond what they began
/// with and the work of the forces, from the motion of all of them alike, so that joints and contacts stay
/// satisfied. Joints and contacts at rest do no work; they gain some where rows of the start of a sub-step no
/// longer fit its end, and where gaps of joints are closed. What other contacts and joints give the bodies is
/// theirs; what those take is lost.
void DirectJoints::keep_budget(const SequentialContext& context, const CoupledGroup& group) {
    bool moved = false;
    bool drives = false;
    for_each_mechanism(group, [&](const Mechanism& mechanism) {
        moved = moved || has_moving_anchor(mechanism);
        drives = drives || mechanism.drives;
    });
    const auto visit = [&](auto&& visitor) { for_each_body(context, group, visitor); };
    double energy = 0.0;
    visit([&](std::uint32_t, const BodyState64& body) { energy += kinetic_energy(body, {}, 0.0); });
    double surplus = group.gain;
    if (!drives) {
        const double by_others =
            energy - group.start_energy - (group.gain - group.given_away) - group.force_gain;
        surplus += group.force_gain - group.force_work + std::min(by_others, 0.0);
    }
    if (!(surplus > 0.0) || moved) {
        return;
    }
    const Drift drift = group.floats ? measure_drift_of(visit) : Drift{};
    double own = 0.0;
    visit([&](std::uint32_t, const BodyState64& body) {
        const DoubleVector arm = body.center - drift.center;
        own += kinetic_energy(body, drift.velocity + drift.spin * DoubleVector{-arm.y, arm.x}, drift.spin);
    });
    if (own > 0.0) {
        scale_bodies(context, drift, std::sqrt(std::max(0.0, 1.0 - surplus / own)) - 1.0, visit);
    }
}

}  // namespace drystone
