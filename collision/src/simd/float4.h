#pragma once

#include "inline.h"

#include <cmath>
#include <cstdint>
#include <cstring>

// x86-64 always has SSE2; MSVC defines no macro for it there.
#if defined(__SSE2__) || defined(_M_X64)
#define DRYSTONE_SSE2 1
#include <emmintrin.h>
#else
#define DRYSTONE_SSE2 0
#endif

/// Four floats side by side: one version in SSE2 registers, one in plain C++ for all other machines.
///
/// Geometry has its own lanes next to the engine's, which are Highway's: a query of two polygons takes 10 to
/// 50 ns and works on two times four vertices. Run-time dispatch for so little work costs more than wider
/// registers gain, and without dispatch Highway supports nothing below SSSE3. The compilers' vector
/// extensions are no substitute: g++ lowers a vector that is wider than the registers of the function in
/// which an operation is written one lane at a time.
///
/// Both versions give the same bits: IEEE addition, subtraction, multiplication, division and square root,
/// and minimum and maximum as one comparison with a fixed outcome for NaN and for zeros of both signs. Code
/// for the tree takes the type as a template parameter, so that a test can run both versions on one machine.
namespace drystone::detail {

constexpr int lane_width = 4;

/// Returns the bits of a float. The standard library of clang 14 for WebAssembly has no std::bit_cast.
inline std::uint32_t bits_of(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}
inline float float_of(std::uint32_t bits) {
    float value = 0.0f;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

/// Four floats, or the result of comparing them (1 for true, 0 for false).
struct PlainFloat4 {
    float v[4];

    static PlainFloat4 load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
    static PlainFloat4 load_any(const void* p) {
        PlainFloat4 r{};
        std::memcpy(r.v, p, sizeof r.v);
        return r;
    }
    static PlainFloat4 load_pairs(const void* low, const void* high) {
        PlainFloat4 r{};
        std::memcpy(r.v, low, 2 * sizeof(float));
        std::memcpy(r.v + 2, high, 2 * sizeof(float));
        return r;
    }
    static PlainFloat4 of(float a, float b, float c, float d) { return {{a, b, c, d}}; }
    static PlainFloat4 of_bits(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d) {
        const std::int32_t bits[4] = {a, b, c, d};
        return load_any(bits);
    }
    static PlainFloat4 all(float x) { return {{x, x, x, x}}; }
    static PlainFloat4 none() { return all(0.0f); }
    static PlainFloat4 everywhere(bool truth) { return all(truth ? 1.0f : 0.0f); }
    void store(float* p) const { store_any(p); }
    void store_any(void* p) const { std::memcpy(p, v, sizeof v); }
    template <int lane>
    [[nodiscard]] float at() const {
        return v[lane];
    }
    template <class Operation>
    static PlainFloat4 each(const PlainFloat4& a, const PlainFloat4& b, Operation operation) {
        PlainFloat4 r{};
        for (int i = 0; i < 4; ++i) {
            r.v[i] = operation(a.v[i], b.v[i]);
        }
        return r;
    }
    static float truth(bool condition) { return condition ? 1.0f : 0.0f; }

    friend PlainFloat4 operator-(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x - y; });
    }
    friend PlainFloat4 operator+(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x + y; });
    }
    friend PlainFloat4 operator*(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x * y; });
    }
    friend PlainFloat4 operator/(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) DRYSTONE_LANE_DIVISION { return x / y; });
    }
    static PlainFloat4 sqrt(PlainFloat4 a) {
        return each(a, a, [](float x, float /*y*/) { return std::sqrt(x); });
    }
    static PlainFloat4 abs(PlainFloat4 a) {
        return each(a, a, [](float x, float /*y*/) { return std::abs(x); });
    }
    template <bool a, bool b, bool c, bool d>
    static PlainFloat4 negate(PlainFloat4 x) {
        return {{a ? -x.v[0] : x.v[0], b ? -x.v[1] : x.v[1], c ? -x.v[2] : x.v[2], d ? -x.v[3] : x.v[3]}};
    }
    friend PlainFloat4 operator<=(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return truth(x <= y); });
    }
    friend PlainFloat4 operator<(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return truth(x < y); });
    }
    friend PlainFloat4 operator==(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return truth(x == y); });
    }
    friend PlainFloat4 operator&(PlainFloat4 a, PlainFloat4 b) { return a * b; }
    /// Returns a and not b, for comparisons.
    static PlainFloat4 and_not(PlainFloat4 a, PlainFloat4 b) { return a * (all(1.0f) - b); }
    static PlainFloat4 select(PlainFloat4 condition, PlainFloat4 a, PlainFloat4 b) {
        PlainFloat4 r{};
        for (int i = 0; i < 4; ++i) {
            r.v[i] = condition.v[i] != 0.0f ? a.v[i] : b.v[i];
        }
        return r;
    }
    /// Returns `a < b ? a : b` per lane.
    static PlainFloat4 min(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x < y ? x : y; });
    }
    /// Returns `a > b ? a : b` per lane.
    static PlainFloat4 max(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x > y ? x : y; });
    }
    template <int i, int j, int k, int l>
    static PlainFloat4 shuffle(PlainFloat4 a, PlainFloat4 b) {
        return {{a.v[i], a.v[j], b.v[k], b.v[l]}};
    }
    static PlainFloat4 interleave_lower(PlainFloat4 a, PlainFloat4 b) {
        return {{a.v[0], b.v[0], a.v[1], b.v[1]}};
    }
    /// Returns the third and the fourth lane, twice.
    static PlainFloat4 upper_half(PlainFloat4 a) { return {{a.v[2], a.v[3], a.v[2], a.v[3]}}; }
    static void transpose(PlainFloat4& a, PlainFloat4& b, PlainFloat4& c, PlainFloat4& d) {
        const PlainFloat4 rows[4] = {a, b, c, d};
        PlainFloat4* const columns[4] = {&a, &b, &c, &d};
        for (int i = 0; i < 4; ++i) {
            *columns[i] = {{rows[0].v[i], rows[1].v[i], rows[2].v[i], rows[3].v[i]}};
        }
    }
};

