#pragma once

#include <cmath>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Four floats side by side: once in SSE2 registers, once in plain C++ for every other machine.
///
/// Both give the same bits: IEEE addition, subtraction, multiplication and square root, and minimum and
/// maximum as one comparison with one outcome for NaN and for zeros of both signs. What is written over them
/// takes the type as a template parameter, so that a test can run both on one machine.
namespace drystone::detail {

/// Four floats, or the result of a comparison of them (1 for true, 0 for false).
struct PlainFloat4 {
    float v[4];

    static PlainFloat4 load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
    static PlainFloat4 all(float x) { return {{x, x, x, x}}; }
    static PlainFloat4 none() { return all(0.0f); }  ///< a comparison that is false everywhere
    void store(float* p) const {
        for (int i = 0; i < 4; ++i) {
            p[i] = v[i];
        }
    }
    template <class Operation>
    static PlainFloat4 each(const PlainFloat4& a, const PlainFloat4& b, Operation operation) {
        PlainFloat4 r{};
        for (int i = 0; i < 4; ++i) {
            r.v[i] = operation(a.v[i], b.v[i]);
        }
        return r;
    }

    friend PlainFloat4 operator-(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x - y; });
    }
    friend PlainFloat4 operator+(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x + y; });
    }
    friend PlainFloat4 operator*(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x * y; });
    }
    static PlainFloat4 sqrt(PlainFloat4 a) {
        return each(a, a, [](float x, float /*y*/) { return std::sqrt(x); });
    }
    friend PlainFloat4 operator<=(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x <= y ? 1.0f : 0.0f; });
    }
    friend PlainFloat4 operator&(PlainFloat4 a, PlainFloat4 b) { return a * b; }
    /// a and not b, of comparisons.
    static PlainFloat4 and_not(PlainFloat4 a, PlainFloat4 b) { return a * (all(1.0f) - b); }
    static PlainFloat4 select(PlainFloat4 condition, PlainFloat4 a, PlainFloat4 b) {
        PlainFloat4 r{};
        for (int i = 0; i < 4; ++i) {
            r.v[i] = condition.v[i] != 0.0f ? a.v[i] : b.v[i];
        }
        return r;
    }
    /// a < b ? a : b
    static PlainFloat4 min(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x < y ? x : y; });
    }
    /// a > b ? a : b
    static PlainFloat4 max(PlainFloat4 a, PlainFloat4 b) {
        return each(a, b, [](float x, float y) { return x > y ? x : y; });
    }
    /// The third and the fourth lane, twice.
    static PlainFloat4 upper_half(PlainFloat4 a) { return {{a.v[2], a.v[3], a.v[2], a.v[3]}}; }
    static void transpose(PlainFloat4& a, PlainFloat4& b, PlainFloat4& c, PlainFloat4& d) {
        const PlainFloat4 rows[4] = {a, b, c, d};
        PlainFloat4* const columns[4] = {&a, &b, &c, &d};
        for (int i = 0; i < 4; ++i) {
            *columns[i] = {{rows[0].v[i], rows[1].v[i], rows[2].v[i], rows[3].v[i]}};
        }
    }
};

/// The smallest of the four, in all lanes.
inline PlainFloat4 smallest(PlainFloat4 a) {
    const float low = a.v[0] < a.v[1] ? a.v[0] : a.v[1];
    const float high = a.v[2] < a.v[3] ? a.v[2] : a.v[3];
    return PlainFloat4::all(low < high ? low : high);
}

/// A bit per lane that is true.
inline std::uint32_t mask_of(PlainFloat4 a) {
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        mask |= static_cast<std::uint32_t>(a.v[i] != 0.0f) << i;
    }
    return mask;
}
inline std::uint32_t mask_of(const PlainFloat4 (&a)[2]) { return mask_of(a[0]) | mask_of(a[1]) << 4; }
inline std::uint32_t mask_of(const PlainFloat4 (&a)[4]) {
    return mask_of(a[0]) | mask_of(a[1]) << 4 | mask_of(a[2]) << 8 | mask_of(a[3]) << 12;
}

