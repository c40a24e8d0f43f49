// Passes over a component: steps of the method of multipliers, and steps that close joints where bodies end.
#include "loaded_contacts/constraint_system.h"
#include "solver/sequential_contacts.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Iterations of Newton's method in a pass. In an impact on a pile one step of the method of multipliers may
/// need a hundred, and those after it a few.
constexpr int max_iterations = 800;
/// Steps of the method of multipliers in a pass. In an impact the first ones find what each contact bears,
/// and each of the others leaves about a quarter of what was left. Bodies at rest need one.
constexpr int max_multiplier_steps = 20;
/// Largest number of times that a pass is repeated with the damping that the tension after it demands.
constexpr int max_repetitions = 2;
/// Largest part of the error of joints where the bodies end that a step may leave for another one to follow.
constexpr double worthwhile = 0.9;
/// Largest number of steps that close the joints where the bodies end.
constexpr int max_closings = 6;
/// Compliance of joints in such a step, as a part of their inverse mass, and the factor by which it rises
/// where the step fails, as Levenberg's and Marquardt's term: it bounds the motion across bodies in line.
constexpr double closing_compliance = 1e-6;
constexpr double damped_more = 10.0;
constexpr int max_damped_steps = 6;
/// Growth of the kinetic energy by such a step, and speed that is none [m/s].
constexpr double max_growth = 1.2;
constexpr double slow = 0.1;

}  // namespace

/// Keeps the velocities and impulses that `go_back` returns to.
void ConstraintSystem::keep_step(const Component& component, const Pass& pass) {
    for (Body& body : bodies_of(component)) {
        body.last_velocity = velocity_of(pass.context.states[body.slot]);
    }
    visit_taken(component, [](SystemRow& row) { row.last_impulse = row.impulse; });
}

/// Takes the change since `keep_step` back.
void ConstraintSystem::go_back(const Component& component, const Pass& pass) {
    for (const Body& body : bodies_of(component)) {
        store_velocity(body.last_velocity, pass.context.states[body.slot]);
    }
    visit_taken(component, [](SystemRow& row) { row.impulse = row.last_impulse; });
    save_contacts(component);
    save_joints(component);
}

/// Keeps what a pass begins with, and brings it back.
void ConstraintSystem::remember(const Component& component, const Pass& pass) {
    for (Body& body : bodies_of(component)) {
        body.pass_velocity = velocity_of(pass.context.states[body.slot]);
    }
    for (const SystemContact& contact : contacts_of(component)) {
        for (std::size_t k = 0; k < contact.row_count(); ++k) {
            rows_[contact.first_row + k].pass_impulse = static_cast<double>(contact.impulse(k));
        }
    }
    for (SystemRow& row : joint_rows_of(component)) {
        row.pass_impulse = static_cast<double>(*row.joint_impulse);
    }
}

void ConstraintSystem::restore(const Component& component, const Pass& pass) {
    for (const Body& body : bodies_of(component)) {
        store_velocity(body.pass_velocity, pass.context.states[body.slot]);
    }
    for (SystemRow& row : rows_of(component)) {
        row.taken = true;
        row.impulse = row.pass_impulse;
    }
    save_contacts(component);
    save_joints(component);
}

void ConstraintSystem::split_impulses() {
    for (SystemContact& contact : contacts_) {
        for (std::size_t k = 0; contact.early < 1.0 && k < contact.row_count(); ++k) {
            float& impulse = contact.impulse(k);
            const auto sum = static_cast<double>(impulse);
            contact.later[k] = (1.0 - contact.early) * sum;
            impulse = static_cast<float>(contact.early * sum);
        }
    }
}

/// Adds what is expected to act after the move to the impulses and the velocities: the same force as before
/// it, and of a contact no more than in the last sub-step.
void ConstraintSystem::add_later_impulses(const Component& component, const Pass& pass) {
    std::fill_n(values_.data() + component.first_body, component.body_count, Twist{});
    const double ratio = component.later / (1.0 - component.later);
    for (const SystemContact& contact : contacts_of(component)) {
        double part = 1.0;
        for (std::size_t k = 0; k < contact.row_count(); ++k) {
            float& impulse = contact.impulse(k);
            const double sum = contact.later[k];
            if (k % 2 == 0 && k < SystemContact::rows_of_points) {
                part = sum > 0.0 ? std::min(1.0, ratio * static_cast<double>(impulse) / sum) : 0.0;
            }
            add_impulse(rows_[contact.first_row + k], part * sum);
            impulse += static_cast<float>(part * sum);
        }
    }
    load_joints(component, pass, true, DirectJoints::Look::Here);
    for (const SystemRow& row : joint_rows_of(component)) {
        const double impulse = ratio * row.old_impulse;
        add_impulse(row, impulse);
        *row.joint_impulse += static_cast<float>(impulse);
    }
    change_velocities(component, pass, 1.0);
}

