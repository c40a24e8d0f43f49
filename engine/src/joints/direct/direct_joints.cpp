#include "joints/direct/direct_joints.h"

#include "joints/direct/joint_arms.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Limits of a Newton step with loops. Collinear links of a loop can only be corrected by large sideways
/// motion: a step that raises the kinetic energy by more than this factor, plus that of `careful_push` [m/s],
/// is replaced by a damped one.
constexpr double max_growth = 1.2;
constexpr double careful_push = 1.0;
/// Largest number of Newton steps on the positions at the end of a sub-step, and of solves of the velocities
/// alone.
constexpr int max_newton_steps = 6;
constexpr int max_velocity_solves = 2;
/// Error of velocities, times h [m], [rad], that is not solved: near the precision of float.
constexpr double negligible = 1e-9;
/// A step that leaves more than this part of the error is the last one.
constexpr double worthwhile = 0.9;
/// Number of passes that restate impulses: the second corrects the effect of the compliance on the first.
constexpr int restating_passes = 2;
/// Largest number of times that a step which increases the error is halved.
constexpr int max_halvings = 6;

/// Returns whether an error that a step reduced from `before` is too large after `steps` more steps that
/// reduce it alike.
bool falls_too_slowly(double error, double before, int steps, double tolerance) {
    const double rate = error / before;
    for (; steps > 0; --steps) {
        error *= rate;
    }
    return error > tolerance;
}

/// Adds impulses at the anchors, and a torque, to those of the bodies; null: a body that does not move.
void add_at_point(const JointArms& arms, double x, double y, double turn, Twist* a, Twist* b) {
    if (a != nullptr) {
        a->x -= x;
        a->y -= y;
        a->w -= (arms.a.x * y - arms.a.y * x) + turn;
    }
    if (b != nullptr) {
        b->x += x;
        b->y += y;
        b->w += (arms.b.x * y - arms.b.y * x) + turn;
    }
}

}  // namespace

void DirectJoints::solve(const SequentialContext& context, const SolverConstants& constants, Team& team) {
    visit_mechanisms(team, [&](Mechanism& mechanism) {
        if (mechanism.coupled) {
            return;
        }
        load_velocities(context, mechanism);
        solve_and_keep_energy(context, static_cast<double>(constants.h), true, mechanism);
        store_velocities(context, mechanism);
        if (mechanism.conserves) {
            // What rounding to float takes from the motion of a heavy body, that of a light one cannot make
            // up for.
            const double energy = measure_energy(mechanism);
            load_velocities(context, mechanism);
            mechanism.target_energy += measure_energy(mechanism) - energy;
        }
    });
}

void DirectJoints::relax(const SequentialContext& context, const SolverConstants& constants, Team& team) {
    const auto h = static_cast<double>(constants.h);
    visit_mechanisms(team, [&](Mechanism& mechanism) {
        load_places(context, mechanism);
        if (mechanism.coupled) {
            find_all_rows(h, mechanism);
            return;
        }
        factor_mechanism(h, Links::Fresh, mechanism);
        solve_and_keep_energy(context, h, false, mechanism);
        store_velocities(context, mechanism);
    });
}

void DirectJoints::solve_and_keep_energy(const SequentialContext& context, double h, bool biased,
                                         Mechanism& mechanism) {
    mechanism.stiff = false;
    if (biased) {
        record_energy(context, h, mechanism);
        if (find_stiff_links(h, mechanism)) {
            damp_bending(mechanism);
            factor_mechanism(h, Links::Damped, mechanism);
        }
        begin_impulses(mechanism);
        begin_motors(mechanism);
        mechanism.gain = 0.0;
        mechanism.struck = false;
    }
    if (!mechanism.conserves || mechanism.loops) {
        mechanism.energy = measure_energy(mechanism);
        mechanism.gain -= mechanism.energy;
    }
    // Impulses of impacts from the last sub-step may be far too large for this one. Velocities alone are
    // linear in them, so that what the contacts take back leaves no trace.
    if (biased && mechanism.limits) {
        solve_with_limits(h, mechanism);
    } else {
        mechanism.ahead = biased;
        solve_mechanism(h, biased, mechanism);
        mechanism.ahead = false;
    }
    if (mechanism.conserves) {
        biased ? add_work(context, mechanism) : restore_energy(mechanism);
        return;
    }
    const double energy = measure_energy(mechanism);
    mechanism.gain += energy;
    // A moving anchor does work on the mechanism that is no error.
    if (!biased && !has_moving_anchor(mechanism)) {
        take_back(mechanism, energy);
    }
}

void MechanismLink::add_impulses(const double (&impulses)[3], Twist* a, Twist* b) const {
    if (has_point()) {
        add_at_point(arms, impulses[0], impulses[1], count == 3 ? impulses[2] : 0.0, a, b);
        return;
    }
    for (int k = 0; k < count; ++k) {
        if (a != nullptr) {
            add_scaled(*a, impulses[k], rows[k].a);
        }
        if (b != nullptr) {
            add_scaled(*b, impulses[k], rows[k].b);
        }
    }
}

