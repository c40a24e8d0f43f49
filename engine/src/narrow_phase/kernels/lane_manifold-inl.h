// Manifolds of one vector of lanes, for all kinds of shapes; include after simd/lane_math-inl.h.

/// Up to two contact points per lane, ordered along the tangent (the normal turned by -90 degrees).
template <class Real>
struct LaneManifold {
    LaneVector<Real> normal;    ///< From A to B, in the world.
    LaneVector<Real> arm_a[2];  ///< From the centre of mass of A to the point midway between the surfaces, in
                                ///< the world [m].
    Real separation[2];         ///< [m]
    Real feature[2];            ///< Feature id of the point, see `pack_feature_id`; 0: no point.
};
