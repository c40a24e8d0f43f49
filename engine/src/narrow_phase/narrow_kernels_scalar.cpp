#include "narrow_phase/narrow_kernels.h"
#include "simd/lane_inline.h"
#include "simd/scalar_lane.h"

namespace drystone {

namespace {

#include "simd/lane_math-inl.h"

#include "narrow_phase/lane_manifold-inl.h"

#include "narrow_phase/box_faces-inl.h"

#include "narrow_phase/box_contacts-inl.h"

#include "narrow_phase/lane_cores-inl.h"

#include "narrow_phase/polygon_contacts-inl.h"

#include "narrow_phase/contact_rows-inl.h"

#include "narrow_phase/approach_speeds-inl.h"

#include "narrow_phase/candidate_reach-inl.h"

#include "narrow_phase/narrow_tables-inl.h"

}  // namespace

const NarrowKernels& scalar_narrow_kernels() {
    static const NarrowKernels kernels = make_narrow_kernels<ScalarLane>("scalar");
    return kernels;
}

}  // namespace drystone
