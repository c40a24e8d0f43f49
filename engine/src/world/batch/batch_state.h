#pragma once

#include <drystone/world_batch.h>

#include "core/flat_state.h"
#include "parallel/team.h"
#include "world/batch/batch_rows.h"
#include "world/batch/group_step.h"

#include <drystone/thread_pool.h>
#include <drystone/world.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace drystone {

/// World that others begin as.
struct BatchPrototype {
    World world;                 ///< A copy, which is never stepped.
    FlatState start;             ///< Its state.
    std::vector<BodyId> bodies;  ///< Bodies of a row.
    BatchRows rows;              ///< Its row.
};

struct BatchWorld {
    World world;
    int prototype = 0;
    bool reset_due = false;  ///< The state of the prototype has yet to be copied.
};

struct WorldBatchState {
    explicit WorldBatchState(const WorldBatchDefinition& definition);

    WorldBatchDefinition settings;
    std::unique_ptr<TaskScheduler> pool;  ///< Used if the user gave no scheduler.
    Team team;
    std::vector<GroupStep> groups;  ///< By worker.
    std::vector<BatchPrototype> prototypes;
    std::vector<BatchWorld> worlds;
    std::size_t bodies = 0;  ///< Elements of a row.
    BatchRows rows;
    std::vector<BodyLoad> loads;
    bool stepping = false;

    /// Returns the state of a world, also of one that is broken.
    static WorldState& state_of(World& world) {
        if (world.state_.get() == nullptr) {
            detail::fail_moved_from();
        }
        return *world.state_.get();
    }

    /// Replaces the state of a prototype.
    void set_start(BatchPrototype& prototype, World&& world) const;
    /// Throws in the name of `function` for a world that was moved from, or is read by a visitor.
    static void check_world(const char* function, BatchWorld& world);
    /// Copies the state of the prototype, if that is due.
    void settle(const char* function, BatchWorld& world) const;
    void reset(std::size_t world);
    void write_row(std::size_t world);
    /// Adds the loads of a world's row to its bodies, or throws and adds none.
    void apply_loads(const char* function, std::size_t world);
    /// Throws unless the bodies of some worlds can be written, and makes room: writing cannot fail
    /// afterwards.
    void prepare_write(const char* function, std::span<const int> some);
    /// Calls `write(body, element)` for each body of the rows of some worlds, then writes the rows.
    template <class Write>
    void write(std::span<const int> some, const Write& write) {
        for (std::size_t row = 0; row < some.size(); ++row) {
            const auto number = static_cast<std::size_t>(some[row]);
            BatchWorld& own = worlds[number];
            const std::vector<BodyId>& chosen = prototypes[static_cast<std::size_t>(own.prototype)].bodies;
            for (std::size_t i = 0; i < bodies; ++i) {
                if (own.world.is_valid(chosen[i])) {
                    write(own.world[chosen[i]], row * bodies + i);
                }
            }
            write_row(number);
        }
    }
};

}  // namespace drystone
