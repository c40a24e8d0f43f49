#pragma once

#include "broad_phase/broad_phase.h"
#include "narrow_phase/narrow_phase.h"
#include "solver/solver_kernels.h"
#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"
#include "store/shape_store.h"
#include "store/solver_state.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace drystone {

/// Impact at which a fast body is about to be stopped.
struct SweptHit {
    std::uint32_t shape = 0;
    std::uint32_t other = 0;
    Vec2 normal{0.0f, 0.0f};  ///< From `shape` to `other`.
    Vec2 point{0.0f, 0.0f};
    float separation = 0.0f;
};

/// Stores and results that continuous collision reads and changes.
struct ContinuousContext {
    BodyStore& bodies;
    ShapeStore& shapes;
    BroadPhase& broad_phase;
    const JointStore& joints;
    const std::vector<BodySolverState>& states;  ///< Solver states of the step that has just ended.
    const std::vector<IntegrationBlock>& integration;
    const NarrowPhaseInput& narrow;
    const ContactStore& contacts;
    const ConstraintGraph& graph;
    /// Velocities of the awake bodies at the start of the step, in the order of `BodyStore::awake` then.
    std::span<const BodyVelocity> start_velocities;
    int sub_steps;
    float max_push_out_velocity;
    float time_step;
    const IntegrationConstants& integration_constants;
    float speculative_distance;
    /// Returns whether two shapes may collide by filters, exclusions and joints.
    const std::function<bool(std::uint32_t shape_a, std::uint32_t shape_b)>& may_collide;
    /// Returns whether two shapes stop each other at an impact; called if one of them needs pre-solve.
    const std::function<bool(const SweptHit& hit)>& allows_hit;
    /// Overlap with static and kinematic shapes at the start of the step, by solver slot [m], see
    /// `at_surface`. Filled by `Continuous`.
    std::span<const float> overlaps{};
    bool bullets;     ///< Some bodies are bullets.
    bool one_thread;  ///< One of the functions above calls the user.
};

}  // namespace drystone