/// Returns a bit per lane that is true.
inline std::uint32_t mask_of(PlainFloat4 a) {
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        mask |= static_cast<std::uint32_t>(a.v[i] != 0.0f) << i;
    }
    return mask;
}
/// Returns a bit per lane that is negative.
inline std::uint32_t signs_of(PlainFloat4 a) {
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        mask |= static_cast<std::uint32_t>(std::signbit(a.v[i])) << i;
    }
    return mask;
}
inline std::uint32_t mask_of(const PlainFloat4 (&a)[2]) { return mask_of(a[0]) | mask_of(a[1]) << 4; }
inline std::uint32_t mask_of(const PlainFloat4 (&a)[4]) {
    return mask_of(a[0]) | mask_of(a[1]) << 4 | mask_of(a[2]) << 8 | mask_of(a[3]) << 12;
}

#if DRYSTONE_SSE2

/// Four floats, or the result of comparing them (all bits of a lane set for true).
struct SseFloat4 {
    __m128 v;

    /// Loads from an address that is a multiple of 16.
    static DRYSTONE_INLINE SseFloat4 load(const float* p) { return {_mm_load_ps(p)}; }
    static DRYSTONE_INLINE SseFloat4 load_any(const void* p) {
        return {_mm_loadu_ps(static_cast<const float*>(p))};
    }
    /// Loads two floats from each address.
    static DRYSTONE_INLINE SseFloat4 load_pairs(const void* low, const void* high) {
        double halves[2];
        std::memcpy(&halves[0], low, sizeof(double));
        std::memcpy(&halves[1], high, sizeof(double));
        return {_mm_castpd_ps(_mm_set_pd(halves[1], halves[0]))};
    }
    static DRYSTONE_INLINE SseFloat4 of(float a, float b, float c, float d) {
        return {_mm_setr_ps(a, b, c, d)};
    }
    /// Loads four words without conversion.
    static DRYSTONE_INLINE SseFloat4 of_bits(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d) {
        return {_mm_castsi128_ps(_mm_setr_epi32(a, b, c, d))};
    }
    static DRYSTONE_INLINE SseFloat4 all(float x) { return {_mm_set1_ps(x)}; }
    /// Returns a comparison that is false in all lanes.
    static DRYSTONE_INLINE SseFloat4 none() { return {_mm_setzero_ps()}; }
    /// Returns a comparison with the same outcome in all lanes.
    static DRYSTONE_INLINE SseFloat4 everywhere(bool truth) {
        return {_mm_castsi128_ps(_mm_set1_epi32(-static_cast<int>(truth)))};
    }
    /// Stores to an address that is a multiple of 16.
    DRYSTONE_INLINE void store(float* p) const { _mm_store_ps(p, v); }
    DRYSTONE_INLINE void store_any(void* p) const { _mm_storeu_ps(static_cast<float*>(p), v); }
    template <int lane>
    [[nodiscard]] DRYSTONE_INLINE float at() const {
        return _mm_cvtss_f32(lane == 0 ? v : _mm_shuffle_ps(v, v, _MM_SHUFFLE(lane, lane, lane, lane)));
    }

