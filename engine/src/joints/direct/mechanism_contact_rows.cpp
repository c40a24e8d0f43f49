// Rows of contacts with mechanisms, and their impulses.
#include "joints/direct/direct_joints.h"
#include "joints/direct/mechanism_contacts.h"
#include "store/contact_yield.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Least determinant of the responses of two points, relative to their product, that are solved together.
constexpr double independent = 1e-3;
/// Least response of a row, as a part of that of the bodies without joints: a body that joints hold moves by
/// less, and their compliance and rounding are all that is left.
constexpr double free_to_move = 1e-6;
/// Part of static friction up to which an impulse that stops the slip counts as rest, see `LaneSurfaces`.
constexpr double sliding_reach = 1.5;

/// Returns the velocity with which the soft constraint yields to an impulse [m/s].
double yielding_velocity(const NormalGoal& goal, double impulse) {
    const double yielding = yielding_impulse(impulse, goal.point_mass, goal.bearable, goal.yield);
    return goal.impulse_scale / goal.point_mass * std::max(0.0, yielding - goal.settled);
}

/// Softness of a contact: that of its surfaces, or of all contacts.
struct SoftNormal {
    double rate = 0.0;  ///< With the mass scale [1/s].
    double mass_scale = 1.0, impulse_scale = 0.0;
    double shallow_speed = 0.0;  ///< See `bias_of_overlap` [m/s].
    double max_bias = 0.0, max_push = 0.0;
    ContactYield yield{};
};

SoftNormal softness_of(const CoupledContact& contact, const BodySolverState* states,
                       const SolverConstants& constants) {
    const int lane = contact.lane;
    if (contact.has_spring()) {
        const SurfaceBlock& own = *contact.surfaces;
        return {static_cast<double>(own.bias_rate[lane]),     static_cast<double>(own.mass_scale[lane]),
                static_cast<double>(own.impulse_scale[lane]), 0.0,
                -static_cast<double>(own.lowest_bias[lane]),  std::numeric_limits<double>::max(),
                {0.0f, constants.yield.min_load_speed}};
    }
    const bool is_static =
        has_infinite_mass(states, contact.block->state_a[lane], contact.block->state_b[lane]);
    const Softness& own = is_static ? constants.static_contact : constants.contact;
    const auto mass_scale = static_cast<double>(own.mass_scale);
    return {mass_scale * static_cast<double>(own.bias_rate),
            mass_scale,
            static_cast<double>(own.impulse_scale),
            static_cast<double>(own.impulse_scale * constants.shallow_speed),
            static_cast<double>(constants.max_bias),
            mass_scale * static_cast<double>(constants.max_push_out_velocity),
            constants.yield};
}

NormalGoal soft_goal(const CoupledContact& contact, int point, const BodySolverState* states,
                     const SolverConstants& constants) {
    const ContactBlock& block = *contact.block;
    const auto separation = static_cast<double>(block.current_separation[point][contact.lane]);
    const double mass =
        contact.normal_mass[point] > 0.0f ? static_cast<double>(contact.normal_mass[point]) : 1.0;
    if (separation > 0.0) {
        // A spring pushes only while the surfaces overlap.
        return contact.has_spring()
                   ? NormalGoal{.mass_scale = 0.0, .impulse_scale = 1.0, .point_mass = mass}
                   : NormalGoal{.bias = separation * static_cast<double>(constants.inverse_h)};
    }
    const SoftNormal soft = softness_of(contact, states, constants);
    NormalGoal goal{.mass_scale = soft.mass_scale,
                    .impulse_scale = soft.impulse_scale,
                    .point_mass = mass,
                    .bearable = static_cast<double>(block.bearable[contact.lane]),
                    .settled = static_cast<double>(block.settled[point][contact.lane]),
                    .yield = soft.yield};
    const double fastest = soft.max_push + yielding_velocity(goal, contact.impulses[point]);
    goal.bias =
        std::max({bias_of_overlap(separation, soft.rate, soft.shallow_speed), -soft.max_bias, -fastest});
    return goal;
}

NormalGoal rigid_goal(const CoupledContact& contact, int point, const SolverConstants& constants) {
    const auto separation = static_cast<double>(contact.block->current_separation[point][contact.lane]);
    return {.bias = std::max(separation, 0.0) * static_cast<double>(constants.inverse_h)};
}

