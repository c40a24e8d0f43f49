#pragma once

#include "constraint_graph/constraint_graph.h"
#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace drystone {

/// A body and the root of its island, both while it is awake.
struct IslandMember {
    std::uint32_t root = 0;
    std::uint32_t body = 0;

    friend auto operator<=>(const IslandMember&, const IslandMember&) = default;
};

/// What counts of a body where islands are found.
enum class SleepState : std::uint8_t {
    NoPart,  ///< Not dynamic, or asleep.
    Moves,
    Still  ///< For long enough.
};

/// The bodies that sleep, by island, and what finding islands needs.
///
/// There is no lasting union of awake bodies that would have to be split when contacts end: islands are found
/// again when some body has been still for long enough, which is cheap beside a step, and are always exact.
struct IslandStore {
    std::vector<std::vector<std::uint32_t>> sleeping;  ///< Bodies of each sleeping island.
    std::vector<std::uint32_t> free;                   ///< Unused entries of `sleeping`.

    std::vector<std::uint32_t> parents;    ///< Union-find over the solver's order.
    std::vector<std::uint8_t> kept_awake;  ///< The same: touches or hangs on a body that is not still.
    std::vector<SleepState> sleep_states;  ///< By body.
    std::vector<IslandMember> falling_asleep;
    /// Bodies that fell asleep or woke since this was last told, some several times.
    std::vector<std::uint32_t> changed;
    std::vector<std::uint64_t> changed_bits;  ///< By body; all zero between steps.
    int steps = 0;

    [[nodiscard]] std::size_t bytes() const;
};

/// The arrays that falling asleep and waking change.
struct SleepContext {
    BodyStore& bodies;
    ContactStore& contacts;
    ConstraintGraph& graph;
    IslandStore& islands;
    const JointStore& joints;
};

/// A body that touches a kinematic one that moves, or hangs on it, is not still.
void keep_awake_by_kinematic(const SleepContext& context);

/// Puts the islands to sleep of which every body has been still for `time_to_sleep` [s]. Looks only every few
/// steps. Cost: nothing while no body is still; else linear in awake bodies and touching contacts. Returns
/// the bodies that fell asleep, by island; valid until the next call.
const std::vector<IslandMember>& sleep_islands(const SleepContext& context, float time_to_sleep);

/// Makes a body sleep at once, in an island of its own.
void put_to_sleep(const SleepContext& context, std::uint32_t body);

/// Puts a body to sleep at once, in one island with all dynamic bodies that it touches, be it over others.
/// Returns whether it sleeps now: nothing happens where one of them may not sleep or touches a kinematic body
/// that moves, nor to bodies that the solver does not move.
bool put_island_to_sleep(const SleepContext& context, std::uint32_t body);

/// Wakes the island of a sleeping body; its contacts are active again and keep their impulses.
void wake_island(const SleepContext& context, std::uint32_t body);

/// The same for a body that may be awake or static: then nothing happens.
inline void wake(const SleepContext& context, std::uint32_t body) {
    if (context.bodies.records[body].island != no_index) {
        wake_island(context, body);
    }
}

/// After a body was put elsewhere: looks again at its contacts that sleep without touching, awake or not.
void recheck_contacts(const SleepContext& context, std::uint32_t body);

/// Wakes every sleeping body that touches this one or hangs on it by a joint, and the body itself.
void wake_touching(const SleepContext& context, std::uint32_t body);

}  // namespace drystone
