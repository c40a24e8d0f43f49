// Rows of contacts in the linear systems.
#include "loaded_contacts/constraint_system.h"
#include "store/contact_yield.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Penalty of a contact, relative to the mass that it bears or that of its lighter body, rounded up. Greater
/// ones need more iterations where bodies rest on more contacts than they need.
constexpr double relative_penalty = 2.0;
/// Largest impulse of a contact, in weights of all bodies of its component, that the next step starts with.
/// The impulse of an impact is far more: it would throw the bodies up again until the contacts are solved,
/// and joints that are solved before would fling them aside.
constexpr double lasting_weights = 2.0;
/// Speed against its state at which a row changes it [m/s]: else points without load would alternate.
constexpr double min_speed = 1e-6;
/// Speed that a step may leave along a normal [m/s].
constexpr double settled_speed = 0.01;
/// Error of the linear law of contacts, as a speed, up to which a pass ends [m/s]: more, and columns that
/// sink under a heavy body lean.
constexpr double linear_speed = 5e-5;
/// Part of static friction up to which an impulse that stops the slip counts as rest, see `LaneSurfaces`.
constexpr double sliding_reach = 1.5;
constexpr double unbounded = std::numeric_limits<double>::max();

/// Softness of a contact: that of its surfaces, or of all contacts. Speeds are those of the contact.
struct SoftNormal {
    double rate = 0.0;           ///< [1/s]
    double scale = 0.0;          ///< Yielding, times the effective mass of the point.
    double shallow_speed = 0.0;  ///< See `bias_of_overlap` [m/s].
    double max_bias = 0.0, max_push = 0.0;
    ContactYield yield{};
};

SoftNormal softness_of(const SystemContact& contact, const SolverConstants& constants) {
    if (contact.has_spring()) {
        const SurfaceBlock& own = *contact.surfaces;
        const int lane = contact.lane;
        const double part = 1.0 / static_cast<double>(own.mass_scale[lane]);
        return {part * static_cast<double>(own.bias_rate[lane]),
                part * static_cast<double>(own.impulse_scale[lane]),
                0.0,
                -part * static_cast<double>(own.lowest_bias[lane]),
                unbounded,
                {0.0f, constants.yield.min_load_speed}};
    }
    const Softness& own = contact.block->softness;
    const double part = 1.0 / static_cast<double>(own.mass_scale);
    return {static_cast<double>(own.bias_rate),
            part * static_cast<double>(own.impulse_scale),
            part * static_cast<double>(own.impulse_scale * constants.shallow_speed),
            part * static_cast<double>(constants.max_bias),
            static_cast<double>(constants.max_push_out_velocity),
            constants.yield};
}

SoftImpulse soft_impulse(const SystemContact& contact, int point, const SoftNormal& softness) {
    const ContactBlock& block = *contact.block;
    const int lane = contact.lane;
    const auto mass = static_cast<double>(block.normal_mass[point][lane]);
    const double impulse = static_cast<double>(block.normal_impulse[point][lane]) / contact.early;
    const auto bearable = static_cast<double>(block.bearable[lane]);
    const double scale = softness.scale / mass;
    const bool is_load = load_of(impulse, mass, bearable, softness.yield) == impulse;
    const double part = is_load ? yielding_part(impulse, mass, softness.yield) : 1.0;
    const double left = yielding_impulse(impulse, mass, bearable, softness.yield) -
                        static_cast<double>(block.settled[point][lane]);
    return {scale * std::max(0.0, left), scale * part * part / contact.early};
}

