// Rows of contacts with mechanisms, and their impulses.
#include "joints/direct/direct_joints.h"
#include "joints/direct/mechanism_contacts.h"
#include "store/contact_yield.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Least determinant of the responses of two points, relative to their product, that are solved together.
constexpr double independent = 1e-3;

/// Returns what of an impulse the soft constraint gives back in a pass.
double given_back(const NormalGoal& goal, double impulse) {
    const double yielding = yielding_impulse(impulse, goal.point_mass, goal.bearable, goal.yield);
    return goal.impulse_scale * std::max(0.0, yielding - goal.settled);
}

NormalGoal soft_goal(const CoupledContact& contact, int point, const BodySolverState* states,
                     const SolverConstants& constants) {
    const ContactBlock& block = *contact.block;
    const auto separation = static_cast<double>(block.current_separation[point][contact.lane]);
    if (separation > 0.0) {
        return {.bias = separation * static_cast<double>(constants.inverse_h)};
    }
    const bool is_static =
        has_infinite_mass(states, block.state_a[contact.lane], block.state_b[contact.lane]);
    const Softness& softness = is_static ? constants.static_contact : constants.contact;
    const auto mass_scale = static_cast<double>(softness.mass_scale);
    NormalGoal goal{.mass_scale = mass_scale,
                    .impulse_scale = static_cast<double>(softness.impulse_scale),
                    .point_mass = contact.normal_mass[point] > 0.0f
                                      ? static_cast<double>(contact.normal_mass[point])
                                      : 1.0,
                    .bearable = static_cast<double>(block.bearable[contact.lane]),
                    .settled = static_cast<double>(block.settled[point][contact.lane]),
                    .yield = constants.yield};
    const double fastest = mass_scale * static_cast<double>(constants.max_push_out_velocity) +
                           contact.response[point][point] * given_back(goal, contact.normal_impulse[point]);
    goal.bias =
        std::max({bias_of_overlap(separation, mass_scale * static_cast<double>(softness.bias_rate),
                                  static_cast<double>(softness.impulse_scale * constants.shallow_speed)),
                  -static_cast<double>(constants.max_bias), -fastest});
    return goal;
}

NormalGoal rigid_goal(const CoupledContact& contact, int point, const SolverConstants& constants) {
    const auto separation = static_cast<double>(contact.block->current_separation[point][contact.lane]);
    return {.bias = std::max(separation, 0.0) * static_cast<double>(constants.inverse_h)};
}

/// Finds new impulses of both normals, neither of which pulls; together if possible, else in turn.
void solve_normals(const CoupledContact& contact, const double (&velocity)[4], const double (&old)[2],
                   double (&impulse)[2]) {
    const double cross[2] = {contact.goals[0].cross, contact.goals[1].cross};
    double wanted[2];
    for (int i = 0; i < 2; ++i) {
        const NormalGoal& goal = contact.goals[i];
        const bool is_absent = contact.normal_mass[i] == 0.0f;
        wanted[i] =
            is_absent ? -old[i]
                      : -(goal.mass * (goal.mass_scale * velocity[i] + goal.bias) + given_back(goal, old[i]));
    }
    const double determinant = 1.0 - cross[0] * cross[1];
    if (determinant > independent) {
        impulse[0] = old[0] + (wanted[0] - cross[0] * wanted[1]) / determinant;
        impulse[1] = old[1] + (wanted[1] - cross[1] * wanted[0]) / determinant;
        if (impulse[0] >= 0.0 && impulse[1] >= 0.0) {
            return;
        }
    }
    const double alone = std::min(cross[0] * old[1], 0.0);
    impulse[0] = std::max(old[0] + wanted[0] + alone, 0.0);
    impulse[1] = std::max(old[1] + wanted[1] - cross[1] * (impulse[0] - old[0]), 0.0);
}

}  // namespace

