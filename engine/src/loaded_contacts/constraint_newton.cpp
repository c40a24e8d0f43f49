// Newton's method for the constraints of a component.
#include "loaded_contacts/constraint_system.h"
#include "solver/sequential_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Speed of the bodies, in the root mean square by mass, below which a direction ends the iteration [m/s].
constexpr double small_change = 3e-4;
/// Part of the slope at the start that the search along a direction may leave.
constexpr double slope_left = 1e-3;
constexpr int max_trials = 20;

}  // namespace

RowState SystemRow::state_at(double at) const {
    const double linear = offset - stiffness * at;
    const double allowed = state == RowState::Linear ? margin : -margin;
    if (linear < low - allowed) {
        return RowState::AtLow;
    }
    return linear > high + allowed ? RowState::AtHigh : RowState::Linear;
}

double ConstraintSystem::velocity_along(const SystemRow& row, Twist Body::*of) const {
    double sum = 0.0;
    if (row.row_a >= 0) {
        sum += dot(row.a, bodies_[static_cast<std::size_t>(row.row_a)].*of);
    }
    if (row.row_b >= 0) {
        sum += dot(row.b, bodies_[static_cast<std::size_t>(row.row_b)].*of);
    }
    return sum;
}

void ConstraintSystem::add_impulse(const SystemRow& row, double impulse) {
    if (row.row_a >= 0) {
        add_scaled(values_[static_cast<std::size_t>(row.row_a)], impulse, row.a);
    }
    if (row.row_b >= 0) {
        add_scaled(values_[static_cast<std::size_t>(row.row_b)], impulse, row.b);
    }
}

void ConstraintSystem::load_bodies(const Component& component, const Pass& pass) {
    for (Body& body : bodies_of(component)) {
        body.old_velocity = velocity_of(pass.context.states[body.slot]);
        body.change = {};
    }
}

/// Reads velocities and impulses, and what each row wants. The first step of a pass cuts friction; in the
/// others the limits would follow the loads, and these the limits.
void ConstraintSystem::load(const Component& component, const Pass& pass, bool is_first,
                            DirectJoints::Look look) {
    load_bodies(component, pass);
    load_contacts(component, pass, is_first);
    load_joints(component, pass, is_first, look);
    visit_taken(component, [](SystemRow& row) { row.impulse = row.impulse_at(row.velocity); });
}

bool ConstraintSystem::is_factored(const Component& component, const Pass& pass) const {
    const std::size_t number = pass.number();
    const std::span<const SystemRow> rows = rows_of(component);
    return std::all_of(rows.begin(), rows.end(), [number](const SystemRow& row) {
        return row.factored[number] == row.linear_stiffness();
    });
}

/// Factorises the matrix of the present states, unless its factors are known.
void ConstraintSystem::factorise(Component& component, const Pass& pass) {
    const std::size_t number = pass.number();
    if (component.factored[number] && is_factored(component, pass)) {
        return;
    }
    BlockMatrix& matrix = matrices_[number];
    matrix.set_zero(component.first_body, component.body_count);
    for (std::size_t i = component.first_body; i < component.first_body + component.body_count; ++i) {
        matrix.diagonal(i) = {bodies_[i].mass, 0.0, bodies_[i].mass, 0.0, 0.0, bodies_[i].inertia};
    }
    for (SystemRow& row : rows_of(component)) {
        const double stiffness = row.linear_stiffness();
        row.factored[number] = stiffness;
        if (stiffness != 0.0) {
            add_row(row, stiffness, matrix);
        }
    }
    matrix.factorise(component.first_body, component.body_count);
    component.factored[number] = true;
}

void ConstraintSystem::add_row(const SystemRow& row, double stiffness, BlockMatrix& matrix) {
    if (row.row_a >= 0) {
        add_square(matrix.diagonal(static_cast<std::size_t>(row.row_a)), stiffness, row.a);
    }
    if (row.row_b >= 0) {
        add_square(matrix.diagonal(static_cast<std::size_t>(row.row_b)), stiffness, row.b);
    }
    if (row.row_a >= 0 && row.row_b >= 0) {
        const bool ascending = row.row_a < row.row_b;
        add_outer(matrix.block(row.coupling), stiffness, ascending ? row.b : row.a,
                  ascending ? row.a : row.b);
    }
}

/// Solves the linear system, and finds the direction to its solution. Returns whether no row leaves its state
/// there: then it is the minimum.
bool ConstraintSystem::find_direction(const Component& component, const Pass& pass) {
    Twist* const values = values_.data() + component.first_body;
    std::fill_n(values, component.body_count, Twist{});
    visit_taken(component, [&](const SystemRow& row) {
        add_impulse(row, row.linear_impulse_at(row.old_velocity) - row.old_impulse);
    });
    matrices_[pass.number()].solve(component.first_body, component.body_count, values);
    for (Body& body : bodies_of(component)) {
        body.direction = values_[static_cast<std::size_t>(&body - bodies_.data())];
    }
    bool is_minimum = true;
    visit_taken(component, [&](SystemRow& row) {
        row.linear_velocity = row.old_velocity + velocity_along(row, &Body::direction);
        row.linear_impulse = row.linear_impulse_at(row.linear_velocity);
        is_minimum = is_minimum && row.state_at(row.linear_velocity) == row.state;
    });
    return is_minimum;
}

