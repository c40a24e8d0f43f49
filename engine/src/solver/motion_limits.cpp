#include "solver/motion_limits.h"

#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Computes the body's change of velocity in a sub-step with its own gravity, by the same operations as
/// lanes.
void set_own_gravity(const BodyStore& bodies, const MotionLimits& motion, float h, IntegrationBlock& block,
                     std::uint32_t lane) {
    const float inverse_mass = bodies.masses[motion.body].inverse_mass;
    const BodyForce& force = bodies.forces[motion.body];
    if (inverse_mass > 0.0f) {
        block.velocity_delta_x[lane] = h * (inverse_mass * force.x + force.gravity_scale * motion.gravity->x);
        block.velocity_delta_y[lane] = h * (inverse_mass * force.y + force.gravity_scale * motion.gravity->y);
    }
}

/// Returns the factor that reduces a velocity to the maximum speed; 1 if it is not faster.
float speed_scale(float x, float y, float maximum) {
    const float speed = std::sqrt(x * x + y * y);
    return speed > maximum ? maximum / speed : 1.0f;
}

float held_within(float value, float maximum) {
    const float below = value > maximum ? maximum : value;
    return below < -maximum ? -maximum : below;
}

}  // namespace

void LimitedBodies::collect(const BodyStore& bodies, const IntegrationConstants& constants,
                            std::vector<BodySolverState>& states,
                            std::vector<IntegrationBlock>& integration) {
    items_.clear();
    locked_along_one_ = false;
    for (const MotionLimits& motion : bodies.all_motion_limits) {
        if (!bodies.is_awake(motion.body) || !bodies.is_dynamic(motion.body)) {
            continue;
        }
        const std::uint32_t slot = bodies.solver_slots[motion.body];
        IntegrationBlock& block = integration[slot / block_lanes];
        const std::uint32_t lane = slot % block_lanes;
        if (motion.gravity) {
            set_own_gravity(bodies, motion, constants.h, block, lane);
        }
        constexpr float unlimited = std::numeric_limits<float>::max();
        const bool limited =
            motion.maximum_linear_speed != unlimited || motion.maximum_angular_speed != unlimited;
        items_.push_back({slot, motion.locks.linear_x, motion.locks.linear_y, limited,
                          motion.maximum_linear_speed, motion.maximum_angular_speed});
        locked_along_one_ = locked_along_one_ || motion.locks.linear_x != motion.locks.linear_y;
        // Speeds are limited before the move, so no change of velocity may follow it.
        block.verlet_fraction[lane] = limited ? 0.0f : block.verlet_fraction[lane];
        block.velocity_delta_x[lane] = motion.locks.linear_x ? 0.0f : block.velocity_delta_x[lane];
        block.velocity_delta_y[lane] = motion.locks.linear_y ? 0.0f : block.velocity_delta_y[lane];
    }
    apply_axis_locks(states);
}

void LimitedBodies::clamp_speeds(std::vector<BodySolverState>& states,
                                 std::vector<IntegrationBlock>& integration) const {
    for (const Item& item : items_) {
        if (!item.limited) {
            continue;
        }
        // Limits only the velocity at the start of the sub-step, without the impulses of the last one.
        IntegrationBlock& block = integration[item.slot / block_lanes];
        const std::uint32_t lane = item.slot % block_lanes;
        const float x = block.start_x[lane];
        const float y = block.start_y[lane];
        const float w = block.start_w[lane];
        const float scale = speed_scale(x, y, item.maximum_linear_speed);
        block.start_x[lane] = x * scale;
        block.start_y[lane] = y * scale;
        block.start_w[lane] = held_within(w, item.maximum_angular_speed / block.normalisation[lane]);
        BodySolverState& state = states[item.slot];
        state.velocity_x += block.start_x[lane] - x;
        state.velocity_y += block.start_y[lane] - y;
        state.angular_velocity += block.start_w[lane] - w;
    }
}

void LimitedBodies::clamp_stored_speeds(std::vector<BodySolverState>& states,
                                        const std::vector<IntegrationBlock>& integration) const {
    for (const Item& item : items_) {
        if (!item.limited) {
            continue;
        }
        const float normalisation =
            integration[item.slot / block_lanes].normalisation[item.slot % block_lanes];
        BodySolverState& state = states[item.slot];
        const float scale = speed_scale(state.velocity_x, state.velocity_y, item.maximum_linear_speed);
        state.velocity_x *= scale;
        state.velocity_y *= scale;
        state.angular_velocity =
            held_within(state.angular_velocity, item.maximum_angular_speed / normalisation);
    }
}

void LimitedBodies::apply_axis_locks(std::vector<BodySolverState>& states) const {
    for (const Item& item : items_) {
        BodySolverState& state = states[item.slot];
        state.velocity_x = item.lock_x ? 0.0f : state.velocity_x;
        state.velocity_y = item.lock_y ? 0.0f : state.velocity_y;
    }
}

}  // namespace drystone
