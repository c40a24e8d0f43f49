#include "simd/targets.h"

#if DRYSTONE_SIMD
#include <hwy/detect_targets.h>
#endif

namespace drystone {

namespace {

/// Ordered from widest to narrowest.
constexpr SimdTarget wide_targets[] = {SimdTarget::Avx512, SimdTarget::Avx2, SimdTarget::Neon,
                                       SimdTarget::Wasm,   SimdTarget::Sse4, SimdTarget::Ssse3};

SimdTarget widest_target() {
    static const SimdTarget widest = simd_targets().front();
    return widest;
}

#if DRYSTONE_SIMD

/// Returns the instruction sets that the kernels are compiled for.
ByTarget<bool> find_compiled() {
    ByTarget<bool> set;
#if HWY_TARGETS & DRYSTONE_AVX512_TARGETS
    set.avx512 = true;
#endif
#if HWY_TARGETS & HWY_AVX2
    set.avx2 = true;
#endif
#if HWY_TARGETS & HWY_SSE4
    set.sse4 = true;
#endif
#if HWY_TARGETS & HWY_SSSE3
    set.ssse3 = true;
#endif
#if HWY_TARGETS & DRYSTONE_NEON_TARGETS
    set.neon = true;
#endif
#if HWY_TARGETS & HWY_WASM
    set.wasm = true;
#endif
    return set;
}

/// Returns the instruction sets that the machine has, the operating system's part included.
ByTarget<bool> find_on_machine() {
    ByTarget<bool> set;
#if HWY_ARCH_X86 && defined(__GNUC__)
    __builtin_cpu_init();
    set.ssse3 = __builtin_cpu_supports("ssse3");
    // What Highway lets the compiler use beyond the set that gives a target its name.
    set.sse4 = set.ssse3 && __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
               __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
    set.avx2 = set.sse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    set.avx512 = set.avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512cd");
#endif
// What the compiler may use without being told, the whole program needs.
#if HWY_STATIC_TARGET & DRYSTONE_AVX512_TARGETS
    set.avx512 = true;
#elif HWY_STATIC_TARGET & HWY_AVX2
    set.avx2 = true;
#elif HWY_STATIC_TARGET & HWY_SSE4
    set.sse4 = true;
#elif HWY_STATIC_TARGET & HWY_SSSE3
    set.ssse3 = true;
#elif HWY_STATIC_TARGET & DRYSTONE_NEON_TARGETS
    set.neon = true;
#elif HWY_STATIC_TARGET & HWY_WASM
    set.wasm = true;
#endif
    return set;
}

#else

ByTarget<bool> find_compiled() { return {}; }
ByTarget<bool> find_on_machine() { return {}; }

#endif

}  // namespace

bool is_available(SimdTarget target) {
    // On a virtual machine a query costs as much as a step of a small world.
    static const ByTarget<bool> on_machine = find_on_machine();
    return target == SimdTarget::Scalar || (find_compiled().of(target) && on_machine.of(target));
}

SimdTarget resolve(SimdTarget target) { return target == SimdTarget::Widest ? widest_target() : target; }

std::string_view simd_target_name(SimdTarget target) {
    switch (target) {
        case SimdTarget::Widest: return "widest";
        case SimdTarget::Scalar: return "scalar";
        case SimdTarget::Ssse3: return "SSSE3";
        case SimdTarget::Sse4: return "SSE4";
        case SimdTarget::Avx2: return "AVX2";
        case SimdTarget::Avx512: return "AVX-512";
        case SimdTarget::Neon: return "NEON";
        case SimdTarget::Wasm: return "SIMD128";
    }
    return "unknown";
}

std::vector<SimdTarget> simd_targets() {
    std::vector<SimdTarget> result;
    for (const SimdTarget target : wide_targets) {
        if (is_available(target)) {
            result.push_back(target);
        }
    }
    result.push_back(SimdTarget::Scalar);
    return result;
}

}  // namespace drystone