    friend DRYSTONE_INLINE SseFloat4 operator-(SseFloat4 a, SseFloat4 b) { return {_mm_sub_ps(a.v, b.v)}; }
    friend DRYSTONE_INLINE SseFloat4 operator+(SseFloat4 a, SseFloat4 b) { return {_mm_add_ps(a.v, b.v)}; }
    friend DRYSTONE_INLINE SseFloat4 operator*(SseFloat4 a, SseFloat4 b) { return {_mm_mul_ps(a.v, b.v)}; }
    friend DRYSTONE_INLINE SseFloat4 operator/(SseFloat4 a, SseFloat4 b) { return {_mm_div_ps(a.v, b.v)}; }
    static DRYSTONE_INLINE SseFloat4 sqrt(SseFloat4 a) { return {_mm_sqrt_ps(a.v)}; }
    static DRYSTONE_INLINE SseFloat4 abs(SseFloat4 a) {
        return {_mm_and_ps(a.v, _mm_castsi128_ps(_mm_set1_epi32(0x7FFFFFFF)))};
    }
    /// Negates the lanes whose flag is set.
    template <bool a, bool b, bool c, bool d>
    static DRYSTONE_INLINE SseFloat4 negate(SseFloat4 x) {
        return {_mm_xor_ps(
            x.v, _mm_setr_ps(a ? -0.0f : 0.0f, b ? -0.0f : 0.0f, c ? -0.0f : 0.0f, d ? -0.0f : 0.0f))};
    }
    friend DRYSTONE_INLINE SseFloat4 operator<=(SseFloat4 a, SseFloat4 b) { return {_mm_cmple_ps(a.v, b.v)}; }
    friend DRYSTONE_INLINE SseFloat4 operator<(SseFloat4 a, SseFloat4 b) { return {_mm_cmplt_ps(a.v, b.v)}; }
    friend DRYSTONE_INLINE SseFloat4 operator==(SseFloat4 a, SseFloat4 b) { return {_mm_cmpeq_ps(a.v, b.v)}; }
    friend DRYSTONE_INLINE SseFloat4 operator&(SseFloat4 a, SseFloat4 b) { return {_mm_and_ps(a.v, b.v)}; }
    /// Returns a and not b, for comparisons.
    static DRYSTONE_INLINE SseFloat4 and_not(SseFloat4 a, SseFloat4 b) { return {_mm_andnot_ps(b.v, a.v)}; }
    static DRYSTONE_INLINE SseFloat4 select(SseFloat4 condition, SseFloat4 a, SseFloat4 b) {
        return {_mm_or_ps(_mm_and_ps(condition.v, a.v), _mm_andnot_ps(condition.v, b.v))};
    }
    /// Returns `a < b ? a : b` per lane.
    static DRYSTONE_INLINE SseFloat4 min(SseFloat4 a, SseFloat4 b) { return {_mm_min_ps(a.v, b.v)}; }
    /// Returns `a > b ? a : b` per lane.
    static DRYSTONE_INLINE SseFloat4 max(SseFloat4 a, SseFloat4 b) { return {_mm_max_ps(a.v, b.v)}; }
    /// Returns two lanes of a, then two of b.
    template <int i, int j, int k, int l>
    static DRYSTONE_INLINE SseFloat4 shuffle(SseFloat4 a, SseFloat4 b) {
        return {_mm_shuffle_ps(a.v, b.v, _MM_SHUFFLE(l, k, j, i))};
    }
    /// Returns the first lanes of both, then the second ones.
    static DRYSTONE_INLINE SseFloat4 interleave_lower(SseFloat4 a, SseFloat4 b) {
        return {_mm_unpacklo_ps(a.v, b.v)};
    }
    /// Returns the third and the fourth lane, twice.
    static DRYSTONE_INLINE SseFloat4 upper_half(SseFloat4 a) { return {_mm_movehl_ps(a.v, a.v)}; }
    static DRYSTONE_INLINE void transpose(SseFloat4& a, SseFloat4& b, SseFloat4& c, SseFloat4& d) {
        _MM_TRANSPOSE4_PS(a.v, b.v, c.v, d.v);
    }
};

