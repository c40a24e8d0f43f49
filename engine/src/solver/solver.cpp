#include "solver/solver.h"

#include "solver/sequential_contacts.h"

#include <algorithm>

namespace drystone {

namespace {

/// Restitution has one pass in a step where the others have several.
constexpr int restitution_times = 5;

/// Bodies that a worker integrates in one go; whole blocks of lanes.
constexpr std::size_t bodies_per_chunk = 8 * block_lanes;
/// Bodies that a worker must get. It takes a microsecond or two to integrate them; the worker has solved
/// their contacts and has them in its cache.
constexpr std::size_t bodies_per_worker = 32 * block_lanes;

/// So many bodies, or contacts of a run, are sooner done one by one than in lanes. Changes no result.
constexpr std::size_t few = 2;

/// Calls `pass(run)` for every run of blocks, colour after colour in the order of solving. The overflow comes
/// first; its runs, one for each kind of contact, share bodies and so are worked on in order by one thread.
template <class Pass>
void visit_runs(const BlockRuns& runs, Team& team, Pass&& pass) {
    team.parallel_rounds(runs.rounds(), [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end;) {
            pass(runs.take(i, end));
        }
    });
}

/// A pass over all runs, with those of the overflow again as often as locked bodies want it, `times` over.
template <class Pass>
void sweep(Solver& solver, const BlockRuns& runs, Team& team, int times, Pass&& pass) {
    solver.shadows.follow(solver.states);
    visit_runs(runs, team, pass);
    solver.special_bodies.hold_axes(solver.states);
    for (int i = 0; i < times * solver.special_bodies.extra_sweeps(); ++i) {
        solver.shadows.follow(solver.states);
        for (std::size_t run = 0; run < runs.in_order(); ++run) {
            pass(runs[run]);
        }
        solver.special_bodies.hold_axes(solver.states);
    }
}

}  // namespace

void Solver::share_out_bodies() {
    body_chunks.clear();
    body_chunks.add((bodies + bodies_per_chunk - 1) / bodies_per_chunk,
                    workers_for(bodies, bodies_per_worker));
}

const SolverKernels& SubStep::kernels_for(const BlockRun& run) const {
    return run.contacts <= few ? scalar_solver_kernels() : kernels_;
}

/// Calls `pass(kernels, states, integration, count)` for the bodies that move.
template <class Pass>
void SubStep::visit_bodies(Pass&& pass) const {
    team_.parallel_rounds(solver_.body_chunks, [&](std::size_t first, std::size_t last, int) {
        const std::size_t begin = first * bodies_per_chunk;
        const std::size_t count = std::min(last * bodies_per_chunk, solver_.bodies) - begin;
        const std::size_t slot = first_slot + begin;
        const SolverKernels& kernels = count <= few ? scalar_solver_kernels() : kernels_;
        pass(kernels, states() + slot, solver_.integration.data() + slot / block_lanes, count);
    });
}

void SubStep::integrate_velocities(bool with_impulses) const {
    visit_bodies([&](const SolverKernels& kernels, BodySolverState* states, IntegrationBlock* integration,
                     std::size_t count) {
        kernels.integrate_velocities(states, integration, count, step_.integration, !with_impulses);
    });
    solver_.special_bodies.hold_speeds(solver_.states, solver_.integration);
}

void SubStep::hold_axes() const { solver_.special_bodies.hold_axes(solver_.states); }

void SubStep::warm_start() const {
    visit_runs(runs_, team_, [&](const BlockRun& run) {
        if (run.is_in_order()) {
            warm_start_one_by_one(run, states());
        } else {
            kernels_for(run).warm_start(run.blocks, run.surfaces, run.contacts, states());
        }
    });
    hold_axes();
}

void SubStep::solve() const {
    sweep(solver_, runs_, team_, 1, [&](const BlockRun& run) {
        if (run.is_in_order()) {
            solve_one_by_one(run, states(), step_.solver);
        } else {
            kernels_for(run).solve(run.blocks, run.surfaces, run.contacts, states(), step_.solver);
        }
    });
}

void SubStep::integrate_positions() const {
    visit_bodies([&](const SolverKernels& kernels, BodySolverState* states, IntegrationBlock* integration,
                     std::size_t count) {
        kernels.integrate_positions(states, integration, count, step_.integration);
    });
}

void SubStep::remember_deep() const { solver_.deep_contacts.remember(); }

void SubStep::push_deep() const {
    if (!solver_.deep_contacts.empty()) {
        solver_.deep_contacts.push(states(), step_.solver);
        hold_axes();
    }
}

void SubStep::take_back_deep() const {
    if (!solver_.deep_contacts.empty()) {
        solver_.deep_contacts.take_back(states());
        hold_axes();
    }
}

void SubStep::relax() const {
    sweep(solver_, runs_, team_, 1, [&](const BlockRun& run) {
        if (run.is_in_order()) {
            relax_one_by_one(run, states(), step_.solver);
        } else {
            kernels_for(run).relax(run.blocks, run.impacts, run.surfaces, run.contacts, states(),
                                   step_.solver);
        }
    });
}

void SubStep::apply_restitution() const {
    if (!runs_.any_bounces()) {
        return;
    }
    sweep(solver_, runs_, team_, restitution_times, [&](const BlockRun& run) {
        if (run.bounces && run.is_in_order()) {
            apply_restitution_one_by_one(run, states(), step_.solver);
        } else if (run.bounces) {
            kernels_for(run).apply_restitution(run.blocks, run.impacts, run.contacts, states(), step_.solver);
        }
    });
}

}  // namespace drystone
