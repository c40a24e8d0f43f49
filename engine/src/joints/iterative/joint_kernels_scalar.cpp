#include "joints/iterative/joint_kernels.h"
#include "simd/lane_inline.h"
#include "simd/scalar_lane.h"

#include <drystone/collision/math.h>

namespace drystone {

namespace {

#include "simd/lane_math-inl.h"

#include "joints/iterative/joint_rows-inl.h"

#include "joints/iterative/joint_points-inl.h"

#include "joints/iterative/joint_locks-inl.h"

#include "joints/iterative/joint_frames-inl.h"

#include "joints/iterative/joint_kernels-inl.h"

}  // namespace

const JointKernels& scalar_joint_kernels() {
    static constexpr JointKernels kernels{&prepare_joints<ScalarLane>, &warm_start_joints<ScalarLane>,
                                          &solve_joints<true, ScalarLane>, &solve_joints<false, ScalarLane>,
                                          std::size_t{ScalarLane::width}};
    return kernels;
}

}  // namespace drystone
