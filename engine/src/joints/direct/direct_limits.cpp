// Limits in mechanisms: rows of the matrix while they hold.
//
// The limits of a mechanism and its locked rows are one linear complementarity problem: a limit either has a
// pushing impulse and stays where it is, or has none and moves away. It is solved by choosing the limits that
// hold, in rounds: those that a step would pass begin to hold, and those that would pull stop. What the
// rounds end with is the projection of the velocities onto those that the locks and these limits allow, which
// never gains energy. Source: Judice, Pires, A Block Principal Pivoting Algorithm for Large-Scale Strictly
// Monotone Linear Complementarity Problems, 1994.
#include "joints/direct/direct_joints.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Largest speed at which coordinates beyond a limit are pushed back [m/s], [rad/s].
constexpr double max_push = 3.0;
/// Distance from a limit that counts as none [m], [rad]: the error at which solves end.
constexpr double reached = 2e-6;
/// Distance from a limit that solves leave at most where they succeed [m], [rad].
constexpr double far_from_limit = 1e-4;

/// Change of a limit that would pull.
constexpr int let_go = 2;
/// Rounds that change all limits at once though no fewer are wrong than before; others change one alone.
constexpr int block_tries = 3;
/// Number of rounds that may make limits hold. Later ones only drop limits, so that they end.
constexpr int max_rounds = 60;

/// Growth of the kinetic energy by a solve that bodies with limits can have.
constexpr double possible_growth = 1.5;

double limit_of(const DirectMotor& motor, int side) { return side > 0 ? motor.lower : motor.upper; }

/// Returns whether a coordinate is at a limit or beyond.
bool is_at_limit(const DirectMotor& motor, double coordinate) {
    return coordinate - motor.lower <= reached || motor.upper - coordinate <= reached;
}

}  // namespace

/// Finds the limits that held at the end of the last sub-step.
void DirectJoints::begin_limits(Link& link) {
    for (int i = 0; i < 3; ++i) {
        const float impulse = link.own.limits[i] ? link.sums.limit[i] : 0.0f;
        link.holding[i] = impulse > 0.0f ? 1 : impulse < 0.0f ? -1 : 0;
        if (link.own.limits[i] && link.own.motors[i].is_fixed()) {
            link.holding[i] = 1;
        }
    }
}

/// Drops the limits that a solve failed to reach, or whose bodies were moved: they would pull.
void DirectJoints::drop_far_limits(Link& link) {
    for (int k = 0; k < link.count; ++k) {
        const DirectRow& row = link.rows[k];
        const DirectMotor& motor = link.own.motors[row.index];
        int& side = link.holding[row.index];
        if (row.limits && side != 0 && !motor.is_fixed() &&
            side * (row.error - limit_of(motor, side)) > far_from_limit) {
            side = 0;
            link.sums.limit[row.index] = 0.0f;
        }
    }
}

/// Sets the coordinates that limits hold: what is beyond a limit is pushed back slowly.
void DirectJoints::aim_at_limits(double h, Link& link) {
    for (int k = 0; k < link.count; ++k) {
        const DirectRow& row = link.rows[k];
        if (!row.limits || link.holding[row.index] == 0) {
            continue;
        }
        const DirectMotor& motor = link.own.motors[row.index];
        const double least = row.error - max_push * h;
        const double most = row.error + max_push * h;
        if (motor.is_fixed()) {
            link.target[k] = std::clamp(motor.lower, least, most);
        } else {
            link.target[k] =
                link.holding[row.index] > 0 ? std::min(motor.lower, most) : std::max(motor.upper, least);
        }
    }
}

/// Finds the coordinate of a limited row at the end of the sub-step and, if the limit holds, the residual.
/// Returns the error: how far the row is from a limit that holds, or beyond one that does not. In solves of
/// the velocities alone after a move, only limits that are reached hold.
///
/// \param later  Coordinate of a translation at the end of the sub-step.
double DirectJoints::find_limit(double h, Look look, int row, double velocity, double later, Link& link) {
    const DirectRow& own = link.rows[row];
    const DirectMotor& motor = link.own.motors[own.index];
    const int side = link.holding[own.index];
    if (look == Look::Positions) {
        link.later[row] = own.index == 2 ? own.error + h * velocity : later;
        if (side != 0) {
            link.residual[row] = (link.target[row] - link.later[row]) / h;
        }
    } else {
        const double from = std::clamp(own.error, motor.lower, motor.upper);
        const bool ahead = look == Look::Ahead;
        link.later[row] = ahead || side != 0 || is_at_limit(motor, from) ? from + h * velocity : from;
        if (side != 0) {
            link.residual[row] = (ahead ? (limit_of(motor, side) - from) / h : 0.0) - velocity;
        }
    }
    if (side != 0) {
        return h * std::abs(link.residual[row]);
    }
    return std::max({0.0, motor.lower - link.later[row], link.later[row] - motor.upper});
}

