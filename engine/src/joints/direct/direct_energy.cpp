// Energy of mechanisms: damping of links under tension, and conservation of energy in a solve.
#include "joints/direct/direct_joints.h"
#include "joints/direct/joint_arms.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Gain of energy by joints in a sub-step that is tolerated, as a part of the kinetic energy. Joints gain
/// energy where bodies turn so far that the rows of the start of the sub-step no longer fit its end.
constexpr double unnoticed_gain = 1e-3;
/// Geometric stiffness that an explicit step may have, in units of inertia over h^2: the tension of a chain
/// acts on each link like a spring against turning, and an explicit step is unstable from 4 on. The excess is
/// treated implicitly, as damping of the turning of links relative to their parents. Source: Andrews,
/// Teichmann, Kovecses, Geometric Stiffness for Real-time Constrained Multibody Dynamics, 2017.
constexpr double stable_stiffness = 0.5;
/// Geometric stiffness in the same units from which an explicit step is unstable.
constexpr double unstable_stiffness = 4.0;
/// Speed [m/s] below which mechanisms may lose energy, so that they come to rest.
constexpr double slow_motion = 0.1;
/// Largest factor by which a sub-step may raise the kinetic energy of a mechanism to restore it.
constexpr double max_return = 4.0;

DoubleVector linear(const Twist& velocity) { return {velocity.x, velocity.y}; }

}  // namespace

/// Returns the geometric stiffness of a body's turning by the impulses of a joint: their radial part times
/// the arm [N m s].
double DirectJoints::tension(const Link& link, bool is_b) {
    const DoubleVector& arm = is_b ? link.arms.b : link.arms.a;
    if (is_pin(link.own)) {
        const double pull =
            static_cast<double>(link.sums.lock[0]) * arm.x + static_cast<double>(link.sums.lock[1]) * arm.y;
        return is_b ? pull : -pull;
    }
    double sum = 0.0;
    for (int k = 0; k < link.count; ++k) {
        const Twist& row = is_b ? link.rows[k].b : link.rows[k].a;
        const auto impulse = static_cast<double>(link.sums.lock[link.rows[k].index]);
        sum += impulse * (row.x * arm.x + row.y * arm.y);
    }
    return sum;
}

/// Finds the tension of each node.
void DirectJoints::find_tensions(const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        nodes_[i].tension = 0.0;
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        const Link& link = links_[i];
        if (link.node_a != Link::massless) {
            nodes_[static_cast<std::size_t>(link.node_a)].tension += tension(link, false);
        }
        if (link.node_b != Link::massless) {
            nodes_[static_cast<std::size_t>(link.node_b)].tension += tension(link, true);
        }
    }
}

/// Finds the tension and the damping of each node. Returns whether a node has damping.
bool DirectJoints::find_stiff_links(double h, Mechanism& mechanism) {
    find_tensions(mechanism);
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        Node& node = nodes_[i];
        const double own = bodies_[i].inverse_inertia;
        node.damping = own > 0.0 ? std::max(0.0, h * node.tension - stable_stiffness / own) : 0.0;
        mechanism.stiff = mechanism.stiff || node.damping > 0.0;
    }
    return mechanism.stiff;
}

/// Raises the damping to what the tension after a solve demands, if the solve was unstable with the damping
/// that it had. Returns whether it was.
bool DirectJoints::raise_damping(double h, Mechanism& mechanism) {
    find_tensions(mechanism);
    const std::size_t end = mechanism.first_node + mechanism.node_count;
    const auto damping = [&](std::size_t node) { return mechanism.stiff ? nodes_[node].damping : 0.0; };
    bool unstable = false;
    for (std::size_t i = mechanism.first_node; i < end; ++i) {
        const double excess = h * nodes_[i].tension - damping(i);
        unstable = unstable || excess * bodies_[i].inverse_inertia > unstable_stiffness;
    }
    if (!unstable) {
        return false;
    }
    for (std::size_t i = mechanism.first_node; i < end; ++i) {
        const double own = bodies_[i].inverse_inertia;
        Node& node = nodes_[i];
        node.damping = own > 0.0 ? std::max(damping(i), h * node.tension - stable_stiffness / own) : 0.0;
    }
    mechanism.stiff = true;
    return true;
}