/// Records the largest normal impulse of each point, for hit events and restitution.
void ConstraintSystem::track_impacts(const Component& component) {
    for (const SystemContact& contact : contacts_of(component)) {
        for (int i = 0; contact.impacts != nullptr && i < 2; ++i) {
            float& largest = contact.impacts->max_impulse[i][contact.lane];
            largest = std::max(largest, contact.block->normal_impulse[i][contact.lane]);
        }
    }
}

void ConstraintSystem::solve(Component& component, const Pass& pass) {
    if (!pass.is_biased()) {
        for (const SystemContact& contact : contacts_of(component)) {
            update_lane_separations(*contact.block, contact.lane, pass.context.states.data());
        }
    }
    begin_joints(component, pass);
    if (!pass.is_biased() && component.later > 0.0) {
        add_later_impulses(component, pass);
    }
    multiply(component, pass);
    for (int i = 0; pass.is_biased() && i < max_repetitions && damp_joints(component, pass); ++i) {
        multiply(component, pass);
    }
    if (!pass.is_biased()) {
        track_impacts(component);
    }
    for (SystemContact& contact : contacts_of(component)) {
        find_slip(pass.context.states, contact);
    }
}

/// Returns the kinetic energy of a component about its centre of mass [J].
double ConstraintSystem::energy_of(const Component& component, const Pass& pass) const {
    double energy = 0.0;
    Twist momentum{};
    for (const Body& body : bodies_of(component)) {
        const Twist velocity = velocity_of(pass.context.states[body.slot]);
        energy += 0.5 * body.mass * dot(velocity, velocity);
        add_scaled(momentum, body.mass, {velocity.x, velocity.y, 0.0});
    }
    return energy - 0.5 / component.mass * dot(momentum, momentum);
}

/// Solves a pass: first with the joints as they are now, as bodies without the impulses of joints may turn so
/// far that the errors where they end say nothing; then closes the joints where the bodies end.
void ConstraintSystem::multiply(Component& component, const Pass& pass) {
    using Look = DirectJoints::Look;
    if (component.damps) {
        apply_impulses(component, pass, 1.0);
    }
    settle(component, pass, pass.is_biased() ? Look::Ahead : Look::Here);
    if (!pass.is_biased() || component.mechanisms.empty()) {
        return;
    }
    double error = measure_error(component, pass);
    double energy = energy_of(component, pass);
    for (int i = 0; i < max_closings && error > DirectJoints::good_enough; ++i) {
        const double closing = std::max(slow, 2.0 * error * static_cast<double>(pass.constants.inverse_h));
        const double bound = max_growth * energy + 0.5 * component.mass * closing * closing;
        keep_step(component, pass);
        turn_joints(component, pass, &MechanismBody::later);
        component.compliance = closing_compliance;
        double now = 0.0;
        double energy_now = 0.0;
        // Bodies in line, or that turn far: less of the step fits, or none.
        for (int tries = 0;; ++tries) {
            settle(component, pass, Look::Positions);
            now = measure_error(component, pass);
            energy_now = energy_of(component, pass);
            if (now < error && energy_now <= bound) {
                break;
            }
            go_back(component, pass);
            if (tries == max_damped_steps) {
                return;
            }
            component.compliance *= damped_more;
        }
        const bool goes_on = now < worthwhile * error;
        error = now;
        energy = energy_now;
        if (!goes_on) {
            return;
        }
    }
}

/// Returns whether all impulses are those that the velocities ask for, as at rest after the move.
bool ConstraintSystem::is_solved(const Component& component) const {
    const std::span<const SystemRow> rows = rows_of(component);
    return std::all_of(rows.begin(), rows.end(), [](const SystemRow& row) {
        return !row.taken || std::abs(row.impulse - row.old_impulse) <= row.stiffness * solved_speed;
    });
}

/// Runs the steps of multipliers with the joints linear about the present velocities.
void ConstraintSystem::settle(Component& component, const Pass& pass, DirectJoints::Look look) {
    int left = max_iterations;
    bool settled = false;
    for (int step = 0; step < max_multiplier_steps && left > 0 && !settled; ++step) {
        load(component, pass, step == 0, look);
        if (is_solved(component)) {
            return;
        }
        find_minimum(component, pass, left);
        // The change of the impulse is the penalty times the speed that is left, if the law was linear.
        settled = true;
        visit_taken(component, [&](const SystemRow& row) {
            settled = settled && std::abs(row.impulse - row.old_impulse) <= row.tolerance;
        });
        settled = settled && is_linear_enough(component, pass);
    }
}

void ConstraintSystem::solve(const SequentialContext& context, DirectJoints& joints,
                             const SolverConstants& constants, ConstraintPass pass, bool mechanisms,
                             Team& team) {
    team.parallel_for(components_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            if (components_[i].mechanisms.empty() != mechanisms) {
                solve(components_[i], {context, joints, constants, pass});
            }
        }
    });
}

}  // namespace drystone
