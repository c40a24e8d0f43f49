#pragma once

#include "simd/targets.h"

#include <hwy/highway.h>

// Targets of which a program has at most one, that of the compiler.
#if HWY_STATIC_TARGET & DRYSTONE_AVX512_TARGETS
#define DRYSTONE_CHOOSE_AVX512(function) &HWY_STATIC_DISPATCH(function)
#else
#define DRYSTONE_CHOOSE_AVX512(function) HWY_CHOOSE_AVX3(function)
#endif
#if HWY_STATIC_TARGET & DRYSTONE_NEON_TARGETS
#define DRYSTONE_CHOOSE_NEON(function) &HWY_STATIC_DISPATCH(function)
#else
#define DRYSTONE_CHOOSE_NEON(function) nullptr
#endif

/// Expands to a `ByTarget` of the function of each instruction set, which `foreach_target` has compiled; null
/// for the others.
#define DRYSTONE_TARGET_FUNCTIONS(function)                                                       \
    ::drystone::ByTarget<decltype(&HWY_STATIC_DISPATCH(function))> {                              \
        DRYSTONE_CHOOSE_AVX512(function), HWY_CHOOSE_AVX2(function), HWY_CHOOSE_SSE4(function),   \
            HWY_CHOOSE_SSSE3(function), DRYSTONE_CHOOSE_NEON(function), HWY_CHOOSE_WASM(function) \
    }
