#pragma once

#include "constraint_graph/constraint_graph.h"
#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace drystone {

/// Steps between two searches for islands at rest.
inline constexpr int steps_between_searches = 4;

/// An awake body and the root of its island.
struct IslandMember {
    std::uint32_t root = 0;
    std::uint32_t body = 0;

    friend auto operator<=>(const IslandMember&, const IslandMember&) = default;
};

/// State of a body in the search for islands.
enum class SleepState : std::uint8_t {
    NoPart,  ///< Not dynamic, or asleep.
    Moves,
    Still  ///< Still for long enough.
};

/// The sleeping bodies, by island, and data of the search for islands.
///
/// There is no persistent union of awake bodies that would have to be split when contacts end. Islands are
/// found again when some body has been still for long enough, which is cheap compared to a step, and are
/// always exact.
struct IslandStore {
    std::vector<std::vector<std::uint32_t>> sleeping;  ///< Bodies of each sleeping island.
    std::vector<std::uint32_t> free;                   ///< Unused entries of `sleeping`.

    std::vector<std::uint32_t> parents;    ///< Union-find over the solver's order.
    std::vector<std::uint8_t> kept_awake;  ///< In the solver's order: touches or is joined to a moving body.
    std::vector<SleepState> sleep_states;  ///< By body.
    std::vector<IslandMember> falling_asleep;
    /// Bodies that fell asleep or woke since the last sleep events, possibly with duplicates.
    std::vector<std::uint32_t> changed;
    std::vector<std::uint64_t> changed_bits;  ///< By body; all zero between steps.
    int steps = 0;

    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.sleeping, self.free, self.changed, self.steps);
    }
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

/// Settings of the world that decide on sleep.
struct SleepLimits {
    float time_to_sleep = 0.0f;          ///< Time for which all bodies of an island must have been still [s].
    float time_step = 0.0f;              ///< Length of the step [s].
    float max_push_out_velocity = 0.0f;  ///< [m/s]
    Vec2 up{};                           ///< Unit vector against gravity; zero if there is none.
};

/// Resets the still time of bodies that touch a moving kinematic body or are joined to one.
void keep_awake_by_kinematic(const SleepContext& context);

/// Returns whether this step searches for islands at rest: every few steps, if some body has been still for
/// `time_to_sleep`.
[[nodiscard]] bool searches_next(const SleepContext& context, const SleepLimits& limits);

/// Finds the islands of which every body has been still for `time_to_sleep`. The result holds until bodies or
/// contacts come or go.
void find_still_islands(const SleepContext& context, float time_to_sleep);

/// Returns the place of the root of a body's still island in the solver's order; `no_index` if the body moves
/// or is connected with one that does, is asleep or not dynamic.
[[nodiscard]] std::uint32_t still_island(const SleepContext& context, std::uint32_t body);

/// Puts the islands to sleep of which every body has been still for `time_to_sleep`. Searches only every few
/// steps. Cost: nothing while no body is still; else linear in awake bodies and touching contacts. Returns the
/// bodies that fell asleep, by island; valid until the next call.
const std::vector<IslandMember>& sleep_islands(const SleepContext& context, const SleepLimits& limits);

/// Puts a body to sleep at once, in an island of its own.
void put_to_sleep(const SleepContext& context, std::uint32_t body);

/// Puts a body to sleep at once, in one island with all dynamic bodies that are connected with it by contacts
/// or joints, directly or through others. Returns whether the body sleeps now. Does nothing if one of them
/// may not sleep or is connected with a moving kinematic body, nor for bodies that the solver does not move.
bool put_island_to_sleep(const SleepContext& context, std::uint32_t body);

/// Makes room for waking all bodies and for contacts that wait for the next step: that cannot run out of
/// memory afterwards.
void prepare_to_wake(const SleepContext& context);

/// Wakes the island of a sleeping body, or throws before anything has changed; its contacts wait for the next
/// step and keep their impulses.
void wake_island(const SleepContext& context, std::uint32_t body);

/// Wakes the island of a body; does nothing for awake and static bodies.
inline void wake(const SleepContext& context, std::uint32_t body) {
    if (context.bodies.records[body].island != no_index) {
        wake_island(context, body);
    }
}

/// Makes the body's sleeping contacts that do not touch wait for the next step; call it after the body was
/// moved, awake or not.
void recheck_contacts(const SleepContext& context, std::uint32_t body);

/// Wakes the body and every sleeping body that touches it or is joined to it.
void wake_touching(const SleepContext& context, std::uint32_t body);

}  // namespace drystone
