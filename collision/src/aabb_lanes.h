#pragma once

#include <drystone/collision/aabb_tree_parts.h>

#include <cstdint>
#include <limits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// The lane operations of the AABB tree, and the only place of it that knows about vector registers. Four
/// floats at a time; both versions of `Float4` give the same bits.
namespace drystone::detail {

#if defined(__SSE2__)

/// Four floats, or the result of a comparison of them.
struct Float4 {
    __m128 v;

    static Float4 load(const float* p) { return {_mm_load_ps(p)}; }
    static Float4 all(float x) { return {_mm_set1_ps(x)}; }
    static Float4 none() { return {_mm_setzero_ps()}; }  ///< a comparison that is false everywhere
    void store(float* p) const { _mm_store_ps(p, v); }

    friend Float4 operator-(Float4 a, Float4 b) { return {_mm_sub_ps(a.v, b.v)}; }
    friend Float4 operator+(Float4 a, Float4 b) { return {_mm_add_ps(a.v, b.v)}; }
    friend Float4 operator*(Float4 a, Float4 b) { return {_mm_mul_ps(a.v, b.v)}; }
    friend Float4 operator<=(Float4 a, Float4 b) { return {_mm_cmple_ps(a.v, b.v)}; }
    friend Float4 operator&(Float4 a, Float4 b) { return {_mm_and_ps(a.v, b.v)}; }
    /// a and not b, of comparisons.
    static Float4 and_not(Float4 a, Float4 b) { return {_mm_andnot_ps(b.v, a.v)}; }
    static Float4 select(Float4 condition, Float4 a, Float4 b) {
        return {_mm_or_ps(_mm_and_ps(condition.v, a.v), _mm_andnot_ps(condition.v, b.v))};
    }
    /// a < b ? a : b
    static Float4 min(Float4 a, Float4 b) { return {_mm_min_ps(a.v, b.v)}; }
    /// a > b ? a : b
    static Float4 max(Float4 a, Float4 b) { return {_mm_max_ps(a.v, b.v)}; }
    /// The third and the fourth lane, twice.
    static Float4 upper_half(Float4 a) { return {_mm_movehl_ps(a.v, a.v)}; }
    static void transpose(Float4& a, Float4& b, Float4& c, Float4& d) {
        _MM_TRANSPOSE4_PS(a.v, b.v, c.v, d.v);
    }
};

/// The smallest of the four, in all lanes.
inline Float4 smallest(Float4 a) {
    const __m128 pairs = _mm_min_ps(a.v, _mm_shuffle_ps(a.v, a.v, _MM_SHUFFLE(2, 3, 0, 1)));
    return {_mm_min_ps(pairs, _mm_shuffle_ps(pairs, pairs, _MM_SHUFFLE(1, 0, 3, 2)))};
}

/// A bit per lane that is true.
inline std::uint32_t mask_of(Float4 a) { return static_cast<std::uint32_t>(_mm_movemask_ps(a.v)); }
inline std::uint32_t mask_of(const Float4 (&a)[2]) {
    const __m128i words = _mm_packs_epi32(_mm_castps_si128(a[0].v), _mm_castps_si128(a[1].v));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(words, _mm_setzero_si128())));
}
inline std::uint32_t mask_of(const Float4 (&a)[4]) {
    const __m128i low = _mm_packs_epi32(_mm_castps_si128(a[0].v), _mm_castps_si128(a[1].v));
    const __m128i high = _mm_packs_epi32(_mm_castps_si128(a[2].v), _mm_castps_si128(a[3].v));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
}

#else

/// Four floats, or the result of a comparison of them (1 for true, 0 for false).
struct Float4 {
    float v[4];

    static Float4 load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
    static Float4 all(float x) { return {{x, x, x, x}}; }
    static Float4 none() { return all(0.0f); }  ///< a comparison that is false everywhere
    void store(float* p) const {
        for (int i = 0; i < 4; ++i) {
            p[i] = v[i];
        }
    }
    template <class Operation>
    static Float4 each(const Float4& a, const Float4& b, Operation operation) {
        Float4 r{};
        for (int i = 0; i < 4; ++i) {
            r.v[i] = operation(a.v[i], b.v[i]);
        }
        return r;
    }

