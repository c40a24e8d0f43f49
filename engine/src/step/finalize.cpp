#include "step/finalize.h"

#include "core/arrays.h"

namespace drystone {

namespace {

/// Events per chunk of work.
constexpr std::size_t bodies_per_chunk = 512;
/// Minimum number of events per worker: some 5 us.
constexpr std::size_t bodies_per_worker = 512;

}  // namespace

void publish_moved_bodies(const BodyStore& bodies, std::uint16_t world, Team& team,
                          std::vector<BodyMoved>& moved, MotionSum* sum) {
    const auto event = [&](std::uint32_t body) {
        return BodyMoved{bodies.slots.handle<BodyId>(body, world),
                         origin_pose(bodies.poses[body], bodies.masses[body]), bodies.records[body].user_data,
                         false};
    };
    // Events of the last step are overwritten: only additional entries are written twice.
    if (moved.size() < moved.capacity() / 16) {
        clear_and_shrink(moved);
    }
    grow_resize(moved, bodies.awake.size());
    const int workers = workers_for(moved.size(), bodies_per_worker);
    team.parallel_for(moved.size(), bodies_per_chunk, workers, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t k = begin; k < end; ++k) {
            moved[k] = event(bodies.awake[k]);
        }
        if (sum != nullptr) [[unlikely]] {
            sum->add(bodies, begin, end);
        }
    });
}

void mark_fallen_asleep(const BodyStore& bodies, std::vector<BodyMoved>& moved) {
    for (BodyMoved& event : moved) {
        event.fell_asleep = bodies.records[event.body.index1 - 1].island != no_index;
    }
}

}  // namespace drystone
