#include "joints/direct/direct_joints.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Compliance of a row in one solve, as a fraction of its inverse mass: far below the precision of float.
constexpr double compliance = 1e-8;
/// Largest speed at which errors are pushed out [m/s], [rad/s].
constexpr double max_push = 3.0;
/// Limits of a Newton step with loops. Collinear links of a loop can only be corrected by large sideways
/// motion: a step that raises the kinetic energy by more than this factor, plus that of `careful_push` [m/s],
/// is replaced by a damped one.
constexpr double max_growth = 1.2;
constexpr double careful_push = 1.0;
/// Largest number of Newton steps on the positions at the end of a sub-step, and of solves of the velocities
/// alone.
constexpr int max_newton_steps = 6;
constexpr int max_velocity_solves = 2;
/// A step that leaves more than this part of the error is the last one.
constexpr double worthwhile = 0.9;
/// Number of passes that restate impulses: the second corrects the effect of the compliance on the first.
constexpr int restating_passes = 2;
/// Largest number of times that a step which increases the error is halved.
constexpr int max_halvings = 6;
/// Inertia of bodies that do not turn, per mass [m^2].
constexpr double endless_inertia = 1e9;

SymmetricMatrix mass_matrix(const BodyState64& body) {
    const double mass = 1.0 / body.inverse_mass;
    const double inertia = body.inverse_inertia > 0.0 ? 1.0 / body.inverse_inertia : endless_inertia * mass;
    return {mass, 0.0, mass, 0.0, 0.0, inertia};
}

Twist twist_of(const BodyState64& body) { return {body.velocity.x, body.velocity.y, body.angular_velocity}; }

/// Advances the body with its velocity by h. Sine and cosine are computed from the tangent of half the angle.
BodyState64 advanced(BodyState64 body, double h) {
    const double half = 0.5 * h * body.angular_velocity;
    const double square = half * half;
    const double tangent =
        half * (1.0 + square * (1.0 / 3.0 + square * (2.0 / 15.0 + square * (17.0 / 315.0))));
    const double sine = 2.0 * tangent / (1.0 + tangent * tangent);
    const double cosine = 1.0 - tangent * sine;
    body.center = body.center + h * body.velocity;
    body.rotation = {body.rotation.x * cosine - body.rotation.y * sine,
                     body.rotation.y * cosine + body.rotation.x * sine};
    return body;
}

/// Returns the change of the row's velocity by a unit impulse along the row, from this body alone.
double response_of(const BodyState64& body, const Twist& row) {
    return body.inverse_mass * (row.x * row.x + row.y * row.y) + body.inverse_inertia * row.w * row.w;
}

/// sum += factor * p q^T
void add_outer(SquareMatrix& sum, double factor, const Twist& p, const Twist& q) {
    add_scaled(sum.rows[0], factor * p.x, q);
    add_scaled(sum.rows[1], factor * p.y, q);
    add_scaled(sum.rows[2], factor * p.w, q);
}

}  // namespace

void DirectJoints::factor(const SequentialContext& context, const SolverConstants& constants, Team& team) {
    const auto h = static_cast<double>(constants.h);
    team.parallel_for(mechanisms_.size(), 1, workers(), [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            factor_mechanism(context, h, Links::Fresh, mechanisms_[i]);
        }
    });
}

void DirectJoints::solve(const SequentialContext& context, const SolverConstants& constants, bool biased,
                         Team& team) {
    team.parallel_for(mechanisms_.size(), 1, workers(), [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            solve_and_keep_energy(context, static_cast<double>(constants.h), biased, mechanisms_[i]);
        }
    });
}

