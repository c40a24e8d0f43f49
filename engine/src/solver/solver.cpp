#include "solver/solver.h"

#include "solver/stage_timer.h"

#include <algorithm>

namespace drystone {

namespace {

/// Restitution has one pass in a step where the others have several.
constexpr int restitution_times = 5;

/// Bodies that a worker integrates in one go; whole blocks of lanes.
constexpr std::size_t bodies_per_chunk = 32 * block_lanes;

/// Calls `pass(run)` for every run of blocks, colour after colour in the order of solving. The overflow comes
/// first; its runs, one for each kind of contact, share bodies and so are worked on in order by one thread.
template <class Pass>
void visit_runs(const BlockRuns& runs, Team& team, Pass&& pass) {
    for (int turn = 0; turn < BlockRuns::turns; ++turn) {
        const std::size_t first = runs.begin(turn);
        const std::size_t count = runs.begin(turn + 1) - first;
        const std::size_t grain = turn == 0 ? std::max<std::size_t>(count, 1) : 1;
        team.parallel_for(count, grain, [&](std::size_t begin, std::size_t end, int) {
            for (std::size_t i = begin; i < end; ++i) {
                pass(runs[first + i]);
            }
        });
    }
}

/// One sub-step over the solver's arrays.
class SubStep {
public:
    SubStep(Solver& solver, const StepConstants& step, Team& team)
        : kernels_(*solver.kernels), solver_(solver), step_(step), team_(team) {}

    void integrate_velocities(bool first) const {
        team_.parallel_for(solver_.states.size(), bodies_per_chunk,
                           [&](std::size_t begin, std::size_t end, int) {
                               kernels_.integrate_velocities(states() + begin,
                                                             solver_.integration.data() + begin / block_lanes,
                                                             end - begin, step_.integration, first);
                           });
        solver_.special_bodies.hold_speeds(solver_.states, solver_.integration);
    }
    void warm_start() const {
        visit_runs(solver_.runs, team_,
                   [&](const BlockRun& run) { kernels_.warm_start(run.blocks, run.count, states()); });
        solver_.special_bodies.hold_axes(solver_.states);
    }
    void solve() const {
        sweep([&](const BlockRun& run) { kernels_.solve(run.blocks, run.count, states(), step_.solver); });
    }
    void integrate_positions() const {
        team_.parallel_for(solver_.states.size(), bodies_per_chunk,
                           [&](std::size_t begin, std::size_t end, int) {
                               kernels_.integrate_positions(states() + begin,
                                                            solver_.integration.data() + begin / block_lanes,
                                                            end - begin, step_.integration.h);
                           });
    }
    void relax() const {
        sweep([&](const BlockRun& run) {
            kernels_.relax(run.blocks, run.impacts, run.count, states(), step_.solver);
        });
    }
    void apply_restitution() const {
        sweep(
            [&](const BlockRun& run) {
                kernels_.apply_restitution(run.blocks, run.impacts, run.count, states(), step_.solver);
            },
            restitution_times);
    }

private:
    /// A pass over all runs, with those of the overflow again as often as locked bodies want it, `times`
    /// over.
    template <class Pass>
    void sweep(Pass&& pass, int times = 1) const {
        visit_runs(solver_.runs, team_, pass);
        solver_.special_bodies.hold_axes(solver_.states);
        for (int i = 0; i < times * solver_.special_bodies.extra_sweeps(); ++i) {
            for (std::size_t run = solver_.runs.begin(0); run < solver_.runs.begin(1); ++run) {
                pass(solver_.runs[run]);
            }
            solver_.special_bodies.hold_axes(solver_.states);
        }
    }

    [[nodiscard]] BodySolverState* states() const { return solver_.states.data(); }

    const SolverKernels& kernels_;
    Solver& solver_;
    const StepConstants& step_;
    Team& team_;
};

}  // namespace

void solve_step(Solver& solver, BodyStore& bodies, ConstraintGraph& graph, const StepConstants& step,
                Team& team, Profile& profile) {
    solver.runs.collect(graph);
    solver.special_bodies.collect(bodies, step.integration, solver.states, solver.integration);
    const SubStep sub_step(solver, step, team);
    for (int i = 0; i < step.sub_steps; ++i) {
        timed(profile, Stage::IntegrateVelocities, [&] { sub_step.integrate_velocities(i == 0); });
        if (i == 0) {
            timed(profile, Stage::WarmStart, [&] { sub_step.warm_start(); });
        }
        timed(profile, Stage::Solve, [&] { sub_step.solve(); });
        timed(profile, Stage::IntegratePositions, [&] { sub_step.integrate_positions(); });
        timed(profile, Stage::Relax, [&] { sub_step.relax(); });
    }
    timed(profile, Stage::Restitution, [&] { sub_step.apply_restitution(); });
    timed(profile, Stage::StoreBodies, [&] {
        store_bodies(*solver.kernels, bodies, step.integration, solver.states, solver.integration, team);
    });
}

}  // namespace drystone