/// Returns how the limit of a row must change for a step: 1, it must hold the lower limit, -1, the upper one,
/// `let_go`, or 0.
int DirectJoints::wanted_change(double h, Look look, const Link& link, int row) const {
    const DirectRow& own = link.rows[row];
    const DirectMotor& motor = link.own.motors[own.index];
    const int side = link.holding[own.index];
    if (side != 0) {
        const double impulse = static_cast<double>(link.sums.limit[own.index]) + link.impulse[row];
        return motor.is_fixed() || side * impulse >= 0.0 ? 0 : let_go;
    }
    const bool motor_holds = own.drives && link.saturated[row] == 0;
    if (motor_holds || (look == Look::Here && !is_at_limit(motor, own.error))) {
        return 0;
    }
    const double end = link.later[row] + h * change_along(link, row);
    return end < motor.lower - reached ? 1 : end > motor.upper + reached ? -1 : 0;
}

/// A limit that stops holding keeps its impulse until the next step takes it back together with what the
/// other rows make of it: links without it would turn far, and their rows no longer fit.
void DirectJoints::change_limit(double h, int change, int row, Link& link) {
    const int index = link.rows[row].index;
    link.holding[index] = change == let_go ? 0 : change;
    aim_at_limits(h, link);
}

template <class Visitor>
void DirectJoints::visit_limits(const Mechanism& mechanism, Visitor&& visitor) {
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        for (int k = 0; link.own.has_limit() && k < link.count; ++k) {
            if (link.rows[k].limits) {
                visitor(link, k);
            }
        }
    }
}

/// Solves the rows at the end of the sub-step. Light links between heavy ones may find an end that only an
/// impossible motion leads to: then the velocities alone are solved, which is linear, and gaps close later.
void DirectJoints::solve_with_limits(double h, Mechanism& mechanism) {
    remember(mechanism);
    visit_limits(mechanism,
                 [&](Link& link, int k) { link.held_before[k] = link.holding[link.rows[k].index]; });
    mechanism.energy = measure_energy(mechanism);
    solve_mechanism(h, true, mechanism);
    if (!is_too_fast(possible_growth, mechanism)) {
        return;
    }
    restore(h, mechanism);
    visit_limits(mechanism,
                 [&](Link& link, int k) { link.holding[link.rows[k].index] = link.held_before[k]; });
    factor_mechanism(h, Links::Known, mechanism);
    mechanism.ahead = true;
    solve_mechanism(h, false, mechanism);
    mechanism.ahead = false;
}

bool DirectJoints::choose_limits(double h, bool biased, LimitRounds& rounds, Mechanism& mechanism) {
    int count = 0;
    Link* last = nullptr;
    int last_row = 0;
    const bool only_drops = ++rounds.count > max_rounds;
    const auto change_of_row = [&](const Link& link, int k) {
        const int change = wanted_change(h, look_of(biased, mechanism), link, k);
        return only_drops && change != let_go ? 0 : change;
    };
    visit_limits(mechanism, [&](Link& link, int k) {
        if (change_of_row(link, k) != 0) {
            ++count;
            last = &link;
            last_row = k;
        }
    });
    if (count == 0) {
        return false;
    }
    if (count < rounds.fewest) {
        rounds.fewest = count;
        rounds.tries = block_tries;
    } else if (rounds.tries > 0) {
        --rounds.tries;
    }
    const bool all = rounds.tries > 0 || only_drops;
    visit_limits(mechanism, [&](Link& link, int k) {
        if (all || (&link == last && k == last_row)) {
            const int change = change_of_row(link, k);
            if (change != 0) {
                mechanism.struck = mechanism.struck || change != let_go;
                change_limit(h, change, k, link);
            }
        }
    });
    return true;
}

}  // namespace drystone
