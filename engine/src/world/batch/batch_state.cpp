#include "world/batch/batch_state.h"

#include "parallel/worker_threads.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/state/derived.h"

#include <algorithm>
#include <string>
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

void WorldBatchState::check_world(const char* function, BatchWorld& world) {
    if (world.world.state_.get() == nullptr) {
        fail(std::string(function).append(": a world of the batch was moved from"));
    }
    check_not_reading(state_of(world.world), function);
}

void WorldBatchState::settle(const char* function, BatchWorld& world) const {
    if (world.reset_due) {
        check_world(function, world);
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

void WorldBatchState::apply_loads(const char* function, std::size_t world) {
    BatchWorld& own = worlds[world];
    const std::vector<BodyId>& chosen = prototypes[static_cast<std::size_t>(own.prototype)].bodies;
    const auto visit = [&](const auto& visitor) {
        for (std::size_t i = 0; i < bodies; ++i) {
            const BodyLoad& load = loads[world * bodies + i];
            if (!is_zero(load) && own.world.is_valid(chosen[i]) &&
                own.world[chosen[i]].type() == BodyType::Dynamic) {
                visitor(own.world[chosen[i]], load);
            }
        }
    };
    WorldState& state = state_of(own.world);
    visit([&](const BodyRef& body, const BodyLoad& load) {
        const BodyForce& sum = state.stores.bodies.forces[body.id().index1 - 1];
        // Twice, since a body may be chosen twice.
        if (!is_finite(Vec2{sum.x, sum.y} + 2.0f * load.force) ||
            !is_finite(sum.torque + 2.0f * load.torque)) {
            fail(function, "loads()", "such that the load of a body stays finite", describe(load.force));
        }
    });
    prepare_to_wake(sleep_context(state));
    visit([&](const BodyRef& body, const BodyLoad& load) {
        body.apply_force(load.force);
        body.apply_torque(load.torque);
    });
}

void WorldBatchState::prepare_write(const char* function, std::span<const int> some) {
    for (const int number : some) {
        BatchWorld& own = worlds[static_cast<std::size_t>(number)];
        check_world(function, own);
        if (!own.reset_due && state_of(own.world).is_broken()) {
            fail(function, "worlds", "such that can be written, not one that can only be reset",
                 static_cast<double>(number));
        }
    }
    std::vector<std::uint32_t> slots;
    for (const int number : some) {
        BatchWorld& own = worlds[static_cast<std::size_t>(number)];
        settle(function, own);
        slots.clear();
        for (const BodyId& body : prototypes[static_cast<std::size_t>(own.prototype)].bodies) {
            if (own.world.is_valid(body)) {
                slots.push_back(body.index1 - 1);
            }
        }
        prepare_changes(state_of(own.world), slots);
    }
}

}  // namespace drystone
