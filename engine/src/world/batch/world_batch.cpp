#include <drystone/world_batch.h>

#include <drystone/collision/detail/sort_items.h>

#include "core/finite.h"
#include "core/value_checks.h"
#include "parallel/worker_threads.h"
#include "world/batch/batch_state.h"
#include "world/checks.h"
#include "world/stepping.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

namespace drystone {

namespace {

/// Largest number of worlds that a thread steps side by side: enough for full lanes, few enough for its
/// cache.
constexpr std::size_t max_worlds_per_group = 16;
/// Maximum numbers of repeated steps and of worlds: more is taken for a mistake.
constexpr int max_repeats = 1'000'000'000;
constexpr std::size_t max_worlds = 10'000'000;

void check_not_stepping(const WorldBatchState& batch, const char* function) {
    if (batch.stepping) {
        fail(std::string(function).append(": not from inside a step or its callbacks"));
    }
}

std::size_t checked_index(const char* function, const char* argument, int index, std::size_t size) {
    if (index < 0 || static_cast<std::size_t>(index) >= size) {
        fail(function, argument, std::string("in [0, ").append(std::to_string(size)).append(")").c_str(),
             static_cast<double>(index));
    }
    return static_cast<std::size_t>(index);
}

/// Returns the number of a world; throws unless it exists and no step is in progress.
std::size_t world_index(const WorldBatchState& batch, const char* function, int world) {
    check_not_stepping(batch, function);
    return checked_index(function, "world", world, batch.worlds.size());
}

/// Throws unless the worlds exist.
void check_worlds(const WorldBatchState& batch, const char* function, std::span<const int> worlds) {
    check_not_stepping(batch, function);
    for (const int world : worlds) {
        checked_index(function, "worlds", world, batch.worlds.size());
    }
}

void check_rows(const WorldBatchState& batch, const char* function, const char* argument, std::size_t worlds,
                std::size_t elements) {
    if (elements != worlds * batch.bodies) {
        fail(function, argument,
             std::string("of ").append(std::to_string(worlds * batch.bodies)).append(" elements").c_str(),
             static_cast<double>(elements));
    }
}

void check_bodies(const World& world, const char* function, std::span<const BodyId> bodies) {
    for (const BodyId body : bodies) {
        if (!world.is_valid(body)) {
            fail(function, "bodies", "living bodies of the world", describe(body));
        }
    }
}

void check_loads(const WorldBatchState& batch, const char* function) {
    const auto bad = std::find_if(batch.loads.begin(), batch.loads.end(), [](const BodyLoad& load) {
        return !is_finite(load.force) || !is_finite(load.torque);
    });
    if (bad != batch.loads.end()) {
        fail(function, "loads()", "finite", describe(bad->force));
    }
}

/// Marks the batch as inside a step during its lifetime.
class BatchStepScope {
public:
    explicit BatchStepScope(WorldBatchState& batch) : batch_(batch) { batch.stepping = true; }
    ~BatchStepScope() { batch_.stepping = false; }
    BatchStepScope(const BatchStepScope&) = delete;
    BatchStepScope& operator=(const BatchStepScope&) = delete;

private:
    WorldBatchState& batch_;
};

/// Returns the number of worlds that a thread steps side by side: few enough for all threads to have work.
std::size_t worlds_of_group(const WorldBatchState& batch, std::size_t worlds) {
    constexpr std::size_t groups_per_thread = 4;
    const std::size_t shares = groups_per_thread * static_cast<std::size_t>(batch.team.size());
    return std::clamp<std::size_t>(worlds / shares, 1, max_worlds_per_group);
}

/// Steps the worlds with the numbers `number_of(i)` for i in [0, count).
template <class NumberOf>
void step_all(WorldBatchState& batch, std::size_t count, const NumberOf& number_of, const BatchSteps& steps) {
    for (std::size_t i = 0; i < count; ++i) {
        WorldBatchState::check_world(steps.function, batch.worlds[number_of(i)]);
    }
    std::vector<StepFailure> failures(static_cast<std::size_t>(batch.team.size()));
    const auto step_group = [&](std::size_t begin, std::size_t end, int worker) {
        GroupStep& group = batch.groups[static_cast<std::size_t>(worker)];
        group.clear();
        for (std::size_t i = begin; i < end; ++i) {
            group.add(number_of(i));
        }
        group.run(batch, steps, failures[static_cast<std::size_t>(worker)]);
    };
    {
        const BatchStepScope stepping(batch);
        batch.team.run([&] { batch.team.parallel_for(count, worlds_of_group(batch, count), step_group); });
    }
    StepFailure first;
    for (const StepFailure& failure : failures) {
        if (failure.error != nullptr) {
            first.note(failure.world, failure.error);
        }
    }
    if (first.error != nullptr) {
        std::rethrow_exception(first.error);
    }
}

void check_step(const WorldBatchState& batch, const BatchSteps& steps) {
    const char* const function = steps.function;
    check_not_stepping(batch, function);
    drystone::check_step(function, steps.time_step, steps.sub_steps);
    if (steps.repeats < 1 || steps.repeats > max_repeats) {
        fail(function, "repeats", "in [1, 1000000000]", static_cast<double>(steps.repeats));
    }
    check_loads(batch, function);
}

}  // namespace

WorldBatch::WorldBatch(const WorldBatchDefinition& definition) {
    check_scheduler("WorldBatch::WorldBatch", definition.scheduler);
    state_ = detail::Owned(new WorldBatchState(definition));
}

WorldBatch::~WorldBatch() = default;
WorldBatch::WorldBatch(WorldBatch&&) noexcept = default;
WorldBatch& WorldBatch::operator=(WorldBatch&&) noexcept = default;

int WorldBatch::add_prototype(const World& prototype, std::span<const BodyId> bodies) {
    const char* const function = "WorldBatch::add_prototype";
    check_not_stepping(*state_, function);
    check_bodies(prototype, function, bodies);
    if (!state_->prototypes.empty() && bodies.size() != state_->bodies) {
        fail(function, "bodies", "as many as of the first prototype", static_cast<double>(bodies.size()));
    }
    BatchPrototype made{World(WorldDefinition{}), {}, {bodies.begin(), bodies.end()}, {}};
    state_->set_start(made, prototype.clone());
    state_->prototypes.push_back(std::move(made));
    state_->bodies = bodies.size();
    return static_cast<int>(state_->prototypes.size() - 1);
}

void WorldBatch::set_prototype(int prototype, const World& state) {
    const char* const function = "WorldBatch::set_prototype";
    check_not_stepping(*state_, function);
    BatchPrototype& own =
        state_->prototypes[checked_index(function, "prototype", prototype, state_->prototypes.size())];
    World copy = state.clone();
    if (WorldBatchState::state_of(copy).number != WorldBatchState::state_of(own.world).number) {
        fail(function, "state", "the prototype's world or its clone", std::string("another world"));
    }
    check_bodies(copy, function, own.bodies);
    for (BatchWorld& world : state_->worlds) {
        if (world.prototype == prototype) {
            state_->settle(function, world);
        }
    }
    state_->set_start(own, std::move(copy));
}

int WorldBatch::create_worlds(int prototype, int count) {
    const char* const function = "WorldBatch::create_worlds";
    check_not_stepping(*state_, function);
    WorldBatchState& batch = *state_;
    const BatchPrototype& from =
        batch.prototypes[checked_index(function, "prototype", prototype, batch.prototypes.size())];
    if (count < 1 || static_cast<std::size_t>(count) > max_worlds - batch.worlds.size()) {
        fail(function, "count", "at least 1, and such that there are at most 10000000 worlds",
             static_cast<double>(count));
    }
    std::vector<BatchWorld> made;
    made.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        made.push_back({from.world.clone(), prototype});
    }
    const std::size_t first = batch.worlds.size();
    const std::size_t size = first + made.size();
    batch.worlds.reserve(size);
    batch.loads.reserve(size * batch.bodies);
    batch.rows.reserve(size * batch.bodies, batch.settings.contacts);
    batch.loads.resize(size * batch.bodies);
    batch.rows.resize(size * batch.bodies, batch.settings.contacts);
    for (std::size_t i = 0; i < made.size(); ++i) {
        batch.worlds.push_back(std::move(made[i]));
        batch.rows.copy(from.rows, 0, (first + i) * batch.bodies, batch.bodies);
    }
    return static_cast<int>(first);
}

