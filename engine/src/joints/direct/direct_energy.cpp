// Energy of mechanisms: damping of links under tension, and conservation of energy in a solve.
#include "joints/direct/direct_joints.h"
#include "joints/direct/mechanism_bodies.h"

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

}  // namespace

/// Returns the geometric stiffness of a body's turning by the impulses of a joint: their radial part times
/// the arm [N m s].
double DirectJoints::tension(const SequentialContext& context, const Link& link, bool is_b) const {
    const JointRecord& record = context.joints.records[link.joint];
    const std::uint32_t body = is_b ? record.body_b : record.body_a;
    const BodyState64 placed = body_state64(context.bodies, context.states, body);
    const DoubleVector arm =
        placed.arm(context.bodies.masses[body], is_b ? record.rows.anchor_b : record.rows.anchor_a);
    double sum = 0.0;
    for (int k = 0; k < link.count; ++k) {
        const Twist& row = is_b ? link.rows[k].b : link.rows[k].a;
        const double impulse = static_cast<double>(record.impulses.lock[link.rows[k].index]);
        sum += impulse * (row.x * arm.x + row.y * arm.y);
    }
    return sum;
}

/// Finds the tension of each node.
void DirectJoints::find_tensions(const SequentialContext& context, const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        nodes_[i].tension = 0.0;
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        const Link& link = links_[i];
        if (link.node_a != Link::massless) {
            nodes_[static_cast<std::size_t>(link.node_a)].tension += tension(context, link, false);
        }
        if (link.node_b != Link::massless) {
            nodes_[static_cast<std::size_t>(link.node_b)].tension += tension(context, link, true);
        }
    }
}

/// Finds the tension and the damping of each node. Returns whether a node has damping.
bool DirectJoints::find_stiff_links(const SequentialContext& context, double h, Mechanism& mechanism) {
    find_tensions(context, mechanism);
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        Node& node = nodes_[i];
        const auto own = static_cast<double>(context.bodies.masses[node.body].inverse_inertia);
        node.damping = own > 0.0 ? std::max(0.0, h * node.tension - stable_stiffness / own) : 0.0;
        mechanism.stiff = mechanism.stiff || node.damping > 0.0;
    }
    return mechanism.stiff;
}

/// Raises the damping to what the tension after a solve demands, if the solve was unstable with the damping
/// that it had. Returns whether it was.
bool DirectJoints::raise_damping(const SequentialContext& context, double h, Mechanism& mechanism) {
    find_tensions(context, mechanism);
    const auto first = nodes_.begin() + static_cast<std::ptrdiff_t>(mechanism.first_node);
    const std::span<Node> nodes(first, first + static_cast<std::ptrdiff_t>(mechanism.node_count));
    const auto inverse_inertia = [&](const Node& node) {
        return static_cast<double>(context.bodies.masses[node.body].inverse_inertia);
    };
    const auto damping = [&](const Node& node) { return mechanism.stiff ? node.damping : 0.0; };
    if (std::none_of(nodes.begin(), nodes.end(), [&](const Node& node) {
            return (h * node.tension - damping(node)) * inverse_inertia(node) > unstable_stiffness;
        })) {
        return false;
    }
    for (Node& node : nodes) {
        const double own = inverse_inertia(node);
        node.damping = own > 0.0 ? std::max(damping(node), h * node.tension - stable_stiffness / own) : 0.0;
    }
    mechanism.stiff = true;
    return true;
}

/// Applies the damping as an implicit step to the relative turning of each node and its parent, so that it
/// never gains energy. For the rest of the sub-step the damping acts as added inertia of the links.
void DirectJoints::damp_bending(const SequentialContext& context, const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node + mechanism.node_count; i-- > mechanism.first_node;) {
        const Node& node = nodes_[i];
        if (node.damping == 0.0 || node.parent < 0) {
            continue;
        }
        const std::uint32_t parent = nodes_[static_cast<std::size_t>(node.parent)].body;
        const BodyState64 body = body_state64(context.bodies, context.states, node.body);
        const BodyState64 above = body_state64(context.bodies, context.states, parent);
        const double stiffness = node.damping * body.inverse_inertia;
        const double impulse = stiffness / (1.0 + stiffness) /
                               (body.inverse_inertia + above.inverse_inertia) *
                               (above.angular_velocity - body.angular_velocity);
        push_body(context.bodies, context.states, node.body, {}, impulse * body.inverse_inertia);
        push_body(context.bodies, context.states, parent, {}, -impulse * above.inverse_inertia);
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

/// Measures the drift of a floating mechanism; zero for others.
DirectJoints::Drift DirectJoints::measure_drift(const SequentialContext& context,
                                                const Mechanism& mechanism) const {
    return mechanism.floats
               ? measure_drift_of([&](auto&& visitor) { for_each_body(context, mechanism, visitor); })
               : Drift{};
}

/// Measures the kinetic energy of a mechanism [J]; relative to its centre of mass if it floats.
double DirectJoints::measure_energy(const SequentialContext& context, const Mechanism& mechanism) const {
    double mass = 0.0;
    DoubleVector momentum{};
    double sum = 0.0;
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        const BodyState64 body = body_motion64(context.bodies, context.states, nodes_[i].body);
        const double own = 1.0 / body.inverse_mass;
        mass += own;
        momentum = momentum + own * body.velocity;
        sum += 0.5 * own * dot(body.velocity, body.velocity);
        if (body.inverse_inertia > 0.0) {
            sum += 0.5 / body.inverse_inertia * body.angular_velocity * body.angular_velocity;
        }
    }
    return mechanism.floats ? sum - 0.5 / mass * dot(momentum, momentum) : sum;
}

