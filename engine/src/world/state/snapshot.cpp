#include <drystone/snapshot.h>

#include "parallel/worker_threads.h"
#include "step/world_state.h"
#include "world/checks.h"
#include "world/recording/recorded_step.h"
#include "world/state/derived.h"
#include "world/state/snapshot_state.h"
#include "world/stepping.h"

#include <drystone/world.h>

#include <memory>
#include <utility>

namespace drystone {

void forget_derived(WorldState& world) {
    world.systems.fat_boxes.forget();
    world.systems.continuous.forget_fast();
    world.systems.continuous.forget_free_space();
    world.systems.field_pass.forget_shapes();
    world.systems.joint_solver.restore_derived();
    world.stores.contacts.restore_derived();
}

namespace {

/// Replaces stores and systems by new ones: those of a broken world may hold anything.
void forget_all(WorldState& world) {
    Systems systems;
    systems.narrow_kernels = world.systems.narrow_kernels;
    systems.fat_boxes.kernels = world.systems.fat_boxes.kernels;
    systems.joint_solver.kernels = world.systems.joint_solver.kernels;
    systems.solver.kernels = world.systems.solver.kernels;
    world.stores = Stores{};
    world.systems = std::move(systems);
}

/// Clears the events of the last step, which was not the step before the restored state.
void clear_events(WorldState& world) {
    world.events.contacts.begins.clear();
    world.events.contacts.ends.clear();
    world.events.hits.clear();
    world.events.forces.clear();
    world.events.joint_forces.clear();
    world.events.joint_breaks.clear();
    world.events.moved_bodies.clear();
    world.events.sleep.fallen_asleep.clear();
    world.events.sleep.woken.clear();
    world.stores.sensors.begins.clear();
    world.stores.sensors.ends.clear();
    world.systems.quarantine.events.clear();
}

void save_world(const WorldState& world, const SnapshotState* base, SnapshotState& into) {
    into.number = world.number;
    into.place = recorded_place(world);
    save_state(world, base != nullptr ? &base->saved : nullptr, into.saved);
}

}  // namespace

void prepare_return(WorldState& world) {
    if (world.is_broken()) {
        forget_all(world);
    }
}

void finish_return(WorldState& world, const RecordedPlace& place) {
    forget_derived(world);
    clear_events(world);
    world.execution.broken = false;
    record_restore(world, place);
}

Snapshot::Snapshot() = default;
Snapshot::~Snapshot() = default;
Snapshot::Snapshot(const Snapshot& other)
    : state_(other.empty() ? nullptr : new SnapshotState(*other.state_)) {
    if (!empty()) {
        state_->saved.spare.clear();  // They will be written, and so must not be shared.
    }
}
Snapshot::Snapshot(Snapshot&& other) noexcept = default;
Snapshot& Snapshot::operator=(const Snapshot& other) {
    Snapshot copy(other);
    return *this = std::move(copy);
}
Snapshot& Snapshot::operator=(Snapshot&& other) noexcept = default;

SnapshotState& Snapshot::state() {
    if (empty()) {
        state_ = detail::Owned<SnapshotState>(new SnapshotState());
    }
    return *state_;
}

bool Snapshot::empty() const { return state_.get() == nullptr; }

std::size_t Snapshot::bytes() const {
    return empty() ? 0 : (state_->saved.run.size() + state_->saved.chunks.size()) * StateChunk::size;
}

std::size_t Snapshot::own_bytes() const {
    std::size_t own = 0;
    if (!empty()) {
        for (const StateChunks* const chunks : {&state_->saved.run, &state_->saved.chunks}) {
            for (const std::shared_ptr<StateChunk>& chunk : *chunks) {
                own += count_states(chunk) == 1 ? StateChunk::size : 0;
            }
        }
    }
    return own;
}

Snapshot World::snapshot() const {
    Snapshot result;
    snapshot(result);
    return result;
}

void World::snapshot(Snapshot& into) const {
    check_not_stepping(*state_, "World::snapshot");
    save_world(*state_, nullptr, into.state());
}

void World::snapshot(Snapshot& into, const Snapshot& base) const {
    check_not_stepping(*state_, "World::snapshot");
    if (&into == &base) {
        fail("World::snapshot: a snapshot cannot be its own base");
    }
    save_world(*state_, base.state_.get(), into.state());
}

void World::restore(const Snapshot& snapshot) {
    if (state_.get() == nullptr) {
        detail::fail_moved_from();
    }
    WorldState& world = *state_.get();  // Also one that is broken.
    check_not_reading(world, "World::restore");
    if (snapshot.empty()) {
        fail("World::restore: the snapshot is empty");
    }
    if (snapshot.state_->number != world.number) {
        fail("World::restore: the snapshot is of another world");
    }
    prepare_return(world);
    const BrokenScope broken(world);
    restore_state(snapshot.state_->saved, world);
    finish_return(world, snapshot.state_->place);
    world.hint_notes.forget_objects();
}

World World::clone(int threads) const {
    check_not_stepping(*state_, "World::clone");
    std::unique_ptr<TaskScheduler> pool = make_pool("World::clone", "threads", threads);
    WorldDefinition definition = state_->settings;
    definition.threads = 1;
    definition.scheduler = nullptr;
    World copy(definition);
    WorldState& state = *copy.state_;
    use_pool(state, std::move(pool), threads);
    state.number = state_->number;
    if (!state_->rules.are_replayed) {
        state.rules.filter = user_filter(*state_);
        state.rules.mixing = user_mixing(*state_);
        state.rules.pre_solve = user_pre_solve(*state_);
    }
    SavedState saved;
    save_state(*state_, nullptr, saved);
    restore_state(saved, state);
    forget_derived(state);
    return copy;
}

}  // namespace drystone
