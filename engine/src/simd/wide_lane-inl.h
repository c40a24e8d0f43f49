// A lane type as wide as the instruction set, up to the sixteen lanes of a contact block. No include guard:
// included once for every instruction set, inside its namespace, with Highway's vectors as `hn`.

struct WideMask {
    hn::Mask<hn::CappedTag<float, block_lanes>> bits;
};

struct WideLane {
    using Tag = hn::CappedTag<float, block_lanes>;
    using Vector = hn::Vec<Tag>;
    using Mask = WideMask;
    static constexpr int width = static_cast<int>(hn::MaxLanes(Tag()));

    Vector value;

    static DRYSTONE_LANE_INLINE WideLane load(const float* source) { return {hn::Load(Tag(), source)}; }
    static DRYSTONE_LANE_INLINE WideLane splat(float each) { return {hn::Set(Tag(), each)}; }
    static DRYSTONE_LANE_INLINE WideLane zero() { return {hn::Zero(Tag())}; }
    DRYSTONE_LANE_INLINE void store(float* target) const { hn::Store(value, Tag(), target); }

    friend DRYSTONE_LANE_INLINE WideLane operator+(WideLane a, WideLane b) {
        return {hn::Add(a.value, b.value)};
    }
    friend DRYSTONE_LANE_INLINE WideLane operator-(WideLane a, WideLane b) {
        return {hn::Sub(a.value, b.value)};
    }
    friend DRYSTONE_LANE_INLINE WideLane operator*(WideLane a, WideLane b) {
        return {hn::Mul(a.value, b.value)};
    }
    friend DRYSTONE_LANE_INLINE WideLane operator/(WideLane a, WideLane b) {
        return {hn::Div(a.value, b.value)};
    }
    friend DRYSTONE_LANE_INLINE WideMask operator>(WideLane a, WideLane b) {
        return {hn::Gt(a.value, b.value)};
    }
    friend DRYSTONE_LANE_INLINE WideMask operator<(WideLane a, WideLane b) {
        return {hn::Lt(a.value, b.value)};
    }
    friend DRYSTONE_LANE_INLINE WideMask operator==(WideLane a, WideLane b) {
        return {hn::Eq(a.value, b.value)};
    }
};

DRYSTONE_LANE_INLINE WideMask both(WideMask a, WideMask b) { return {hn::And(a.bits, b.bits)}; }
DRYSTONE_LANE_INLINE WideMask either(WideMask a, WideMask b) { return {hn::Or(a.bits, b.bits)}; }
/// Returns a and not b.
DRYSTONE_LANE_INLINE WideMask without(WideMask a, WideMask b) { return {hn::AndNot(b.bits, a.bits)}; }
DRYSTONE_LANE_INLINE WideMask negated(WideMask a) { return {hn::Not(a.bits)}; }
DRYSTONE_LANE_INLINE bool none_of(WideMask a) { return hn::AllFalse(WideLane::Tag(), a.bits); }
/// Returns the mask as bits, the first lane lowest.
DRYSTONE_LANE_INLINE std::uint32_t bits_of(WideMask a) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(WideLane::Tag(), a.bits, bytes);
    return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
}
DRYSTONE_LANE_INLINE WideLane square_root(WideLane a) { return {hn::Sqrt(a.value)}; }
DRYSTONE_LANE_INLINE WideLane select(WideMask condition, WideLane yes, WideLane no) {
    return {hn::IfThenElse(condition.bits, yes.value, no.value)};
}

#if HWY_TARGET == HWY_SCALAR

/// Gathers four floats of each item: rows of `stride` floats, from `offset` on.
template <int stride, int offset, class Items>
DRYSTONE_LANE_INLINE void gather_rows(const float* base, const Items& items, BodyRows<WideLane>& rows) {
    const float* const row = base + row_start<stride>(items[0]) + offset;
    rows = {WideLane::load(row), WideLane::load(row + 1), WideLane::load(row + 2), WideLane::load(row + 3)};
}

/// Writes four floats of each item back.
template <int stride, int offset, class Items>
DRYSTONE_LANE_INLINE void scatter_rows(float* base, const Items& items, const BodyRows<WideLane>& rows) {
    float* const row = base + row_start<stride>(items[0]) + offset;
    rows.x.store(row);
    rows.y.store(row + 1);
    rows.w.store(row + 2);
    rows.m.store(row + 3);
}

#else

/// Four floats: half of a body's state.
using RowTag = hn::FixedTag<float, 4>;
using RowVector = hn::Vec<RowTag>;

