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

/// Calls `work(kernels, first, count)` for whole blocks of lanes and, one lane at a time, for what is left.
template <class Work>
void visit_blocks(const SolverKernels& kernels, std::size_t count, Work&& work) {
    const std::size_t whole = count / block_lanes * block_lanes;
    work(kernels, 0, whole);
    work(scalar_solver_kernels(), whole, count - whole);
}

}  // namespace

void load_bodies(const SolverKernels& kernels, const BodyStore& bodies, const IntegrationConstants& constants,
                 std::vector<BodySolverState>& states, std::vector<BodyIntegration>& integration) {
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
    visit_blocks(kernels, count, [&](const SolverKernels& own, std::size_t first, std::size_t lanes) {
        own.load(reinterpret_cast<const std::int32_t*>(bodies.awake.data()) + first, lanes, read_rows(bodies),
                 constants, states.data() + first + 1, integration.data() + first + 1);
    });
}

void store_bodies(const SolverKernels& kernels, BodyStore& bodies, const IntegrationConstants& constants,
                  const std::vector<BodySolverState>& states,
                  const std::vector<BodyIntegration>& integration) {
    visit_blocks(
        kernels, bodies.awake.size(), [&](const SolverKernels& own, std::size_t first, std::size_t lanes) {
            own.store(reinterpret_cast<const std::int32_t*>(bodies.awake.data()) + first, lanes,
                      states.data() + first + 1, integration.data() + first + 1, constants, rows(bodies));
        });
}

}  // namespace drystone
