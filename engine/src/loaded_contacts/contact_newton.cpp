// Newton's method for the contacts of a component.
#include "loaded_contacts/contact_system.h"
#include "solver/sequential_contacts.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Iterations of Newton's method in a pass. In an impact on a pile one step of the method of multipliers may
/// need a hundred, and those after it a few.
constexpr int max_iterations = 800;
/// Speed against its state at which a point changes it [m/s]: else points without load would alternate.
constexpr double min_speed = 1e-6;
/// Speed of the bodies, in the root mean square by mass, below which a direction ends the iteration [m/s].
constexpr double small_change = 3e-4;
/// Steps of the method of multipliers in a pass. In an impact the first ones find what each contact bears,
/// and each of the others leaves about a quarter of what was left. Bodies at rest need one.
constexpr int max_multiplier_steps = 20;
/// Speed that a step may leave along a normal [m/s].
constexpr double settled_speed = 0.01;
/// Error of the linear law of contacts, as a speed, up to which a pass ends [m/s]: more, and columns that
/// sink under a heavy body lean.
constexpr double linear_speed = 5e-5;
/// Part of the slope at the start that the search along a direction may leave.
constexpr double slope_left = 1e-3;
constexpr int max_trials = 20;

Twist velocity_of(const BodySolverState& state) {
    return {static_cast<double>(state.velocity_x), static_cast<double>(state.velocity_y),
            static_cast<double>(state.angular_velocity)};
}

/// Returns the impulses of a point as functions of its velocities.
double normal_impulse(const SystemPoint& point, double velocity) {
    return std::max(0.0, point.offset - point.stiffness * velocity);
}

double tangent_impulse(const SystemPoint& point, double velocity) {
    return std::clamp(point.old_impulse[1] - point.penalty * velocity, -point.limit, point.limit);
}

/// Returns the impulse of a row in the linear system.
double linear_impulse(const SystemPoint& point, int row, double velocity) {
    if (row == 0) {
        return point.state.pushes ? point.offset - point.stiffness * velocity : 0.0;
    }
    return point.state.friction == Friction::Stick ? point.old_impulse[1] - point.penalty * velocity
                                                   : static_cast<double>(point.state.friction) * point.limit;
}

/// Returns the state that the velocities ask for, with a margin in favour of the present one.
PointState wanted_state(const SystemPoint& point) {
    const double impulse = point.offset - point.stiffness * point.velocity[0];
    const bool pushes = impulse > (point.state.pushes ? 0.0 : point.stiffness * min_speed);
    const double across = point.old_impulse[1] - point.penalty * point.velocity[1];
    const double margin = point.penalty * (point.state.friction == Friction::Stick ? min_speed : -min_speed);
    if (std::abs(across) <= point.limit + margin) {
        return {pushes, Friction::Stick};
    }
    return {pushes, across > 0.0 ? Friction::Forward : Friction::Backward};
}

void add_matrix(SquareMatrix& sum, double factor, const Twist& row, const Twist& column) {
    add_scaled(sum.rows[0], factor * row.x, column);
    add_scaled(sum.rows[1], factor * row.y, column);
    add_scaled(sum.rows[2], factor * row.w, column);
}

}  // namespace

double ContactSystem::velocity_along(const SystemContact& contact, const SystemPoint& point, int row,
                                     Twist Row::*of) const {
    double sum = 0.0;
    if (contact.row_a >= 0) {
        sum += dot(point.rows_a[row], rows_[static_cast<std::size_t>(contact.row_a)].*of);
    }
    if (contact.row_b >= 0) {
        sum += dot(point.rows_b[row], rows_[static_cast<std::size_t>(contact.row_b)].*of);
    }
    return sum;
}

void ContactSystem::add_impulse(const SystemContact& contact, const SystemPoint& point, int row,
                                double impulse) {
    if (contact.row_a >= 0) {
        add_scaled(values_[static_cast<std::size_t>(contact.row_a)], impulse, point.rows_a[row]);
    }
    if (contact.row_b >= 0) {
        add_scaled(values_[static_cast<std::size_t>(contact.row_b)], impulse, point.rows_b[row]);
    }
}

/// Reads velocities and impulses, and what each normal wants. The first step of a pass cuts friction; in the
/// others the limits would follow the loads, and these the limits.
void ContactSystem::load(const Component& component, const Pass& pass, bool cuts) {
    for (Row& row : rows_of(component)) {
        row.old_velocity = velocity_of(pass.states[row.slot]);
        row.change = {};
    }
    if (cuts) {
        cut_friction(component);
    }
    for (SystemContact& contact : contacts_of(component)) {
        const ContactBlock& block = *contact.block;
        const Twist velocity_a = velocity_of(pass.states[slot_of_state(block.state_a[contact.lane])]);
        const Twist velocity_b = velocity_of(pass.states[slot_of_state(block.state_b[contact.lane])]);
        const double penalty = penalty_of(component, contact);
        for (int i = 0; i < 2; ++i) {
            SystemPoint& point = contact.points[i];
            point.penalty = penalty;
            for (int row = 0; row < 2; ++row) {
                point.velocity[row] = dot(point.rows_a[row], velocity_a) + dot(point.rows_b[row], velocity_b);
            }
            if (contact.surfaces != nullptr) {
                point.velocity[1] -= static_cast<double>(contact.surfaces->tangent_speed[contact.lane]);
            }
            for (int row = 0; row < 2; ++row) {
                point.old_velocity[row] =
                    point.velocity[row] - velocity_along(contact, point, row, &Row::change);
            }
            load_point(contact, i, pass);
            if (point.taken) {
                point.impulse[0] = normal_impulse(point, point.velocity[0]);
                point.impulse[1] = tangent_impulse(point, point.velocity[1]);
            }
        }
    }
}

