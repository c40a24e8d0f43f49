#include "continuous/motion.h"

#include <cmath>

namespace drystone {

Sweep sweep_of(const ContinuousContext& context, std::uint32_t body) {
    const BodyStore& bodies = context.bodies;
    const BodyPose& pose = bodies.poses[body];
    const BodyMass& mass = bodies.masses[body];
    const std::uint32_t slot = bodies.solver_slots[body];
    Sweep sweep;
    sweep.local_center = {mass.center_x, mass.center_y};
    sweep.center_end = {pose.x, pose.y};
    sweep.center_start = sweep.center_end;
    sweep.rotation_start = {pose.c, pose.s};
    if (slot == 0) {
        return sweep;
    }
    const BodySolverState& state = context.states[slot];
    const Rot turn{1.0f + state.delta_cos * mass.normalisation, state.delta_sin * mass.normalisation};
    sweep.center_start = sweep.center_end - Vec2{state.delta_x, state.delta_y};
    sweep.rotation_start = inverse_multiply(turn, sweep.rotation_start);
    const float angle = turn.angle();
    const float expected = context.bodies.velocities[body].w * context.time_step;
    sweep.angle = angle + 2.0f * pi * std::floor((expected - angle) / (2.0f * pi) + 0.5f);
    return sweep;
}

void put_at(BodyStore& bodies, std::uint32_t body, const Sweep& sweep, float fraction) {
    const Pose pose = interpolate(sweep, fraction);
    const Vec2 center = transform(pose, sweep.local_center);
    if (!is_finite(pose) || !is_finite(center)) {
        return;  // Its motion was not finite, so the step has left the body where it was.
    }
    bodies.poses[body] = {center.x(), center.y(), pose.rotation.c, pose.rotation.s};
}

}  // namespace drystone
