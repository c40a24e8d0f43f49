#pragma once

#include "store/solver_state.h"

#include <cstddef>
#include <cstdint>

namespace drystone {

/// Point rows of sixteen joints: anchors and locks. 60 bytes per joint.
///
/// Arms are those at the start of the step, in world axes and multiplied by g (see `BodySolverState`). They
/// turn with the bodies in every pass, so the passes also read the movement of the bodies.
struct alignas(64) JointBlock {
    static constexpr std::size_t rows = 15;

    std::int32_t state_a[block_lanes];
    std::int32_t state_b[block_lanes];
    float arm_a_x[block_lanes];
    float arm_a_y[block_lanes];
    float arm_b_x[block_lanes];
    float arm_b_y[block_lanes];
    float scale_a[block_lanes];  ///< g
    float scale_b[block_lanes];
    float offset_x[block_lanes];  ///< From A's anchor to B's at the start of the step [m].
    float offset_y[block_lanes];
    float bias_rate[block_lanes];  ///< Softness of locks and limits.
    float mass_scale[block_lanes];
    float impulse_scale[block_lanes];
    /// Accumulated lock impulse: in world axes for point joints, along and across the axis for frames; for
    /// distances, x is along the line. Of frames that elimination locks, only the part of this sub-step that
    /// motors and limits demand.
    float impulse_x[block_lanes];
    float impulse_y[block_lanes];
};
static_assert(sizeof(JointBlock) == JointBlock::rows * 64);

/// One degree of freedom with a spring, a motor and limits. 72 bytes per joint. Absent parts are encoded as
/// data: factors of the spring 0, maximum 0, limits far away.
struct alignas(64) DegreeBlock {
    static constexpr std::size_t rows = 18;

    float spring_gain[block_lanes];  ///< See `SpringFactors`, likewise below.
    float spring_last_scale[block_lanes];
    float spring_mass_scale[block_lanes];
    float spring_kept[block_lanes];
    float spring_speed[block_lanes];  ///< Speed at the start of the sub-step [m/s] or [rad/s].
    float spring_push[block_lanes];  ///< Impulse of the spring without what the sub-step's own speed changes.
    float spring_target[block_lanes];
    float spring_minimum[block_lanes];  ///< Smallest impulse of a sub-step.
    float spring_maximum[block_lanes];
    float motor_speed[block_lanes];
    float motor_maximum[block_lanes];
    float lower[block_lanes];
    float upper[block_lanes];
    float spring_impulse[block_lanes];
    float motor_impulse[block_lanes];
    float lower_impulse[block_lanes];
    float upper_impulse[block_lanes];
    float angle[block_lanes];  ///< Joint angle at the start of the step, whole turns included [rad].
};
static_assert(sizeof(DegreeBlock) == DegreeBlock::rows * 64);

/// Additional rows of a joint with an axis.
struct alignas(64) FrameBlock {
    static constexpr std::size_t rows = 9;

    float axis_x[block_lanes];  ///< In world axes, at the start of the step.
    float axis_y[block_lanes];
    float lock_along[block_lanes];  ///< 1: locked, -1: locked by elimination, 0: free.
    float lock_across[block_lanes];
    float lock_angle[block_lanes];
    float angle_impulse[block_lanes];
    float maximum_force[block_lanes];  ///< Maximum lock impulse of a sub-step.
    float maximum_torque[block_lanes];
    float isotropic[block_lanes];  ///< 1: springs and motors of both axes share one maximum.
};
static_assert(sizeof(FrameBlock) == FrameBlock::rows * 64);

/// Additional rows of a distance joint.
struct alignas(64) DistanceBlock {
    static constexpr std::size_t rows = 3;

    float length[block_lanes];
    float rigid[block_lanes];  ///< 1: the length is locked; 0: free.
    float maximum_force[block_lanes];
};
static_assert(sizeof(DistanceBlock) == DistanceBlock::rows * 64);

/// Bodies and anchors of the joints of a block; read when the joints are prepared for a step.
struct alignas(64) JointAnchors {
    static constexpr std::size_t rows = 11;

    std::int32_t joint[block_lanes];  ///< -1: the lane is empty.
    std::int32_t body_a[block_lanes];
    std::int32_t body_b[block_lanes];
    float anchor_a_x[block_lanes];  ///< In the frame of the body, from its origin [m].
    float anchor_a_y[block_lanes];
    float anchor_b_x[block_lanes];
    float anchor_b_y[block_lanes];
    float axis_c[block_lanes];  ///< Direction of the axis in the frame of A.
    float axis_s[block_lanes];
    float reference_c[block_lanes];
    float reference_s[block_lanes];
};
static_assert(sizeof(JointAnchors) == JointAnchors::rows * 64);

}  // namespace drystone