/// Returns the bounds of friction at present: surfaces may have another friction at rest, or in each
/// direction, see `LaneSurfaces`.
/// \param slip    velocity of B relative to A along the tangent, without the speed of the surfaces [m/s]
/// \param weight  change of velocity by the weight of a body in a sub-step [m/s]
FrictionBounds friction_bounds(const SystemContact& contact, double slip, double weight) {
    const ContactBlock& block = *contact.block;
    const int lane = contact.lane;
    const auto friction = static_cast<double>(block.friction[lane]);
    if (contact.surfaces == nullptr) {
        return {-friction, friction};
    }
    const SurfaceBlock& own = *contact.surfaces;
    const double reverse = std::max(0.0, friction + static_cast<double>(own.reverse_friction[lane]));
    const auto at_rest = static_cast<double>(own.static_friction[lane]);
    if (at_rest != 0.0) {
        const auto normal = static_cast<double>(normal_impulse_of(block, lane));
        // What slides is at least what the contact bears.
        const double mass = std::max(static_cast<double>(block.tangent_mass[0][lane]), normal / weight);
        const double wanted = static_cast<double>(block.friction_impulse[0][lane]) +
                              static_cast<double>(block.friction_impulse[1][lane]) - mass * slip;
        const double reach = sliding_reach * normal;
        if (wanted < (reverse + at_rest) * reach && -(friction + at_rest) * reach < wanted) {
            return {-friction - at_rest, reverse + at_rest};
        }
    }
    return {-friction, reverse};
}

}  // namespace

/// Writes the Jacobians, and as the first guess of all states what pushed and slid at the end of the last
/// step.
void ConstraintSystem::write_contact(const Component& component, SystemContact& contact) {
    SystemRow* const rows = rows_.data() + contact.first_row;
    const int lane = contact.lane;
    connect(contact.row_a, contact.row_b, rows[0]);
    contact.row_a = rows[0].row_a;
    contact.row_b = rows[0].row_b;
    contact.lighter = component.mass;
    for (const std::int32_t row : {contact.row_a, contact.row_b}) {
        if (row >= 0) {
            contact.lighter = std::min(contact.lighter, bodies_[static_cast<std::size_t>(row)].mass);
        }
    }
    const ContactBlock& block = *contact.block;
    const auto x = static_cast<double>(block.normal_x[lane]);
    const auto y = static_cast<double>(block.normal_y[lane]);
    for (std::size_t k = 0; k < contact.row_count(); ++k) {
        SystemRow& row = rows[k];
        const SystemRow& first = rows[0];
        const std::int32_t row_a = first.row_a;
        const std::int32_t row_b = first.row_b;
        const std::size_t coupling = first.coupling;
        row = {};
        row.row_a = row_a;
        row.row_b = row_b;
        row.coupling = coupling;
    }
    for (int i = 0; i < 2; ++i) {
        SystemRow& normal = rows[2 * i];
        SystemRow& tangent = rows[2 * i + 1];
        normal.a = {-x, -y, -static_cast<double>(block.normal_arm_a[i][lane])};
        normal.b = {x, y, static_cast<double>(block.normal_arm_b[i][lane])};
        // The tangent is the normal turned by -90 degrees.
        tangent.a = {-y, x, -static_cast<double>(block.tangent_arm_a[i][lane])};
        tangent.b = {y, -x, static_cast<double>(block.tangent_arm_b[i][lane])};
        const auto along = static_cast<double>(block.normal_impulse[i][lane]);
        const auto across = static_cast<double>(block.friction_impulse[i][lane]);
        const FrictionBounds bounds = friction_bounds(contact, 0.0, weight_);
        const double nearly = 0.999999 * along;
        std::fill_n(normal.kept, constraint_pass_count, along > 0.0 ? RowState::Linear : RowState::AtLow);
        std::fill_n(tangent.kept, constraint_pass_count,
                    across >= nearly * bounds.high  ? RowState::AtHigh
                    : across <= nearly * bounds.low ? RowState::AtLow
                                                    : RowState::Linear);
    }
    if (contact.resists_rolling()) {
        rows[4].a = {0.0, 0.0, -static_cast<double>(contact.surfaces->turn_a[lane])};
        rows[4].b = {0.0, 0.0, static_cast<double>(contact.surfaces->turn_b[lane])};
    }
}

