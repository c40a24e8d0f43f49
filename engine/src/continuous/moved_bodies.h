#pragma once

#include "continuous/continuous_context.h"
#include "parallel/team.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace drystone {

/// Bodies that a worker tests for motion in one go.
inline constexpr std::size_t bodies_per_look = 512;
/// Minimum number of bodies per worker: about 5 us.
inline constexpr std::size_t bodies_per_worker = 512;

/// Finds those bodies of a range of `BodyStore::awake` that may be fast by their states alone, and returns
/// their number. Writes their indices. All others move by less than `harmless_part` of the minimum thickness.
std::size_t find_moved(const ContinuousContext& context, std::size_t begin, std::size_t end,
                       std::array<std::uint32_t, bodies_per_look>& moved);

/// Returns whether continuous collision leaves the body out.
inline bool is_left_out(const BodyStore& bodies, std::uint32_t body) {
    return bodies.has_discrete && bodies.records[body].discrete && !bodies.records[body].bullet;
}

/// Calls `visitor(worker, indices)` with all bodies that may be fast by their states alone, as indices of
/// `BodyStore::awake`, in several runs; some at the same time on different workers. Cost: a nanosecond for
/// each awake body.
template <class Visitor>
void visit_moved(const ContinuousContext& context, Team& team, Visitor&& visitor) {
    const std::size_t count = context.bodies.awake.size();
    team.parallel_for(count, bodies_per_look, workers_for(count, bodies_per_worker),
                      [&](std::size_t begin, std::size_t end, int worker) {
                          std::array<std::uint32_t, bodies_per_look> moved;
                          const std::size_t found = find_moved(context, begin, end, moved);
                          visitor(worker, std::span<const std::uint32_t>(moved.data(), found));
                      });
}

}  // namespace drystone
