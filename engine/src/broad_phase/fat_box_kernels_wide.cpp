// Fat boxes in the lanes of each instruction set; the best that the machine has is chosen when the
// program runs. This file is compiled once per instruction set by Highway's foreach_target.
#include "broad_phase/fat_box_kernels.h"
#include "store/solver_state.h"

#include "simd/lane_inline.h"

#include <cstddef>
#include <cstdint>

#if DRYSTONE_SIMD

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/fat_box_kernels_wide.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drystone::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#include "simd/wide_lane-inl.h"

#include "simd/lane_math-inl.h"

#include "broad_phase/fat_box_lanes-inl.h"

const FatBoxKernels* wide_fat_box_kernels() {
    static const FatBoxKernels kernels{&update_fat_boxes_of_boxes<WideLane>};
    return &kernels;
}

}  // namespace drystone::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace drystone {

HWY_EXPORT(wide_fat_box_kernels);

const FatBoxKernels& best_fat_box_kernels() { return *HWY_DYNAMIC_DISPATCH(wide_fat_box_kernels)(); }

}  // namespace drystone

#endif  // HWY_ONCE

#else

namespace drystone {

const FatBoxKernels& best_fat_box_kernels() { return scalar_fat_box_kernels(); }

}  // namespace drystone

#endif  // DRYSTONE_SIMD
