#pragma once

#include <drystone/profile.h>

#include "parallel/team.h"
#include "solver/integrate.h"
#include "solver/solver_kernels.h"
#include "solver/special_bodies.h"
#include "store/block_runs.h"
#include "store/constraint_graph.h"

#include <vector>

namespace drystone {

/// What a step is made with.
struct StepConstants {
    IntegrationConstants integration{};
    SolverConstants solver{};
    int sub_steps = 4;
};

/// The soft-step solver's arrays, kept from step to step so that a steady step allocates nothing.
struct Solver {
    std::vector<BodySolverState> states;
    std::vector<IntegrationBlock> integration;
    BlockRuns runs;
    SpecialBodies special_bodies;
    const SolverKernels* kernels = &scalar_solver_kernels();

    [[nodiscard]] std::size_t bytes() const {
        return states.capacity() * sizeof(BodySolverState) +
               integration.capacity() * sizeof(IntegrationBlock) + runs.bytes() +
               special_bodies.bytes();
    }
};

/// Moves the bodies over one step: the contacts of the graph are solved in `sub_steps` sub-steps, each of
/// which integrates velocities, solves with the soft bias, integrates positions and relaxes without bias;
/// restitution comes last. The states must have been loaded from the bodies; impulses end up in the graph,
/// poses and velocities in the bodies. Source: Catto, Solver2D, 2024 (soft step); Macklin et al., Small Steps
/// in Physics Simulation, 2019.
void solve_step(Solver& solver, BodyStore& bodies, ConstraintGraph& graph, const StepConstants& step,
                Team& team, Profile& profile);

}  // namespace drystone
