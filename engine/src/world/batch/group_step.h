#pragma once

#include "step/step_parts.h"
#include "step/world_state.h"
#include "world/batch/merged_sub_steps.h"

#include <cstddef>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace drystone {

struct WorldBatchState;

/// Exception of the world with the smallest number.
struct StepFailure {
    std::size_t world = 0;
    std::exception_ptr error;

    void note(std::size_t number, const std::exception_ptr& thrown) {
        if (error == nullptr || number < world) {
            world = number;
            error = thrown;
        }
    }
};

/// Arguments of the steps of a batch.
struct BatchSteps {
    const char* function = "";  ///< Function that the user called.
    float time_step = 0.0f;
    int sub_steps = 4;
    int repeats = 1;
};

/// Memory that a world needs only while it is stepped. The worlds that a thread steps one after another use
/// the same, which then stays in the thread's cache.
struct StepMemory {
    std::unique_ptr<ContactChanges> changes = std::make_unique<ContactChanges>();
    std::vector<BodySolverState> states;
    std::vector<IntegrationBlock> integration;
    ContactBatches batches;

    /// Gives the memory to a world, and takes that of the world.
    void exchange(Systems& systems) noexcept {
        std::swap(changes, systems.changes);
        std::swap(states, systems.solver.states);
        std::swap(integration, systems.solver.integration);
        std::swap(batches, systems.solver.batches);
    }
};

/// Steps some worlds of a batch side by side, on one thread. Worlds that need no more of the solver than
/// passes over contacts and joints share those.
class GroupStep {
public:
    /// Removes all worlds.
    void clear() { members_.clear(); }
    /// Adds the world with this number in the batch.
    void add(std::size_t number) { members_.push_back({.number = number}); }
    /// Resets worlds where that is due, steps all, and writes their rows. Those whose step throws are left
    /// out from then on.
    void run(WorldBatchState& batch, const BatchSteps& steps, StepFailure& failure);

private:
    struct Member {
        std::size_t number = 0;
        WorldState* world = nullptr;
        StepConstants constants{};
        StepOutcome outcome{};
        bool failed = false;
        bool merged = false;  ///< Solved in common lanes in this step.
    };

    template <class Part>
    void visit(StepFailure& failure, Part&& part);
    void step(WorldBatchState& batch, const BatchSteps& steps, StepFailure& failure);
    void exchange_memory() noexcept;
    void begin(Member& member, const BatchSteps& steps);
    void solve(Member& member);
    void end(Member& member);

    std::vector<Member> members_;
    std::vector<StepMemory> memory_;  ///< At least one for each member.
    MergedSubSteps without_joints_;
    MergedSubSteps with_joints_;
};

}  // namespace drystone
