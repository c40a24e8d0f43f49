// The kernels for contacts of boxes in the lanes of each instruction set; the best that the machine has is
// chosen when the program runs. This file is compiled once per instruction set by Highway's foreach_target.
#include "narrow_phase/box_contacts.h"
#include "store/solver_state.h"

#include "simd/lane_inline.h"

#include <cstddef>
#include <cstdint>

#if DRYSTONE_SIMD

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/box_contacts_wide.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drystone::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#include "simd/wide_lane-inl.h"

#include "simd/lane_math-inl.h"

#include "narrow_phase/box_faces-inl.h"

#include "narrow_phase/box_contacts-inl.h"

const BoxKernels* wide_box_kernels() {
    static const BoxKernels kernels{&update_box_blocks<WideLane>, &test_boxes<WideLane>};
    return &kernels;
}

}  // namespace drystone::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace drystone {

HWY_EXPORT(wide_box_kernels);

const BoxKernels& best_box_kernels() { return *HWY_DYNAMIC_DISPATCH(wide_box_kernels)(); }

}  // namespace drystone

#endif  // HWY_ONCE

#else

namespace drystone {

const BoxKernels& best_box_kernels() { return scalar_box_kernels(); }

}  // namespace drystone

#endif  // DRYSTONE_SIMD