int WorldBatch::size() const { return static_cast<int>(state_->worlds.size()); }

int WorldBatch::bodies_per_world() const { return static_cast<int>(state_->bodies); }

int WorldBatch::prototype_of(int world) const {
    return state_->worlds[checked_index("WorldBatch::prototype_of", "world", world, state_->worlds.size())]
        .prototype;
}

World& WorldBatch::operator[](int world) {
    BatchWorld& own = state_->worlds[world_index(*state_, "WorldBatch::operator[]", world)];
    state_->settle("WorldBatch::operator[]", own);
    return own.world;
}

void WorldBatch::step(float time_step, int sub_steps, int repeats) {
    const BatchSteps steps{"WorldBatch::step", time_step, sub_steps, repeats};
    check_step(*state_, steps);
    step_all(
        *state_, state_->worlds.size(), [](std::size_t i) { return i; }, steps);
}

void WorldBatch::step_worlds(std::span<const int> worlds, float time_step, int sub_steps, int repeats) {
    const char* const function = "WorldBatch::step_worlds";
    const BatchSteps steps{function, time_step, sub_steps, repeats};
    check_step(*state_, steps);
    check_worlds(*state_, function, worlds);
    std::vector<int> sorted(worlds.begin(), worlds.end());
    sort_items(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) {
        fail(function, "worlds", "different ones", static_cast<double>(*twice));
    }
    step_all(
        *state_, sorted.size(), [&](std::size_t i) { return static_cast<std::size_t>(sorted[i]); }, steps);
}

