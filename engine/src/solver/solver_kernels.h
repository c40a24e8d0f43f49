#pragma once

#include "solver/integrate.h"
#include "store/contact_block.h"
#include "store/solver_state.h"

#include <cstddef>
#include <vector>

namespace drystone {

/// The passes of a sub-step over bodies and contact blocks in one lane width. The count of bodies is a
/// multiple of sixteen. All widths give the same bits.
struct SolverKernels {
    const char* name;  ///< Of the instruction set: "scalar", "AVX2", ...
    void (*integrate_velocities)(BodySolverState* states, BodyIntegration* integration, std::size_t count,
                                 const IntegrationConstants& constants, bool first);
    void (*integrate_positions)(BodySolverState* states, const BodyIntegration* integration,
                                std::size_t count, float h);
    void (*warm_start)(ContactBlock* blocks, std::size_t count, BodySolverState* states);
    void (*solve)(ContactBlock* blocks, std::size_t count, BodySolverState* states,
                  const SolverConstants& constants);
    void (*relax)(ContactBlock* blocks, ImpactBlock* impacts, std::size_t count, BodySolverState* states,
                  const SolverConstants& constants);
    void (*apply_restitution)(ContactBlock* blocks, const ImpactBlock* impacts, std::size_t count,
                              BodySolverState* states, const SolverConstants& constants);
};

/// One lane at a time: the reference.
const SolverKernels& scalar_solver_kernels();
/// The widest that this machine has; the scalar ones where the library was built without SIMD.
const SolverKernels& best_solver_kernels();
/// Every width that this machine can run, the scalar one first; for tests. Not safe beside other threads.
std::vector<const SolverKernels*> all_solver_kernels();

}  // namespace drystone
