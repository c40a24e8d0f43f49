#include "solver/solver.h"

namespace drystone {

namespace {

/// Bodies that a worker integrates in one go; whole blocks of lanes.
constexpr std::size_t bodies_per_chunk = 32 * block_lanes;

/// Calls `pass(run)` for every run of blocks, colour after colour in the order of solving.
template <class Pass>
void visit_runs(const BlockRuns& runs, Team& team, Pass&& pass) {
    for (int turn = 0; turn < BlockRuns::turns; ++turn) {
        const std::size_t first = runs.begin(turn);
        team.parallel_for(runs.begin(turn + 1) - first, 1, [&](std::size_t begin, std::size_t end, int) {
            for (std::size_t i = begin; i < end; ++i) {
                pass(runs[first + i]);
            }
        });
    }
}

}  // namespace

void SubStep::integrate_velocities(bool with_impulses) const {
    team_.parallel_for(solver_.states.size(), bodies_per_chunk, [&](std::size_t begin, std::size_t end, int) {
        kernels_.integrate_velocities(states() + begin, solver_.integration.data() + begin / block_lanes,
                                      end - begin, step_.integration, !with_impulses);
    });
    solver_.special_bodies.hold_speeds(solver_.states, solver_.integration);
}

void SubStep::hold_axes() const { solver_.special_bodies.hold_axes(solver_.states); }

void SubStep::warm_start() const {
    visit_runs(solver_.runs, team_,
               [&](const BlockRun& run) { kernels_.warm_start(run.blocks, run.count, states()); });
    hold_axes();
}

void SubStep::solve() const {
    visit_runs(solver_.runs, team_,
               [&](const BlockRun& run) { kernels_.solve(run.blocks, run.count, states(), step_.solver); });
    hold_axes();
}

void SubStep::integrate_positions() const {
    team_.parallel_for(solver_.states.size(), bodies_per_chunk, [&](std::size_t begin, std::size_t end, int) {
        kernels_.integrate_positions(states() + begin, solver_.integration.data() + begin / block_lanes,
                                     end - begin, step_.integration.h);
    });
}

void SubStep::relax() const {
    visit_runs(solver_.runs, team_, [&](const BlockRun& run) {
        kernels_.relax(run.blocks, run.impacts, run.count, states(), step_.solver);
    });
    hold_axes();
}

void SubStep::apply_restitution() const {
    visit_runs(solver_.runs, team_, [&](const BlockRun& run) {
        kernels_.apply_restitution(run.blocks, run.impacts, run.count, states(), step_.solver);
    });
    hold_axes();
}

}  // namespace drystone
