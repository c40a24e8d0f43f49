#include "solver/integrate.h"

namespace drystone {

namespace {

BodyRowsOf<const float> read_rows(const BodyStore& bodies) {
    return {reinterpret_cast<const float*>(bodies.poses.data()),
            reinterpret_cast<const float*>(bodies.velocities.data()),
            reinterpret_cast<const float*>(bodies.masses.data()),
            reinterpret_cast<const float*>(bodies.forces.data()),
            reinterpret_cast<const float*>(bodies.rests.data())};
}

BodyRowsOf<float> rows(BodyStore& bodies) {
    return {reinterpret_cast<float*>(bodies.poses.data()), reinterpret_cast<float*>(bodies.velocities.data()),
            reinterpret_cast<float*>(bodies.masses.data()), reinterpret_cast<float*>(bodies.forces.data()),
            reinterpret_cast<float*>(bodies.rests.data())};
}

/// Bodies that a worker loads or stores in one go; whole blocks of lanes.
constexpr std::size_t bodies_per_chunk = 32 * block_lanes;

/// Calls `work(kernels, first, count)` for whole blocks of lanes and, one lane at a time, for what is left.
template <class Work>
void visit_blocks(const SolverKernels& kernels, std::size_t count, Team& team, Work&& work) {
    team.parallel_for(count, bodies_per_chunk, [&](std::size_t begin, std::size_t end, int) {
        const std::size_t whole = (end - begin) / block_lanes * block_lanes;
        work(kernels, begin, whole);
        work(scalar_solver_kernels(), begin + whole, end - begin - whole);
    });
}

}  // namespace

void load_bodies(const SolverKernels& kernels, const BodyStore& bodies, const IntegrationConstants& constants,
                 std::vector<BodySolverState>& states, std::vector<BodyIntegration>& integration,
                 Team& team) {
    const std::size_t count = bodies.awake.size();
    const std::size_t padded = (count + block_lanes) / block_lanes * block_lanes;
    states.resize(padded);
    integration.resize(padded);
    states[0] = {};
    integration[0] = {};
    for (std::size_t k = count + 1; k < padded; ++k) {
        states[k] = {};
        integration[k] = {};
    }
    visit_blocks(kernels, count, team, [&](const SolverKernels& own, std::size_t first, std::size_t lanes) {
        own.load(reinterpret_cast<const std::int32_t*>(bodies.awake.data()) + first, lanes, read_rows(bodies),
                 constants, states.data() + first + 1, integration.data() + first + 1);
    });
}

void store_bodies(const SolverKernels& kernels, BodyStore& bodies, const IntegrationConstants& constants,
                  const std::vector<BodySolverState>& states, const std::vector<BodyIntegration>& integration,
                  Team& team) {
    visit_blocks(kernels, bodies.awake.size(), team,
                 [&](const SolverKernels& own, std::size_t first, std::size_t lanes) {
                     own.store(reinterpret_cast<const std::int32_t*>(bodies.awake.data()) + first, lanes,
                               states.data() + first + 1, integration.data() + first + 1, constants,
                               rows(bodies));
                 });
}

}  // namespace drystone
