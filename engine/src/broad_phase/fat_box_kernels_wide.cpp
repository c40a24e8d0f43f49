// Fat box kernels for each instruction set, from which a world chooses when it is created. This file is
// compiled once per instruction set by Highway's foreach_target.
#include "broad_phase/fat_box_kernels.h"
#include "store/solver_state.h"

#include "simd/lane_inline.h"
#include "simd/targets.h"

#include <cstddef>
#include <cstdint>

#if DRYSTONE_SIMD

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/fat_box_kernels_wide.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drystone::HWY_NAMESPACE {
#if HWY_TARGET & DRYSTONE_WIDE_TARGETS
namespace hn = hwy::HWY_NAMESPACE;

#include "simd/wide_lane-inl.h"

#include "simd/lane_math-inl.h"

#include "broad_phase/fat_box_lanes-inl.h"

const FatBoxKernels* wide_fat_box_kernels() {
    static const FatBoxKernels kernels{
        &update_fat_boxes_of_boxes<WideLane>, &update_fat_boxes_of_polygons<WideLane, 4>,
        &update_fat_boxes_of_polygons<WideLane, 8>, std::size_t{WideLane::width}};
    return &kernels;
}

#else
// Baseline of the compiler: no world can choose it.
const FatBoxKernels* wide_fat_box_kernels() { return nullptr; }
#endif

}  // namespace drystone::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "simd/dispatch.h"
#include "simd/linked_kernels.h"

namespace drystone {

const FatBoxKernels& fat_box_kernels(SimdTarget target) {
    static const LinkedKernels<FatBoxKernels> tables(DRYSTONE_TARGET_FUNCTIONS(wide_fat_box_kernels),
                                                     scalar_fat_box_kernels());
    return tables.of(target);
}

}  // namespace drystone

#endif  // HWY_ONCE

#else

namespace drystone {

const FatBoxKernels& fat_box_kernels(SimdTarget) { return scalar_fat_box_kernels(); }

}  // namespace drystone

#endif  // DRYSTONE_SIMD