/// Applies the damping as an implicit step to the relative turning of each node and its parent, so that it
/// never gains energy. For the rest of the sub-step the damping acts as added inertia of the links.
void DirectJoints::damp_bending(const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node + mechanism.node_count; i-- > mechanism.first_node;) {
        const Node& node = nodes_[i];
        if (node.damping == 0.0 || node.parent < 0) {
            continue;
        }
        const auto parent = static_cast<std::size_t>(node.parent);
        MechanismBody& body = bodies_[i];
        MechanismBody& above = bodies_[parent];
        const double stiffness = node.damping * body.inverse_inertia;
        const double impulse = stiffness / (1.0 + stiffness) /
                               (body.inverse_inertia + above.inverse_inertia) *
                               (above.velocity.w - body.velocity.w);
        body.velocity.w += impulse * body.inverse_inertia;
        above.velocity.w -= impulse * above.inverse_inertia;
    }
}

/// Returns the change of velocity that forces give a body in a sub-step.
DirectJoints::VelocityDelta DirectJoints::velocity_delta_of(const SequentialContext& context,
                                                            std::uint32_t body) {
    const std::uint32_t slot = context.bodies.solver_slots[body];
    const IntegrationBlock& block = context.integration[slot / block_lanes];
    const std::uint32_t lane = slot % block_lanes;
    return {
        {static_cast<double>(block.velocity_delta_x[lane]), static_cast<double>(block.velocity_delta_y[lane]),
         static_cast<double>(block.velocity_delta_w[lane]) * static_cast<double>(block.normalisation[lane])},
        static_cast<double>(block.verlet_fraction[lane])};
}

/// Measures the motion of a rigid body with the mass, momentum and angular momentum of a floating mechanism;
/// zero for others.
DirectJoints::Drift DirectJoints::measure_drift(const Mechanism& mechanism) const {
    Drift drift;
    if (!mechanism.floats) {
        return drift;
    }
    const auto visit = [&](auto&& visitor) {
        for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
            visitor(bodies_[i].state());
        }
    };
    double mass = 0.0;
    visit([&](const BodyState64& body) {
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
    visit([&](const BodyState64& body) {
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

/// Measures the kinetic energy of a mechanism [J]; relative to its centre of mass if it floats.
double DirectJoints::measure_energy(const Mechanism& mechanism) const {
    const double whole = measure_whole_energy(mechanism);
    if (!mechanism.floats) {
        return whole;
    }
    double mass = 0.0;
    DoubleVector momentum{};
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        mass += bodies_[i].mass;
        momentum = momentum + bodies_[i].mass * linear(bodies_[i].velocity);
    }
    return whole - 0.5 / mass * dot(momentum, momentum);
}

/// Measures the kinetic energy of a mechanism, with that of its centre of mass [J].
double DirectJoints::measure_whole_energy(const Mechanism& mechanism) const {
    double sum = 0.0;
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        const MechanismBody& body = bodies_[i];
        const Twist& velocity = body.velocity;
        sum += 0.5 * body.mass * (velocity.x * velocity.x + velocity.y * velocity.y);
        sum += body.half_inertia * velocity.w * velocity.w;
    }
    return sum;
}

/// Scales the motion of the mechanism, except its drift, so that it has this kinetic energy [J]; the increase
/// is limited by `max_return`. Returns the energy that is missing.
double DirectJoints::scale_motion(const Mechanism& mechanism, double energy) {
    const Drift drift = measure_drift(mechanism);
    const double own = measure_energy(mechanism) - drift.energy;
    const double residual = std::clamp(energy - drift.energy, 0.0, max_return * own);
    if (!(own > 0.0)) {
        return energy;
    }
    const double change = std::sqrt(residual / own) - 1.0;
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        MechanismBody& body = bodies_[i];
        const DoubleVector arm = body.place.center - drift.center;
        const DoubleVector along = drift.velocity + drift.spin * DoubleVector{-arm.y, arm.x};
        const Twist& velocity = body.velocity;
        add_scaled(body.velocity, change,
                   {velocity.x - along.x, velocity.y - along.y, velocity.w - drift.spin});
    }
    return energy - drift.energy - residual;
}

void DirectJoints::restore_energy(Mechanism& mechanism) {
    if (mechanism.struck) {
        // An impact without restitution takes energy, but gives none.
        mechanism.missing_energy = 0.0;
        if (measure_energy(mechanism) > mechanism.target_energy) {
            scale_motion(mechanism, mechanism.target_energy);
        }
        return;
    }
    mechanism.missing_energy = std::max(0.0, scale_motion(mechanism, mechanism.target_energy));
}

/// Returns whether a joint connects the mechanism to a body of infinite mass that moves.
bool DirectJoints::has_moving_anchor(const Mechanism& mechanism) const {
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        if (bodies_[nodes_.size() + i].moves()) {
            return true;
        }
    }
    return false;
}

