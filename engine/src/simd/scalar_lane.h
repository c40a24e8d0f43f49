#pragma once

#include "simd/lane_inline.h"
#include "store/solver_state.h"

#include <cmath>
#include <cstdint>

namespace drystone {

/// A lane type of width one: the reference that every wide lane type must match bit for bit.
struct ScalarLane {
    using Mask = bool;
    static constexpr int width = 1;

    float value;

    static ScalarLane load(const float* source) { return {*source}; }
    static ScalarLane splat(float each) { return {each}; }
    static ScalarLane zero() { return {0.0f}; }
    void store(float* target) const { *target = value; }

    friend ScalarLane operator+(ScalarLane a, ScalarLane b) { return {a.value + b.value}; }
    friend ScalarLane operator-(ScalarLane a, ScalarLane b) { return {a.value - b.value}; }
    friend ScalarLane operator*(ScalarLane a, ScalarLane b) { return {a.value * b.value}; }
    DRYSTONE_LANE_DIVISION friend ScalarLane operator/(ScalarLane a, ScalarLane b) {
        return {a.value / b.value};
    }
    friend Mask operator>(ScalarLane a, ScalarLane b) { return a.value > b.value; }
    friend Mask operator<(ScalarLane a, ScalarLane b) { return a.value < b.value; }
    friend Mask operator==(ScalarLane a, ScalarLane b) { return a.value == b.value; }
};

inline bool both(bool a, bool b) { return a && b; }
inline bool either(bool a, bool b) { return a || b; }
/// Returns a and not b.
inline bool without(bool a, bool b) { return a && !b; }
inline bool negated(bool a) { return !a; }
inline bool none_of(bool a) { return !a; }
/// Returns the mask as bits, the first lane lowest.
inline std::uint32_t bits_of(bool a) { return a ? 1U : 0U; }
inline ScalarLane square_root(ScalarLane a) { return {std::sqrt(a.value)}; }
inline ScalarLane select(bool condition, ScalarLane yes, ScalarLane no) { return condition ? yes : no; }

/// Gathers four floats of each item: rows of `stride` floats, from `offset` on.
template <int stride, int offset, class Items>
void gather_rows(const float* base, const Items& items, BodyRows<ScalarLane>& rows) {
    const float* const row = base + row_start<stride>(items[0]) + offset;
    rows = {{row[0]}, {row[1]}, {row[2]}, {row[3]}};
}

/// Writes four floats of each item back.
template <int stride, int offset, class Items>
void scatter_rows(float* base, const Items& items, const BodyRows<ScalarLane>& rows) {
    float* const row = base + row_start<stride>(items[0]) + offset;
    row[0] = rows.x.value;
    row[1] = rows.y.value;
    row[2] = rows.w.value;
    row[3] = rows.m.value;
}

}  // namespace drystone