/// Writes the rows of a side; `sign` is the side of the normal. A node has an angular velocity in rad/s,
/// other bodies have it normalised.
void DirectJoints::write_rows(const CoupledContact& contact, double sign, CoupledSide& side) {
    const ContactBlock& block = *contact.block;
    const int lane = contact.lane;
    const bool is_b = sign > 0.0;
    const auto x = static_cast<double>(block.normal_x[lane]);
    const auto y = static_cast<double>(block.normal_y[lane]);
    const double scale = side.node >= 0 ? 1.0 / side.normalisation : 1.0;
    for (int i = 0; i < 2; ++i) {
        const float normal_arm = is_b ? block.normal_arm_b[i][lane] : block.normal_arm_a[i][lane];
        const float tangent_arm = is_b ? block.tangent_arm_b[i][lane] : block.tangent_arm_a[i][lane];
        side.rows[i] = {sign * x, sign * y, sign * scale * static_cast<double>(normal_arm)};
        side.rows[2 + i] = {sign * y, -sign * x, sign * scale * static_cast<double>(tangent_arm)};
    }
}

/// Returns the velocity of a side, with what the impulses of this phase changed.
Twist DirectJoints::velocity_of(const SequentialContext& context, const CoupledSide& side) {
    if (side.node >= 0) {
        const auto node = static_cast<std::size_t>(side.node);
        Twist velocity = bodies_[node].velocity;
        add_scaled(velocity, 1.0, matrix_.value(node, pending_.data(), changes_.data()));
        return velocity;
    }
    const BodySolverState& state = context.states[side.slot];
    return {static_cast<double>(state.velocity_x), static_cast<double>(state.velocity_y),
            static_cast<double>(state.angular_velocity)};
}

/// Applies an impulse. Returns its work on a body that moves on its own [J]; 0 for nodes.
double DirectJoints::push_side(const SequentialContext& context, const CoupledSide& side,
                               const Twist& impulse) {
    if (side.node >= 0) {
        matrix_.push(static_cast<std::size_t>(side.node), impulse, changes_.data(), pending_.data());
        return 0.0;
    }
    BodySolverState& state = context.states[side.slot];
    const Twist velocity{static_cast<double>(state.velocity_x), static_cast<double>(state.velocity_y),
                         static_cast<double>(state.angular_velocity)};
    const double work = dot(impulse, velocity) + 0.5 * side.inverse_mass * dot(impulse, impulse);
    if (side.inverse_mass == 0.0) {
        return work;
    }
    state.velocity_x = static_cast<float>(velocity.x + side.inverse_mass * impulse.x);
    state.velocity_y = static_cast<float>(velocity.y + side.inverse_mass * impulse.y);
    state.angular_velocity = static_cast<float>(velocity.w + side.inverse_mass * impulse.w);
    return work;
}

/// Computes the rows of a contact and their responses. `pending_` must be zero.
void DirectJoints::prepare_contact(CoupledContact& contact) {
    write_rows(contact, -1.0, contact.a);
    write_rows(contact, 1.0, contact.b);
    if (contact.a.node >= 0 && contact.b.node >= 0 &&
        nodes_[static_cast<std::size_t>(contact.a.node)].mechanism ==
            nodes_[static_cast<std::size_t>(contact.b.node)].mechanism) {
        find_responses_within(contact);
        return;
    }
    const auto respond = [&](const CoupledSide& side, const Twist& row) {
        if (side.node >= 0) {
            return multiply(matrix_.inverse(static_cast<std::size_t>(side.node)), row);
        }
        Twist own{};
        add_scaled(own, side.inverse_mass, row);
        return own;
    };
    for (double(&row)[4] : contact.response) {
        std::fill_n(row, 4, 0.0);
    }
    for (const CoupledSide* side : {&contact.a, &contact.b}) {
        for (int k = 0; k < 4 && !side->is_fixed(); ++k) {
            const Twist own = respond(*side, side->rows[k]);
            for (int j = 0; j < 4; ++j) {
                contact.response[j][k] += dot(side->rows[j], own);
            }
        }
    }
}

