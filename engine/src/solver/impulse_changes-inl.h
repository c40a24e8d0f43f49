// Changes of impulses in a pass over contacts, written once over the lane type `Real`. Include it after
// simd/lane_math-inl.h, which explains how.

/// Receives the changes of impulses in a pass, and ignores them.
struct IgnoredChanges {
    template <class Real>
    DRYSTONE_LANE_INLINE void add(Real, Real) const {}
};

/// Finds whether an impulse changes by more than `limit` [m/s] times its effective mass.
template <class Real>
struct LargeChanges {
    Real limit;
    Real excess = Real::zero();  ///< Largest change beyond the limit.

    DRYSTONE_LANE_INLINE void add(Real change, Real mass) {
        excess = greater_of(excess, absolute(change) - limit * mass);
    }
    [[nodiscard]] DRYSTONE_LANE_INLINE bool any() const { return !none_of(excess > Real::zero()); }
};