/// Returns the penalty for the impulses that a contact has now: a light body that bears little would be flung
/// about by the smallest error of one for a heavy body beside it. A power of two, so that factors last while
/// loads hardly change.
double ConstraintSystem::penalty_of(const Component& component, const SystemContact& contact) const {
    const double borne = static_cast<double>(normal_impulse_of(*contact.block, contact.lane)) / weight_;
    // What something immovable squeezes would bear without bound.
    const double mass = std::max(contact.lighter, std::min(borne, component.mass));
    int exponent = 0;
    static_cast<void>(std::frexp(mass, &exponent));
    return std::ldexp(relative_penalty, exponent);
}

void ConstraintSystem::load_contacts(const Component& component, const Pass& pass, bool cuts) {
    if (cuts) {
        for (SystemContact& contact : contacts_of(component)) {
            contact.friction = friction_bounds(contact, contact.slip, weight_);
        }
        cut_impulses(component, pass);
    }
    for (SystemContact& contact : contacts_of(component)) {
        load_contact(component, pass, contact);
    }
}

/// Finds the velocity of B relative to A along the tangent, without the speed of the surfaces. Only surfaces
/// have friction that depends on it.
void ConstraintSystem::find_slip(std::span<const BodySolverState> states, SystemContact& contact) const {
    if (contact.surfaces != nullptr) {
        const SystemRow& row = rows_[contact.first_row + 1];
        contact.slip = dot(row.a, velocity_of(states[contact.slot_a])) +
                       dot(row.b, velocity_of(states[contact.slot_b])) -
                       static_cast<double>(contact.surfaces->tangent_speed[contact.lane]);
    }
}

void ConstraintSystem::load_contact(const Component& component, const Pass& pass, SystemContact& contact) {
    SystemRow* const rows = rows_.data() + contact.first_row;
    const Twist of_a = velocity_of(pass.context.states[contact.slot_a]);
    const Twist of_b = velocity_of(pass.context.states[contact.slot_b]);
    const double speed = contact.surfaces != nullptr
                             ? static_cast<double>(contact.surfaces->tangent_speed[contact.lane])
                             : 0.0;
    for (std::size_t k = 0; k < contact.row_count(); ++k) {
        const bool is_tangent = k < SystemContact::rows_of_points && k % 2 == 1;
        rows[k].velocity = dot(rows[k].a, of_a) + dot(rows[k].b, of_b) - (is_tangent ? speed : 0.0);
        rows[k].old_velocity = rows[k].velocity - velocity_along(rows[k], &Body::change);
    }
    const double penalty = penalty_of(component, contact);
    for (int i = 0; i < 2; ++i) {
        load_normal(pass, i, penalty, contact);
        load_friction(pass, i, penalty, contact);
    }
    if (contact.resists_rolling()) {
        load_rolling(contact);
    }
    for (std::size_t k = 0; k < contact.row_count(); ++k) {
        rows[k].state = rows[k].taken ? rows[k].allowed_state(rows[k].kept[pass.number()]) : RowState::Linear;
    }
}