/// Returns whether the mechanism's energy must be conserved: it moves, no motor or moving anchor does work on
/// it, and no contact, iterative joint, axis lock or speed limit acts on its bodies.
bool DirectJoints::may_conserve(const SequentialContext& context, const Mechanism& mechanism) const {
    if (mechanism.drives) {
        return false;
    }
    double slow = 0.0;
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        const std::uint32_t body = nodes_[i].body;
        if (context.bodies.is_locked_along_one(body) ||
            velocity_delta_of(context, body).verlet_fraction == 0.0) {
            return false;
        }
        slow += 0.5 * slow_motion * slow_motion * bodies_[i].mass;
    }
    return !has_moving_anchor(mechanism) && measure_energy(mechanism) > slow;
}

/// Sets the target energy of a mechanism that conserves it: the missing energy plus the kinetic energy before
/// the first half of the forces' change of velocity, with the velocities projected onto the rows. Locked rows
/// do no work: until after the second half, the energy changes only by the work of the forces, see
/// `add_work`.
void DirectJoints::record_energy(const SequentialContext& context, double h, Mechanism& mechanism) {
    mechanism.conserves = may_conserve(context, mechanism);
    if (!mechanism.conserves) {
        mechanism.missing_energy = 0.0;
        return;
    }
    const auto push_gains = [&](double factor) {
        for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
            const VelocityDelta gain = velocity_delta_of(context, nodes_[i].body);
            const double part = factor * (1.0 - gain.verlet_fraction);
            add_scaled(bodies_[i].velocity, part, gain.change);
        }
    };
    push_gains(-1.0);
    find_residual(h, false, mechanism);
    find_step(h, false, mechanism);
    apply_step(1.0, mechanism);
    mechanism.target_energy = measure_energy(mechanism) + mechanism.missing_energy;
    apply_step(-1.0, mechanism);
    push_gains(1.0);
}

/// Adds the work of the forces to the target energy, with the velocities that the bodies move with.
void DirectJoints::add_work(const SequentialContext& context, Mechanism& mechanism) const {
    const Drift drift = measure_drift(mechanism);
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        const MechanismBody& body = bodies_[i];
        const Twist change = velocity_delta_of(context, nodes_[i].body).change;
        const DoubleVector way = linear(body.velocity) - drift.velocity;
        mechanism.target_energy += (change.x * way.x + change.y * way.y) / body.inverse_mass;
        if (body.inverse_inertia > 0.0) {
            mechanism.target_energy += change.w * body.velocity.w / body.inverse_inertia;
        }
    }
}

void DirectJoints::take_back(const Mechanism& mechanism, double energy) {
    if (mechanism.gain > unnoticed_gain * energy) {
        scale_motion(mechanism, energy - mechanism.gain);
    }
}

}  // namespace drystone
