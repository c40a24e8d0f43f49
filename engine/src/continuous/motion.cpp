#include "continuous/motion.h"

#include "broad_phase/fat_boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
    // Static, asleep, or awake only since the end of the step.
    if (slot == 0 || slot >= context.states.size()) {
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

Sweep turn_of(const ContinuousContext& context, std::uint32_t body) {
    constexpr float min_turn = 0.3f;  // In shorter turns, arcs and chords are about the same [rad].
    constexpr float min_versine = 1e-3f;
    Sweep sweep = sweep_of(context, body);
    const Rot turn = Rot::from_angle(sweep.angle);
    if (std::abs(sweep.angle) < min_turn || 1.0f - turn.c < min_versine || !hangs_on_joints(context, body)) {
        return sweep;
    }
    const Vec2 way = sweep.center_end - sweep.center_start;
    const Vec2 arm = 0.5f * (way + turn.s / (1.0f - turn.c) * left_perp(way));
    if (length(arm) < 2.0f * context.bodies.damping_and_sleep[body].extent) {
        sweep.local_center += inverse_rotate(sweep.rotation_start, arm);
        sweep.center_start += arm;
        sweep.center_end = sweep.center_start;
    }
    return sweep;
}

float thickness_of(const ContinuousContext& context, std::uint32_t body) {
    float thinnest = std::numeric_limits<float>::max();
    visit_shapes(context, body, [&](std::uint32_t shape) {
        if (!context.shapes.records[shape].sensor) {
            thinnest = std::min(thinnest, context.shapes.thickness(shape));
        }
    });
    return thinnest;
}

Aabb swept_box(const ConvexCore& core, const Sweep& sweep) {
    float reach = 0.0f;
    for (int i = 0; i < core.count; ++i) {
        reach = std::max(reach, length(core.points[i] - sweep.local_center));
    }
    if (std::abs(sweep.angle) < wide_turn) {
        const Pose start{sweep.center_start - rotate(sweep.rotation_start, sweep.local_center),
                         sweep.rotation_start};
        return expand(merge(compute_aabb(core, start), compute_aabb(core, interpolate(sweep, 1.0f))),
                      max_bulge(sweep.angle, reach));
    }
    const Aabb way{min(sweep.center_start, sweep.center_end), max(sweep.center_start, sweep.center_end)};
    return expand(way, 1.0001f * (reach + core.radius));
}

void put_at(BodyStore& bodies, std::uint32_t body, const Sweep& sweep, float fraction) {
    const Pose pose = interpolate(sweep, fraction);
    // The sweep may be about another point than the centre of mass.
    const Vec2 center = transform(pose, Vec2{bodies.masses[body].center_x, bodies.masses[body].center_y});
    if (!is_finite(pose) || !is_finite(center)) {
        return;  // The motion was not finite, so the step has left the body where it was.
    }
    bodies.poses[body] = {center.x, center.y, pose.rotation.c, pose.rotation.s};
}

void set_velocity(const ContinuousContext& context, std::uint32_t body, Vec2 linear, float angular) {
    const MotionLimits own = context.bodies.motion_limits(body);
    const IntegrationConstants& common = context.integration_constants;
    const float fastest = std::min(common.maximum_linear_speed, own.maximum_linear_speed);
    const float most = std::min(common.stored_angular_speed, own.maximum_angular_speed);
    const float speed = length(linear);
    linear *= speed > fastest ? fastest / speed : 1.0f;
    BodyVelocity& velocity = context.bodies.velocities[body];
    velocity.x = linear.x;
    velocity.y = linear.y;
    velocity.w = std::clamp(angular, -most, most);
}

void remove_work_of_lost_way(const ContinuousContext& context, std::uint32_t body, const Vec2& lost) {
    const std::uint32_t slot = context.bodies.solver_slots[body];
    if (slot < first_slot || slot >= context.states.size()) {
        return;
    }
    const IntegrationBlock& block = context.integration[slot / block_lanes];
    const Vec2 gained =
        static_cast<float>(context.sub_steps) *
        Vec2{block.velocity_delta_x[slot % block_lanes], block.velocity_delta_y[slot % block_lanes]};
    const float most = length(gained);
    if (!(most > 0.0f)) {
        return;
    }
    const Vec2 along = gained / most;
    const BodyVelocity velocity = context.bodies.velocities[body];
    const float speed = dot(along, Vec2{velocity.x, velocity.y});
    // v^2 / 2 changes by the acceleration times the distance.
    const float square = speed * speed - 2.0f * (most / context.time_step) * dot(along, lost);
    if (!is_finite(square)) {
        return;  // Squares of more than 1e19 m/s are infinite.
    }
    const float wanted = std::copysign(std::sqrt(std::max(square, 0.0f)), speed);
    const Vec2 change = std::clamp(wanted - speed, -most, most) * along;
    set_velocity(context, body, Vec2{velocity.x, velocity.y} + change, velocity.w);
}

void stop_at(const ContinuousContext& context, std::uint32_t body, const Sweep& sweep, float fraction) {
    const Vec2 before = center_of(context, body);
    put_at(context.bodies, body, sweep, fraction);
    remove_work_of_lost_way(context, body, before - center_of(context, body));
}

void update_boxes(const ContinuousContext& context, std::uint32_t body) {
    visit_shapes(context, body, [&](std::uint32_t shape) {
        const Aabb tight =
            tight_box(context.bodies, context.shapes, shape, 0.5f * context.speculative_distance);
        const FatBox& fat = context.shapes.fat_boxes[shape];
        if (!contains(Aabb{{fat.lower_x, fat.lower_y}, {fat.upper_x, fat.upper_y}}, tight)) {
            set_fat_box(context.shapes, context.broad_phase.tree(BodyType::Dynamic), shape,
                        with_margin(tight));
        }
    });
}

}  // namespace drystone
