#include "world/stepping.h"

#include "islands/sleep_events.h"
#include "world/checks.h"
#include "world/recording/recorded_step.h"
#include "world/shapes/shape_boxes.h"

#include <drystone/world.h>

#include <utility>

namespace drystone {

namespace {

/// Maximum number of sub-steps of a step: more is taken for a mistake.
constexpr int max_sub_steps = 1'000'000;

}  // namespace

void check_step(const char* function, float time_step, int sub_steps) {
    check_not_negative(function, "time_step", time_step);
    if (sub_steps < 1 || sub_steps > max_sub_steps) {
        fail(function, "sub_steps", "in [1, 1000000]", static_cast<double>(sub_steps));
    }
}

void use_pool(WorldState& world, std::unique_ptr<TaskScheduler> pool, int threads) {
    auto team = std::make_unique<Team>(pool.get());
    // The old team goes before its scheduler.
    world.execution.team = std::move(team);
    world.execution.own_scheduler = std::move(pool);
    world.settings.threads = threads;
    world.settings.scheduler = nullptr;
}

void publish_step(WorldState& world) {
    for (const BodyQuarantined& event : world.systems.quarantine.events) {
        disable_body(world, event.body.index1 - 1);
    }
    publish_sleep_events(world.stores.bodies, world.stores.islands, world.number, world.events.sleep);
    world.execution.timer.finish(world.execution.profile);
}

void World::step(float time_step, int sub_steps) {
    check_step("World::step", time_step, sub_steps);
    WorldState& world = *state_;
    check_not_reading(world, "World::step");
    if (!HintNotes::is_usual(time_step, sub_steps)) [[unlikely]] {
        world.hint_notes.record_step("World::step", time_step, sub_steps);
    }
    begin_recorded_step(world, time_step, sub_steps);
    {
        const BrokenScope broken(world);
        world.execution.timer.begin();
        {
            const StepScope stepping(world);
            step_world(world, time_step, sub_steps);
        }
        publish_step(world);
    }
    end_recorded_step(world);
    world.rules.rethrow();
}

}  // namespace drystone
