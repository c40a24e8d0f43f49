#include "solver/solver.h"

#include "solver/stage_timer.h"

namespace drystone {

namespace {

/// Calls `pass(blocks, impacts, count)` for every list of the graph in the order of solving.
template <class Pass>
void visit_lists(ConstraintGraph& graph, Pass&& pass) {
    for (int i = 0; i <= ConstraintGraph::color_count; ++i) {
        for (ContactList& list :
             graph.colors()[static_cast<std::size_t>(ConstraintGraph::solving_order(i))].lists) {
            if (list.count > 0) {
                pass(list.blocks.data(), list.impacts.data(), list.blocks.size());
            }
        }
    }
}

void solve_sub_step(Solver& solver, ConstraintGraph& graph, const StepConstants& step, bool first,
                    Profile& profile) {
    const SolverKernels& kernels = *solver.kernels;
    BodySolverState* const states = solver.states.data();
    BodyIntegration* const integration = solver.integration.data();
    const std::size_t bodies = solver.states.size();

    timed(profile, Stage::IntegrateVelocities,
          [&] { kernels.integrate_velocities(states, integration, bodies, step.integration, first); });
    if (first) {
        timed(profile, Stage::WarmStart, [&] {
            visit_lists(graph, [&](ContactBlock* blocks, ImpactBlock*, std::size_t n) {
                kernels.warm_start(blocks, n, states);
            });
        });
    }
    timed(profile, Stage::Solve, [&] {
        visit_lists(graph, [&](ContactBlock* blocks, ImpactBlock*, std::size_t n) {
            kernels.solve(blocks, n, states, step.solver);
        });
    });
    timed(profile, Stage::IntegratePositions,
          [&] { kernels.integrate_positions(states, integration, bodies, step.integration.h); });
    timed(profile, Stage::Relax, [&] {
        visit_lists(graph, [&](ContactBlock* blocks, ImpactBlock* impacts, std::size_t n) {
            kernels.relax(blocks, impacts, n, states, step.solver);
        });
    });
}

}  // namespace

void solve_step(Solver& solver, BodyStore& bodies, ConstraintGraph& graph, const StepConstants& step,
                Profile& profile) {
    for (int i = 0; i < step.sub_steps; ++i) {
        solve_sub_step(solver, graph, step, i == 0, profile);
    }
    timed(profile, Stage::Restitution, [&] {
        visit_lists(graph, [&](ContactBlock* blocks, ImpactBlock* impacts, std::size_t n) {
            solver.kernels->apply_restitution(blocks, impacts, n, solver.states.data(), step.solver);
        });
    });
    timed(profile, Stage::StoreBodies, [&] {
        store_bodies(*solver.kernels, bodies, step.integration, solver.states, solver.integration);
    });
}

}  // namespace drystone
