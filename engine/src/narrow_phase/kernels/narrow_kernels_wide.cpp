// The narrow phase in the lanes of each instruction set; a world chooses one at construction. This file is
// compiled once per instruction set by Highway's foreach_target.
#include "narrow_phase/kernels/narrow_kernels.h"
#include "store/solver_state.h"

#include "simd/lane_inline.h"
#include "simd/targets.h"

#include <cstddef>
#include <cstdint>

#if DRYSTONE_SIMD

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/kernels/narrow_kernels_wide.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drystone::HWY_NAMESPACE {
#if HWY_TARGET & DRYSTONE_WIDE_TARGETS
namespace hn = hwy::HWY_NAMESPACE;

#include "simd/wide_lane-inl.h"

#include "simd/lane_math-inl.h"

#include "narrow_phase/kernels/lane_manifold-inl.h"

#include "narrow_phase/kernels/box_faces-inl.h"

#include "narrow_phase/kernels/box_contacts-inl.h"

#include "narrow_phase/kernels/lane_cores-inl.h"

#include "narrow_phase/kernels/polygon_contacts-inl.h"

#include "narrow_phase/kernels/contact_rows-inl.h"

#include "narrow_phase/kernels/approach_speeds-inl.h"

#include "narrow_phase/kernels/speculative_margin-inl.h"

#include "narrow_phase/kernels/narrow_tables-inl.h"

const NarrowKernels* wide_narrow_kernels() {
    static const NarrowKernels kernels = make_narrow_kernels<WideLane>(hwy::TargetName(HWY_TARGET));
    return &kernels;
}

#else
// Baseline of the compiler, which no world can choose.
const NarrowKernels* wide_narrow_kernels() { return nullptr; }
#endif

}  // namespace drystone::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "simd/dispatch.h"
#include "simd/linked_kernels.h"

namespace drystone {

const NarrowKernels& narrow_kernels(SimdTarget target) {
    static const LinkedKernels<NarrowKernels> tables(DRYSTONE_TARGET_FUNCTIONS(wide_narrow_kernels),
                                                     scalar_narrow_kernels());
    return tables.of(target);
}

}  // namespace drystone

#endif  // HWY_ONCE

#else

namespace drystone {

const NarrowKernels& narrow_kernels(SimdTarget) { return scalar_narrow_kernels(); }

}  // namespace drystone

#endif  // DRYSTONE_SIMD