/// Sums the impulses of all rows into `changes_`, as impulses on the nodes.
template <class ImpulseOf>
void DirectJoints::collect_impulses(const Mechanism& mechanism, ImpulseOf&& impulse_of) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        changes_[i] = {};
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        const Link& link = links_[i];
        if (link.is_pin()) {
            add_at_point(link.arms, impulse_of(link, 0), impulse_of(link, 1), 0.0, change_of(link.node_a),
                         change_of(link.node_b));
            continue;
        }
        double impulses[3] = {};
        for (int k = 0; k < link.count; ++k) {
            impulses[k] = impulse_of(link, k);
        }
        link.add_impulses(impulses, change_of(link.node_a), change_of(link.node_b));
    }
}

void DirectJoints::solve_changes(const Mechanism& mechanism) {
    matrix_.solve(mechanism.first_node, mechanism.node_count, changes_.data() + mechanism.first_node);
}

/// Returns the velocity of a row that the changes of its nodes give.
double DirectJoints::change_along(const Link& link, int row) const {
    double sum = 0.0;
    if (link.node_a != Link::massless) {
        sum += dot(link.rows[row].a, changes_[static_cast<std::size_t>(link.node_a)]);
    }
    if (link.node_b != Link::massless) {
        sum += dot(link.rows[row].b, changes_[static_cast<std::size_t>(link.node_b)]);
    }
    return sum;
}

/// Finds the changes of velocity, and the impulses, that remove the residuals. Returns a bound of the error
/// that they leave [m], [rad].
double DirectJoints::find_step(double h, bool biased, const Mechanism& mechanism) {
    collect_impulses(mechanism, [](const Link& link, int k) {
        return link.stiffness[k] * link.residual[k] + link.taken_back(k);
    });
    solve_changes(mechanism);
    double lack = 0.0;
    double bend = 0.0;
    const Twist fixed{};
    const auto twist_of = [&](std::int32_t node) -> const Twist& {
        const Twist* const change = change_of(node);
        return change != nullptr ? *change : fixed;
    };
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        const Twist& of_a = twist_of(link.node_a);
        const Twist& of_b = twist_of(link.node_b);
        if (link.is_pin()) {
            const DoubleVector change = point_velocity(link.arms, of_a, of_b);
            const DoubleVector left{link.residual[0] - change.x, link.residual[1] - change.y};
            link.impulse[0] = link.stiffness[0] * left.x;
            link.impulse[1] = link.stiffness[1] * left.y;
            lack = std::max(std::max(lack, std::abs(left.x)), std::abs(left.y));
            bend = biased ? std::max(bend, bend_bound(h, link)) : 0.0;
            continue;
        }
        double changes[3] = {};
        link.find_velocities(of_a, of_b, changes);
        for (int k = 0; k < link.count; ++k) {
            const double left = link.residual[k] - changes[k];
            link.impulse[k] = link.stiffness[k] * left + link.taken_back(k);
            lack = link.binds(k) ? std::max(lack, std::abs(left)) : lack;
        }
        bend = biased ? std::max(bend, bend_bound(h, link)) : 0.0;
    }
    return h * lack + bend;
}

/// Applies the step times `part`.
void DirectJoints::apply_step(double part, Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            const DirectRow& row = link.rows[k];
            const double impulse = part * link.impulse[k];
            if (row.limits && (link.holding[row.index] != 0 || !row.drives || link.saturated[k] != 0)) {
                link.sums.limit[row.index] += static_cast<float>(impulse);
                link.total[k] += impulse;
            } else if (row.drives) {
                link.sums.motor[row.index] += static_cast<float>(impulse);
                mechanism.gain -= impulse * (row_velocity(link, k) + 0.5 * part * change_along(link, k));
            } else {
                link.sums.lock[row.index] += static_cast<float>(impulse);
                link.total[k] += impulse;
            }
        }
    }
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        add_scaled(bodies_[i].velocity, part, changes_[i]);
    }
}

void DirectJoints::begin_impulses(const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < 3; ++k) {
            link.sums.lock[k] = 0.0f;
            link.sums.limit[k] = 0.0f;
            link.total[k] = 0.0;
        }
    }
}