    friend Float4 operator-(Float4 a, Float4 b) {
        return each(a, b, [](float x, float y) { return x - y; });
    }
    friend Float4 operator+(Float4 a, Float4 b) {
        return each(a, b, [](float x, float y) { return x + y; });
    }
    friend Float4 operator*(Float4 a, Float4 b) {
        return each(a, b, [](float x, float y) { return x * y; });
    }
    friend Float4 operator<=(Float4 a, Float4 b) {
        return each(a, b, [](float x, float y) { return x <= y ? 1.0f : 0.0f; });
    }
    friend Float4 operator&(Float4 a, Float4 b) { return a * b; }
    /// a and not b, of comparisons.
    static Float4 and_not(Float4 a, Float4 b) { return a * (all(1.0f) - b); }
    static Float4 select(Float4 condition, Float4 a, Float4 b) {
        Float4 r{};
        for (int i = 0; i < 4; ++i) {
            r.v[i] = condition.v[i] != 0.0f ? a.v[i] : b.v[i];
        }
        return r;
    }
    /// a < b ? a : b
    static Float4 min(Float4 a, Float4 b) {
        return each(a, b, [](float x, float y) { return x < y ? x : y; });
    }
    /// a > b ? a : b
    static Float4 max(Float4 a, Float4 b) {
        return each(a, b, [](float x, float y) { return x > y ? x : y; });
    }
    /// The third and the fourth lane, twice.
    static Float4 upper_half(Float4 a) { return {{a.v[2], a.v[3], a.v[2], a.v[3]}}; }
    static void transpose(Float4& a, Float4& b, Float4& c, Float4& d) {
        const Float4 rows[4] = {a, b, c, d};
        Float4* const columns[4] = {&a, &b, &c, &d};
        for (int i = 0; i < 4; ++i) {
            *columns[i] = {{rows[0].v[i], rows[1].v[i], rows[2].v[i], rows[3].v[i]}};
        }
    }
};

/// The smallest of the four, in all lanes.
inline Float4 smallest(Float4 a) {
    const float low = a.v[0] < a.v[1] ? a.v[0] : a.v[1];
    const float high = a.v[2] < a.v[3] ? a.v[2] : a.v[3];
    return Float4::all(low < high ? low : high);
}

/// A bit per lane that is true.
inline std::uint32_t mask_of(Float4 a) {
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        mask |= static_cast<std::uint32_t>(a.v[i] != 0.0f) << i;
    }
    return mask;
}
inline std::uint32_t mask_of(const Float4 (&a)[2]) { return mask_of(a[0]) | mask_of(a[1]) << 4; }
inline std::uint32_t mask_of(const Float4 (&a)[4]) {
    return mask_of(a[0]) | mask_of(a[1]) << 4 | mask_of(a[2]) << 8 | mask_of(a[3]) << 12;
}

#endif

/// A box, each of its sides in all lanes.
struct WideBox {
    Float4 min_x, min_y, max_x, max_y;

    explicit WideBox(const PackedBox& box)
        : min_x(Float4::all(box.min_x)),
          min_y(Float4::all(box.min_y)),
          max_x(Float4::all(box.max_x)),
          max_y(Float4::all(box.max_y)) {}
    template <std::uint32_t N>
    WideBox(const BoxLanes<N>& boxes, std::uint32_t lane)
        : min_x(Float4::all(boxes.min_x[lane])),
          min_y(Float4::all(boxes.min_y[lane])),
          max_x(Float4::all(boxes.max_x[lane])),
          max_y(Float4::all(boxes.max_y[lane])) {}
};

/// Which of the four boxes from lane `first` on overlap or touch the box.
template <std::uint32_t N>
Float4 overlap4(const BoxLanes<N>& boxes, std::uint32_t first, const WideBox& box) {
    return (Float4::load(boxes.min_x + first) <= box.max_x) &
           (box.min_x <= Float4::load(boxes.max_x + first)) &
           (Float4::load(boxes.min_y + first) <= box.max_y) &
           (box.min_y <= Float4::load(boxes.max_y + first));
}

/// A bit per lane, from `first` on, whose box overlaps or touches the box.
template <std::uint32_t first = 0, std::uint32_t N>
std::uint32_t overlap_mask(const BoxLanes<N>& boxes, const WideBox& box) {
    Float4 hit[N / 4];
    for (std::uint32_t i = 0; i < N / 4; ++i) {
        hit[i] = 4 * i < first ? Float4::none() : overlap4(boxes, 4 * i, box);
    }
    return mask_of(hit);
}

