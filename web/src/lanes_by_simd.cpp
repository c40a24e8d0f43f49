// The kernels of scalar lanes that a module with SIMD128 leaves out: those of the vectors, which have the
// same results.

#include "broad_phase/fat_box_kernels.h"
#include "narrow_phase/kernels/narrow_kernels.h"

namespace drystone {

const NarrowKernels& scalar_narrow_kernels() { return narrow_kernels(SimdTarget::Wasm); }
const FatBoxKernels& scalar_fat_box_kernels() { return fat_box_kernels(SimdTarget::Wasm); }

}  // namespace drystone
