#include "narrow_phase/box_contacts.h"
#include "simd/scalar_lane.h"

namespace drystone {

namespace {

#include "simd/lane_math-inl.h"

#include "narrow_phase/box_faces-inl.h"

#include "narrow_phase/box_contacts-inl.h"

}  // namespace

const BoxKernels& scalar_box_kernels() {
    static constexpr BoxKernels kernels{&update_box_blocks<ScalarLane>, &test_boxes<ScalarLane>};
    return kernels;
}

}  // namespace drystone
