#include "solver/integrate.h"

#include "core/arrays.h"

#include <algorithm>
#include <atomic>

namespace drystone {

namespace {

BodyRowsOf<float> rows(BodyStore& bodies) {
    return {reinterpret_cast<float*>(bodies.poses.data()), reinterpret_cast<float*>(bodies.velocities.data()),
            reinterpret_cast<const float*>(bodies.masses.data()),
            reinterpret_cast<float*>(bodies.forces.data()),
            reinterpret_cast<const float*>(bodies.damping_and_sleep.data())};
}

/// Bodies of one task of loading or storing; whole blocks of lanes.
constexpr std::size_t bodies_per_chunk = 32 * block_lanes;
/// Smallest share of a worker: about 5 us of work.
constexpr std::size_t bodies_per_worker = 32 * block_lanes;

/// Calls `work(kernels, first, count)` for whole blocks of lanes and, with the scalar kernels, for the rest.
/// Returns whether all calls returned true.
template <class Work>
bool visit_blocks(const SolverKernels& kernels, std::size_t count, Team& team, Work&& work) {
    std::atomic<bool> all{true};
    const int workers = workers_for(count, bodies_per_worker);
    team.parallel_for(count, bodies_per_chunk, workers, [&](std::size_t begin, std::size_t end, int) {
        const std::size_t whole = (end - begin) / block_lanes * block_lanes;
        const bool first = work(kernels, begin, whole);
        const bool rest = work(scalar_solver_kernels(), begin + whole, end - begin - whole);
        if (!first || !rest) {
            all.store(false, std::memory_order_relaxed);
        }
    });
    return all.load(std::memory_order_relaxed);
}

}  // namespace

BodyRowsOf<const float> read_rows(const BodyStore& bodies) {
    return {reinterpret_cast<const float*>(bodies.poses.data()),
            reinterpret_cast<const float*>(bodies.velocities.data()),
            reinterpret_cast<const float*>(bodies.masses.data()),
            reinterpret_cast<const float*>(bodies.forces.data()),
            reinterpret_cast<const float*>(bodies.damping_and_sleep.data())};
}

bool load_bodies(const SolverKernels& kernels, const BodyStore& bodies, const IntegrationConstants& constants,
                 std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration,
                 Team& team) {
    const std::size_t count = bodies.awake.size();
    const std::size_t used = first_slot + count;
    const std::size_t blocks = (used + block_lanes - 1) / block_lanes;
    grow_resize(states, blocks * block_lanes);
    grow_resize(integration, blocks);
    std::fill_n(states.begin(), first_slot, BodySolverState{});
    std::fill(states.begin() + static_cast<std::ptrdiff_t>(used), states.end(), BodySolverState{});
    clear(integration.front());
    clear(integration.back());
    return visit_blocks(
        kernels, count, team, [&](const SolverKernels& own, std::size_t first, std::size_t lanes) {
            return own.load(reinterpret_cast<const std::int32_t*>(bodies.awake.data()), first, lanes,
                            read_rows(bodies), constants, states.data(), integration.data());
        });
}

bool store_bodies(const SolverKernels& kernels, BodyStore& bodies, const IntegrationConstants& constants,
                  const std::vector<BodySolverState>& states,
                  const std::vector<IntegrationBlock>& integration, Team& team) {
    return visit_blocks(kernels, bodies.awake.size(), team,
                        [&](const SolverKernels& own, std::size_t first, std::size_t lanes) {
                            return own.store(reinterpret_cast<const std::int32_t*>(bodies.awake.data()),
                                             first, lanes, states.data(), integration.data(), constants,
                                             rows(bodies));
                        });
}

}  // namespace drystone