/// Finds new impulses of both normals, neither of which pulls; together if possible, else in turn.
void solve_normals(const CoupledContact& contact, const double (&velocity)[4], double (&impulse)[2]) {
    const double* const old = contact.impulses;
    const double cross[2] = {contact.goals[0].cross, contact.goals[1].cross};
    double wanted[2];
    for (int i = 0; i < 2; ++i) {
        const NormalGoal& goal = contact.goals[i];
        const bool is_absent = contact.normal_mass[i] == 0.0f;
        wanted[i] =
            is_absent
                ? -old[i]
                : -goal.mass * (goal.mass_scale * velocity[i] + goal.bias + yielding_velocity(goal, old[i]));
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

/// Applies an impulse, and adds its work on a body that moves on its own to the gain of the group.
void DirectJoints::push_side(const SequentialContext& context, const CoupledSide& side, const Twist& impulse,
                             CoupledGroup& group) {
    if (side.node >= 0) {
        matrix_.push(static_cast<std::size_t>(side.node), impulse, changes_.data(), pending_.data());
        return;
    }
    BodySolverState& state = context.states[side.slot];
    const Twist velocity{static_cast<double>(state.velocity_x), static_cast<double>(state.velocity_y),
                         static_cast<double>(state.angular_velocity)};
    const double work = dot(impulse, velocity) + 0.5 * side.inverse_mass * dot(impulse, impulse);
    group.gain += work;
    if (side.inverse_mass == 0.0) {
        return;
    }
    group.given_away += side.is_contained ? 0.0 : work;
    state.velocity_x = static_cast<float>(velocity.x + side.inverse_mass * impulse.x);
    state.velocity_y = static_cast<float>(velocity.y + side.inverse_mass * impulse.y);
    state.angular_velocity = static_cast<float>(velocity.w + side.inverse_mass * impulse.w);
}

/// Computes the responses of a contact. `pending_` must be zero.
void DirectJoints::prepare_contact(CoupledContact& contact) {
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
                                const double (&impulses)[4], Sides sides, CoupledGroup& group) {
    for (const CoupledSide* side : {&contact.a, &contact.b}) {
        if (!is_one_of(sides, *side)) {
            continue;
        }
        Twist sum{};
        for (int k = 0; k < 4; ++k) {
            add_scaled(sum, impulses[k], side->rows[k]);
        }
        push_side(context, *side, sum, group);
    }
    if (contact.surfaces != nullptr && sides != Sides::Nodes) {
        // A moving surface does work.
        group.gain -=
            static_cast<double>(contact.surfaces->tangent_speed[contact.lane]) * (impulses[2] + impulses[3]);
    }
}

/// Finds the velocity of B relative to A along each row.
void DirectJoints::find_velocities(const SequentialContext& context, const CoupledContact& contact,
                                   double (&velocity)[4]) {
    for (const CoupledSide* side : {&contact.a, &contact.b}) {
        if (side->is_at_rest()) {
            continue;
        }
        const Twist own = velocity_of(context, *side);
        for (int k = 0; k < 4; ++k) {
            velocity[k] += dot(side->rows[k], own);
        }
    }
}

/// Sets the constraints of the normals for the passes of a phase, in which the bodies do not move. A relax
/// pass leaves the motion of springs, and gaps that close fast to the impacts of the next sub-step.
void DirectJoints::set_goals(const SequentialContext& context, const SolverConstants& constants, bool biased,
                             CoupledContact& contact) {
    const bool may_bounce = !biased && contact.may_bounce();
    double velocity[4] = {};
    if (may_bounce) {
        find_velocities(context, contact, velocity);
    }
    const auto slow = static_cast<double>(slow_impact * constants.restitution_threshold);
    for (int i = 0; i < 2; ++i) {
        NormalGoal& goal = contact.goals[i];
        goal = biased ? soft_goal(contact, i, context.states.data(), constants)
                      : rigid_goal(contact, i, constants);
        const double own = contact.response[i][i];
        const bool bounces = may_bounce && goal.bias > 0.0 && velocity[i] < -slow;
        const double yields = goal.impulse_scale / goal.point_mass;
        const bool moves = contact.moves_along(i) || yields > 0.0;
        const bool acts = moves && !bounces && (biased || !contact.has_spring());
        goal.mass = acts ? 1.0 / (goal.mass_scale * own + yields) : 0.0;
        if (contact.normal_mass[i] != 0.0f) {  // Else the point is absent.
            goal.cross = goal.mass * goal.mass_scale * contact.response[0][1];
        }
    }
}

/// Solves a contact. Returns the largest change of the velocity of a row.
double DirectJoints::solve_contact(const SequentialContext& context, bool biased, CoupledContact& contact,
                                   CoupledGroup& group) {
    double velocity[4] = {};
    find_velocities(context, contact, velocity);
    double impulse[2];
    solve_normals(contact, velocity, impulse);
    double change[4] = {};
    for (int i = 0; i < 2; ++i) {
        change[i] = impulse[i] - contact.impulses[i];
        contact.impulses[i] = impulse[i];
    }
    if (!biased) {
        solve_friction(contact, velocity, change);
    }
    double largest = 0.0;
    for (int k = 0; k < 4; ++k) {
        largest = std::max(largest, std::abs(contact.response[k][k] * change[k]));
    }
    if (largest > 0.0) {
        push_contact(context, contact, change, Sides::All, group);
    }
    if (!biased && contact.surfaces != nullptr && contact.surfaces->rolling_length[contact.lane] > 0.0f) {
        resist_rolling(context, contact, group);
    }
    return largest;
}

/// Finds the change of the friction after the normal impulses changed. Surfaces may have another friction at
/// rest, or in each direction, see `LaneSurfaces`.
void DirectJoints::solve_friction(CoupledContact& contact, const double (&velocity)[4], double (&change)[4]) {
    const int lane = contact.lane;
    const auto friction = static_cast<double>(contact.block->friction[lane]);
    double speed = 0.0;
    double reverse = friction;
    double at_rest = 0.0;
    if (contact.surfaces != nullptr) {
        speed = static_cast<double>(contact.surfaces->tangent_speed[lane]);
        reverse = std::max(0.0, friction + static_cast<double>(contact.surfaces->reverse_friction[lane]));
        at_rest = static_cast<double>(contact.surfaces->static_friction[lane]);
    }
    double* const impulses = contact.impulses;
    const auto slip_of = [&](int row) {
        double slip = velocity[row] - speed;
        for (int k = 0; k < 4; ++k) {
            slip += contact.response[row][k] * change[k];
        }
        return slip;
    };
    if (at_rest != 0.0 && contact.moves_along(2)) {
        const double wanted = impulses[2] + impulses[3] - slip_of(2) / contact.response[2][2];
        const double reach = sliding_reach * (impulses[0] + impulses[1]);
        const bool grips = wanted < (reverse + at_rest) * reach && -(friction + at_rest) * reach < wanted;
        at_rest = grips ? at_rest : 0.0;
    }
    for (int i = 0; i < 2; ++i) {
        const int row = 2 + i;
        const double own = contact.response[row][row];
        if (!contact.moves_along(row)) {
            continue;
        }
        const double impulse =
            std::clamp(impulses[row] - slip_of(row) / own, -(friction + at_rest) * impulses[i],
                       (reverse + at_rest) * impulses[i]);
        change[row] = impulse - impulses[row];
        impulses[row] = impulse;
    }
}

/// Applies a torque against rolling.
void DirectJoints::push_rolling(const SequentialContext& context, const CoupledContact& contact,
                                double impulse, Sides sides, CoupledGroup& group) {
    for (const CoupledSide* side : {&contact.a, &contact.b}) {
        if (impulse != 0.0 && is_one_of(sides, *side)) {
            push_side(context, *side, {0.0, 0.0, contact.turn_of(*side) * impulse}, group);
        }
    }
}

/// Changes the torque against rolling. Its effective mass is that of the bodies without joints, so that it
/// comes closer in each pass and never passes the aim.
void DirectJoints::resist_rolling(const SequentialContext& context, CoupledContact& contact,
                                  CoupledGroup& group) {
    const SurfaceBlock& surfaces = *contact.surfaces;
    double turn = 0.0;
    for (const CoupledSide* side : {&contact.a, &contact.b}) {
        turn += side->is_at_rest() ? 0.0 : contact.turn_of(*side) * velocity_of(context, *side).w;
    }
    const double limit = static_cast<double>(surfaces.rolling_length[contact.lane]) *
                         (contact.impulses[0] + contact.impulses[1]);
    const double wanted =
        contact.rolling_impulse - static_cast<double>(surfaces.rolling_mass[contact.lane]) * turn;
    const double change = std::clamp(wanted, -limit, limit) - contact.rolling_impulse;
    contact.rolling_impulse += change;
    push_rolling(context, contact, change, Sides::All, group);
}

/// Returns whether an impulse along a row changes its velocity: the point is present, and the joints do not
/// hold the bodies.
bool CoupledContact::moves_along(int row) const {
    const float mass = row < 2 ? normal_mass[row] : tangent_mass[row - 2];
    return response[row][row] * static_cast<double>(mass) > free_to_move;
}

/// Returns the part of the angular velocity of a side in the rolling of B on A.
double CoupledContact::turn_of(const CoupledSide& side) const {
    const double turn = &side == &a ? -static_cast<double>(surfaces->turn_a[lane])
                                    : static_cast<double>(surfaces->turn_b[lane]);
    return side.node >= 0 ? turn / side.normalisation : turn;
}

}  // namespace drystone