void DirectJoints::solve_and_keep_energy(const SequentialContext& context, double h, bool biased,
                                         Mechanism& mechanism) {
    mechanism.stiff = false;
    if (biased) {
        record_energy(context, h, mechanism);
        if (find_stiff_links(context, h, mechanism)) {
            damp_bending(context, mechanism);
            factor_mechanism(context, h, Links::Damped, mechanism);
        }
        begin_impulses(context, mechanism);
        begin_motors(context, mechanism);
        mechanism.gain = 0.0;
    }
    mechanism.energy = measure_energy(context, mechanism);
    mechanism.gain -= mechanism.energy;
    // Impulses of impacts from the last sub-step may be far too large for this one. Velocities alone are
    // linear in them, so that what the contacts take back leaves no trace.
    solve_mechanism(context, h, biased && !mechanism.loaded, mechanism);
    mechanism.gain += measure_energy(context, mechanism);
    if (mechanism.conserves) {
        biased ? add_work(context, mechanism) : restore_energy(context, mechanism);
    } else if (!biased && !mechanism.coupled) {
        take_back(context, mechanism);
    }
}

BodyState64 DirectJoints::place(const SequentialContext& context, const Link& link, bool is_b) const {
    const std::int32_t node = is_b ? link.node_b : link.node_a;
    if (node != Link::massless) {
        return nodes_[static_cast<std::size_t>(node)].placed;
    }
    const JointRecord& record = context.joints.records[link.joint];
    return body_state64(context.bodies, context.states, is_b ? record.body_b : record.body_a);
}

void DirectJoints::add_link(const SequentialContext& context, double h, Links links, Link& link) {
    const BodyState64 a = place(context, link, false);
    const BodyState64 b = place(context, link, true);
    if (links != Links::Known) {
        link.count = collect_direct_rows(context, link.joint, h, a, b, link.rows);
        choose_motors(context, h, a, b, link);
    }
    for (int k = 0; k < link.count; ++k) {
        const DirectRow& row = link.rows[k];
        const double felt = response_of(a, row.a) + response_of(b, row.b);
        const double stiffness = felt > 0.0 && link.saturated[k] == 0 ? 1.0 / (compliance * felt) : 0.0;
        link.stiffness[k] = stiffness;
        if (link.node_a != Link::massless) {
            add_product(matrix_.diagonal(static_cast<std::size_t>(link.node_a)), stiffness, row.a, row.a);
        }
        if (link.node_b != Link::massless) {
            add_product(matrix_.diagonal(static_cast<std::size_t>(link.node_b)), stiffness, row.b, row.b);
        }
        if (link.node_a != Link::massless && link.node_b != Link::massless) {
            const bool a_first = link.node_a < link.node_b;
            add_outer(matrix_.block(link.block), stiffness, a_first ? row.b : row.a, a_first ? row.a : row.b);
        }
    }
}

void DirectJoints::factor_mechanism(const SequentialContext& context, double h, Links links,
                                    const Mechanism& mechanism) {
    matrix_.set_zero(mechanism.first_node, mechanism.node_count);
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        Node& node = nodes_[i];
        node.placed = body_state64(context.bodies, context.states, node.body);
        matrix_.diagonal(i) = mass_matrix(node.placed);
        matrix_.diagonal(i).ww += mechanism.stiff && links != Links::Fresh ? node.damping : 0.0;
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        add_link(context, h, links, links_[i]);
    }
    matrix_.factorise(mechanism.first_node, mechanism.node_count);
}

double DirectJoints::find_residual_of(const SequentialContext& context, double h, bool biased,
                                      Link& link) const {
    const JointRecord& record = context.joints.records[link.joint];
    double later[3];
    if (biased) {
        BodyState64 fixed;  // A link has at most one body without a node.
        const auto at_end = [&](std::int32_t node, std::uint32_t body) -> const BodyState64& {
            if (node != Link::massless) {
                return nodes_[static_cast<std::size_t>(node)].placed;
            }
            return fixed = advanced(body_state64(context.bodies, context.states, body), h);
        };
        find_direct_errors(context, link.joint, at_end(link.node_a, record.body_a),
                           at_end(link.node_b, record.body_b), later);
    }
    const auto find_velocity = [&](const DirectRow& row) {
        return dot(row.a, twist_of(body_motion64(context.bodies, context.states, record.body_a))) +
               dot(row.b, twist_of(body_motion64(context.bodies, context.states, record.body_b)));
    };
    double largest = 0.0;
    for (int k = 0; k < link.count; ++k) {
        const DirectRow& row = link.rows[k];
        if (row.drives || !biased) {
            const double velocity = find_velocity(row);
            link.residual[k] = link.saturated[k] != 0 ? 0.0 : row.speed - velocity;
        } else {
            const double target = row.error - std::clamp(row.error, -max_push * h, max_push * h);
            link.residual[k] = (target - later[k]) / h;
        }
        if (!row.drives) {
            largest = std::max(largest, h * std::abs(link.residual[k]));
        }
    }
    return largest;
}