void WorldBatch::reset(int world) { state_->reset(world_index(*state_, "WorldBatch::reset", world)); }

void WorldBatch::reset(std::span<const int> worlds) {
    check_worlds(*state_, "WorldBatch::reset", worlds);
    for (const int world : worlds) {
        state_->reset(static_cast<std::size_t>(world));
    }
}

void WorldBatch::reset_all() {
    check_not_stepping(*state_, "WorldBatch::reset_all");
    for (std::size_t world = 0; world < state_->worlds.size(); ++world) {
        state_->reset(world);
    }
}

std::span<const Pose> WorldBatch::poses() const { return state_->rows.poses; }
std::span<const BodyMotion> WorldBatch::velocities() const { return state_->rows.velocities; }
std::span<const Vec2> WorldBatch::contact_forces() const { return state_->rows.contact_forces; }
std::span<const std::int32_t> WorldBatch::contact_counts() const { return state_->rows.contact_counts; }
std::span<BodyLoad> WorldBatch::loads() { return state_->loads; }

void WorldBatch::write_loads(std::span<const BodyLoad> loads) {
    check_not_stepping(*state_, "WorldBatch::write_loads");
    check_rows(*state_, "WorldBatch::write_loads", "loads", state_->worlds.size(), loads.size());
    std::copy(loads.begin(), loads.end(), state_->loads.begin());
}

void WorldBatch::write_poses(std::span<const int> worlds, std::span<const BodyPlacement> places) {
    const char* const function = "WorldBatch::write_poses";
    WorldBatchState& batch = *state_;
    check_worlds(batch, function, worlds);
    check_rows(batch, function, "places", worlds.size(), places.size());
    for (const BodyPlacement& place : places) {
        check_place(function, "places", place.position);
        check_finite(function, "places", place.angle);
    }
    batch.prepare_write(function, worlds);
    batch.write(worlds, [&](const BodyRef& body, std::size_t element) {
        body.set_pose(places[element].position, places[element].angle);
    });
}

void WorldBatch::write_velocities(std::span<const int> worlds, std::span<const BodyMotion> velocities) {
    const char* const function = "WorldBatch::write_velocities";
    WorldBatchState& batch = *state_;
    check_worlds(batch, function, worlds);
    check_rows(batch, function, "velocities", worlds.size(), velocities.size());
    for (const BodyMotion& velocity : velocities) {
        check_finite(function, "velocities", velocity.linear);
        check_finite(function, "velocities", velocity.angular);
    }
    batch.prepare_write(function, worlds);
    batch.write(worlds, [&](const BodyRef& body, std::size_t element) {
        if (body.type() != BodyType::Static) {
            body.set_linear_velocity(velocities[element].linear);
            body.set_angular_velocity(velocities[element].angular);
        }
    });
}

void WorldBatch::refresh(int world) {
    const std::size_t index = world_index(*state_, "WorldBatch::refresh", world);
    state_->settle("WorldBatch::refresh", state_->worlds[index]);
    state_->write_row(index);
}

}  // namespace drystone
