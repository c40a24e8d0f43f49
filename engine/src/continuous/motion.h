#pragma once

#include <drystone/collision/time_of_impact.h>

#include "continuous/continuous_context.h"
#include "narrow_phase/speculative_contacts.h"
#include "store/thickness.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace drystone {

/// Mask for tree queries that skip nothing.
inline constexpr std::uint64_t every_category = ~std::uint64_t{0};

/// Returns the motion in a step up to which a body is not swept [m]. A thin shape could pass through
/// something in a longer one. Other shapes are stopped by speculative contacts, if their boxes overlap in
/// time, up to `max_margins_of_slow`.
inline float longest_unswept(float half_thickness, float margin) {
    return std::min(harmless_part * half_thickness, max_margins_of_slow * margin);
}

/// Returns the motion of a body in the step that has just ended. The body must be where the step left it.
Sweep sweep_of(const ContinuousContext& context, std::uint32_t body);

/// Calls `visitor(shape)` for all shapes of a body.
template <class Visitor>
void visit_shapes(const ContinuousContext& context, std::uint32_t body, Visitor&& visitor) {
    for (std::uint32_t shape = context.bodies.records[body].first_shape; shape != no_index;
         shape = context.shapes.records[shape].next) {
        visitor(shape);
    }
}

/// Returns half the least width of the solid shapes of a body [m].
float thickness_of(const ContinuousContext& context, std::uint32_t body);

inline bool hangs_on_joints(const ContinuousContext& context, std::uint32_t body) {
    return has_joints(context.joints, body);
}

/// Wide turns start here: in them, a point may be far from the chord of its arc [rad].
inline constexpr float wide_turn = 1.0f;

/// Returns an upper bound for the distance [m] between the chord and the arc of a point that is at most
/// `reach` [m] from the centre of mass, in a turn that is not wide: reach (1 - cos(angle / 2)).
inline float max_bulge(float angle, float reach) { return 0.12501f * angle * angle * reach; }

/// Returns the motion of a body as a turn about the point that is where it was, if joints hold the body and
/// that point is near it: those turn about their joints, and their centre of mass moves along an arc. Else as
/// `sweep_of`.
Sweep turn_of(const ContinuousContext& context, std::uint32_t body);

/// Returns a box around the whole motion of a shape. In wide turns, a point may be anywhere within a circle.
Aabb swept_box(const ConvexCore& core, const Sweep& sweep);

/// Returns an upper bound for the motion of any point of the body in the step [m].
inline float max_motion(const ContinuousContext& context, std::uint32_t body, const BodySolverState& state) {
    const float g = context.bodies.masses[body].normalisation;
    const float turn = std::abs(state.delta_sin * g) + std::abs(state.delta_cos * g);
    return length(Vec2{state.delta_x, state.delta_y}) + turn * context.bodies.damping_and_sleep[body].extent;
}

/// Returns the overlap of a contact in a lane at the start of the step [m]; 0 if its points are apart.
inline float overlap_in_lane(const ContactBlock& block, int lane) {
    float overlap = 0.0f;
    for (int i = 0; i < 2; ++i) {
        const bool is_there = block.normal_mass[i][lane] > 0.0f;
        overlap = is_there ? std::max(overlap, -block.separation[i][lane]) : overlap;
    }
    return overlap;
}

/// Returns the centre of mass.
inline Vec2 center_of(const ContinuousContext& context, std::uint32_t body) {
    const BodyPose& pose = context.bodies.poses[body];
    return {pose.x, pose.y};
}

/// Moves the body to where it was at that fraction of its motion.
void put_at(BodyStore& bodies, std::uint32_t body, const Sweep& sweep, float fraction);

/// Sets the velocity of a body, within its maximum speeds.
void set_velocity(const ContinuousContext& context, std::uint32_t body, Vec2 linear, float angular);

/// Removes from a body's velocity what gravity and forces would have done on a way that the body lost when it
/// was stopped [m]: else it would meet what stopped it with the speed of a longer fall, and bounce higher
/// than it fell from. The energy of a body in free fall is exact; the component along the force changes by at
/// most what the force gives in the step.
void remove_work_of_lost_way(const ContinuousContext& context, std::uint32_t body, const Vec2& lost);

/// Moves the body back to where it was at that fraction of its motion, and removes the work of the way that
/// it loses.
void stop_at(const ContinuousContext& context, std::uint32_t body, const Sweep& sweep, float fraction);

/// Updates the fat boxes of a dynamic body that no longer contain their shapes.
void update_boxes(const ContinuousContext& context, std::uint32_t body);

}  // namespace drystone