/// Returns the slope of the function to be minimised, a part of the way along the direction.
double ConstraintSystem::slope(const Component& component, double part) const {
    double sum = 0.0;
    for (const Body& body : bodies_of(component)) {
        sum +=
            body.dot_mass(body.change, body.direction) + part * body.dot_mass(body.direction, body.direction);
    }
    for (const SystemRow& row : rows_of(component)) {
        if (row.taken) {
            const double along = row.linear_velocity - row.velocity;
            sum -= (row.impulse_at(row.velocity + part * along) - row.old_impulse) * along;
        }
    }
    return sum;
}

/// Returns the part of the direction up to the minimum, by the secant method and bisection in turn.
double ConstraintSystem::search_line(const Component& component, double slope_here) const {
    if (slope_here >= 0.0) {
        return 0.0;
    }
    double low = 0.0;
    double high = 1.0;
    double slope_low = slope_here;
    double slope_high = slope(component, 1.0);
    if (slope_high <= -slope_left * slope_here) {
        return 1.0;
    }
    double part = 1.0;
    for (int i = 0; i < max_trials; ++i) {
        part = i % 3 == 2 ? 0.5 * (low + high) : low - slope_low * (high - low) / (slope_high - slope_low);
        const double slope_part = slope(component, part);
        if (std::abs(slope_part) <= -slope_left * slope_here) {
            break;
        }
        if (slope_part > 0.0) {
            high = part;
            slope_high = slope_part;
        } else {
            low = part;
            slope_low = slope_part;
        }
    }
    return part;
}

/// Goes along the direction, and updates the states. Returns whether to continue: the states changed, and
/// the direction was not small, or the impulses of rows whose state it did not foresee are not, or it was
/// that of other states than those here, and led nowhere.
bool ConstraintSystem::iterate(const Component& component, const Pass& pass) {
    for (Body& body : bodies_of(component)) {
        add_scaled(body.direction, -1.0, body.change);
    }
    const double slope_here = slope(component, 0.0);
    const double part = search_line(component, slope_here);
    for (Body& body : bodies_of(component)) {
        add_scaled(body.change, part, body.direction);
    }
    bool switched = false;
    double missed = 0.0;
    visit_taken(component, [&](SystemRow& row) {
        row.velocity += part * (row.linear_velocity - row.velocity);
        row.impulse += part * (row.linear_impulse - row.impulse);
        const RowState wanted = row.state_at(row.velocity);
        if (wanted != row.state) {
            switched = true;
            const double along = row.impulse_at(row.velocity) - row.impulse;
            missed += along * along / row.stiffness;
        }
        row.state = row.kept[pass.number()] = wanted;
    });
    if (part == 0.0) {
        return switched;
    }
    return (switched || part != 1.0) &&
           std::max(-slope_here, missed) > small_change * small_change * component.mass;
}

/// Projects the impulses to allowed ones, and applies as much of their change as lowers the dual function
/// most: at least nothing, at most all. The function is quadratic along the change.
void ConstraintSystem::apply(const Component& component, const Pass& pass) {
    std::fill_n(values_.data() + component.first_body, component.body_count, Twist{});
    double gradient = 0.0;
    double curvature = 0.0;
    visit_taken(component, [&](SystemRow& row) {
        row.impulse = std::clamp(row.impulse, row.low, row.high);
        const double change = row.impulse - row.old_impulse;
        gradient += change * (row.old_velocity + (row.old_impulse - row.offset) / row.stiffness);
        curvature += change * change / row.stiffness;
        add_impulse(row, change);
    });
    for (std::size_t i = component.first_body; i < component.first_body + component.body_count; ++i) {
        curvature += dot(values_[i], bodies_[i].change_by(values_[i]));
    }
    const bool falls = gradient < 0.0 && curvature > 0.0 && std::isfinite(curvature);
    const double part = falls ? std::min(-gradient / curvature, 1.0) : 0.0;
    for (Body& body : bodies_of(component)) {
        Twist velocity = body.old_velocity;
        if (part > 0.0) {
            add_scaled(velocity, part,
                       body.change_by(values_[static_cast<std::size_t>(&body - bodies_.data())]));
        }
        store_velocity(velocity, pass.context.states[body.slot]);
    }
    visit_taken(component, [&](SystemRow& row) {
        row.impulse = row.old_impulse + part * (row.impulse - row.old_impulse);
    });
    save_contacts(component);
    save_joints(component);
}

/// Applies the solution of a linear system in which no row leaves its state.
void ConstraintSystem::apply_minimum(const Component& component, const Pass& pass) {
    for (const Body& body : bodies_of(component)) {
        Twist velocity = body.old_velocity;
        add_scaled(velocity, 1.0, body.direction);
        store_velocity(velocity, pass.context.states[body.slot]);
    }
    visit_taken(component, [&](SystemRow& row) {
        row.velocity = row.linear_velocity;
        row.impulse = std::clamp(row.linear_impulse, row.low, row.high);
        row.kept[pass.number()] = row.state;
    });
    save_contacts(component);
    save_joints(component);
}

/// Finds the minimum with the bounds of a step of multipliers, and applies it.
void ConstraintSystem::find_minimum(Component& component, const Pass& pass, int& left) {
    bool more = true;
    for (; more && left > 0; --left) {
        factorise(component, pass);
        if (find_direction(component, pass)) {
            apply_minimum(component, pass);
            return;
        }
        more = iterate(component, pass);
    }
    apply(component, pass);
}

}  // namespace drystone