bool ContactSystem::is_factored(std::span<const SystemContact> contacts, const Pass& pass) {
    const std::size_t number = pass.number();
    for (const SystemContact& contact : contacts) {
        for (const SystemPoint& point : contact.points) {
            if (point.factored[number][0] != point.stiffness_of(0) ||
                point.factored[number][1] != point.stiffness_of(1)) {
                return false;
            }
        }
    }
    return true;
}

/// Factorises the matrix of the present states, unless its factors are known.
void ContactSystem::factorise(Component& component, const Pass& pass) {
    const std::size_t number = pass.number();
    if (component.factored[number] && is_factored(contacts_of(component), pass)) {
        return;
    }
    BlockMatrix& matrix = matrices_[number];
    matrix.set_zero(component.first_row, component.row_count);
    for (std::size_t i = component.first_row; i < component.first_row + component.row_count; ++i) {
        matrix.diagonal(i) = {rows_[i].mass, 0.0, rows_[i].mass, 0.0, 0.0, rows_[i].mass};
    }
    for (SystemContact& contact : contacts_of(component)) {
        for (SystemPoint& point : contact.points) {
            for (int row = 0; row < 2; ++row) {
                const double stiffness = point.stiffness_of(row);
                point.factored[number][row] = stiffness;
                if (stiffness != 0.0) {
                    add_row(contact, point, row, stiffness, matrix);
                }
            }
        }
    }
    matrix.factorise(component.first_row, component.row_count);
    component.factored[number] = true;
}

void ContactSystem::add_row(const SystemContact& contact, const SystemPoint& point, int row, double stiffness,
                            BlockMatrix& matrix) const {
    const Twist& a = point.rows_a[row];
    const Twist& b = point.rows_b[row];
    if (contact.row_a >= 0) {
        add_product(matrix.diagonal(static_cast<std::size_t>(contact.row_a)), stiffness, a, a);
    }
    if (contact.row_b >= 0) {
        add_product(matrix.diagonal(static_cast<std::size_t>(contact.row_b)), stiffness, b, b);
    }
    if (contact.row_a >= 0 && contact.row_b >= 0) {
        const bool ascending = contact.row_a < contact.row_b;
        add_matrix(matrix.block(contact.coupling), stiffness, ascending ? b : a, ascending ? a : b);
    }
}

/// Solves the linear system, and finds the direction to its solution.
void ContactSystem::find_direction(const Component& component, const Pass& pass) {
    Twist* const values = values_.data() + component.first_row;
    std::fill_n(values, component.row_count, Twist{});
    visit_points(component, [&](const SystemContact& contact, const SystemPoint& point) {
        for (int row = 0; row < 2; ++row) {
            add_impulse(contact, point, row,
                        linear_impulse(point, row, point.old_velocity[row]) - point.old_impulse[row]);
        }
    });
    matrices_[pass.number()].solve(component.first_row, component.row_count, values);
    for (Row& row : rows_of(component)) {
        row.direction = *(values_.data() + (&row - rows_.data()));
    }
    visit_points(component, [&](const SystemContact& contact, SystemPoint& point) {
        for (int row = 0; row < 2; ++row) {
            point.linear_velocity[row] =
                point.old_velocity[row] + velocity_along(contact, point, row, &Row::direction);
            point.linear_impulse[row] = linear_impulse(point, row, point.linear_velocity[row]);
        }
    });
    for (Row& row : rows_of(component)) {
        add_scaled(row.direction, -1.0, row.change);
    }
}

/// Returns the slope of the function to be minimised, a part of the way along the direction.
double ContactSystem::slope(const Component& component, double part) const {
    double sum = 0.0;
    for (const Row& row : rows_of(component)) {
        sum += row.mass * (dot(row.change, row.direction) + part * dot(row.direction, row.direction));
    }
    for (const SystemContact& contact : contacts_of(component)) {
        for (const SystemPoint& point : contact.points) {
            if (!point.taken) {
                continue;
            }
            const double along = point.linear_velocity[0] - point.velocity[0];
            const double across = point.linear_velocity[1] - point.velocity[1];
            sum -=
                (normal_impulse(point, point.velocity[0] + part * along) - point.old_impulse[0]) * along +
                (tangent_impulse(point, point.velocity[1] + part * across) - point.old_impulse[1]) * across;
        }
    }
    return sum;
}

