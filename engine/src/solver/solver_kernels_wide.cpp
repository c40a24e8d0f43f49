// The solver's kernels in the lanes of each instruction set; the best that the machine has is chosen when the
// program runs. This file is compiled once per instruction set by Highway's foreach_target.
#include "solver/solver_kernels.h"

#include "simd/lane_inline.h"

#include <cstddef>
#include <cstdint>

#if DRYSTONE_SIMD

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/solver_kernels_wide.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drystone::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#include "simd/wide_lane-inl.h"

#include "simd/lane_math-inl.h"

#include "solver/body_kernels-inl.h"

#include "solver/contact_kernels-inl.h"

const SolverKernels* wide_solver_kernels() {
    static const SolverKernels kernels{hwy::TargetName(HWY_TARGET),
                                       &load_body_blocks<WideLane>,
                                       &store_body_blocks<WideLane>,
                                       &integrate_velocity_blocks<WideLane>,
                                       &integrate_position_blocks<WideLane>,
                                       &warm_start_blocks<WideLane>,
                                       &solve_blocks<WideLane>,
                                       &relax_blocks<WideLane>,
                                       &apply_restitution_blocks<WideLane>};
    return &kernels;
}

}  // namespace drystone::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace drystone {

HWY_EXPORT(wide_solver_kernels);

const SolverKernels& best_solver_kernels() { return *HWY_DYNAMIC_DISPATCH(wide_solver_kernels)(); }

std::vector<const SolverKernels*> all_solver_kernels() {
    std::vector<const SolverKernels*> result{&scalar_solver_kernels()};
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        result.push_back(&best_solver_kernels());
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return result;
}

}  // namespace drystone

#endif  // HWY_ONCE

#else

namespace drystone {

const SolverKernels& best_solver_kernels() { return scalar_solver_kernels(); }

std::vector<const SolverKernels*> all_solver_kernels() { return {&scalar_solver_kernels()}; }

}  // namespace drystone

#endif  // DRYSTONE_SIMD