/// Returns a bit per lane that is true.
DRYSTONE_INLINE std::uint32_t mask_of(SseFloat4 a) {
    return static_cast<std::uint32_t>(_mm_movemask_ps(a.v));
}
/// Returns a bit per lane that is negative.
DRYSTONE_INLINE std::uint32_t signs_of(SseFloat4 a) { return mask_of(a); }
DRYSTONE_INLINE std::uint32_t mask_of(const SseFloat4 (&a)[2]) {
    const __m128i words = _mm_packs_epi32(_mm_castps_si128(a[0].v), _mm_castps_si128(a[1].v));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(words, _mm_setzero_si128())));
}
DRYSTONE_INLINE std::uint32_t mask_of(const SseFloat4 (&a)[4]) {
    const __m128i low = _mm_packs_epi32(_mm_castps_si128(a[0].v), _mm_castps_si128(a[1].v));
    const __m128i high = _mm_packs_epi32(_mm_castps_si128(a[2].v), _mm_castps_si128(a[3].v));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
}

#endif

/// Type that the kernels use. `DRYSTONE_PLAIN_LANES` selects the plain version on every machine.
#if DRYSTONE_SSE2 && !defined(DRYSTONE_PLAIN_LANES)
using Float4 = SseFloat4;
#else
using Float4 = PlainFloat4;
#endif

DRYSTONE_INLINE Float4 operator*(float a, Float4 b) { return Float4::all(a) * b; }
DRYSTONE_INLINE Float4 operator+(float a, Float4 b) { return Float4::all(a) + b; }
DRYSTONE_INLINE Float4 operator-(float a, Float4 b) { return Float4::all(a) - b; }
DRYSTONE_INLINE Float4 operator-(Float4 a, float b) { return a - Float4::all(b); }

DRYSTONE_INLINE Float4 negated(Float4 a) { return Float4::negate<true, true, true, true>(a); }

