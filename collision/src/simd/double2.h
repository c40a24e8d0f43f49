#pragma once

#include "float4.h"

#include <drystone/collision/math.h>

namespace drystone::detail {

/// Two doubles side by side: the coordinates of a point.
struct Double2 {
#if DRYSTONE_SSE2 && !defined(DRYSTONE_PLAIN_LANES)
    __m128d v;

    static DRYSTONE_INLINE Double2 of(double x, double y) { return {_mm_setr_pd(x, y)}; }
    static DRYSTONE_INLINE Double2 all(double x) { return {_mm_set1_pd(x)}; }
    /// Loads a vector from memory.
    static DRYSTONE_INLINE Double2 load(const Vec2& w) {
        double bits = 0.0;
        std::memcpy(&bits, &w, sizeof bits);
        return {_mm_cvtps_pd(_mm_castpd_ps(_mm_set_sd(bits)))};
    }
    [[nodiscard]] DRYSTONE_INLINE double x() const { return _mm_cvtsd_f64(v); }
    [[nodiscard]] DRYSTONE_INLINE double y() const { return _mm_cvtsd_f64(_mm_unpackhi_pd(v, v)); }
    [[nodiscard]] DRYSTONE_INLINE Double2 exchanged() const { return {_mm_shuffle_pd(v, v, 1)}; }
    /// Returns the first of a and the second of b.
    static DRYSTONE_INLINE Double2 join(Double2 a, Double2 b) { return {_mm_shuffle_pd(a.v, b.v, 2)}; }
    /// Rounds to floats, in the first two lanes.
    [[nodiscard]] DRYSTONE_INLINE Float4 rounded() const { return {_mm_cvtpd_ps(v)}; }

    friend DRYSTONE_INLINE Double2 operator+(Double2 a, Double2 b) { return {_mm_add_pd(a.v, b.v)}; }
    friend DRYSTONE_INLINE Double2 operator-(Double2 a, Double2 b) { return {_mm_sub_pd(a.v, b.v)}; }
    friend DRYSTONE_INLINE Double2 operator*(Double2 a, Double2 b) { return {_mm_mul_pd(a.v, b.v)}; }
    friend DRYSTONE_INLINE Double2 operator/(Double2 a, Double2 b) { return {_mm_div_pd(a.v, b.v)}; }
#else
    double v[2];

    static Double2 of(double x, double y) { return {{x, y}}; }
    static Double2 all(double x) { return {{x, x}}; }
    static Double2 load(const Vec2& w) { return {{static_cast<double>(w.x), static_cast<double>(w.y)}}; }
    [[nodiscard]] double x() const { return v[0]; }
    [[nodiscard]] double y() const { return v[1]; }
    [[nodiscard]] Double2 exchanged() const { return {{v[1], v[0]}}; }
    static Double2 join(Double2 a, Double2 b) { return {{a.v[0], b.v[1]}}; }
    [[nodiscard]] Float4 rounded() const {
        return Float4::of(static_cast<float>(v[0]), static_cast<float>(v[1]), 0.0f, 0.0f);
    }

    friend Double2 operator+(Double2 a, Double2 b) { return {{a.v[0] + b.v[0], a.v[1] + b.v[1]}}; }
    friend Double2 operator-(Double2 a, Double2 b) { return {{a.v[0] - b.v[0], a.v[1] - b.v[1]}}; }
    friend Double2 operator*(Double2 a, Double2 b) { return {{a.v[0] * b.v[0], a.v[1] * b.v[1]}}; }
    DRYSTONE_LANE_DIVISION friend Double2 operator/(Double2 a, Double2 b) {
        return {{a.v[0] / b.v[0], a.v[1] / b.v[1]}};
    }
#endif
};

}  // namespace drystone::detail
