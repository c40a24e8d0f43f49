// Errors and velocities of the rows of mechanisms.
#include "joints/direct/direct_joints.h"

#include <algorithm>
#include <cmath>

namespace drystone {

/// Returns the velocity of a row.
double DirectJoints::row_velocity(const Link& link, int row) const {
    return dot(link.rows[row].a, bodies_[link.body_a].velocity) +
           dot(link.rows[row].b, bodies_[link.body_b].velocity);
}

void MechanismLink::find_velocities(const Twist& a, const Twist& b, double (&velocities)[3]) const {
    if (has_point()) {
        const DoubleVector velocity = point_velocity(arms, a, b);
        velocities[0] = velocity.x;
        velocities[1] = velocity.y;
        velocities[2] = b.w - a.w;
        return;
    }
    for (int k = 0; k < count; ++k) {
        velocities[k] = dot(rows[k].a, a) + dot(rows[k].b, b);
    }
}

double DirectJoints::find_residual_of(double h, Look look, Link& link) const {
    const bool biased = look == Look::Positions;
    const MechanismBody& a = bodies_[link.body_a];
    const MechanismBody& b = bodies_[link.body_b];
    if (link.is_pin()) {
        const DoubleVector lack = biased ? arms_of(link.own, a.later, b.later).separation
                                         : point_velocity(link.arms, a.velocity, b.velocity);
        link.residual[0] = biased ? (link.target[0] - lack.x) / h : 0.0 - lack.x;
        link.residual[1] = biased ? (link.target[1] - lack.y) / h : 0.0 - lack.y;
        const double passed =
            link.own.limits[2] ? find_limit(h, look, 2, b.velocity.w - a.velocity.w, 0.0, link) : 0.0;
        return std::max(std::max(passed, h * std::abs(link.residual[0])), h * std::abs(link.residual[1]));
    }
    double later[3] = {};
    double velocities[3] = {};
    if (biased) {
        find_direct_errors(link.own, a.later, b.later, later);
    }
    if (!biased || link.own.has_motor() || link.own.has_limit()) {
        link.find_velocities(a.velocity, b.velocity, velocities);
    }
    double largest = 0.0;
    for (int k = 0; k < link.count; ++k) {
        const DirectRow& row = link.rows[k];
        if (row.drives) {
            // The axis turns with A: in a sub-step, the translation changes by more than velocity times h.
            const double speed = biased && row.index < 2 ? (later[k] - row.error) / h : velocities[k];
            link.residual[k] = link.saturated[k] != 0 ? 0.0 : row.speed - speed;
        } else if (row.limits) {
            link.residual[k] = 0.0;
        } else {
            link.residual[k] = biased && h > 0.0 ? (link.target[k] - later[k]) / h : 0.0 - velocities[k];
            largest = std::max(largest, h * std::abs(link.residual[k]));
        }
        if (row.limits) {
            largest = std::max(largest, find_limit(h, look, k, velocities[k], later[k], link));
        }
    }
    return largest;
}

double DirectJoints::find_residual(double h, bool biased, const Mechanism& mechanism) {
    const std::size_t end = mechanism.first_node + mechanism.node_count;
    for (std::size_t i = mechanism.first_node; biased && i < end; ++i) {
        bodies_[i].move_later(h);
    }
    double largest = 0.0;
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        MechanismBody& fixed = bodies_[nodes_.size() + i];
        if (biased && fixed.moves()) {
            fixed.move_later(h);
        }
        largest = std::max(largest, find_residual_of(h, look_of(biased, mechanism), links_[i]));
    }
    return largest;
}

}  // namespace drystone
