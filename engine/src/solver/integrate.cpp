#include "solver/integrate.h"

#include "core/arrays.h"
#include "simd/linked_kernels.h"

#include <algorithm>
#include <atomic>

namespace drystone {

namespace {

BodyRowsOf<float> rows(BodyStore& bodies) {
    return {reinterpret_cast<float*>(bodies.poses.data()),
            reinterpret_cast<float*>(bodies.pose_remainders.data()),
            reinterpret_cast<float*>(bodies.velocities.data()),
            reinterpret_cast<const float*>(bodies.masses.data()),
            reinterpret_cast<float*>(bodies.forces.data()),
            reinterpret_cast<const float*>(bodies.damping_and_sleep.data())};
}

/// Bodies of one task of loading or storing; whole blocks of lanes.
constexpr std::size_t bodies_per_chunk = 32 * block_lanes;
/// Smallest share of a worker: about 5 us of work.
constexpr std::size_t bodies_per_worker = 32 * block_lanes;

/// The bodies beyond the last whole block of lanes. Their last one is repeated, so that they fill the lanes
/// of a kernel: all lanes that repeat it are in the same group as the lane itself.
class RestOfBodies {
public:
    /// `count`: number of bodies, less than a block. `width`: lanes of the kernel.
    RestOfBodies(const std::uint32_t* bodies, std::size_t count, std::size_t width)
        : count_(count), lanes_((count + width - 1) / width * width) {
        for (std::size_t lane = 0; lane < lanes_; ++lane) {
            order_[lane] = static_cast<std::int32_t>(bodies[std::min(lane, count - 1)]);
        }
    }
    [[nodiscard]] const std::int32_t* order() const { return order_; }
    [[nodiscard]] std::size_t lanes() const { return lanes_; }

    /// Repeats the last body's state in `states`, which belong to lane 0 on, and its scale.
    void repeat_last(BodySolverState* states, IntegrationBlock& integration) const {
        for (std::size_t lane = count_; lane < lanes_; ++lane) {
            states[lane] = states[count_ - 1];
            integration.normalisation[lane] = integration.normalisation[count_ - 1];
        }
    }
    /// Makes the other lanes dummies.
    void clear_repeated(BodySolverState* states, IntegrationBlock& integration) const {
        for (std::size_t lane = count_; lane < lanes_; ++lane) {
            states[lane] = {};
            clear(integration, static_cast<int>(lane));
        }
    }

private:
    std::int32_t order_[block_lanes];
    std::size_t count_;
    std::size_t lanes_;
};

/// Calls `work(kernels, first, count)` for whole blocks of lanes, and for few more bodies with the scalar
/// kernels; `rest(first, count)` for more than a few bodies beyond. Returns whether all calls returned true.
template <class Work, class Rest>
bool visit_blocks(const SolverKernels& kernels, std::size_t count, Team& team, Work&& work, Rest&& rest) {
    std::atomic<bool> all{true};
    const int workers = workers_for(count, bodies_per_worker);
    team.parallel_for(count, bodies_per_chunk, workers, [&](std::size_t begin, std::size_t end, int) {
        const std::size_t whole = (end - begin) / block_lanes * block_lanes;
        const std::size_t more = end - begin - whole;
        const bool first = work(kernels, begin, whole);
        const bool last = more <= few_lanes ? work(scalar_solver_kernels(), begin + whole, more)
                                            : rest(begin + whole, more);
        if (!first || !last) {
            all.store(false, std::memory_order_relaxed);
        }
    });
    return all.load(std::memory_order_relaxed);
}

}  // namespace

BodyRowsOf<const float> read_rows(const BodyStore& bodies) {
    return {reinterpret_cast<const float*>(bodies.poses.data()),
            reinterpret_cast<const float*>(bodies.pose_remainders.data()),
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
    const BodyRowsOf<const float> rows = read_rows(bodies);
    const auto load = [&](const SolverKernels& own, std::size_t first, std::size_t lanes) {
        return own.load(reinterpret_cast<const std::int32_t*>(bodies.awake.data()), first, lanes, rows,
                        constants, states.data(), integration.data());
    };
    const auto load_rest = [&](std::size_t first, std::size_t more) {
        const SolverKernels& narrow = fitting(kernels, more, count / block_lanes);
        const RestOfBodies rest(bodies.awake.data() + first, more, narrow.width);
        IntegrationBlock* const own = integration.data() + first / block_lanes;
        const bool finite =
            narrow.load(rest.order(), 0, rest.lanes(), rows, constants, states.data() + first, own);
        rest.clear_repeated(states.data() + first_slot + first, own[first_slot / block_lanes]);
        return finite;
    };
    return visit_blocks(kernels, count, team, load, load_rest);
}

bool store_bodies(const SolverKernels& kernels, BodyStore& bodies, const IntegrationConstants& constants,
                  std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration,
                  Team& team) {
    const std::size_t count = bodies.awake.size();
    const BodyRowsOf<float> written = rows(bodies);
    const auto store = [&](const SolverKernels& own, std::size_t first, std::size_t lanes) {
        return own.store(reinterpret_cast<const std::int32_t*>(bodies.awake.data()), first, lanes,
                         states.data(), integration.data(), constants, written);
    };
    const auto store_rest = [&](std::size_t first, std::size_t more) {
        const SolverKernels& narrow = fitting(kernels, more, count / block_lanes);
        const RestOfBodies rest(bodies.awake.data() + first, more, narrow.width);
        BodySolverState* const own_states = states.data() + first;
        IntegrationBlock* const own = integration.data() + first / block_lanes;
        rest.repeat_last(own_states + first_slot, own[first_slot / block_lanes]);
        const bool finite = narrow.store(rest.order(), 0, rest.lanes(), own_states, own, constants, written);
        rest.clear_repeated(own_states + first_slot, own[first_slot / block_lanes]);
        return finite;
    };
    return visit_blocks(kernels, count, team, store, store_rest);
}

}  // namespace drystone