/// Solves the joints alone. Returns what was to be solved: the error [m], [rad], and what motors lacked.
double DirectJoints::solve_mechanism(double h, bool biased, Mechanism& mechanism) {
    double before = std::numeric_limits<double>::max();
    double start = 0.0;
    bool first = true;
    bool turned = false;
    LimitRounds rounds;
    for (int i = 0; i < (biased ? max_newton_steps : max_velocity_solves);) {
        double error = find_residual(h, biased, mechanism);
        // A whole step may increase the error where bodies are collinear or turn far within the sub-step.
        double part = 1.0;
        for (int k = 0; k < max_halvings && error > std::max(before, good_enough); ++k) {
            part *= 0.5;
            apply_step(-part, mechanism);
            error = find_residual(h, biased, mechanism);
        }
        if (!biased && !mechanism.drives && rounds.count == 0 && error < negligible) {
            break;  // At rest, for example.
        }
        if (!first && (error < good_enough || (error > worthwhile * before && (turned || !biased)))) {
            break;
        }
        turned = biased && !first && falls_too_slowly(error, before, max_newton_steps - i, good_enough);
        if (turned) {
            turn_rows(h, &MechanismBody::later, mechanism);
        }
        const double lack_of_motors =
            biased && first && mechanism.drives ? h * find_lack_of_motors(mechanism) : 0.0;
        const double left = find_step(h, biased, mechanism);
        if (choose_rows(h, biased, rounds, mechanism)) {
            factor_mechanism(h, Links::Known, mechanism);
            before = std::numeric_limits<double>::max();
            first = true;
            continue;
        }
        start = std::max({start, error, lack_of_motors});
        apply_step(1.0, mechanism);
        if (biased && mechanism.loops && is_too_fast(max_growth, mechanism)) {
            apply_step(-1.0, mechanism);
            if (first) {
                damped_step(h, mechanism);
            }
            break;
        }
        // What motors lack before their first step may make errors of locks that were not there before.
        before = std::max(error, lack_of_motors);
        first = false;
        ++i;
        if (left < 0.5 * good_enough) {
            break;
        }
    }
    if (biased && mechanism.loops) {
        recompute_impulses(mechanism);
    }
    return start;
}

void DirectJoints::remember(const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        velocities_before_[i] = bodies_[i].velocity;
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        impulses_before_[i] = links_[i].sums;
    }
}

void DirectJoints::restore(double h, Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        bodies_[i].velocity = velocities_before_[i];
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        links_[i].sums = impulses_before_[i];
    }
    if (mechanism.turned) {
        turn_rows(h, &MechanismBody::place, mechanism);
    }
}

bool DirectJoints::is_too_fast(double growth, const Mechanism& mechanism) const {
    double slow = 0.0;
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        slow += 0.5 * careful_push * careful_push * bodies_[i].mass;
    }
    return measure_energy(mechanism) > growth * mechanism.energy + slow;
}

/// Applies one step on the velocities alone, which pushes errors out slowly.
void DirectJoints::damped_step(double h, Mechanism& mechanism) {
    find_residual(h, false, mechanism);
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            if (!link.rows[k].drives && !link.rows[k].limits) {
                link.residual[k] -= std::clamp(link.rows[k].error / h, -careful_push, careful_push);
            }
        }
    }
    find_step(h, false, mechanism);
    apply_step(1.0, mechanism);
}

/// Moves the part of a link's totals that acts on the bodies to its sums; `recompute` first clears these.
void DirectJoints::recompute_link(bool recompute, Link& link) {
    for (int k = 0; k < link.count; ++k) {
        if (!link.binds(k)) {
            continue;
        }
        const double impulse = link.stiffness[k] * change_along(link, k);
        const int index = link.rows[k].index;
        float& sum = link.rows[k].limits ? link.sums.limit[index] : link.sums.lock[index];
        sum = (recompute ? 0.0f : sum) + static_cast<float>(impulse);
        link.total[k] -= impulse;
    }
}

/// Replaces the impulses by the smallest ones with the same effect on the bodies. Redundant rows may also
/// hold opposing impulses, which cancel and stem from the turning of the rows within the sub-step.
void DirectJoints::recompute_impulses(const Mechanism& mechanism) {
    for (int pass = 0; pass < restating_passes; ++pass) {
        collect_impulses(mechanism, [](const Link& link, int k) { return link.total[k]; });
        solve_changes(mechanism);
        for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
            recompute_link(pass == 0, links_[i]);
        }
    }
}

std::size_t DirectJoints::bytes() const {
    return nodes_.capacity() * sizeof(Node) + links_.capacity() * sizeof(Link) +
           mechanisms_.capacity() * sizeof(Mechanism) + matrix_.bytes() +
           bodies_.capacity() * sizeof(MechanismBody) + changes_.capacity() * sizeof(Twist) +
           velocities_before_.capacity() * sizeof(Twist) +
           impulses_before_.capacity() * sizeof(LinkImpulses) + can_be_direct_.capacity() +
           parents_.capacity() * sizeof(std::uint32_t) + node_of_.capacity() * sizeof(std::int32_t) +
           components_.capacity() * sizeof(Component) + deficits_.capacity() * sizeof(EnergyDeficit) +
           deficit_joints_.capacity() * sizeof(std::uint32_t) + sorted_.capacity() * sizeof(Node) +
           order_.bytes();
}

}  // namespace drystone
