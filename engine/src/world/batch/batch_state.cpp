#include "world/batch/batch_state.h"

#include "parallel/worker_threads.h"
#include "world/checks.h"
#include "world/state/derived.h"

#include <algorithm>
#include <utility>

namespace drystone {

namespace {

bool is_zero(const BodyLoad& load) {
    return load.force.x == 0.0f && load.force.y == 0.0f && load.torque == 0.0f;
}

}  // namespace

WorldBatchState::WorldBatchState(const WorldBatchDefinition& definition)
    : settings(definition),
      pool(definition.scheduler == nullptr
               ? make_pool("WorldBatch::WorldBatch", "threads", definition.threads)
               : nullptr),
      team(definition.scheduler != nullptr ? definition.scheduler : pool.get()),
      groups(static_cast<std::size_t>(team.size())) {}

void WorldBatchState::set_start(BatchPrototype& prototype, World&& world) const {
    FlatState start;
    FlatWriter writer(start);
    archive_state(writer, std::as_const(state_of(world)));
    BatchRows row;
    row.resize(prototype.bodies.size(), settings.contacts);
    row.write(state_of(world), prototype.bodies, 0);
    prototype.world = std::move(world);
    prototype.start = std::move(start);
    prototype.rows = std::move(row);
}

void WorldBatchState::settle(BatchWorld& world) const {
    if (world.reset_due) {
        WorldState& state = state_of(world.world);
        prepare_return(state);
        const BrokenScope broken(state);
        FlatReader reader(prototypes[static_cast<std::size_t>(world.prototype)].start);
        archive_state(reader, state);
        finish_return(state, {});
        world.reset_due = false;
    }
}

void WorldBatchState::reset(std::size_t world) {
    BatchWorld& own = worlds[world];
    own.reset_due = true;
    rows.copy(prototypes[static_cast<std::size_t>(own.prototype)].rows, 0, world * bodies, bodies);
    std::fill_n(loads.begin() + static_cast<std::ptrdiff_t>(world * bodies), bodies, BodyLoad{});
}

void WorldBatchState::write_row(std::size_t world) {
    BatchWorld& own = worlds[world];
    rows.write(state_of(own.world), prototypes[static_cast<std::size_t>(own.prototype)].bodies,
               world * bodies);
}

void WorldBatchState::apply_loads(std::size_t world) {
    BatchWorld& own = worlds[world];
    const std::vector<BodyId>& chosen = prototypes[static_cast<std::size_t>(own.prototype)].bodies;
    for (std::size_t i = 0; i < bodies; ++i) {
        const BodyLoad& load = loads[world * bodies + i];
        if (is_zero(load) || !own.world.is_valid(chosen[i])) {
            continue;
        }
        const BodyRef body = own.world[chosen[i]];
        if (body.type() == BodyType::Dynamic) {
            body.apply_force(load.force);
            body.apply_torque(load.torque);
        }
    }
}

}  // namespace drystone