double DirectJoints::find_residual(const SequentialContext& context, double h, bool biased,
                                   const Mechanism& mechanism) {
    const std::size_t end = mechanism.first_node + mechanism.node_count;
    for (std::size_t i = mechanism.first_node; biased && i < end; ++i) {
        nodes_[i].placed = advanced(body_state64(context.bodies, context.states, nodes_[i].body), h);
    }
    double largest = 0.0;
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        largest = std::max(largest, find_residual_of(context, h, biased, links_[i]));
    }
    return largest;
}

/// Sums the impulses of all rows into `changes_`, as impulses on the nodes.
void DirectJoints::collect_impulses(const Mechanism& mechanism, double (Link::*of)[3]) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        changes_[i] = {};
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        const Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            const double impulse = (link.*of)[k];
            if (link.node_a != Link::massless) {
                add_scaled(changes_[static_cast<std::size_t>(link.node_a)], impulse, link.rows[k].a);
            }
            if (link.node_b != Link::massless) {
                add_scaled(changes_[static_cast<std::size_t>(link.node_b)], impulse, link.rows[k].b);
            }
        }
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

/// Finds the changes of velocity, and the impulses, that remove the residuals.
void DirectJoints::find_step(const Mechanism& mechanism) {
    const std::size_t end = mechanism.first_link + mechanism.link_count;
    for (std::size_t i = mechanism.first_link; i < end; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            link.impulse[k] = link.stiffness[k] * link.residual[k];
        }
    }
    collect_impulses(mechanism, &Link::impulse);
    solve_changes(mechanism);
    for (std::size_t i = mechanism.first_link; i < end; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            link.impulse[k] = link.stiffness[k] * (link.residual[k] - change_along(link, k));
        }
    }
}

/// Applies the step times `part`.
void DirectJoints::apply_step(const SequentialContext& context, double part, Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        const Link& link = links_[i];
        JointRecord& record = context.joints.records.edit(link.joint);
        for (int k = 0; k < link.count; ++k) {
            const DirectRow& row = link.rows[k];
            const double impulse = part * link.impulse[k];
            if (row.drives) {
                record.impulses.motor[row.index] += static_cast<float>(impulse);
                mechanism.gain -=
                    impulse * (motor_velocity(context, link, k) + 0.5 * part * change_along(link, k));
            } else {
                record.impulses.lock[row.index] += static_cast<float>(impulse);
                links_[i].total[k] += impulse;
            }
        }
    }
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        const Twist& change = changes_[i];
        push_body(context.bodies, context.states, nodes_[i].body, {part * change.x, part * change.y},
                  part * change.w);
    }
}

void DirectJoints::begin_impulses(const SequentialContext& context, const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < 3; ++k) {
            context.joints.records.edit(link.joint).impulses.lock[k] = 0.0f;
            link.total[k] = 0.0;
        }
    }
}

