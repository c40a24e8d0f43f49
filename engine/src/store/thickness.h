#pragma once

namespace drystone {

/// Motions shorter than this fraction of half a shape's thickness cannot pass through anything.
inline constexpr float harmless_part = 0.5f;

inline bool is_long(float motion, float half_thickness) { return motion > harmless_part * half_thickness; }

}  // namespace drystone