/// Loads the rows of bodies `first`, `first` + 4, + 8 and + 12 into the 128-bit parts of one vector. One 4 x
/// 4 transpose within the parts, the same for every width, then sorts four such vectors into lanes.
///
///   part:        0       1       2        3
///   row 0:    body 0  body 4  body 8  body 12    (x y w m each)
///   row 1:    body 1  body 5  body 9  body 13
template <int stride, int offset, class Items>
DRYSTONE_LANE_INLINE WideLane::Vector load_parts(const float* base, const Items& items, int first) {
    const RowTag row_tag;
    const auto row = [&](int lane) {
        return hn::Load(row_tag, base + row_start<stride>(items[lane]) + offset);
    };
#if HWY_MAX_BYTES == 16
    return row(first);
#elif HWY_MAX_BYTES == 32
    return hn::Combine(WideLane::Tag(), row(first + 4), row(first));
#else
    const hn::FixedTag<float, 8> half_tag;
    return hn::Combine(WideLane::Tag(), hn::Combine(half_tag, row(first + 12), row(first + 8)),
                       hn::Combine(half_tag, row(first + 4), row(first)));
#endif
}

/// Transposes the 4 x 4 floats of each 128-bit part.
DRYSTONE_LANE_INLINE void transpose(WideLane::Vector& a, WideLane::Vector& b, WideLane::Vector& c,
                                    WideLane::Vector& d) {
    const WideLane::Tag tag;
    const auto ac_low = hn::InterleaveLower(tag, a, c);  // a0 c0 a1 c1
    const auto bd_low = hn::InterleaveLower(tag, b, d);
    const auto ac_high = hn::InterleaveUpper(tag, a, c);  // a2 c2 a3 c3
    const auto bd_high = hn::InterleaveUpper(tag, b, d);
    a = hn::InterleaveLower(tag, ac_low, bd_low);  // a0 b0 c0 d0
    b = hn::InterleaveUpper(tag, ac_low, bd_low);
    c = hn::InterleaveLower(tag, ac_high, bd_high);
    d = hn::InterleaveUpper(tag, ac_high, bd_high);
}

/// Gathers four floats of each item: rows of `stride` floats, from `offset` on.
template <int stride, int offset, class Items>
DRYSTONE_LANE_INLINE void gather_rows(const float* base, const Items& items, BodyRows<WideLane>& rows) {
    rows.x.value = load_parts<stride, offset>(base, items, 0);
    rows.y.value = load_parts<stride, offset>(base, items, 1);
    rows.w.value = load_parts<stride, offset>(base, items, 2);
    rows.m.value = load_parts<stride, offset>(base, items, 3);
    transpose(rows.x.value, rows.y.value, rows.w.value, rows.m.value);
}

template <int stride, int offset, class Items>
DRYSTONE_LANE_INLINE void store_parts(float* base, const Items& items, int first, WideLane::Vector rows) {
    const RowTag row_tag;
    const auto store = [&](int lane, RowVector row) {
        hn::Store(row, row_tag, base + row_start<stride>(items[lane]) + offset);
    };
#if HWY_MAX_BYTES == 16
    store(first, rows);
#elif HWY_MAX_BYTES == 32
    store(first, hn::LowerHalf(row_tag, rows));
    store(first + 4, hn::UpperHalf(row_tag, rows));
#else
    const hn::FixedTag<float, 8> half_tag;
    const auto low = hn::LowerHalf(half_tag, rows);
    const auto high = hn::UpperHalf(half_tag, rows);
    store(first, hn::LowerHalf(row_tag, low));
    store(first + 4, hn::UpperHalf(row_tag, low));
    store(first + 8, hn::LowerHalf(row_tag, high));
    store(first + 12, hn::UpperHalf(row_tag, high));
#endif
}

/// Writes four floats of each item back. Items are distinct, except for some that are written unchanged.
template <int stride, int offset, class Items>
DRYSTONE_LANE_INLINE void scatter_rows(float* base, const Items& items, const BodyRows<WideLane>& rows) {
    auto a = rows.x.value;
    auto b = rows.y.value;
    auto c = rows.w.value;
    auto d = rows.m.value;
    transpose(a, b, c, d);
    store_parts<stride, offset>(base, items, 0, a);
    store_parts<stride, offset>(base, items, 1, b);
    store_parts<stride, offset>(base, items, 2, c);
    store_parts<stride, offset>(base, items, 3, d);
}

#endif