/// Returns the lanes in another order.
template <int i, int j, int k, int l>
DRYSTONE_INLINE Float4 shuffle(Float4 a) {
    return Float4::shuffle<i, j, k, l>(a, a);
}
template <int lane>
DRYSTONE_INLINE Float4 splat(Float4 a) {
    return shuffle<lane, lane, lane, lane>(a);
}
/// Returns the largest of the four, in all lanes.
DRYSTONE_INLINE Float4 largest(Float4 a) {
    const Float4 pairs = Float4::max(shuffle<2, 3, 0, 1>(a), a);
    return Float4::max(shuffle<1, 0, 3, 2>(pairs), pairs);
}
/// Returns the sum of the lanes, added as (first + third) + (second + fourth).
DRYSTONE_INLINE float sum_of(Float4 a) {
    const Float4 pairs = a + shuffle<2, 3, 0, 1>(a);
    return pairs.at<0>() + pairs.at<1>();
}
/// Returns whether all lanes are finite: infinity less infinity is not a number.
DRYSTONE_INLINE bool are_finite(Float4 a) { return mask_of(a - a == Float4::none()) == 0xF; }
DRYSTONE_INLINE Float4 choose(bool first, Float4 a, Float4 b) {
    return Float4::select(Float4::everywhere(first), a, b);
}

/// Eight floats as two times four.
struct Float8 {
    Float4 low;
    Float4 high;

    static DRYSTONE_INLINE Float8 all(float x) { return {Float4::all(x), Float4::all(x)}; }
    /// Loads from an address that is a multiple of 16; `store` needs one as well.
    static DRYSTONE_INLINE Float8 load(const float* p) {
        return {Float4::load(p), Float4::load(p + lane_width)};
    }
    DRYSTONE_INLINE void store(float* p) const {
        low.store(p);
        high.store(p + lane_width);
    }

    friend DRYSTONE_INLINE Float8 operator-(Float8 a, Float8 b) { return {a.low - b.low, a.high - b.high}; }
    friend DRYSTONE_INLINE Float8 operator+(Float8 a, Float8 b) { return {a.low + b.low, a.high + b.high}; }
    friend DRYSTONE_INLINE Float8 operator*(Float8 a, Float8 b) { return {a.low * b.low, a.high * b.high}; }
    friend DRYSTONE_INLINE Float8 operator*(float a, Float8 b) { return {a * b.low, a * b.high}; }
    friend DRYSTONE_INLINE Float8 operator-(float a, Float8 b) { return {a - b.low, a - b.high}; }
    friend DRYSTONE_INLINE Float8 operator<(Float8 a, Float8 b) { return {a.low < b.low, a.high < b.high}; }
    friend DRYSTONE_INLINE Float8 operator<=(Float8 a, Float8 b) {
        return {a.low <= b.low, a.high <= b.high};
    }
    friend DRYSTONE_INLINE Float8 operator==(Float8 a, Float8 b) {
        return {a.low == b.low, a.high == b.high};
    }
    static DRYSTONE_INLINE Float8 min(Float8 a, Float8 b) {
        return {Float4::min(a.low, b.low), Float4::min(a.high, b.high)};
    }
    static DRYSTONE_INLINE Float8 max(Float8 a, Float8 b) {
        return {Float4::max(a.low, b.low), Float4::max(a.high, b.high)};
    }
};

/// Returns a bit per lane that is true.
DRYSTONE_INLINE std::uint32_t mask_of(Float8 a) { return mask_of(a.low) | mask_of(a.high) << lane_width; }
/// Returns a byte for each of the four, that of the first in the lowest byte.
DRYSTONE_INLINE std::uint32_t mask_of(const Float8 (&a)[4]) {
    const Float4 first[4] = {a[0].low, a[0].high, a[1].low, a[1].high};
    const Float4 last[4] = {a[2].low, a[2].high, a[3].low, a[3].high};
    return mask_of(first) | mask_of(last) << 16;
}
DRYSTONE_INLINE float largest(Float8 a) { return largest(Float4::max(a.high, a.low)).at<0>(); }

}  // namespace drystone::detail
