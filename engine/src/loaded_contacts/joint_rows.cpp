// Rows of joints in the linear systems.
#include "loaded_contacts/constraint_system.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Compliance of what joints lock, as a part of its inverse mass. The steps of multipliers make locks exact;
/// in one step, it bounds the motion across where bodies are nearly in line, as Levenberg's and Marquardt's
/// term.
constexpr double lock_compliance = 1e-10;
/// The same of motors and limits. Their rows change their states: stiffer ones would need more iterations.
constexpr double bounded_compliance = 1e-3;
/// Speed against its state at which a row changes it [m/s], [rad/s].
constexpr double min_speed = 1e-6;

}  // namespace

/// Begins a pass over the joints of a component.
void ConstraintSystem::begin_joints(Component& component, const Pass& pass) {
    if (component.mechanisms.empty()) {
        return;
    }
    component.factored[pass.number()] = false;
    component.damps = false;
    for (const std::uint32_t mechanism : component.mechanisms) {
        component.damps = pass.joints.begin_elimination(static_cast<double>(pass.constants.h),
                                                        pass.is_biased(), mechanism) ||
                          component.damps;
    }
    if (pass.is_biased()) {
        remember(component, pass);
    }
    for (Body& body : bodies_of(component)) {
        body.inertia = body.mass;
    }
    if (component.damps) {
        damp(component, pass);
    }
}

/// Damps the turning of bodies as they were before the impulses of contacts, and adds the damping to their
/// inertia. The steps of multipliers begin with these impulses again.
void ConstraintSystem::damp(Component& component, const Pass& pass) {
    component.factored[pass.number()] = false;
    component.damps = true;
    apply_impulses(component, pass, -1.0);
    for (const std::uint32_t mechanism : component.mechanisms) {
        pass.joints.damp(pass.context, mechanism);
        pass.joints.visit_damping(mechanism, [&](std::size_t slot, double damping) {
            Body& body = bodies_[row_of_slot_[slot]];
            body.inertia = body.mass + damping;
        });
    }
}

/// Takes the rows where bodies are or end.
void ConstraintSystem::turn_joints(Component& component, const Pass& pass, Place64 MechanismBody::*where) {
    component.factored[pass.number()] = false;
    for (const std::uint32_t mechanism : component.mechanisms) {
        pass.joints.turn_rows(static_cast<double>(pass.constants.h), where, mechanism);
    }
}

/// Raises the damping of the joints where the tension after a pass was unstable with that which it had, as
/// after an impact, and returns whether it was: links would be flung to the side.
bool ConstraintSystem::damp_joints(Component& component, const Pass& pass) {
    bool unstable = false;
    for (const std::uint32_t mechanism : component.mechanisms) {
        unstable = pass.joints.wants_damping(static_cast<double>(pass.constants.h), mechanism) || unstable;
    }
    if (!unstable) {
        return false;
    }
    restore(component, pass);
    damp(component, pass);
    turn_joints(component, pass, &MechanismBody::place);
    return true;
}

/// Loads the rows of joints. The first step of multipliers finds what they want, with `look`.
void ConstraintSystem::load_joints(const Component& component, const Pass& pass, bool is_first,
                                   DirectJoints::Look look) {
    const auto h = static_cast<double>(pass.constants.h);
    SystemRow* row = rows_.data() + component.first_joint_row;
    for (const std::uint32_t mechanism : component.mechanisms) {
        pass.joints.load_velocities(pass.context, h, pass.is_biased(), mechanism);
        pass.joints.visit_eliminated(mechanism, h, look, [&](const EliminatedRow& own) {
            row->a = own.a;
            row->b = own.b;
            row->taken = own.mass > 0.0;
            row->stiffness =
                own.mass /
                (own.locks ? (look == DirectJoints::Look::Positions ? component.compliance : lock_compliance)
                           : bounded_compliance);
            row->velocity = own.velocity;
            row->old_velocity = own.velocity - velocity_along(*row, &Body::change);
            row->old_impulse = static_cast<double>(*own.impulse);
            if (is_first) {
                row->aim = own.lack + own.velocity;
                row->low = own.low;
                row->high = own.high;
            }
            if (is_first || look != DirectJoints::Look::Positions) {
                row->start_impulse = row->old_impulse;
            }
            row->offset = row->start_impulse + row->stiffness * row->aim;
            row->margin = own.mass * min_speed;
            row->tolerance = look == DirectJoints::Look::Positions
                                 ? 1e300
                                 : DirectJoints::good_enough / h * row->stiffness;
            row->state =
                row->taken && !own.locks ? row->allowed_state(row->kept[pass.number()]) : RowState::Linear;
            ++row;
        });
    }
}

double ConstraintSystem::measure_error(const Component& component, const Pass& pass) {
    const auto h = static_cast<double>(pass.constants.h);
    double error = 0.0;
    for (const std::uint32_t mechanism : component.mechanisms) {
        pass.joints.load_velocities(pass.context, h, true, mechanism);
        pass.joints.visit_eliminated(
            mechanism, h, DirectJoints::Look::Positions, [&](const EliminatedRow& own) {
                const auto impulse = static_cast<double>(*own.impulse);
                // The impulse that would close the row alone, as far as it is allowed.
                const double change = std::clamp(impulse + own.mass * own.lack, own.low, own.high) - impulse;
                error = own.mass > 0.0 ? std::max(error, h * std::abs(change) / own.mass) : error;
            });
    }
    return error;
}

void ConstraintSystem::save_joints(const Component& component) {
    for (const SystemRow& row : joint_rows_of(component)) {
        if (row.taken) {
            *row.joint_impulse = static_cast<float>(row.impulse);
        }
    }
}

}  // namespace drystone
