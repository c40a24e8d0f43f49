#pragma once

#include "constraint_graph/contact_block.h"

#include <drystone/simd.h>
#include "store/solver_state.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace drystone {

/// Constants of a step for the integration of bodies.
struct IntegrationConstants {
    float gravity_x = 0.0f;
    float gravity_y = 0.0f;
    float h = 0.0f;                      ///< Sub-step [s].
    float maximum_linear_speed = 0.0f;   ///< [m/s]
    float maximum_angular_speed = 0.0f;  ///< [rad/s]; at most pi / 4 per sub-step.
    float time_step = 0.0f;              ///< [s]
    /// Maximum that is stored: that of the world [rad/s].
    float stored_angular_speed = std::numeric_limits<float>::max();
};

/// Arrays of a `BodyStore` that lanes gather from, given by their first float.
template <class Float>
struct BodyRowsOf {
    Float* poses;
    Float* pose_remainders;
    Float* velocities;
    const float* masses;
    Float* forces;
    const float* damping_and_sleep;
};

/// Passes of a sub-step over bodies and contact blocks for one lane width. All widths give identical results,
/// bit by bit.
struct SolverKernels {
    const char* name;   ///< Name of the instruction set: "scalar", "AVX2", ...
    std::size_t width;  ///< Number of lanes.
    /// Fills states and integration blocks of `count` bodies, a multiple of the lane width, from number
    /// `first` of the order on. Returns false if one of them has a value that is not finite.
    bool (*load)(const std::int32_t* order, std::size_t first, std::size_t count,
                 const BodyRowsOf<const float>& rows, const IntegrationConstants& constants,
                 BodySolverState* states, IntegrationBlock* integration);
    /// Writes them back. Returns false if one of them got a value that is not finite: it keeps its old pose,
    /// stops, and gets a still time of -1.
    bool (*store)(const std::int32_t* order, std::size_t first, std::size_t count,
                  const BodySolverState* states, const IntegrationBlock* integration,
                  const IntegrationConstants& constants, const BodyRowsOf<float>& rows);
    // Integration passes begin at a whole block: `states` and `integration` point to it. Slots that pad the
    // last block belong to no body. `first`: no accumulated impulses are applied.
    void (*integrate_velocities)(BodySolverState* states, IntegrationBlock* integration, std::size_t count,
                                 const IntegrationConstants& constants, bool first);
    void (*integrate_positions)(BodySolverState* states, IntegrationBlock* integration, std::size_t count,
                                const IntegrationConstants& constants);
    // Passes over blocks that are filled from the front with `contacts` contacts. `surfaces` may be null if
    // no block has surfaces.
    /// Lets contacts settle under their loads, once a step.
    void (*settle)(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                   const SolverConstants& constants);
    void (*warm_start)(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                       BodySolverState* states);
    void (*solve)(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                  BodySolverState* states, const SolverConstants& constants);
    void (*relax)(ContactBlock* blocks, ImpactBlock* impacts, SurfaceBlock* surfaces, std::size_t contacts,
                  BodySolverState* states, const SolverConstants& constants);
    /// The same passes. They also return whether some impulse has changed by more than `limit` [m/s] times
    /// its effective mass.
    bool (*solve_changing)(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                           BodySolverState* states, const SolverConstants& constants, float limit);
    bool (*relax_changing)(ContactBlock* blocks, ImpactBlock* impacts, SurfaceBlock* surfaces,
                           std::size_t contacts, BodySolverState* states, const SolverConstants& constants,
                           float limit);
    // Passes over the blocks with restitution, see `Bounces`.
    /// Finds the lanes whose surfaces meet in the sub-step, and leaves out those under load.
    void (*find_impacts)(ContactBlock* blocks, const ImpactBlock* impacts, const SurfaceBlock* surfaces,
                         std::size_t contacts, const BodySolverState* states,
                         const SolverConstants& constants);
    /// Restores the approach speeds of the lanes that were left out.
    void (*rebound)(ContactBlock* blocks, ImpactBlock* impacts, std::size_t contacts, BodySolverState* states,
                    const SolverConstants& constants);
    const SolverKernels* narrower = nullptr;  ///< The next narrower kernels of this machine, see `fitting`.
};

/// Returns the scalar kernels, one lane at a time: the reference.
const SolverKernels& scalar_solver_kernels();
/// Returns the kernels of a target that this machine supports, see `simd_targets`.
const SolverKernels& solver_kernels(SimdTarget target);

}  // namespace drystone