#if defined(__SSE2__)

/// Four floats, or the result of a comparison of them (all bits of a lane set for true).
struct SseFloat4 {
    __m128 v;

    static SseFloat4 load(const float* p) { return {_mm_load_ps(p)}; }
    static SseFloat4 all(float x) { return {_mm_set1_ps(x)}; }
    static SseFloat4 none() { return {_mm_setzero_ps()}; }  ///< a comparison that is false everywhere
    void store(float* p) const { _mm_store_ps(p, v); }

    friend SseFloat4 operator-(SseFloat4 a, SseFloat4 b) { return {_mm_sub_ps(a.v, b.v)}; }
    friend SseFloat4 operator+(SseFloat4 a, SseFloat4 b) { return {_mm_add_ps(a.v, b.v)}; }
    friend SseFloat4 operator*(SseFloat4 a, SseFloat4 b) { return {_mm_mul_ps(a.v, b.v)}; }
    static SseFloat4 sqrt(SseFloat4 a) { return {_mm_sqrt_ps(a.v)}; }
    friend SseFloat4 operator<=(SseFloat4 a, SseFloat4 b) { return {_mm_cmple_ps(a.v, b.v)}; }
    friend SseFloat4 operator&(SseFloat4 a, SseFloat4 b) { return {_mm_and_ps(a.v, b.v)}; }
    /// a and not b, of comparisons.
    static SseFloat4 and_not(SseFloat4 a, SseFloat4 b) { return {_mm_andnot_ps(b.v, a.v)}; }
    static SseFloat4 select(SseFloat4 condition, SseFloat4 a, SseFloat4 b) {
        return {_mm_or_ps(_mm_and_ps(condition.v, a.v), _mm_andnot_ps(condition.v, b.v))};
    }
    /// a < b ? a : b
    static SseFloat4 min(SseFloat4 a, SseFloat4 b) { return {_mm_min_ps(a.v, b.v)}; }
    /// a > b ? a : b
    static SseFloat4 max(SseFloat4 a, SseFloat4 b) { return {_mm_max_ps(a.v, b.v)}; }
    /// The third and the fourth lane, twice.
    static SseFloat4 upper_half(SseFloat4 a) { return {_mm_movehl_ps(a.v, a.v)}; }
    static void transpose(SseFloat4& a, SseFloat4& b, SseFloat4& c, SseFloat4& d) {
        _MM_TRANSPOSE4_PS(a.v, b.v, c.v, d.v);
    }
};

/// The smallest of the four, in all lanes.
inline SseFloat4 smallest(SseFloat4 a) {
    const __m128 pairs = _mm_min_ps(a.v, _mm_shuffle_ps(a.v, a.v, _MM_SHUFFLE(2, 3, 0, 1)));
    return {_mm_min_ps(pairs, _mm_shuffle_ps(pairs, pairs, _MM_SHUFFLE(1, 0, 3, 2)))};
}

/// A bit per lane that is true.
inline std::uint32_t mask_of(SseFloat4 a) { return static_cast<std::uint32_t>(_mm_movemask_ps(a.v)); }
inline std::uint32_t mask_of(const SseFloat4 (&a)[2]) {
    const __m128i words = _mm_packs_epi32(_mm_castps_si128(a[0].v), _mm_castps_si128(a[1].v));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(words, _mm_setzero_si128())));
}
inline std::uint32_t mask_of(const SseFloat4 (&a)[4]) {
    const __m128i low = _mm_packs_epi32(_mm_castps_si128(a[0].v), _mm_castps_si128(a[1].v));
    const __m128i high = _mm_packs_epi32(_mm_castps_si128(a[2].v), _mm_castps_si128(a[3].v));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
}

#endif

/// What the tree uses. `DRYSTONE_PLAIN_LANES` chooses the version of the other machines on every machine.
#if defined(__SSE2__) && !defined(DRYSTONE_PLAIN_LANES)
using Float4 = SseFloat4;
#else
using Float4 = PlainFloat4;
#endif

}  // namespace drystone::detail