/// Returns the part of the direction up to the minimum, by the secant method and bisection in turn.
double ContactSystem::search_line(const Component& component, double slope_here) const {
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
/// the direction was not small, or the impulses of points whose state it did not foresee are not, or it was
/// that of other states than those here, and led nowhere.
bool ContactSystem::iterate(const Component& component, const Pass& pass) {
    const double slope_here = slope(component, 0.0);
    const double part = search_line(component, slope_here);
    for (Row& row : rows_of(component)) {
        add_scaled(row.change, part, row.direction);
    }
    bool switched = false;
    double missed = 0.0;
    visit_points(component, [&](const SystemContact&, SystemPoint& point) {
        for (int row = 0; row < 2; ++row) {
            point.velocity[row] += part * (point.linear_velocity[row] - point.velocity[row]);
            point.impulse[row] += part * (point.linear_impulse[row] - point.impulse[row]);
        }
        const PointState wanted = wanted_state(point);
        if (wanted != point.state) {
            switched = true;
            const double along = normal_impulse(point, point.velocity[0]) - point.impulse[0];
            missed += along * along / point.stiffness;
        }
        point.state = point.kept[pass.number()] = wanted;
    });
    if (part == 0.0) {
        return switched;
    }
    return (switched || part != 1.0) &&
           std::max(-slope_here, missed) > small_change * small_change * component.mass;
}

/// Projects the impulses to allowed ones, and applies as much of their change as lowers the dual function
/// most: at least nothing, at most all. The function is quadratic along the change.
void ContactSystem::apply(const Component& component, const Pass& pass) {
    std::fill_n(values_.data() + component.first_row, component.row_count, Twist{});
    double gradient = 0.0;
    double curvature = 0.0;
    visit_points(component, [&](const SystemContact& contact, SystemPoint& point) {
        const double along = std::max(0.0, point.impulse[0]) - point.old_impulse[0];
        const double across = std::clamp(point.impulse[1], -point.limit, point.limit) - point.old_impulse[1];
        gradient +=
            along * (point.old_velocity[0] + (point.old_impulse[0] - point.offset) / point.stiffness) +
            across * point.old_velocity[1];
        curvature += along * along / point.stiffness + across * across / point.penalty;
        point.impulse[0] = along;
        point.impulse[1] = across;
        add_impulse(contact, point, 0, along);
        add_impulse(contact, point, 1, across);
    });
    for (std::size_t i = component.first_row; i < component.first_row + component.row_count; ++i) {
        curvature += dot(values_[i], values_[i]) / rows_[i].mass;
    }
    const bool falls = gradient < 0.0 && curvature > 0.0 && std::isfinite(curvature);
    apply(component, pass, falls ? std::min(-gradient / curvature, 1.0) : 0.0);
}

/// Applies a part of the change of impulses, which `values_` sums.
void ContactSystem::apply(const Component& component, const Pass& pass, double part) const {
    for (std::size_t i = component.first_row; i < component.first_row + component.row_count; ++i) {
        Twist velocity = rows_[i].old_velocity;
        if (part > 0.0) {
            add_scaled(velocity, part / rows_[i].mass, values_[i]);
        }
        BodySolverState& state = pass.states[rows_[i].slot];
        state.velocity_x = static_cast<float>(velocity.x);
        state.velocity_y = static_cast<float>(velocity.y);
        state.angular_velocity = static_cast<float>(velocity.w);
    }
    for (const SystemContact& contact : contacts_of(component)) {
        for (int i = 0; i < 2; ++i) {
            const SystemPoint& point = contact.points[i];
            if (point.taken && part > 0.0) {
                contact.block->normal_impulse[i][contact.lane] =
                    static_cast<float>(point.old_impulse[0] + part * point.impulse[0]);
                contact.block->friction_impulse[i][contact.lane] =
                    static_cast<float>(point.old_impulse[1] + part * point.impulse[1]);
            }
        }
    }
}

void ContactSystem::solve(Component& component, const Pass& pass) {
    if (pass.kind == ContactPass::Relax) {
        for (const SystemContact& contact : contacts_of(component)) {
            update_lane_separations(*contact.block, contact.lane, pass.states.data());
        }
    }
    bool settled = false;
    int left = max_iterations;
    for (int step = 0; step < max_multiplier_steps && left > 0 && !settled; ++step) {
        load(component, pass, step == 0);
        bool more = true;
        for (; more && left > 0; --left) {
            factorise(component, pass);
            find_direction(component, pass);
            more = iterate(component, pass);
        }
        apply(component, pass);
        settled = true;
        visit_points(component, [&](const SystemContact& contact, const SystemPoint& point) {
            // The change of the impulse is the penalty times the speed that is left, if the law was linear.
            settled = settled && std::abs(point.impulse[0]) <= settled_speed * point.penalty &&
                      nonlinearity(contact, point, pass) <= linear_speed;
        });
    }
    if (pass.kind == ContactPass::Relax) {
        track_impacts(component);
    }
}

void ContactSystem::solve(std::span<BodySolverState> states, const SolverConstants& constants,
                          ContactPass pass, Team& team) {
    team.parallel_for(components_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            solve(components_[i], {states, constants, pass});
        }
    });
}

}  // namespace drystone
