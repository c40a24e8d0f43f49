// Motors in mechanisms: rows of the matrix until they are saturated.
#include "joints/direct/direct_joints.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Part of the largest impulse from which a motor counts as saturated: impulses are stored in float.
constexpr double nearly_all = 1.0 - 1e-6;

}  // namespace

/// Chooses the rows of motors and limits that a step may use. Returns whether others than before: the step
/// must be found again.
bool DirectJoints::choose_rows(double h, bool biased, LimitRounds& rounds, Mechanism& mechanism) {
    const bool motors = mechanism.drives && bound_motors(mechanism);
    const bool limits = mechanism.limits && choose_limits(h, biased, rounds, mechanism);
    return motors || limits;
}

/// Finds the saturated motors of a link, and the largest impulses of all of its motors.
void DirectJoints::choose_motors(double h, Link& link) const {
    for (int k = 0; k < link.count; ++k) {
        const DirectRow& row = link.rows[k];
        link.saturated[k] = 0;
        if (!row.drives) {
            continue;
        }
        link.max_impulse[k] = h * link.own.motors[row.index].maximum;
        const auto last = static_cast<double>(link.sums.motor[row.index]);
        int& holding = link.holding[row.index];
        if (holding != 0 && !link.own.motors[row.index].is_fixed()) {
            // A limit holds only where its motor cannot.
            holding = last * holding >= nearly_all * link.max_impulse[k] ? holding : 0;
            link.saturated[k] = holding;
            continue;
        }
        const double missing = row.speed - row_velocity(link, k);
        if (std::abs(last) >= nearly_all * link.max_impulse[k] && last * missing > 0.0) {
            link.saturated[k] = last > 0.0 ? 1 : -1;
        }
    }
}

void DirectJoints::push_along(const Link& link, int row, double impulse) {
    const auto push = [&](std::int32_t node, const Twist& share) {
        if (node == Link::massless) {
            return;
        }
        const auto i = static_cast<std::size_t>(node);
        const double linear = impulse * bodies_[i].inverse_mass;
        bodies_[i].velocity.x += linear * share.x;
        bodies_[i].velocity.y += linear * share.y;
        bodies_[i].velocity.w += impulse * bodies_[i].inverse_inertia * share.w;
    };
    push(link.node_a, link.rows[row].a);
    push(link.node_b, link.rows[row].b);
}

void DirectJoints::begin_motors(const Mechanism& mechanism) {
    if (!mechanism.drives) {
        return;
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            if (link.rows[k].drives) {
                const double impulse = link.saturated[k] * link.max_impulse[k];
                link.sums.motor[link.rows[k].index] = static_cast<float>(impulse);
                push_along(link, k, impulse);
            }
        }
    }
}

/// Returns the largest velocity that a motor lacks.
double DirectJoints::find_lack_of_motors(const Mechanism& mechanism) const {
    double largest = 0.0;
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        const Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            if (link.rows[k].drives) {
                largest = std::max(largest, std::abs(link.residual[k]));
            }
        }
    }
    return largest;
}

/// A step that would exceed the largest impulse of a motor is not taken: the pull of an unbounded motor may
/// turn bodies so far within the sub-step that the rows no longer fit. The motor gets its largest impulse
/// instead, and another step is needed.
bool DirectJoints::bound_motors(Mechanism& mechanism) {
    bool found = false;
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            const DirectRow& row = link.rows[k];
            if (!row.drives || link.saturated[k] != 0 || link.holding[row.index] != 0) {
                continue;
            }
            float& impulse = link.sums.motor[row.index];
            const double wanted = static_cast<double>(impulse) + link.impulse[k];
            if (std::abs(wanted) <= link.max_impulse[k]) {
                continue;
            }
            link.saturated[k] = wanted > 0.0 ? 1 : -1;
            const double bound = link.saturated[k] * link.max_impulse[k];
            const double change = bound - static_cast<double>(impulse);
            const double before = row_velocity(link, k);
            push_along(link, k, change);
            mechanism.gain -= 0.5 * change * (before + row_velocity(link, k));
            impulse = static_cast<float>(bound);
            found = true;
        }
    }
    return found;
}

}  // namespace drystone