void ConstraintSystem::load_normal(const Pass& pass, int point, double penalty, SystemContact& contact) {
    const ContactBlock& block = *contact.block;
    const int lane = contact.lane;
    SystemRow& row = rows_[contact.first_row + 2 * static_cast<std::size_t>(point)];
    const auto separation = static_cast<double>(block.current_separation[point][lane]);
    const auto threshold = static_cast<double>(slow_impact * pass.constants.restitution_threshold);
    row.old_impulse = static_cast<double>(block.normal_impulse[point][lane]);
    contact.soft[point] = {};
    // Impacts with restitution are left to the next sub-step, as by the sweeps, and so is the motion of
    // springs.
    const bool bounces = !pass.is_biased() && separation > 0.0 && row.old_impulse == 0.0 &&
                         contact.impacts != nullptr && contact.impacts->restitution[lane] > 0.0f &&
                         row.old_velocity < -threshold;
    const bool has_spring = contact.has_spring();
    const bool is_present = block.normal_mass[point][lane] > 0.0f && contact.is_pushed() && !bounces;
    rows_[contact.first_row + 2 * static_cast<std::size_t>(point) + 1].taken = is_present;
    row.taken = is_present && (pass.is_biased() || !has_spring);
    if (!row.taken) {
        return;
    }
    double speed = 0.0;
    double compliance = 1.0 / penalty;
    row.low = 0.0;
    row.high = has_spring && separation > 0.0 ? 0.0 : unbounded;
    if (separation > 0.0) {
        speed = -separation * static_cast<double>(pass.constants.inverse_h);
    } else if (pass.is_biased()) {
        const SoftNormal softness = softness_of(contact, pass.constants);
        const SoftImpulse soft = soft_impulse(contact, point, softness);
        contact.soft[point] = soft;
        const double bias = bias_of_overlap(separation, softness.rate, softness.shallow_speed);
        speed = std::min({-bias, softness.max_bias, softness.max_push + soft.speed}) +
                soft.compliance * row.old_impulse - soft.speed;
        compliance += soft.compliance;
    }
    row.stiffness = 1.0 / compliance;
    row.offset = row.stiffness * (row.old_impulse / penalty + speed);
    row.margin = row.stiffness * min_speed;
    row.tolerance = settled_speed * penalty;
}

/// Loads a tangent. Friction that is there stays allowed in a step of multipliers: in an impact the normal
/// impulses rise and fall from step to step. What is expected to act after the move is a guess.
void ConstraintSystem::load_friction(const Pass& pass, int point, double penalty, SystemContact& contact) {
    const ContactBlock& block = *contact.block;
    const int lane = contact.lane;
    SystemRow& row = rows_[contact.first_row + 2 * static_cast<std::size_t>(point) + 1];
    const auto normal = static_cast<double>(block.normal_impulse[point][lane]);
    row.old_impulse = static_cast<double>(block.friction_impulse[point][lane]);
    row.stiffness = penalty;
    row.offset = row.old_impulse;
    const double kept = pass.is_biased() || contact.early == 1.0 ? row.old_impulse : 0.0;
    row.low = std::min(contact.friction.low * normal, kept);
    row.high = std::max(contact.friction.high * normal, kept);
    row.margin = penalty * min_speed;
    row.tolerance = unbounded;
}

void ConstraintSystem::load_rolling(SystemContact& contact) {
    const int lane = contact.lane;
    const SurfaceBlock& surfaces = *contact.surfaces;
    SystemRow& row = rows_[contact.first_row + SystemContact::rows_of_points];
    const auto mass = static_cast<double>(surfaces.rolling_mass[lane]);
    const double limit = static_cast<double>(surfaces.rolling_length[lane]) *
                         static_cast<double>(normal_impulse_of(*contact.block, lane));
    row.taken = mass > 0.0 && contact.is_pushed();
    row.old_impulse = static_cast<double>(surfaces.rolling_impulse[lane]);
    row.stiffness = relative_penalty * mass;
    row.offset = row.old_impulse;
    row.low = std::min(-limit, row.old_impulse);
    row.high = std::max(limit, row.old_impulse);
    row.margin = row.stiffness * min_speed;
    row.tolerance = unbounded;
}

void ConstraintSystem::cut(SystemRow& row, double low, double high, float& impulse) {
    const float cut = std::clamp(impulse, static_cast<float>(low), static_cast<float>(high));
    if (cut != impulse) {
        add_impulse(row, static_cast<double>(cut) - static_cast<double>(impulse));
        impulse = cut;
    }
}