/// A bit per lane, from `first` on, whose box overlaps the box now, and did not before.
template <std::uint32_t first = 0>
std::uint32_t new_overlap_mask(const BoxLanes<leaf_lanes>& boxes, const WideBox& box,
                               const BoxLanes<leaf_lanes>& previous_boxes, const WideBox& previous) {
    Float4 hit[leaf_lanes / 4];
    for (std::uint32_t i = 0; i < leaf_lanes / 4; ++i) {
        hit[i] = 4 * i < first ? Float4::none()
                               : Float4::and_not(overlap4(boxes, 4 * i, box),
                                                 overlap4(previous_boxes, 4 * i, previous));
    }
    return mask_of(hit);
}

/// Per lane: the fraction in [0, limit] at which the sweep meets its box; infinity where it does not.
template <std::uint32_t N>
void measure(const CastMeasure& cast, const BoxLanes<N>& boxes, float limit, float (&keys)[N]) {
    const float* const near_x = cast.backwards[0] ? boxes.max_x : boxes.min_x;
    const float* const far_x = cast.backwards[0] ? boxes.min_x : boxes.max_x;
    const float* const near_y = cast.backwards[1] ? boxes.max_y : boxes.min_y;
    const float* const far_y = cast.backwards[1] ? boxes.min_y : boxes.max_y;
    const Float4 inverse_x = Float4::load(cast.inverse[0]);
    const Float4 inverse_y = Float4::load(cast.inverse[1]);
    for (std::uint32_t i = 0; i < N; i += 4) {
        const Float4 enter_x = (Float4::load(near_x + i) - Float4::load(cast.near_offset[0])) * inverse_x;
        const Float4 enter_y = (Float4::load(near_y + i) - Float4::load(cast.near_offset[1])) * inverse_y;
        const Float4 leave_x = (Float4::load(far_x + i) - Float4::load(cast.far_offset[0])) * inverse_x;
        const Float4 leave_y = (Float4::load(far_y + i) - Float4::load(cast.far_offset[1])) * inverse_y;
        const Float4 enter = Float4::max(Float4::max(enter_x, enter_y), Float4::all(0.0f));
        const Float4 leave = Float4::min(Float4::min(leave_x, leave_y), Float4::all(limit));
        Float4::select(enter <= leave, enter, Float4::all(infinity)).store(keys + i);
    }
}

/// Per lane: the squared distance of its box from the point.
template <std::uint32_t N>
void measure(const PointMeasure& point, const BoxLanes<N>& boxes, float /*limit*/, float (&keys)[N]) {
    const Float4 x = Float4::all(point.x);
    const Float4 y = Float4::all(point.y);
    const Float4 zero = Float4::all(0.0f);
    for (std::uint32_t i = 0; i < N; i += 4) {
        const Float4 beyond_x =
            Float4::max(Float4::load(boxes.min_x + i) - x, x - Float4::load(boxes.max_x + i));
        const Float4 beyond_y =
            Float4::max(Float4::load(boxes.min_y + i) - y, y - Float4::load(boxes.max_y + i));
        const Float4 dx = Float4::max(beyond_x, zero);
        const Float4 dy = Float4::max(beyond_y, zero);
        (dx * dx + dy * dy).store(keys + i);
    }
}

/// The smallest key, and a bit per lane that has it.
template <std::uint32_t N>
float smallest_key(const float (&keys)[N], std::uint32_t& lanes) {
    Float4 low = Float4::load(keys);
    for (std::uint32_t i = 4; i < N; i += 4) {
        low = Float4::min(low, Float4::load(keys + i));
    }
    low = smallest(low);
    Float4 is_smallest[N / 4];
    for (std::uint32_t i = 0; i < N / 4; ++i) {
        is_smallest[i] = Float4::load(keys + 4 * i) <= low;
    }
    lanes = mask_of(is_smallest);
    alignas(16) float value[4];
    low.store(value);
    return value[0];
}

/// 16 boxes into lanes.
inline void to_lanes(const PackedBox* boxes, BoxLanes<leaf_lanes>& lanes) {
    for (std::uint32_t i = 0; i < leaf_lanes; i += 4) {
        Float4 a = Float4::load(&boxes[i].min_x);
        Float4 b = Float4::load(&boxes[i + 1].min_x);
        Float4 c = Float4::load(&boxes[i + 2].min_x);
        Float4 d = Float4::load(&boxes[i + 3].min_x);
        Float4::transpose(a, b, c, d);
        a.store(lanes.min_x + i);
        b.store(lanes.min_y + i);
        c.store(lanes.max_x + i);
        d.store(lanes.max_y + i);
    }
}

