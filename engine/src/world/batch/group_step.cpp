#include "world/batch/group_step.h"

#include "solver/integrate.h"
#include "step/step_constants.h"
#include "step/sub_steps.h"
#include "world/batch/batch_state.h"
#include "world/checks.h"
#include "world/recording/recorded_step.h"
#include "world/stepping.h"

#include <exception>

namespace drystone {

namespace {

void open(WorldState& world) {
    world.execution.readers.fetch_add(1, std::memory_order_relaxed);
    world.execution.stepping = true;
}

void close(WorldState& world) {
    world.execution.stepping = false;
    world.execution.readers.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace

void GroupStep::begin(Member& member, const BatchSteps& steps) {
    WorldState& world = *member.world;
    open(world);
    world.execution.timer.begin();
    member.constants = make_step_constants(world.settings, steps.time_step, steps.sub_steps);
    member.outcome = {};
    member.outcome.moves = begin_step(world, member.constants);
}

/// Runs the solver's passes for the world alone, or adds it to those that share them.
void GroupStep::solve(Member& member) {
    WorldState& world = *member.world;
    member.merged = false;
    if (!member.outcome.moves) {
        return;
    }
    MergedSubSteps& shared = world.systems.joint_solver.empty() ? without_joints_ : with_joints_;
    const bool fits = shared.takes(world, member.constants);
    const bool found_loads = fits && has_loaded_contacts(world, member.constants);
    if (fits && !found_loads) {
        shared.add(world, member.constants);
        member.merged = true;
        return;
    }
    world.execution.timer.resume();
    member.outcome.finite = solve_step(world, member.constants, found_loads);
}

void GroupStep::end(Member& member) {
    WorldState& world = *member.world;
    world.execution.timer.resume();
    if (member.merged) {
        Solver& solver = world.systems.solver;
        solver.batches.clear();
        member.outcome.finite =
            store_bodies(*solver.kernels, world.stores.bodies, member.constants.integration, solver.states,
                         solver.integration, *world.execution.team);
    }
    end_step(world, member.constants, member.outcome);
    close(world);
    publish_step(world);
}

/// Calls `part(member)` for each world that has not thrown.
template <class Part>
void GroupStep::visit(StepFailure& failure, Part&& part) {
    for (Member& member : members_) {
        if (member.failed) {
            continue;
        }
#if defined(__cpp_exceptions)
        try {
            part(member);
        } catch (...) {
            member.failed = true;
            failure.note(member.number, std::current_exception());
        }
#else
        static_cast<void>(failure);
        part(member);
#endif
    }
}

void GroupStep::step(WorldBatchState& batch, const BatchSteps& steps, StepFailure& failure) {
    visit(failure, [&](Member& member) {
        batch.apply_loads(steps.function, member.number);
        if (!HintNotes::is_usual(steps.time_step, steps.sub_steps)) [[unlikely]] {
            member.world->hint_notes.record_step(steps.function, steps.time_step, steps.sub_steps);
        }
        begin_recorded_step(*member.world, steps.time_step, steps.sub_steps);
        const BrokenScope broken(*member.world);
        begin(member, steps);
    });
    without_joints_.clear();
    with_joints_.clear();
    visit(failure, [&](Member& member) {
        const BrokenScope broken(*member.world);
        solve(member);
    });
    without_joints_.run();
    with_joints_.run();
    visit(failure, [&](Member& member) {
        const BrokenScope broken(*member.world);
        end(member);
    });
    visit(failure, [](Member& member) {
        end_recorded_step(*member.world);
        member.world->rules.rethrow();
    });
    for (Member& member : members_) {
        if (member.world->execution.stepping) {
            close(*member.world);
        }
    }
}

void GroupStep::exchange_memory() noexcept {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        memory_[i].exchange(members_[i].world->systems);
    }
}

void GroupStep::run(WorldBatchState& batch, const BatchSteps& steps, StepFailure& failure) {
    for (Member& member : members_) {
        member.world = &WorldBatchState::state_of(batch.worlds[member.number].world);
    }
    visit(failure, [&](Member& member) { batch.settle(steps.function, batch.worlds[member.number]); });
    if (memory_.size() < members_.size()) {
        memory_.resize(members_.size());
    }
    exchange_memory();
    for (int i = 0; i < steps.repeats; ++i) {
        step(batch, steps, failure);
    }
    exchange_memory();
    visit(failure, [&](Member& member) { batch.write_row(member.number); });
}

}  // namespace drystone
