#include "narrow_phase/kernels/narrow_kernels.h"
#include "simd/lane_inline.h"
#include "simd/scalar_lane.h"

namespace drystone {

namespace {

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

}  // namespace

const NarrowKernels& scalar_narrow_kernels() {
    static const NarrowKernels kernels = make_narrow_kernels<ScalarLane>("scalar");
    return kernels;
}

}  // namespace drystone
