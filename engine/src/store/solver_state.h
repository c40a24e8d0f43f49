#pragma once

#include "store/contact_yield.h"
#include "store/softness.h"

#include <cstdint>

namespace drystone {

/// Number of lanes in a block, on every machine: narrower instruction sets loop inside the block, so that the
/// result does not depend on the width.
inline constexpr int block_lanes = 16;

/// Solver slot of the first moving body; the slots of the block before it are dummies.
inline constexpr std::uint32_t first_slot = block_lanes;

/// Body data that the solver reads and writes: 32 bytes, two rows of 16 that lanes gather.
///
/// Angular quantities are mass-normalised by g with g^2 = (1/I) / (1/m): w' = w / g, and arms are multiplied
/// by g in return, so that one inverse mass serves linear and angular motion. cos - 1 is stored instead of
/// cos, which keeps the precision of small turns. Static and kinematic bodies have inverse mass 0 and g = 1.
/// Slot 0 is a static dummy: lanes of static bodies and empty lanes point to it.
struct alignas(32) BodySolverState {
    float velocity_x = 0.0f;
    float velocity_y = 0.0f;
    float angular_velocity = 0.0f;  ///< Divided by g.
    float inverse_mass = 0.0f;
    float delta_x = 0.0f;  ///< Movement of the centre of mass since the start of the step [m], and before it
                           ///< what is missing in its pose, see `PoseRemainder`.
    float delta_y = 0.0f;
    float delta_sin = 0.0f;  ///< sin(turn since the start of the step), divided by g.
    float delta_cos = 0.0f;  ///< cos(turn) - 1, divided by g.
};
static_assert(sizeof(BodySolverState) == 32);

/// Returns the offset of a slot's state in an array of states, in floats: lanes gather by it without
/// arithmetic.
constexpr std::int32_t state_offset(std::uint32_t slot) { return static_cast<std::int32_t>(8 * slot); }
/// Returns the slot of the state at this offset.
constexpr std::size_t slot_of_state(std::int32_t offset) { return static_cast<std::size_t>(offset) / 8; }

/// Returns the offset of a state in an array that several worlds share. `shift`: distance of the world's
/// states there from their own. The dummies of all worlds are the common ones.
constexpr std::int32_t shifted_state(std::int32_t offset, std::int32_t shift) {
    return offset < state_offset(first_slot) ? offset : offset + shift;
}

/// Returns whether one of the bodies with the states at these offsets has infinite mass.
inline bool has_infinite_mass(const BodySolverState* states, std::int32_t a, std::int32_t b) {
    return states[slot_of_state(a)].inverse_mass == 0.0f || states[slot_of_state(b)].inverse_mass == 0.0f;
}

/// Returns the offset of an item's row; rows are `stride` floats apart.
template <int stride>
constexpr std::size_t row_start(std::int32_t item) {
    return static_cast<std::size_t>(stride) * static_cast<std::uint32_t>(item);
}

/// Consecutive items, in place of a list of their numbers.
struct ItemsFrom {
    std::int32_t first;

    constexpr std::int32_t operator[](int i) const { return first + i; }
};

/// A row of four values for each of `Real::width` bodies.
template <class Real>
struct BodyRows {
    Real x, y, w, m;
};

/// Integration data of the bodies of sixteen slots.
struct alignas(64) IntegrationBlock {
    /// Velocities before the warm start of the last sub-step: their difference to the velocities after it is
    /// exactly what the accumulated impulses add, so later sub-steps need no warm-start pass.
    float start_x[block_lanes];
    float start_y[block_lanes];
    float start_w[block_lanes];
    float normalisation[block_lanes];     ///< g.
    float velocity_delta_x[block_lanes];  ///< Velocity gained in a sub-step by forces and gravity.
    float velocity_delta_y[block_lanes];
    float velocity_delta_w[block_lanes];
    float linear_damping_factor[block_lanes];  ///< Factor of damping in a sub-step.
    float angular_damping_factor[block_lanes];
    /// Fraction of the gain that is applied after the move: 1/2 for bodies that nothing touches, which makes
    /// free flight exact and pendulums second-order accurate; else 0, so that bodies at rest have no
    /// velocity. Source: Swope et al., A Computer Simulation Method for ... Clusters, 1982 (velocity Verlet).
    float verlet_fraction[block_lanes];
};
static_assert(sizeof(IntegrationBlock) == 10 * 64);

/// Resets a lane to a body that has no loads and no damping.
inline void clear(IntegrationBlock& block, int lane) {
    block.start_x[lane] = block.start_y[lane] = block.start_w[lane] = 0.0f;
    block.normalisation[lane] = 1.0f;
    block.velocity_delta_x[lane] = block.velocity_delta_y[lane] = block.velocity_delta_w[lane] = 0.0f;
    block.linear_damping_factor[lane] = block.angular_damping_factor[lane] = 1.0f;
    block.verlet_fraction[lane] = 0.0f;
}

/// Resets all lanes.
inline void clear(IntegrationBlock& block) {
    block = {};
    for (int lane = 0; lane < block_lanes; ++lane) {
        clear(block, lane);
    }
}

/// Part of the threshold of restitution from which an approach may end in a bounce: forces may still change
/// its speed by the other part.
inline constexpr float slow_impact = 0.5f;

/// Values that are the same for all constraints in a step.
struct SolverConstants {
    float h = 0.0f;                      ///< Sub-step [s].
    float inverse_h = 0.0f;              ///< 0 when h is 0.
    float max_push_out_velocity = 0.0f;  ///< Largest speed at which overlap is pushed out [m/s].
    /// Largest bias of a soft contact [m/s]: limits the load that a contact bears, however deep it is.
    float max_bias = 0.0f;
    float restitution_threshold = 0.0f;
    Softness contact{};
    Softness static_contact{};
    float time_step = 0.0f;  ///< [s]
    ContactYield yield{};
    float load_rate = 0.0f;  ///< Part by which a step moves the loads of contacts towards their impulses.
    // Parts by which a step moves what contacts have settled under to its end: what comes soon, and the rest.
    float settling = 0.0f, slow_settling = 0.0f;
    float shallow_speed = 0.0f;  ///< `shallow_bias` of contacts over their `impulse_scale` [m/s].

    friend bool operator==(const SolverConstants&, const SolverConstants&) = default;
};

}  // namespace drystone
