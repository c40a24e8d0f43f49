#pragma once

#include "continuous/continuous.h"

#include <cstdint>

namespace drystone {

/// A mask for tree queries that leave out nothing.
inline constexpr std::uint64_t every_category = ~std::uint64_t{0};

/// The motion of a body in the step that has just ended, as long as it is where the step left it.
Sweep sweep_of(const ContinuousContext& context, std::uint32_t body);

/// Calls `visitor(shape)` for all shapes of a body.
template <class Visitor>
void visit_shapes(const ContinuousContext& context, std::uint32_t body, Visitor&& visitor) {
    for (std::uint32_t shape = context.bodies.records[body].first_shape; shape != no_index;
         shape = context.shapes.records[shape].next) {
        visitor(shape);
    }
}

inline bool hangs_on_joints(const ContinuousContext& context, std::uint32_t body) {
    return has_joints(context.joints, body);
}

/// A motion shorter than this part of half a shape's thickness cannot pass through anything.
inline constexpr float harmless_part = 0.5f;

inline bool is_long(float motion, float half_thickness) { return motion > harmless_part * half_thickness; }

/// Turns from here on are wide: in them a point may be far from the chord of its arc [rad].
inline constexpr float wide_turn = 1.0f;

/// How far a point at most so far from the centre of mass leaves the chord of its arc in a turn that is not
/// wide: by that distance times 1 - cos(angle / 2) [m].
inline float max_bulge(float angle, float reach) { return 0.12501f * angle * angle * reach; }

/// A box around the whole motion of a shape. After wide turns, a point is anywhere within a circle.
Aabb swept_box(const ConvexCore& core, const Sweep& sweep);

/// No point of the body moved farther in the step [m].
float max_motion(const ContinuousContext& context, std::uint32_t body, const BodySolverState& state);

/// Puts the body to where it was at that part of its motion.
void put_at(BodyStore& bodies, std::uint32_t body, const Sweep& sweep, float fraction);

}  // namespace drystone
