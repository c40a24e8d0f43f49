// Operations that kernels need beyond those of a lane type, written once over the lane type `Real`.
//
// Kernels have no include guard and no includes: they are included inside each namespace that provides a lane
// type, once for every instruction set. A lane type has width, load, store, splat, zero, + - * /, comparisons
// that give a Mask, and the functions select, both, either, without, negated, none_of, bits_of,
// square_root, gather_rows, scatter_rows. Only operations that round the same on every target are used; min
// and max are written as selections.

template <class Real>
DRYSTONE_LANE_INLINE Real greater_of(Real a, Real b) {
    return select(a > b, a, b);
}

template <class Real>
DRYSTONE_LANE_INLINE Real lesser_of(Real a, Real b) {
    return select(a < b, a, b);
}

/// Clamps a value to [-limit, limit].
template <class Real>
DRYSTONE_LANE_INLINE Real clamped(Real value, Real limit) {
    const Real below = select(value > limit, limit, value);
    return greater_of(below, Real::zero() - limit);
}

template <class Real>
DRYSTONE_LANE_INLINE Real absolute(Real value) {
    return select(value < Real::zero(), Real::zero() - value, value);
}

/// Returns what rounding has cut off the sum of two values. Source: Knuth, The Art of Computer Programming,
/// volume 2, 4.2.2, theorem B.
template <class Real>
DRYSTONE_LANE_INLINE Real rounding_error(Real a, Real b, Real sum) {
    const Real b_in_sum = sum - a;
    return (a - (sum - b_in_sum)) + (b - b_in_sum);
}

/// Returns +1 for zero and above, -1 below.
template <class Real>
DRYSTONE_LANE_INLINE Real sign_of(Real value) {
    return select(value < Real::zero(), Real::splat(-1.0f), Real::splat(1.0f));
}

template <class Real>
struct LaneVector {
    Real x, y;
};

template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> select(typename Real::Mask condition, const LaneVector<Real>& yes,
                                             const LaneVector<Real>& no) {
    return {select(condition, yes.x, no.x), select(condition, yes.y, no.y)};
}

template <class Mask>
DRYSTONE_LANE_INLINE Mask select_mask(Mask condition, Mask yes, Mask no) {
    return either(both(condition, yes), without(no, condition));
}

/// Rotates v by (c, s).
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> turned(Real c, Real s, const LaneVector<Real>& v) {
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}

/// Rotates v by the inverse of (c, s).
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> turned_back(Real c, Real s, const LaneVector<Real>& v) {
    return {c * v.x + s * v.y, c * v.y - s * v.x};
}