/// Adds `sign` times the effect of the impulses of all contacts to the velocities of the bodies: joints damp
/// the turning of their bodies before it, and by as much after it.
void ConstraintSystem::apply_impulses(const Component& component, const Pass& pass, double sign) {
    std::fill_n(values_.data() + component.first_body, component.body_count, Twist{});
    for (const SystemContact& contact : contacts_of(component)) {
        for (std::size_t k = 0; k < contact.row_count(); ++k) {
            add_impulse(rows_[contact.first_row + k], static_cast<double>(contact.impulse(k)));
        }
    }
    for (Body& body : bodies_of(component)) {
        if (sign < 0.0) {
            body.inertia = body.mass;
        }
    }
    change_velocities(component, pass, sign);
}

/// Adds `sign` times the effect of the sums of impulses to the velocities of the bodies.
void ConstraintSystem::change_velocities(const Component& component, const Pass& pass, double sign) {
    for (const Body& body : bodies_of(component)) {
        Twist velocity = velocity_of(pass.context.states[body.slot]);
        add_scaled(velocity, sign, body.change_by(values_[static_cast<std::size_t>(&body - bodies_.data())]));
        store_velocity(velocity, pass.context.states[body.slot]);
    }
}

/// Cuts what is left of the impulse of a blow, and the friction that the normal impulses no longer bear. The
/// velocities of the bodies without it are where a pass begins, but not where the search for its end does:
/// that is near those with it.
void ConstraintSystem::cut_impulses(const Component& component, const Pass& pass) {
    std::fill_n(values_.data() + component.first_body, component.body_count, Twist{});
    const double largest = lasting_weights * component.mass * weight_;
    for (SystemContact& contact : contacts_of(component)) {
        ContactBlock& block = *contact.block;
        const int lane = contact.lane;
        SystemRow* const rows = rows_.data() + contact.first_row;
        const auto sum = static_cast<double>(normal_impulse_of(block, lane));
        const double part = pass.is_biased() && sum > largest ? largest / sum : 1.0;
        for (int i = 0; i < 2; ++i) {
            if (block.normal_mass[i][lane] > 0.0f) {
                float& along = block.normal_impulse[i][lane];
                cut(rows[2 * i], 0.0, part * static_cast<double>(along), along);
                const auto normal = static_cast<double>(along);
                cut(rows[2 * i + 1], contact.friction.low * normal, contact.friction.high * normal,
                    block.friction_impulse[i][lane]);
            }
        }
        if (contact.resists_rolling()) {
            const double limit = static_cast<double>(contact.surfaces->rolling_length[lane]) *
                                 static_cast<double>(normal_impulse_of(block, lane));
            cut(rows[SystemContact::rows_of_points], -limit, limit, contact.surfaces->rolling_impulse[lane]);
        }
    }
    for (std::size_t i = component.first_body; i < component.first_body + component.body_count; ++i) {
        const Twist change = bodies_[i].change_by(values_[i]);
        add_scaled(bodies_[i].old_velocity, 1.0, change);
        add_scaled(bodies_[i].change, -1.0, change);
    }
}

/// Writes the impulses back.
void ConstraintSystem::save_contacts(const Component& component) {
    for (const SystemContact& contact : contacts_of(component)) {
        for (std::size_t k = 0; k < contact.row_count(); ++k) {
            const SystemRow& row = rows_[contact.first_row + k];
            if (row.taken) {
                contact.impulse(k) = static_cast<float>(row.impulse);
            }
        }
    }
}

bool ConstraintSystem::is_linear_enough(const Component& component, const Pass& pass) {
    for (const SystemContact& contact : contacts_of(component)) {
        for (int i = 0; i < 2; ++i) {
            const SoftImpulse& soft = contact.soft[i];
            const SystemRow& row = rows_[contact.first_row + 2 * static_cast<std::size_t>(i)];
            if (!row.taken || soft.compliance == 0.0) {
                continue;
            }
            const double linear =
                std::max(0.0, soft.speed + soft.compliance * (row.impulse - row.old_impulse));
            const double speed = soft_impulse(contact, i, softness_of(contact, pass.constants)).speed;
            if (std::abs(speed - linear) > linear_speed) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace drystone
