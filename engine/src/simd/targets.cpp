#include "simd/targets.h"

#if DRYSTONE_SIMD
#include <hwy/targets.h>
#endif

namespace drystone {

namespace {

/// Ordered from widest to narrowest.
constexpr SimdTarget wide_targets[] = {SimdTarget::Avx512, SimdTarget::Avx2, SimdTarget::Neon,
                                       SimdTarget::Sse4, SimdTarget::Ssse3};

SimdTarget widest_target() {
    static const SimdTarget widest = simd_targets().front();
    return widest;
}

#if DRYSTONE_SIMD
std::int64_t named_targets(SimdTarget target) {
    switch (target) {
        case SimdTarget::Avx512: return HWY_AVX3 | HWY_AVX3_DL;
        case SimdTarget::Avx2: return HWY_AVX2;
        case SimdTarget::Sse4: return HWY_SSE4;
        case SimdTarget::Ssse3: return HWY_SSSE3;
        case SimdTarget::Neon: return HWY_NEON;
        case SimdTarget::Widest:
        case SimdTarget::Scalar: break;
    }
    return 0;
}

/// Queried once: on a virtual machine, each query costs as much as a step of a small world.
std::int64_t supported_targets() {
    static const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
    return targets;
}
#endif

}  // namespace

std::int64_t highway_targets(SimdTarget target) {
#if DRYSTONE_SIMD
    return named_targets(resolve(target)) & supported_targets();
#else
    static_cast<void>(target);
    return 0;
#endif
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
    }
    return "unknown";
}

std::vector<SimdTarget> simd_targets() {
    std::vector<SimdTarget> result;
    for (const SimdTarget target : wide_targets) {
        if (highway_targets(target) != 0) {
            result.push_back(target);
        }
    }
    result.push_back(SimdTarget::Scalar);
    return result;
}

}  // namespace drystone
