#pragma once

#include <drystone/profile.h>

#include "constraint_graph/constraint_graph.h"
#include "constraint_graph/contact_batches.h"
#include "parallel/team.h"
#include "solver/dominance_proxies.h"
#include "solver/integrate.h"
#include "solver/motion_limits.h"
#include "solver/solver_kernels.h"
#include "solver/split_impulse.h"

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
    std::size_t bodies = 0;  ///< So many move: their states begin at `first_slot`.
    ContactBatches batches;
    BarrierPhases body_chunks;  ///< One round of tasks, each some bodies, for the passes that integrate.
    LimitedBodies limited_bodies;
    DominanceProxies dominance_proxies;
    InitialOverlaps initial_overlaps;
    const SolverKernels* kernels = &scalar_solver_kernels();

    /// Cuts the bodies into chunks, of which every worker has an equal share in all passes of the step.
    void assign_body_ranges();

    [[nodiscard]] std::size_t bytes() const {
        return states.capacity() * sizeof(BodySolverState) +
               integration.capacity() * sizeof(IntegrationBlock) + batches.bytes() + body_chunks.bytes() +
               limited_bodies.bytes() + dominance_proxies.bytes() + initial_overlaps.bytes();
    }
};

/// The passes of a sub-step over bodies and the contacts of some runs.
class SubStep {
public:
    SubStep(Solver& solver, const ContactBatches& batches, const StepConstants& step, Team& team)
        : kernels_(*solver.kernels), solver_(solver), batches_(batches), step_(step), team_(team) {}

    /// Forces and damping; `with_impulses` adds what the contacts' accumulated impulses add, which a warm
    /// start does otherwise.
    void integrate_velocities(bool with_impulses) const;
    void warm_start() const;
    /// Normals, with the soft bias.
    void solve() const;
    void integrate_positions() const;
    /// What overlaps deeply, before `solve`, after it, and after `integrate_positions`.
    void mark_initial_overlaps() const;
    void push_initial_overlaps_apart() const;
    void undo_push_apart() const;
    /// Normals and friction, without bias.
    void relax() const;
    void apply_restitution() const;
    /// After a pass of something else: nothing has pushed a body along a locked axis.
    void apply_axis_locks() const;

private:
    [[nodiscard]] BodySolverState* states() const { return solver_.states.data(); }
    [[nodiscard]] const SolverKernels& kernels_for(const ContactBatch& run) const;
    template <class Pass>
    void visit_bodies(Pass&& pass) const;

    const SolverKernels& kernels_;
    Solver& solver_;
    const ContactBatches& batches_;
    const StepConstants& step_;
    Team& team_;
};

}  // namespace drystone
