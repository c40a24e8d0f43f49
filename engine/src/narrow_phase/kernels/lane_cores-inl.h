// Convex cores of at most eight points in lanes, as stored in frames (see `write_polygon_frame`). Written
// once over the lane type `Real`; include after simd/lane_math-inl.h.

/// Maximum number of points of a core that does not need the kernel for eight.
inline constexpr int max_middling_points = 6;

/// Points and outward normals of a core. Places beyond the last point repeat the first one.
template <class Real, int N>
struct LaneCore {
    LaneVector<Real> points[N];
    LaneVector<Real> normals[N];
    Real count;
    Real radius;
};

/// Gathers two points that share a row.
template <class Real, int offset>
DRYSTONE_LANE_INLINE void gather_two(const float* frames, const std::int32_t* frame,
                                     LaneVector<Real>* points) {
    BodyRows<Real> row;
    gather_rows<4, offset>(frames, frame, row);
    points[0] = {row.x, row.y};
    points[1] = {row.w, row.m};
}

template <class Real, int N, int offset>
DRYSTONE_LANE_INLINE void gather_points(const float* frames, const std::int32_t* frame,
                                        LaneVector<Real>* points) {
    gather_two<Real, offset>(frames, frame, points);
    gather_two<Real, offset + 4>(frames, frame, points + 2);
    if constexpr (N > 4) {
        gather_two<Real, offset + 8>(frames, frame, points + 4);
    }
    if constexpr (N > 6) {
        gather_two<Real, offset + 12>(frames, frame, points + 6);
    }
}

/// Gathers the first N of the points that a frame has room for.
template <int room, class Real, int N>
DRYSTONE_LANE_INLINE void gather_core(const float* frames, const std::int32_t* frame,
                                      const BodyRows<Real>& header, LaneCore<Real, N>& core) {
    core.radius = header.w;
    core.count = header.m;
    gather_points<Real, N, 8>(frames, frame, core.points);
    gather_points<Real, N, 8 + 2 * room>(frames, frame, core.normals);
}

template <class Real>
DRYSTONE_LANE_INLINE Real dot(const LaneVector<Real>& a, const LaneVector<Real>& b) {
    return a.x * b.x + a.y * b.y;
}

/// Rotates a core by (c, s) and translates it.
template <class Real, int N>
DRYSTONE_LANE_INLINE void place_core(Real c, Real s, const LaneVector<Real>& way, LaneCore<Real, N>& core) {
    for (int i = 0; i < N; ++i) {
        const LaneVector<Real> point = turned(c, s, core.points[i]);
        core.points[i] = {point.x + way.x, point.y + way.y};
        core.normals[i] = turned(c, s, core.normals[i]);
    }
}
