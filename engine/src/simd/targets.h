#pragma once

#include <drystone/simd.h>

// To be included before Highway, whose settings follow. Of Highway only headers are used, so that a program
// needs no library of it: on x86 the compiler tells at run time what the processor has; elsewhere the kernels
// are compiled for one target, the compiler's own.
#if !defined(__x86_64__) && !defined(__i386__) && !defined(_M_X64) && !defined(_M_IX86)
#define HWY_COMPILE_ONLY_STATIC
#define TOOLCHAIN_MISS_SYS_AUXV_H  // Highway's name for: no detection at run time.
#endif

// Vectors whose size is known at run time only cannot be members of a lane type. The 32-bit NEON rounds
// divisions in its own way.
#if defined(__arm__)
#define DRYSTONE_UNFIT_TARGETS (HWY_NEON)
#else
#define DRYSTONE_UNFIT_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#endif
#if !defined(DRYSTONE_DISABLED_SIMD)
#define DRYSTONE_DISABLED_SIMD 0
#endif
#define HWY_DISABLED_TARGETS (DRYSTONE_DISABLED_SIMD | DRYSTONE_UNFIT_TARGETS)

/// Highway's bits of the targets in `SimdTarget`; names that a version of Highway lacks count as zero.
/// Kernels are compiled for these only, and not for Highway's own scalar or emulated targets.
#define DRYSTONE_AVX512_TARGETS (HWY_AVX3 | HWY_AVX3_DL | HWY_AVX3_ZEN4 | HWY_AVX3_SPR)
#define DRYSTONE_NEON_TARGETS (HWY_NEON | HWY_NEON_WITHOUT_AES | HWY_NEON_BF16)
#define DRYSTONE_WIDE_TARGETS \
    (DRYSTONE_AVX512_TARGETS | HWY_AVX2 | HWY_SSE4 | HWY_SSSE3 | DRYSTONE_NEON_TARGETS | HWY_WASM)

namespace drystone {

/// One value for each instruction set, as a flag or a function.
template <class Value>
struct ByTarget {
    Value avx512{};
    Value avx2{};
    Value sse4{};
    Value ssse3{};
    Value neon{};
    Value wasm{};

    /// Returns the value of a target; an empty one for `Scalar` and `Widest`.
    [[nodiscard]] constexpr Value of(SimdTarget target) const {
        switch (target) {
            case SimdTarget::Avx512: return avx512;
            case SimdTarget::Avx2: return avx2;
            case SimdTarget::Sse4: return sse4;
            case SimdTarget::Ssse3: return ssse3;
            case SimdTarget::Neon: return neon;
            case SimdTarget::Wasm: return wasm;
            case SimdTarget::Widest:
            case SimdTarget::Scalar: break;
        }
        return {};
    }
};

/// Returns whether the kernels are compiled for the target and the machine can run it; always for `Scalar`.
bool is_available(SimdTarget target);

/// Returns the target that `Widest` stands for; any other target is returned unchanged.
SimdTarget resolve(SimdTarget target);

}  // namespace drystone
