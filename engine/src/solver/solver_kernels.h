#pragma once

#include "constraint_graph/contact_block.h"

#include <drystone/simd.h>
#include "store/solver_state.h"

#include <cstddef>
#include <vector>

namespace drystone {

/// What integration needs to know of a step.
struct IntegrationConstants {
    float gravity_x = 0.0f;
    float gravity_y = 0.0f;
    float h = 0.0f;  ///< Sub-step [s].
    float maximum_linear_speed = 0.0f;
    float maximum_angular_speed = 0.0f;  ///< A quarter turn over two in a sub-step.
    float time_step = 0.0f;              ///< [s]
};

/// The arrays of a `BodyStore` that lanes gather from, given by their first float.
template <class Float>
struct BodyRowsOf {
    Float* poses;
    Float* velocities;
    Float* masses;
    Float* forces;
    Float* damping_and_sleep;
};

/// The passes of a sub-step over bodies and contact blocks in one lane width. All widths give the same bits.
struct SolverKernels {
    const char* name;  ///< Of the instruction set: "scalar", "AVX2", ...
    /// Fills states and integration of `count` bodies, a multiple of the width, from number `first` of the
    /// order on. False where one of them starts with a number that is not finite.
    bool (*load)(const std::int32_t* order, std::size_t first, std::size_t count,
                 const BodyRowsOf<const float>& rows, const IntegrationConstants& constants,
                 BodySolverState* states, IntegrationBlock* integration);
    /// Writes them back. False where one of them ends with a number that is not finite: it stays where it
    /// was, without velocity, and its still time is -1.
    bool (*store)(const std::int32_t* order, std::size_t first, std::size_t count,
                  const BodySolverState* states, const IntegrationBlock* integration,
                  const IntegrationConstants& constants, const BodyRowsOf<float>& rows);
    // The passes of integration begin with a block: `states` and `integration` are its own. Slots that fill
    // up the last one belong to nobody.
    void (*integrate_velocities)(BodySolverState* states, IntegrationBlock* integration, std::size_t count,
                                 const IntegrationConstants& constants, bool first);
    void (*integrate_positions)(BodySolverState* states, IntegrationBlock* integration, std::size_t count,
                                const IntegrationConstants& constants);
    // Passes over blocks that so many contacts fill from the front. `surfaces` may be null where no block has
    // any.
    void (*warm_start)(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                       BodySolverState* states);
    void (*solve)(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                  BodySolverState* states, const SolverConstants& constants);
    void (*relax)(ContactBlock* blocks, ImpactBlock* impacts, SurfaceBlock* surfaces, std::size_t contacts,
                  BodySolverState* states, const SolverConstants& constants);
    void (*apply_restitution)(ContactBlock* blocks, const ImpactBlock* impacts, std::size_t contacts,
                              BodySolverState* states, const SolverConstants& constants);
};

/// One lane at a time: the reference.
const SolverKernels& scalar_solver_kernels();
/// Those of a target that this machine has, see `simd_targets`.
const SolverKernels& solver_kernels(SimdTarget target);

}  // namespace drystone
