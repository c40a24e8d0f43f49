#include "broad_phase/fat_box_kernels.h"
#include "simd/lane_inline.h"
#include "simd/scalar_lane.h"

namespace drystone {

namespace {

#include "simd/lane_math-inl.h"

#include "broad_phase/fat_box_lanes-inl.h"

}  // namespace

const FatBoxKernels& scalar_fat_box_kernels() {
    static constexpr FatBoxKernels kernels{
        &update_fat_boxes_of_boxes<ScalarLane>, &update_fat_boxes_of_polygons<ScalarLane, 4>,
        &update_fat_boxes_of_polygons<ScalarLane, 8>, std::size_t{ScalarLane::width}};
    return kernels;
}

}  // namespace drystone
