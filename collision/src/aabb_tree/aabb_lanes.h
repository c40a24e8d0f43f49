#pragma once

#include <drystone/collision/detail/aabb_tree_parts.h>

#include "simd/float4.h"

#include <bit>
#include <cstdint>
#include <limits>

/// Lane operations of the AABB tree. `F` is the type of four floats side by side.
namespace drystone::detail {

/// One box, with each of its sides broadcast to all lanes.
template <class F>
struct WideBoxOf {
    F min_x, min_y, max_x, max_y;

    explicit WideBoxOf(const PackedBox& box)
        : min_x(F::all(box.min_x)),
          min_y(F::all(box.min_y)),
          max_x(F::all(box.max_x)),
          max_y(F::all(box.max_y)) {}
    template <std::uint32_t N>
    WideBoxOf(const BoxLanes<N>& boxes, std::uint32_t lane)
        : min_x(F::all(boxes.min_x[lane])),
          min_y(F::all(boxes.min_y[lane])),
          max_x(F::all(boxes.max_x[lane])),
          max_y(F::all(boxes.max_y[lane])) {}
};

using WideBox = WideBoxOf<Float4>;

/// Returns the mask of those of the four boxes from lane `first` on that overlap or touch the box.
template <class F, std::uint32_t N>
F overlap4(const BoxLanes<N>& boxes, std::uint32_t first, const WideBoxOf<F>& box) {
    return (F::load(boxes.min_x + first) <= box.max_x) & (box.min_x <= F::load(boxes.max_x + first)) &
           (F::load(boxes.min_y + first) <= box.max_y) & (box.min_y <= F::load(boxes.max_y + first));
}

/// Returns a bit per lane, from `first` on, whose box overlaps or touches the box.
template <std::uint32_t first = 0, class F, std::uint32_t N>
std::uint32_t overlap_mask(const BoxLanes<N>& boxes, const WideBoxOf<F>& box) {
    F hit[N / 4];
    for (std::uint32_t i = 0; i < N / 4; ++i) {
        hit[i] = 4 * i < first ? F::none() : overlap4(boxes, 4 * i, box);
    }
    return mask_of(hit);
}

/// Returns a bit per lane, from `first` on, whose box overlaps the box now and did not before.
template <std::uint32_t first = 0, class F>
std::uint32_t new_overlap_mask(const BoxLanes<leaf_lanes>& boxes, const WideBoxOf<F>& box,
                               const BoxLanes<leaf_lanes>& previous_boxes, const WideBoxOf<F>& previous) {
    F hit[leaf_lanes / 4];
    for (std::uint32_t i = 0; i < leaf_lanes / 4; ++i) {
        hit[i] = 4 * i < first
                     ? F::none()
                     : F::and_not(overlap4(boxes, 4 * i, box), overlap4(previous_boxes, 4 * i, previous));
    }
    return mask_of(hit);
}

/// Finds, per lane, the fraction in [0, limit] at which the sweep meets the lane's box; infinity for a miss.
/// The fraction is never too large, and too small by a few roundings at most: no box is missed, and none
/// comes before a box that encloses it. Returns a bit per lane whose box is met.
template <class F = Float4, std::uint32_t N>
std::uint32_t measure(const CastMeasure& cast, const BoxLanes<N>& boxes, float limit, float (&keys)[N]) {
    constexpr float shrink = 1.0f - 8.0f * std::numeric_limits<float>::epsilon();
    const float* const near_x = cast.backwards[0] ? boxes.max_x : boxes.min_x;
    const float* const far_x = cast.backwards[0] ? boxes.min_x : boxes.max_x;
    const float* const near_y = cast.backwards[1] ? boxes.max_y : boxes.min_y;
    const float* const far_y = cast.backwards[1] ? boxes.min_y : boxes.max_y;
    const F inverse_x = F::load(cast.inverse[0]);
    const F inverse_y = F::load(cast.inverse[1]);
    F is_met[N / 4];
    for (std::uint32_t i = 0; i < N; i += 4) {
        const F enter_x = (F::load(near_x + i) - F::load(cast.near_offset[0])) * inverse_x;
        const F enter_y = (F::load(near_y + i) - F::load(cast.near_offset[1])) * inverse_y;
        const F leave_x = (F::load(far_x + i) - F::load(cast.far_offset[0])) * inverse_x;
        const F leave_y = (F::load(far_y + i) - F::load(cast.far_offset[1])) * inverse_y;
        const F enter = F::max(F::max(enter_x, enter_y), F::all(0.0f)) * F::all(shrink);
        const F leave = F::min(F::min(leave_x, leave_y), F::all(limit));
        is_met[i / 4] = enter <= leave;
        F::select(is_met[i / 4], enter, F::all(infinity)).store(keys + i);
    }
    return mask_of(is_met);
}

/// Finds, per lane, the distance of the lane's box from the point; infinity where it exceeds the range of a
/// float. Returns a bit per lane whose box is no farther than the limit.
///
/// Scales by a power of two that keeps the squares in range, so the rounding is that of an unbounded
/// exponent: the distance never increases when a box grows.
template <class F = Float4, std::uint32_t N>
std::uint32_t measure(const PointMeasure& point, const BoxLanes<N>& boxes, float limit, float (&keys)[N]) {
    const F x = F::all(point.x);
    const F y = F::all(point.y);
    const F zero = F::all(0.0f);
    const F one = F::all(1.0f);
    F is_near[N / 4];
    for (std::uint32_t i = 0; i < N; i += 4) {
        const F beyond_x = F::max(F::load(boxes.min_x + i) - x, x - F::load(boxes.max_x + i));
        const F beyond_y = F::max(F::load(boxes.min_y + i) - y, y - F::load(boxes.max_y + i));
        const F dx = F::max(beyond_x, zero);
        const F dy = F::max(beyond_y, zero);
        const F larger = F::max(dx, dy);
        const F is_large = F::all(0x1p62f) <= larger;
        const F is_small = larger <= F::all(0x1p-40f);
        const F scale = F::select(is_large, F::all(0x1p-66f), F::select(is_small, F::all(0x1p90f), one));
        const F back = F::select(is_large, F::all(0x1p66f), F::select(is_small, F::all(0x1p-90f), one));
        const F u = dx * scale;
        const F v = dy * scale;
        const F distance = F::sqrt(u * u + v * v) * back;
        is_near[i / 4] = distance <= F::all(limit);
        distance.store(keys + i);
    }
    return mask_of(is_near);
}

/// Finds the lane with the smallest key among those whose bits are set; the first one of equal keys. At least
/// one bit must be set, and no key may be negative.
template <std::uint32_t N>
std::uint32_t smallest_lane(const float (&keys)[N], std::uint32_t lanes, float& key) {
    std::uint32_t best = static_cast<std::uint32_t>(std::countr_zero(lanes));
    key = keys[best];
    for (lanes &= lanes - 1; lanes != 0 && key > 0.0f; lanes &= lanes - 1) {
        const std::uint32_t lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
        const bool is_smaller = keys[lane] < key;
        best = is_smaller ? lane : best;
        key = is_smaller ? keys[lane] : key;
    }
    return best;
}

/// Transposes 16 boxes into lanes.
template <class F = Float4>
void to_lanes(const PackedBox* boxes, BoxLanes<leaf_lanes>& lanes) {
    for (std::uint32_t i = 0; i < leaf_lanes; i += 4) {
        F a = F::load(&boxes[i].min_x);
        F b = F::load(&boxes[i + 1].min_x);
        F c = F::load(&boxes[i + 2].min_x);
        F d = F::load(&boxes[i + 3].min_x);
        F::transpose(a, b, c, d);
        a.store(lanes.min_x + i);
        b.store(lanes.min_y + i);
        c.store(lanes.max_x + i);
        d.store(lanes.max_y + i);
    }
}

/// Returns the box around the boxes. Minimum and maximum do not round, so the order of the lanes has no
/// effect.
template <class F = Float4, std::uint32_t N>
PackedBox bounds_of(const BoxLanes<N>& boxes) {
    F min_x = F::load(boxes.min_x);
    F min_y = F::load(boxes.min_y);
    F max_x = F::load(boxes.max_x);
    F max_y = F::load(boxes.max_y);
    for (std::uint32_t i = 4; i < N; i += 4) {
        min_x = F::min(min_x, F::load(boxes.min_x + i));
        min_y = F::min(min_y, F::load(boxes.min_y + i));
        max_x = F::max(max_x, F::load(boxes.max_x + i));
        max_y = F::max(max_y, F::load(boxes.max_y + i));
    }
    F::transpose(min_x, min_y, max_x, max_y);  // now each holds a box
    const F lower = F::min(F::min(min_x, min_y), F::min(max_x, max_y));
    const F upper = F::max(F::max(min_x, min_y), F::max(max_x, max_y));
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

template <class F = Float4>
bool encloses(const PackedBox& outer, const PackedBox& inner) {
    const F out = F::load(&outer.min_x);
    const F in = F::load(&inner.min_x);
    return (mask_of(out <= in) & 3u) == 3u && (mask_of(in <= out) & 12u) == 12u;
}

/// Returns the box around both.
inline PackedBox merge(const PackedBox& a, const PackedBox& b) {
    return {a.min_x < b.min_x ? a.min_x : b.min_x, a.min_y < b.min_y ? a.min_y : b.min_y,
            a.max_x > b.max_x ? a.max_x : b.max_x, a.max_y > b.max_y ? a.max_y : b.max_y};
}

/// Returns whether all sides are finite and lower <= upper in both axes.
template <class F = Float4>
bool is_valid(const PackedBox& box) {
    constexpr float largest = std::numeric_limits<float>::max();
    const F sides = F::load(&box.min_x);
    const F finite = (F::all(-largest) <= sides) & (sides <= F::all(largest));
    return mask_of(finite) == 15u && (mask_of(sides <= F::upper_half(sides)) & 3u) == 3u;
}

/// Returns the union of N sets of category bits.
template <std::uint32_t N>
std::uint64_t union_of(const std::uint64_t* categories) {
    std::uint64_t all = 0;
    for (std::uint32_t i = 0; i < N; ++i) {
        all |= categories[i];
    }
    return all;
}

/// Returns the lanes of `hits` whose categories share a bit with `mask`.
inline std::uint32_t filtered_lanes(std::uint32_t hits, const std::uint64_t* categories, std::uint64_t mask) {
    std::uint32_t kept = 0;
    for (; hits != 0; hits &= hits - 1) {
        const std::uint32_t lane = static_cast<std::uint32_t>(std::countr_zero(hits));
        kept |= static_cast<std::uint32_t>((categories[lane] & mask) != 0) << lane;
    }
    return kept;
}

/// Set bits of every 8-bit mask: their indices in ascending order (the rest is unused), and their count.
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

/// Returns the number of set bits among 16.
inline std::uint32_t count_lanes(std::uint32_t mask) {
    return static_cast<std::uint32_t>(lane_table.count[mask & 255u]) + lane_table.count[mask >> 8 & 255u];
}

/// Writes `first` plus the index of each set bit of the mask, in ascending order, and returns their number.
/// Branch-free: always writes 8 values.
inline std::uint32_t append_lanes(std::uint32_t mask, std::uint32_t first, std::uint32_t* out) {
    const std::uint8_t* const lanes = lane_table.lanes[mask];
    for (std::uint32_t i = 0; i < 8; ++i) {
        out[i] = first + lanes[i];
    }
    return lane_table.count[mask];
}

}  // namespace drystone::detail
