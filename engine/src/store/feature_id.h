#pragma once

#include <cstdint>

namespace drystone {

/// Stride of a contact point's feature id, which is an exact float: 1 + stride * (corner of A) + (corner of
/// B); 0: no point. Corners are counted modulo the stride.
inline constexpr float feature_stride = 2048.0f;

inline float pack_feature_id(std::uint32_t feature) {
    const std::uint32_t a = (feature >> 16) % 2048u;
    const std::uint32_t b = (feature & 0xffffu) % 2048u;
    return static_cast<float>(1u + 2048u * a + b);
}

/// Returns (corner of A) << 16 | (corner of B); 0 for no point.
inline std::uint32_t unpack_feature_id(float packed) {
    if (packed == 0.0f) {
        return 0;
    }
    const auto feature_id = static_cast<std::uint32_t>(packed) - 1u;
    return (feature_id / 2048u) << 16 | feature_id % 2048u;
}

}  // namespace drystone