/// Computes the responses of a contact between two nodes of one mechanism.
void DirectJoints::find_responses_within(CoupledContact& contact) {
    const auto a = static_cast<std::size_t>(contact.a.node);
    const auto b = static_cast<std::size_t>(contact.b.node);
    for (int k = 0; k < 4; ++k) {
        matrix_.push(a, contact.a.rows[k], changes_.data(), pending_.data());
        matrix_.push(b, contact.b.rows[k], changes_.data(), pending_.data());
        const Twist of_a = matrix_.value(a, pending_.data(), changes_.data());
        const Twist of_b = matrix_.value(b, pending_.data(), changes_.data());
        for (int j = 0; j < 4; ++j) {
            contact.response[j][k] = dot(contact.a.rows[j], of_a) + dot(contact.b.rows[j], of_b);
        }
        matrix_.clear_path(a, pending_.data());
        matrix_.clear_path(b, pending_.data());
    }
}

void DirectJoints::push_contact(const SequentialContext& context, const CoupledContact& contact,
                                const double (&impulses)[4], CoupledGroup& group) {
    for (const CoupledSide* side : {&contact.a, &contact.b}) {
        if (side->is_at_rest()) {
            continue;
        }
        Twist sum{};
        for (int k = 0; k < 4; ++k) {
            add_scaled(sum, impulses[k], side->rows[k]);
        }
        group.gain += push_side(context, *side, sum);
    }
    if (contact.surfaces != nullptr) {
        // A moving surface does work.
        group.gain -=
            static_cast<double>(contact.surfaces->tangent_speed[contact.lane]) * (impulses[2] + impulses[3]);
    }
}

/// Sets the constraints of the normals for the passes of a phase, in which the bodies do not move.
void DirectJoints::set_goals(const SequentialContext& context, const SolverConstants& constants, bool biased,
                             CoupledContact& contact) {
    for (int i = 0; i < 2; ++i) {
        NormalGoal& goal = contact.goals[i];
        goal = biased ? soft_goal(contact, i, context.states.data(), constants)
                      : rigid_goal(contact, i, constants);
        const double own = contact.response[i][i];
        goal.mass = own > 0.0 ? 1.0 / own : 0.0;
        if (contact.normal_mass[i] != 0.0f) {  // Else the point is absent.
            goal.cross = goal.mass * goal.mass_scale * contact.response[0][1];
        }
    }
}

/// Solves a contact. Returns the largest change of the velocity of a row.
double DirectJoints::solve_contact(const SequentialContext& context, bool biased, CoupledContact& contact,
                                   CoupledGroup& group) {
    double velocity[4] = {};
    for (const CoupledSide* side : {&contact.a, &contact.b}) {
        if (side->is_at_rest()) {
            continue;
        }
        const Twist own = velocity_of(context, *side);
        for (int k = 0; k < 4; ++k) {
            velocity[k] += dot(side->rows[k], own);
        }
    }
    double impulse[2];
    solve_normals(contact, velocity, contact.normal_impulse, impulse);
    double change[4] = {};
    for (int i = 0; i < 2; ++i) {
        change[i] = impulse[i] - contact.normal_impulse[i];
        contact.normal_impulse[i] = impulse[i];
    }
    if (!biased) {
        solve_friction(contact, velocity, change);
    }
    double largest = 0.0;
    for (int k = 0; k < 4; ++k) {
        largest = std::max(largest, std::abs(contact.response[k][k] * change[k]));
    }
    if (largest > 0.0) {
        push_contact(context, contact, change, group);
    }
    return largest;
}

/// Finds the change of the friction after the normal impulses changed.
void DirectJoints::solve_friction(CoupledContact& contact, const double (&velocity)[4], double (&change)[4]) {
    const double speed = contact.surfaces != nullptr
                             ? static_cast<double>(contact.surfaces->tangent_speed[contact.lane])
                             : 0.0;
    for (int i = 0; i < 2; ++i) {
        const int row = 2 + i;
        const double own = contact.response[row][row];
        if (!(own > 0.0) || contact.tangent_mass[i] == 0.0f) {
            continue;
        }
        double slip = velocity[row] - speed;
        for (int k = 0; k < 4; ++k) {
            slip += contact.response[row][k] * change[k];
        }
        const double limit =
            static_cast<double>(contact.block->friction[contact.lane]) * contact.normal_impulse[i];
        const double impulse = std::clamp(contact.friction_impulse[i] - slip / own, -limit, limit);
        change[row] = impulse - contact.friction_impulse[i];
        contact.friction_impulse[i] = impulse;
    }
}

}  // namespace drystone