/// Measures the kinetic energy of a mechanism, with that of its centre of mass [J].
double DirectJoints::measure_whole_energy(const SequentialContext& context,
                                          const Mechanism& mechanism) const {
    double sum = 0.0;
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        const BodyState64 body = body_motion64(context.bodies, context.states, nodes_[i].body);
        sum += 0.5 / body.inverse_mass * dot(body.velocity, body.velocity);
        if (body.inverse_inertia > 0.0) {
            sum += 0.5 / body.inverse_inertia * body.angular_velocity * body.angular_velocity;
        }
    }
    return sum;
}

/// Scales the motion of the mechanism, except its drift, so that it has this kinetic energy [J]; the increase
/// is limited by `max_return`. Returns the energy that is missing.
double DirectJoints::scale_motion(const SequentialContext& context, const Mechanism& mechanism,
                                  double energy) const {
    const Drift drift = measure_drift(context, mechanism);
    const double own = measure_energy(context, mechanism) - drift.energy;
    const double residual = std::clamp(energy - drift.energy, 0.0, max_return * own);
    if (!(own > 0.0)) {
        return energy;
    }
    scale_bodies(context, drift, std::sqrt(residual / own) - 1.0,
                 [&](auto&& visitor) { for_each_body(context, mechanism, visitor); });
    return energy - drift.energy - residual;
}

void DirectJoints::restore_energy(const SequentialContext& context, Mechanism& mechanism) const {
    mechanism.missing_energy = std::max(0.0, scale_motion(context, mechanism, mechanism.target_energy));
}

/// Returns whether a joint connects the mechanism to a body of infinite mass that moves.
bool DirectJoints::has_moving_anchor(const SequentialContext& context, const Mechanism& mechanism) const {
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        const Link& link = links_[i];
        const JointRecord& record = context.joints.records[link.joint];
        for (const std::uint32_t body : {record.body_a, record.body_b}) {
            const BodyState64 placed = body_state64(context.bodies, context.states, body);
            if (placed.inverse_mass == 0.0 &&
                (placed.velocity.x != 0.0 || placed.velocity.y != 0.0 || placed.angular_velocity != 0.0)) {
                return true;
            }
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
        slow +=
            0.5 * slow_motion * slow_motion / static_cast<double>(context.bodies.masses[body].inverse_mass);
    }
    return !has_moving_anchor(context, mechanism) && measure_energy(context, mechanism) > slow;
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
            push_body(context.bodies, context.states, nodes_[i].body,
                      {part * gain.change.x, part * gain.change.y}, part * gain.change.w);
        }
    };
    push_gains(-1.0);
    find_residual(context, h, false, mechanism);
    find_step(mechanism);
    apply_step(context, 1.0, mechanism);
    mechanism.target_energy = measure_energy(context, mechanism) + mechanism.missing_energy;
    apply_step(context, -1.0, mechanism);
    push_gains(1.0);
}

/// Adds the work of the forces to the target energy, with the velocities that the bodies move with.
void DirectJoints::add_work(const SequentialContext& context, Mechanism& mechanism) const {
    const Drift drift = measure_drift(context, mechanism);
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        const BodyState64 body = body_state64(context.bodies, context.states, nodes_[i].body);
        const Twist change = velocity_delta_of(context, nodes_[i].body).change;
        const DoubleVector way = body.velocity - drift.velocity;
        mechanism.target_energy += (change.x * way.x + change.y * way.y) / body.inverse_mass;
        if (body.inverse_inertia > 0.0) {
            mechanism.target_energy += change.w * body.angular_velocity / body.inverse_inertia;
        }
    }
}

void DirectJoints::take_back(const SequentialContext& context, const Mechanism& mechanism) const {
    const double energy = measure_energy(context, mechanism);
    if (mechanism.gain > unnoticed_gain * energy) {
        scale_motion(context, mechanism, energy - mechanism.gain);
    }
}

}  // namespace drystone
