#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace drystone {

/// Instruction sets that a world can work with. The results are the same bits with every one.
enum class SimdTarget : std::uint8_t {
    Widest,  ///< Of those that the machine has and the library was built for.
    Scalar,  ///< One lane at a time: the reference, on every machine.
    Ssse3,   ///< 4 lanes.
    Sse4,    ///< 4 lanes.
    Avx2,    ///< 8 lanes.
    Avx512,  ///< 16 lanes.
    Neon,    ///< 4 lanes.
};

/// For people: "AVX2".
std::string_view simd_target_name(SimdTarget target);

/// What this machine can run, the widest first, `Scalar` last. `Widest` stands for the first of them.
std::vector<SimdTarget> simd_targets();

}  // namespace drystone