void DirectJoints::solve_mechanism(const SequentialContext& context, double h, bool biased,
                                   Mechanism& mechanism) {
    double before = std::numeric_limits<double>::max();
    for (int i = 0; i < (biased ? max_newton_steps : max_velocity_solves); ++i) {
        double error = find_residual(context, h, biased, mechanism);
        // A whole step may increase the error where bodies are collinear or turn far within the sub-step.
        double part = 1.0;
        for (int k = 0; k < max_halvings && error > std::max(before, good_enough); ++k) {
            part *= 0.5;
            apply_step(context, -part, mechanism);
            error = find_residual(context, h, biased, mechanism);
        }
        if (i > 0 && (error < good_enough || error > worthwhile * before)) {
            break;
        }
        find_step(mechanism);
        apply_step(context, 1.0, mechanism);
        if (biased && mechanism.loops && is_too_fast(context, mechanism)) {
            apply_step(context, -1.0, mechanism);
            if (i == 0) {
                damped_step(context, h, mechanism);
            }
            break;
        }
        before = error;
        if (mechanism.drives && bound_motors(context, mechanism)) {
            factor_mechanism(context, h, Links::Known, mechanism);
            before = std::numeric_limits<double>::max();
        }
    }
    if (biased && mechanism.loops) {
        recompute_impulses(context, mechanism);
    }
}

bool DirectJoints::is_too_fast(const SequentialContext& context, const Mechanism& mechanism) const {
    double slow = 0.0;
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        slow += 0.5 * careful_push * careful_push /
                static_cast<double>(context.bodies.masses[nodes_[i].body].inverse_mass);
    }
    return measure_energy(context, mechanism) > max_growth * mechanism.energy + slow;
}

/// Applies one step on the velocities alone, which pushes errors out slowly.
void DirectJoints::damped_step(const SequentialContext& context, double h, Mechanism& mechanism) {
    find_residual(context, h, false, mechanism);
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            if (!link.rows[k].drives) {
                link.residual[k] -= std::clamp(link.rows[k].error / h, -careful_push, careful_push);
            }
        }
    }
    find_step(mechanism);
    apply_step(context, 1.0, mechanism);
}

/// Moves the part of a link's totals that acts on the bodies to its record; `recompute` first clears the
/// record's impulse.
void DirectJoints::recompute_link(const SequentialContext& context, bool recompute, Link& link) {
    for (int k = 0; k < link.count; ++k) {
        if (link.rows[k].drives) {
            continue;
        }
        const double impulse = link.stiffness[k] * change_along(link, k);
        float& sum = context.joints.records.edit(link.joint).impulses.lock[link.rows[k].index];
        sum = (recompute ? 0.0f : sum) + static_cast<float>(impulse);
        link.total[k] -= impulse;
    }
}

/// Replaces the impulses by the smallest ones with the same effect on the bodies. Redundant rows may also
/// hold opposing impulses, which cancel and stem from the turning of the rows within the sub-step.
void DirectJoints::recompute_impulses(const SequentialContext& context, const Mechanism& mechanism) {
    for (int pass = 0; pass < restating_passes; ++pass) {
        collect_impulses(mechanism, &Link::total);
        solve_changes(mechanism);
        for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
            recompute_link(context, pass == 0, links_[i]);
        }
    }
}

std::size_t DirectJoints::bytes() const {
    return nodes_.capacity() * sizeof(Node) + links_.capacity() * sizeof(Link) +
           mechanisms_.capacity() * sizeof(Mechanism) + matrix_.bytes() +
           changes_.capacity() * sizeof(Twist) + states_before_.capacity() * sizeof(BodySolverState) +
           impulses_before_.capacity() * sizeof(JointImpulses) + can_be_direct_.capacity() +
           parents_.capacity() * sizeof(std::uint32_t) + node_of_.capacity() * sizeof(std::int32_t) +
           components_.capacity() * sizeof(Component) + deficits_.capacity() * sizeof(EnergyDeficit) +
           deficit_joints_.capacity() * sizeof(std::uint32_t) + sorted_.capacity() * sizeof(Node) +
           order_.bytes() + coupled_.capacity() * sizeof(CoupledContact) +
           pending_.capacity() * sizeof(Twist) + groups_.capacity() * sizeof(CoupledGroup) +
           (group_contacts_.capacity() + group_mechanisms_.capacity() + group_free_.capacity()) *
               sizeof(GroupMember);
}

}  // namespace drystone
