#include "simd/lane_inline.h"
#include "simd/scalar_lane.h"
#include "solver/solver_kernels.h"

namespace drystone {

namespace {

#include "simd/lane_math-inl.h"

#include "solver/body_kernels-inl.h"

#include "solver/impulse_changes-inl.h"

#include "solver/contact_yield-inl.h"

#include "solver/contact_kernels-inl.h"

#include "solver/surface_kernels-inl.h"

#include "solver/impact_kernels-inl.h"

#include "solver/contact_passes-inl.h"

}  // namespace

const SolverKernels& scalar_solver_kernels() {
    static constexpr SolverKernels kernels{"scalar",
                                           std::size_t{ScalarLane::width},
                                           &load_body_blocks<ScalarLane>,
                                           &store_body_blocks<ScalarLane>,
                                           &integrate_velocity_blocks<ScalarLane>,
                                           &integrate_position_blocks<ScalarLane>,
                                           &settle_blocks<ScalarLane>,
                                           &warm_start_blocks<ScalarLane>,
                                           &solve_blocks<ScalarLane>,
                                           &relax_blocks<ScalarLane>,
                                           &solve_blocks_changing<ScalarLane>,
                                           &relax_blocks_changing<ScalarLane>,
                                           &find_impacts_in_blocks<ScalarLane>,
                                           &rebound_blocks<ScalarLane>};
    return kernels;
}

}  // namespace drystone
