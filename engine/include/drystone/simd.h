#pragma once

#include <drystone/export.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace drystone {

/// Instruction sets of a world's kernels. Results are bitwise equal with every one.
enum class SimdTarget : std::uint8_t {
    Widest,  ///< Widest set that the machine has and the library was built for.
    Scalar,  ///< One lane at a time: the reference, on every machine.
    Ssse3,   ///< 4 lanes.
    Sse4,    ///< 4 lanes.
    Avx2,    ///< 8 lanes.
    Avx512,  ///< 16 lanes.
    Neon,    ///< 4 lanes; on 64-bit ARM.
    Wasm,    ///< 4 lanes; WebAssembly's SIMD128.
};

/// Returns a name for display: "AVX2".
DRYSTONE_API std::string_view simd_target_name(SimdTarget target);

/// Returns the sets that this machine can run and the library was built for, the widest first, `Scalar` last.
/// `Widest` stands for the first of them.
DRYSTONE_API std::vector<SimdTarget> simd_targets();

}  // namespace drystone
