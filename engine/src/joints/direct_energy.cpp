// Energy of mechanisms: what tension holds stiffly, and what a solve must not gain.
#include "joints/direct_joints.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// What joints do in a sub-step must not gain energy. They do where bodies turn so far that the rows of its
/// start no longer fit its end; more than this part of the kinetic energy is taken back.
constexpr double unnoticed_gain = 1e-3;
/// The tension in a chain holds each link like a spring against turning. In terms of inertia over h^2 an
/// explicit step is unstable from 4 on; what exceeds this part is treated implicitly, as damping of how links
/// turn against their parents. Source: Andrews, Teichmann, Kovecses, Geometric Stiffness for Real-time
/// Constrained Multibody Dynamics, 2017.
constexpr double stable_stiffness = 0.5;

}  // namespace

/// How much turning the body would be pulled back by the impulses in a joint: the radial part times the arm.
double DirectJoints::tension(const SerialContext& context, const Link& link, bool is_b) const {
    const JointRecord& record = context.joints.records[link.joint];
    const std::uint32_t body = is_b ? record.body_b : record.body_a;
    const PlacedBody placed = place_body(context.bodies, context.states, body);
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

/// Finds the tensions, and the damping that they call for; returns whether there is any.
bool DirectJoints::find_stiff_links(const SerialContext& context, double h, Mechanism& mechanism) {
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
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        Node& node = nodes_[i];
        const auto own = static_cast<double>(context.bodies.masses[node.body].inverse_inertia);
        node.damping = own > 0.0 ? std::max(0.0, h * node.tension - stable_stiffness / own) : 0.0;
        mechanism.stiff = mechanism.stiff || node.damping > 0.0;
    }
    return mechanism.stiff;
}

/// The part of the damping that an implicit step gives; shared between both bodies, so that it never gains
/// energy. For the rest of the sub-step the inertia of the links stands for the tension.
void DirectJoints::damp_bending(const SerialContext& context, const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node + mechanism.node_count; i-- > mechanism.first_node;) {
        const Node& node = nodes_[i];
        if (node.damping == 0.0 || node.parent < 0) {
            continue;
        }
        const std::uint32_t parent = nodes_[static_cast<std::size_t>(node.parent)].body;
        const PlacedBody body = place_body(context.bodies, context.states, node.body);
        const PlacedBody above = place_body(context.bodies, context.states, parent);
        const double stiffness = node.damping * body.inverse_inertia;
        const double impulse = stiffness / (1.0 + stiffness) /
                               (body.inverse_inertia + above.inverse_inertia) *
                               (above.angular_velocity - body.angular_velocity);
        push_body(context.bodies, context.states, node.body, {}, impulse * body.inverse_inertia);
        push_body(context.bodies, context.states, parent, {}, -impulse * above.inverse_inertia);
    }
}

/// Kinetic energy of a mechanism; of one that hangs nowhere, about its centre of mass, which it does not
/// change.
double DirectJoints::measure_energy(const SerialContext& context, const Mechanism& mechanism,
                                    DoubleVector& drift) const {
    double mass = 0.0;
    DoubleVector momentum{};
    double sum = 0.0;
    for (std::size_t i = 0; i < mechanism.node_count; ++i) {
        const PlacedBody body =
            place_body(context.bodies, context.states, nodes_[mechanism.first_node + i].body);
        const double own = 1.0 / body.inverse_mass;
        mass += own;
        momentum = momentum + own * body.velocity;
        sum += 0.5 * own * dot(body.velocity, body.velocity);
        if (body.inverse_inertia > 0.0) {
            sum += 0.5 / body.inverse_inertia * body.angular_velocity * body.angular_velocity;
        }
    }
    drift = {};
    if (mechanism.floats) {
        drift = (1.0 / mass) * momentum;
        sum -= 0.5 * mass * dot(drift, drift);
    }
    return sum;
}

void DirectJoints::take_back(const SerialContext& context, const Mechanism& mechanism) const {
    DoubleVector drift{};
    const double energy = measure_energy(context, mechanism, drift);
    if (!(mechanism.gain > unnoticed_gain * energy)) {
        return;
    }
    const double keep = std::sqrt(std::max(0.0, 1.0 - mechanism.gain / energy));
    for (std::size_t i = 0; i < mechanism.node_count; ++i) {
        const std::uint32_t body = nodes_[mechanism.first_node + i].body;
        const PlacedBody placed = place_body(context.bodies, context.states, body);
        push_body(context.bodies, context.states, body, (keep - 1.0) * (placed.velocity - drift),
                  (keep - 1.0) * placed.angular_velocity);
    }
}

}  // namespace drystone