/// The box around the boxes. Minimum and maximum do not round, so no order of the lanes can change it.
template <std::uint32_t N>
PackedBox bounds_of(const BoxLanes<N>& boxes) {
    Float4 min_x = Float4::load(boxes.min_x);
    Float4 min_y = Float4::load(boxes.min_y);
    Float4 max_x = Float4::load(boxes.max_x);
    Float4 max_y = Float4::load(boxes.max_y);
    for (std::uint32_t i = 4; i < N; i += 4) {
        min_x = Float4::min(min_x, Float4::load(boxes.min_x + i));
        min_y = Float4::min(min_y, Float4::load(boxes.min_y + i));
        max_x = Float4::max(max_x, Float4::load(boxes.max_x + i));
        max_y = Float4::max(max_y, Float4::load(boxes.max_y + i));
    }
    Float4::transpose(min_x, min_y, max_x, max_y);  // now each holds a box
    const Float4 lower = Float4::min(Float4::min(min_x, min_y), Float4::min(max_x, max_y));
    const Float4 upper = Float4::max(Float4::max(min_x, min_y), Float4::max(max_x, max_y));
    alignas(16) float low[4];
    alignas(16) float high[4];
    lower.store(low);
    upper.store(high);
    return {low[0], low[1], high[2], high[3]};
}

inline void set_lane(BoxLanes<leaf_lanes>& lanes, std::uint32_t lane, const PackedBox& box) {
    lanes.min_x[lane] = box.min_x;
    lanes.min_y[lane] = box.min_y;
    lanes.max_x[lane] = box.max_x;
    lanes.max_y[lane] = box.max_y;
}

inline bool encloses(const PackedBox& outer, const PackedBox& inner) {
    const Float4 out = Float4::load(&outer.min_x);
    const Float4 in = Float4::load(&inner.min_x);
    return (mask_of(out <= in) & 3u) == 3u && (mask_of(in <= out) & 12u) == 12u;
}

/// The box around both.
inline PackedBox merge(const PackedBox& a, const PackedBox& b) {
    return {a.min_x < b.min_x ? a.min_x : b.min_x, a.min_y < b.min_y ? a.min_y : b.min_y,
            a.max_x > b.max_x ? a.max_x : b.max_x, a.max_y > b.max_y ? a.max_y : b.max_y};
}

/// Finite, and lower <= upper in both axes.
inline bool is_valid(const PackedBox& box) {
    constexpr float largest = std::numeric_limits<float>::max();
    const Float4 sides = Float4::load(&box.min_x);
    const Float4 finite = (Float4::all(-largest) <= sides) & (sides <= Float4::all(largest));
    return mask_of(finite) == 15u && (mask_of(sides <= Float4::upper_half(sides)) & 3u) == 3u;
}

/// The union of N category bits.
template <std::uint32_t N>
std::uint64_t union_of(const std::uint64_t* categories) {
    std::uint64_t all = 0;
    for (std::uint32_t i = 0; i < N; ++i) {
        all |= categories[i];
    }
    return all;
}

/// For every mask of 8 bits: the numbers of its bits in a row, then whatever; and how many they are.
struct LaneTable {
    std::uint8_t lanes[256][8];
    std::uint8_t count[256];
};
constexpr LaneTable make_lane_table() {
    LaneTable table{};
    for (unsigned mask = 0; mask < 256; ++mask) {
        unsigned count = 0;
        for (unsigned lane = 0; lane < 8; ++lane) {
            if ((mask >> lane & 1u) != 0) {
                table.lanes[mask][count++] = static_cast<std::uint8_t>(lane);
            }
        }
        table.count[mask] = static_cast<std::uint8_t>(count);
    }
    return table;
}
inline constexpr LaneTable lane_table = make_lane_table();

/// How many of 16 bits are set.
inline std::uint32_t lane_count(std::uint32_t mask) {
    return static_cast<std::uint32_t>(lane_table.count[mask & 255u]) + lane_table.count[mask >> 8 & 255u];
}

/// Writes `first` + the number of each bit of the mask, in ascending order; returns how many. Without a
/// branch: always writes 8 values.
inline std::uint32_t append_lanes(std::uint32_t mask, std::uint32_t first, std::uint32_t* out) {
    const std::uint8_t* const lanes = lane_table.lanes[mask];
    for (std::uint32_t i = 0; i < 8; ++i) {
        out[i] = first + lanes[i];
    }
    return lane_table.count[mask];
}

}  // namespace drystone::detail
