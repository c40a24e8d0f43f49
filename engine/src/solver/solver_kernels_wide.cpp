// Solver kernels for each instruction set; a world chooses one when it is created. Highway's foreach_target
// compiles this file once per instruction set.
#include "solver/solver_kernels.h"

#include "simd/lane_inline.h"
#include "simd/targets.h"

#include <cstddef>
#include <cstdint>

#if DRYSTONE_SIMD

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/solver_kernels_wide.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drystone::HWY_NAMESPACE {
#if HWY_TARGET & DRYSTONE_WIDE_TARGETS
namespace hn = hwy::HWY_NAMESPACE;

#include "simd/wide_lane-inl.h"

#include "simd/lane_math-inl.h"

#include "solver/body_kernels-inl.h"

#include "solver/impulse_changes-inl.h"

#include "solver/contact_yield-inl.h"

#include "solver/contact_kernels-inl.h"

#include "solver/surface_kernels-inl.h"

#include "solver/impact_kernels-inl.h"

#include "solver/contact_passes-inl.h"

const SolverKernels* wide_solver_kernels() {
    static const SolverKernels kernels{hwy::TargetName(HWY_TARGET),
                                       std::size_t{WideLane::width},
                                       &load_body_blocks<WideLane>,
                                       &store_body_blocks<WideLane>,
                                       &integrate_velocity_blocks<WideLane>,
                                       &integrate_position_blocks<WideLane>,
                                       &settle_blocks<WideLane>,
                                       &warm_start_blocks<WideLane>,
                                       &solve_blocks<WideLane>,
                                       &relax_blocks<WideLane>,
                                       &solve_blocks_changing<WideLane>,
                                       &relax_blocks_changing<WideLane>,
                                       &find_impacts_in_blocks<WideLane>,
                                       &rebound_blocks<WideLane>};
    return &kernels;
}

#else
// Baseline of the compiler, which no world can choose.
const SolverKernels* wide_solver_kernels() { return nullptr; }
#endif

}  // namespace drystone::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "simd/dispatch.h"
#include "simd/linked_kernels.h"

namespace drystone {

const SolverKernels& solver_kernels(SimdTarget target) {
    static const LinkedKernels<SolverKernels> tables(DRYSTONE_TARGET_FUNCTIONS(wide_solver_kernels),
                                                     scalar_solver_kernels());
    return tables.of(target);
}

}  // namespace drystone

#endif  // HWY_ONCE

#else

namespace drystone {

const SolverKernels& solver_kernels(SimdTarget) { return scalar_solver_kernels(); }

}  // namespace drystone

#endif  // DRYSTONE_SIMD
