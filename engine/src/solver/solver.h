#pragma once

#include <drystone/profile.h>

#include "constraint_graph/constraint_graph.h"
#include "constraint_graph/contact_batches.h"
#include "parallel/team.h"
#include "solver/bounces.h"
#include "solver/dominance_proxies.h"
#include "solver/integrate.h"
#include "solver/motion_limits.h"
#include "solver/solver_kernels.h"
#include "solver/split_impulse.h"

#include <vector>

namespace drystone {

/// Constants of a step.
struct StepConstants {
    IntegrationConstants integration{};
    SolverConstants solver{};
    int sub_steps = 4;
    /// Loads from which contacts need more than the common sweeps, as a part of those of contacts with the
    /// default compliance, in (0, 1]: sweeps over harder contacts converge more slowly.
    float load_part = 1.0f;
};

/// The soft-step solver's arrays, kept from step to step so that a steady step allocates nothing.
struct Solver {
    std::vector<BodySolverState> states;
    std::vector<IntegrationBlock> integration;
    std::size_t bodies = 0;  ///< Number of bodies in the solver; their states begin at `first_slot`.
    ContactBatches batches;
    BarrierPhases body_chunks;  ///< One phase with tasks of some bodies each, for the integration passes.
    LimitedBodies limited_bodies;
    DominanceProxies dominance_proxies;
    InitialOverlaps initial_overlaps;
    Bounces bounces;
    const SolverKernels* kernels = &scalar_solver_kernels();

    /// Divides the bodies into chunks. Each worker has the same share of them in all passes of the step.
    void assign_body_ranges();

    [[nodiscard]] std::size_t bytes() const {
        return states.capacity() * sizeof(BodySolverState) +
               integration.capacity() * sizeof(IntegrationBlock) + batches.bytes() + body_chunks.bytes() +
               limited_bodies.bytes() + dominance_proxies.bytes() + initial_overlaps.bytes() +
               bounces.bytes();
    }
};

/// Passes of a sub-step over the bodies and the contacts of some batches.
class SubStep {
public:
    SubStep(Solver& solver, const ContactBatches& batches, const StepConstants& step, Team& team)
        : kernels_(*solver.kernels), solver_(solver), batches_(batches), step_(step), team_(team) {}

    /// Applies forces and damping. `with_impulses` also applies the accumulated impulses of contacts, in
    /// place of a warm start.
    void integrate_velocities(bool with_impulses) const;
    /// Lets contacts settle under their loads, see `ContactBlock::settled`; once a step.
    void settle() const;
    /// Applies the accumulated impulses.
    void warm_start() const;
    /// Runs one pass over the normals, with the soft bias.
    void solve() const;
    void integrate_positions() const;
    /// Saves the impulses of deep contacts, see `InitialOverlaps`; before `solve`.
    void mark_initial_overlaps() const;
    /// Runs extra sweeps over deep contacts; after `solve`.
    void push_initial_overlaps_apart() const;
    /// Restores the impulses of deep contacts; after `integrate_positions`.
    void undo_push_apart() const;
    /// Runs one pass over normals and friction, without bias.
    void relax() const;
    /// Runs the same pass as `solve`, and returns whether some impulse has changed by more than `limit` [m/s]
    /// times its effective mass. `relax_changing` is the same for `relax`.
    [[nodiscard]] bool solve_changing(float limit) const;
    [[nodiscard]] bool relax_changing(float limit) const;
    /// Keeps what accumulated impulses add to the velocities, for `solve_bounces`; after warm starts that
    /// other passes follow.
    void keep_warm_start() const;
    /// Solves the impacts with restitution of all batches, also those with extra iterations, with the
    /// velocities without accumulated impulses; before `solve`. `kept` tells whether `keep_warm_start` was
    /// called.
    void solve_bounces(bool kept) const;
    /// Restores the approach speeds of the impacts that were left out; after the last sub-step.
    void rebound() const;
    /// Removes velocity along locked axes; after passes over joints.
    void apply_axis_locks() const;

private:
    [[nodiscard]] BodySolverState* states() const { return solver_.states.data(); }
    [[nodiscard]] const SolverKernels& kernels_for(const ContactBatch& run) const;
    template <class Pass>
    void visit_bodies(Pass&& pass) const;
    template <class Change>
    void change_velocities(Change&& change) const;
    void find_and_solve_bounces() const;

    const SolverKernels& kernels_;
    Solver& solver_;
    const ContactBatches& batches_;
    const StepConstants& step_;
    Team& team_;
};

}  // namespace drystone
