// Passes over joints for each instruction set; a world chooses one when it is created. Highway's
// foreach_target compiles this file once per instruction set.
#include "joints/iterative/joint_kernels.h"

#include "simd/lane_inline.h"
#include "simd/targets.h"

#include <cstddef>
#include <cstdint>

#if DRYSTONE_SIMD

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "joints/iterative/joint_kernels_wide.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drystone::HWY_NAMESPACE {
#if HWY_TARGET & DRYSTONE_WIDE_TARGETS
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr float pi = 3.14159265358979323846f;

#include "simd/wide_lane-inl.h"

#include "simd/lane_math-inl.h"

#include "joints/iterative/joint_rows-inl.h"

#include "joints/iterative/joint_points-inl.h"

#include "joints/iterative/joint_locks-inl.h"

#include "joints/iterative/joint_frames-inl.h"

#include "joints/iterative/joint_kernels-inl.h"

const JointKernels* wide_joint_kernels() {
    static const JointKernels kernels{&prepare_joints<WideLane>, &warm_start_joints<WideLane>,
                                      &solve_joints<true, WideLane>, &solve_joints<false, WideLane>,
                                      std::size_t{WideLane::width}};
    return &kernels;
}

#else
// Baseline of the compiler, which no world can choose.
const JointKernels* wide_joint_kernels() { return nullptr; }
#endif

}  // namespace drystone::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "simd/dispatch.h"
#include "simd/linked_kernels.h"

namespace drystone {

const JointKernels& joint_kernels(SimdTarget target) {
    static const LinkedKernels<JointKernels> tables(DRYSTONE_TARGET_FUNCTIONS(wide_joint_kernels),
                                                    scalar_joint_kernels());
    return tables.of(target);
}

}  // namespace drystone

#endif  // HWY_ONCE

#else

namespace drystone {

const JointKernels& joint_kernels(SimdTarget) { return scalar_joint_kernels(); }

}  // namespace drystone

#endif  // DRYSTONE_SIMD
