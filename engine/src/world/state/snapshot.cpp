#include <drystone/snapshot.h>

#include "core/state_archive.h"
#include "step/world_state.h"
#include "world/checks.h"

#include <drystone/world.h>

#include <utility>

namespace drystone {

struct SnapshotState {
    std::uint16_t number = 0;  ///< Number of the world.
    SavedState saved;
};

namespace {

/// Forgets what was computed for the bodies and shapes that have just been replaced.
void forget_derived(WorldState& world) {
    world.systems.fat_boxes.forget();
    world.systems.continuous.forget_fast();
    world.systems.continuous.forget_free_space();
    world.systems.field_pass.forget_shapes();
    world.systems.joint_solver.collect_runs();
}

/// Clears the events of the last step, which was not the step before the restored state.
void clear_events(WorldState& world) {
    world.events.contacts.begins.clear();
    world.events.contacts.ends.clear();
    world.events.hits.clear();
    world.events.forces.clear();
    world.events.joint_breaks.clear();
    world.events.moved_bodies.clear();
    world.events.sleep.fallen_asleep.clear();
    world.events.sleep.woken.clear();
    world.stores.sensors.begins.clear();
    world.stores.sensors.ends.clear();
    world.systems.quarantine.events.clear();
}

void restore_world(const SavedState& saved, WorldState& world) {
    restore_state(saved, world);
    forget_derived(world);
    clear_events(world);
}

}  // namespace

Snapshot::Snapshot() = default;
Snapshot::~Snapshot() = default;
Snapshot::Snapshot(const Snapshot& other)
    : state_(other.state_.get() == nullptr ? nullptr : new SnapshotState(*other.state_)) {}
Snapshot::Snapshot(Snapshot&& other) noexcept = default;
Snapshot& Snapshot::operator=(const Snapshot& other) {
    Snapshot copy(other);
    return *this = std::move(copy);
}
Snapshot& Snapshot::operator=(Snapshot&& other) noexcept = default;

bool Snapshot::empty() const { return state_.get() == nullptr; }

std::size_t Snapshot::bytes() const { return empty() ? 0 : state_->saved.bytes.size(); }

Snapshot World::snapshot() const {
    Snapshot result;
    snapshot(result);
    return result;
}

void World::snapshot(Snapshot& into) const {
    check_not_stepping(*state_, "World::snapshot");
    if (into.empty()) {
        into.state_ = detail::Owned<SnapshotState>(new SnapshotState());
    }
    into.state_->number = state_->number;
    save_state(*state_, into.state_->saved);
}

void World::restore(const Snapshot& snapshot) {
    check_not_reading(*state_, "World::restore");
    if (snapshot.empty()) {
        fail("World::restore: the snapshot is empty");
    }
    if (snapshot.state_->number != state_->number) {
        fail("World::restore: the snapshot is of another world");
    }
    restore_world(snapshot.state_->saved, *state_);
}

World World::clone(int threads) const {
    check_not_stepping(*state_, "World::clone");
    if (threads < 1) {
        fail("World::clone", "threads", "at least 1", static_cast<double>(threads));
    }
    WorldDefinition definition = state_->settings;
    definition.threads = threads;
    definition.scheduler = nullptr;
    World copy(definition);
    WorldState& state = *copy.state_;
    state.number = state_->number;
    state.rules.filter = state_->rules.filter;
    state.rules.mixing = state_->rules.mixing;
    state.rules.pre_solve = state_->rules.pre_solve;
    SavedState saved;
    save_state(*state_, saved);
    restore_world(saved, state);
    return copy;
}

}  // namespace drystone
