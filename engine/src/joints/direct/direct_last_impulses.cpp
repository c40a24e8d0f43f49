// What joints that are not solved directly need of mechanisms, and the impulses of their last sub-step.
#include "joints/direct/direct_joints.h"

#include <algorithm>
#include <iterator>

namespace drystone {

namespace {

void push_state(double inverse_mass, double inverse_inertia, const Twist& impulse, BodySolverState& state) {
    state.velocity_x += static_cast<float>(inverse_mass * impulse.x);
    state.velocity_y += static_cast<float>(inverse_mass * impulse.y);
    state.angular_velocity += static_cast<float>(inverse_inertia * impulse.w);
}

}  // namespace

void DirectJoints::find_springs(const JointStore& joints, FunctionRef<void(std::uint32_t)> hold) {
    const auto has_spring = [&](std::uint32_t joint) {
        const auto& degrees = joints.records[joint].rows.degrees;
        return joints.is_active(joint) &&
               std::any_of(std::begin(degrees), std::end(degrees),
                           [](const JointDegree& degree) { return degree.spring.frequency > 0.0f; });
    };
    for (Mechanism& mechanism : mechanisms_) {
        mechanism.sprung = false;
        const std::size_t end = mechanism.first_node + mechanism.node_count;
        for (std::size_t i = mechanism.first_node; i < end; ++i) {
            visit_joints_of_body(joints, nodes_[i].body, [&](std::uint32_t joint) {
                mechanism.sprung = mechanism.sprung || has_spring(joint);
            });
        }
        for (std::size_t i = mechanism.first_node; mechanism.sprung && i < end; ++i) {
            hold(nodes_[i].body);
        }
    }
}

/// Gives the node `sign` times the change of velocity by an impulse.
void DirectJoints::push_node(const SequentialContext& context, std::int32_t node, double sign,
                             const Twist& impulse) const {
    if (node != Link::massless) {
        const MechanismBody& body = bodies_[static_cast<std::size_t>(node)];
        push_state(sign * body.inverse_mass, sign * body.inverse_inertia / body.normalisation, impulse,
                   context.states[body.slot]);
    }
}

void DirectJoints::push_by_last_impulses(const SequentialContext& context, double sign, Team& team) {
    if (std::none_of(mechanisms_.begin(), mechanisms_.end(), [](const Mechanism& m) { return m.sprung; })) {
        return;
    }
    visit_mechanisms(team, [&](const Mechanism& mechanism) {
        if (!mechanism.sprung) {
            return;
        }
        for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
            const Link& link = links_[i];
            double impulses[3] = {};
            for (int k = 0; k < link.count; ++k) {
                const DirectRow& row = link.rows[k];
                const LinkImpulses& sums = link.sums;
                // Lanes have the impulse of a motor that is not solved directly.
                const float motor = row.drives ? sums.motor[row.index] : 0.0f;
                impulses[k] = static_cast<double>(sums.lock[row.index] + sums.limit[row.index] + motor);
            }
            Twist a{};
            Twist b{};
            link.add_impulses(impulses, &a, &b);
            push_node(context, link.node_a, sign, a);
            push_node(context, link.node_b, sign, b);
        }
    });
}

}  // namespace drystone
