#include "gjk/polygon_queries.h"

#include "gjk/polygon_scan.h"

namespace drystone {
namespace detail {
namespace {

/// Finishes the result where the cores are apart, but the rounded polygons overlap.
DRYSTONE_NOINLINE bool finish_overlap(const PairFeature& feature, const Vec2& on_a, const Vec2& on_b,
                                      float radius_a, float radius_b, Distance& result) {
    const Vec2 normal{feature.x, feature.y};
    const Vec2 way = feature.separation * normal;
    const CoreGap gap{normal, feature.separation, feature.of_a() ? on_b - way : on_a,
                      feature.of_a() ? on_b : on_a + way};
    const int iterations = result.iterations;
    result = finish_distance(gap, Vec2{0.0f, 0.0f}, radius_a, radius_b, std::numeric_limits<float>::max());
    result.iterations = iterations;
    return result.status != DistanceStatus::NotFinite;
}

/// Upper bound of the distances of interest [m].
struct Bound {
    float value;

    [[nodiscard]] DRYSTONE_INLINE bool is_passed_by(float distance) const { return distance > value; }
    /// Returns the bound on the distance of the cores.
    [[nodiscard]] DRYSTONE_INLINE float limit(const ConvexCore& a, const ConvexCore& b) const {
        return value + a.radius + b.radius;
    }
};
/// No bound. An infinite distance is rejected elsewhere.
struct NoBound {
    static constexpr float value = std::numeric_limits<float>::max();

    DRYSTONE_INLINE static bool is_passed_by(float /*distance*/) { return false; }
    DRYSTONE_INLINE static float limit(const ConvexCore& /*a*/, const ConvexCore& /*b*/) {
        return std::numeric_limits<float>::infinity();
    }
};

/// Adds the radii to the gap between two cores. The witness points lie along the normal from `vertex`, at the
/// distances of both surfaces: `vertex` belongs to B if the face is one of A, else to A. Returns false if the
/// result is not finite or no distance remains.
template <class AnyBound>
DRYSTONE_INLINE bool finish_apart(const PolygonPair& pair, const Vec2& vertex, bool of_b, AnyBound bound,
                                  Distance& result) {
    const PairFeature& feature = pair.feature;
    const float radius_a = pair.a().radius;
    const float radius_b = pair.b().radius;
    const float separation = feature.separation;
    const float distance = separation - radius_a - radius_b;
    const float to_b = separation - radius_b;
    const float back = of_b ? separation : 0.0f;
    const Float4 way = Float4::of(radius_a, radius_a, to_b, to_b) - back;
    const Vec2 normal{feature.x, feature.y};
    const Float4 points = twice(vertex) + way * twice(normal);
    result.status = bound.is_passed_by(distance) ? DistanceStatus::BeyondBound : DistanceStatus::Separated;
    result.distance = distance;
    result.normal = normal;
    result.point_a = {points.at<0>(), points.at<1>()};
    result.point_b = {points.at<2>(), points.at<3>()};
    // The points are not finite if the separation is not.
    return distance > 0.0f && are_finite(points);
}

/// Adds the radii to the gap between two cores. Beyond the limit the witness points belong to the two
/// vertices that the feature names, else to one of them and its foot on the other side.
DRYSTONE_INLINE bool finish(const PolygonPair& pair, bool beyond, float upper_bound, Distance& result) {
    const PairFeature& feature = pair.feature;
    const float radius_a = pair.a().radius;
    const float radius_b = pair.b().radius;
    const Vec2 on_b = pair.vertex_b(feature.at_b);
    const Vec2 on_a = pair.a().points[feature.at_a];
    if (!(feature.separation - radius_a - radius_b > 0.0f)) {
        // Copies keep the pair itself in registers.
        return !beyond && finish_overlap(PairFeature(feature), on_a, on_b, radius_a, radius_b, result);
    }
    const Float4 vertex = choose(feature.of_a(), twice(on_b), twice(on_a));
    if (!finish_apart(pair, Vec2{vertex.at<0>(), vertex.at<1>()}, feature.of_a(), Bound{upper_bound},
                      result)) {
        return false;
    }
    if (beyond) {
        result.status = DistanceStatus::BeyondBound;
        result.distance = result.distance > upper_bound ? result.distance : upper_bound;
        result.point_a = on_a + radius_a * result.normal;
        result.point_b = on_b - radius_b * result.normal;
    }
    return true;
}

/// Sets a common point. The rest of the result must still have its default values.
DRYSTONE_INLINE bool finish_common(const Vec2& point, Distance& result) {
    result.status = DistanceStatus::Overlapping;
    result.point_a = point;
    result.point_b = point;
    return are_finite(twice(point));
}

/// Sets the distance and the cache from a verdict that the polygons are apart and its feature. Returns false
/// if nothing is certain.
DRYSTONE_INLINE bool conclude(const PolygonPair& pair, PairVerdict verdict, float upper_bound,
                              SimplexCache* cache, Distance& result) {
    if (verdict == PairVerdict::Unsure ||
        !finish(pair, verdict == PairVerdict::Beyond, upper_bound, result)) {
        return false;
    }
    if (cache != nullptr && pair.moved) {
        pair.store(*cache);
    }
    return true;
}

DRYSTONE_NOINLINE void find_core_distance(Distance& result, const ConvexCore& a, const ConvexCore& b,
                                          const Pose& b_in_a, float upper_bound, SimplexCache* cache) {
    result = core_distance(a, b, b_in_a, {.upper_bound = upper_bound}, cache);
}

/// Computes the distance from all faces of two polygons of 3 to 4, or 3 to 8, vertices.
template <int of_each>
DRYSTONE_NOINLINE void scan_distance(Distance& result, const ConvexCore& a, const ConvexCore& b,
                                     const Pose& b_in_a, float upper_bound, SimplexCache* cache) {
    PolygonPair pair(a, b, b_in_a);
    pair.measure_offset();
    Placed<of_each> both(a, b, pair.rotation(), pair.offset());
    pair.measure_error_bound(both);
    PolygonTable<of_each> table;
    both.place_normals(a, b, table);
    const FaceSeparations<of_each> faces(both, table);
    result.iterations = cache != nullptr && cache->count > 0 ? 2 : 1;
    if (!pair.is_within_error_bound(faces.maximum)) {
        if (faces.maximum < 0.0f) {
            Vec2 point{0.0f, 0.0f};
            if (pair.find_common_point(both, table, faces, point, cache) && finish_common(point, result)) {
                return;
            }
        } else {
            const float limit = upper_bound + a.radius + b.radius;
            const PairVerdict verdict = pair.take<ScanFor::Features>(both, table, faces, faces.lane(), limit);
            if (conclude(pair, verdict, upper_bound, cache, result)) {
                return;
            }
        }
    }
    find_core_distance(result, a, b, b_in_a, upper_bound, cache);
}

/// Computes the distance without regard to the features in the cache.
DRYSTONE_INLINE void find_distance(Distance& result, const ConvexCore& a, const ConvexCore& b,
                                   const Pose& b_in_a, float upper_bound, SimplexCache* cache) {
    if (PolygonPair::fits_four(a, b)) {
        return scan_distance<4>(result, a, b, b_in_a, upper_bound, cache);
    }
    if (PolygonPair::fits(a, b)) {
        return scan_distance<8>(result, a, b, b_in_a, upper_bound, cache);
    }
    find_core_distance(result, a, b, b_in_a, upper_bound, cache);
}
DRYSTONE_NOINLINE void recompute_distance(Distance& result, const ConvexCore& a, const ConvexCore& b,
                                          const Pose& b_in_a, float upper_bound, SimplexCache* cache) {
    find_distance(result, a, b, b_in_a, upper_bound, cache);
}

/// Computes the distance from features next to those that the cache names.
DRYSTONE_NOINLINE void find_distance_beside(Distance& result, const ConvexCore& a, const ConvexCore& b,
                                            const Pose& b_in_a, float upper_bound, SimplexCache* cache) {
    if (!PolygonPair::fits(a, b)) {
        return recompute_distance(result, a, b, b_in_a, upper_bound, cache);
    }
    PolygonPair pair(a, b, b_in_a);
    pair.measure();
    const float limit = upper_bound + a.radius + b.radius;
    const PairVerdict verdict =
        cache->count == 1 ? pair.resume(*cache, limit) : pair.resume_at_corner(*cache, limit);
    result.iterations = 2;
    if (verdict == PairVerdict::Unsure || !conclude(pair, verdict, upper_bound, cache, result)) {
        recompute_distance(result, a, b, b_in_a, upper_bound, cache);
    }
}

// The functions below start from the features that the cache names. Cases that are not proved at once go to
// the functions above, which are not inlined, so that these need few registers.

/// Returns whether the vertices exist and the polygons fit.
DRYSTONE_INLINE bool has_vertices(const ConvexCore& a, int i, const ConvexCore& b, int j) {
    return PolygonPair::fits(a, b) && i < a.count && j < b.count;
}

/// Tests whether two vertices are still nearest to each other; if so, finishes the result.
template <class AnyBound>
DRYSTONE_INLINE bool resume_at_vertices(Distance& result, const ConvexCore& a, const ConvexCore& b,
                                        const Pose& b_in_a, int i, int j, AnyBound bound) {
    PolygonPair pair(a, b, b_in_a);
    result.iterations = 1;
    return pair.are_nearest(i, j) && finish_apart(pair, a.points[i], false, bound, result);
}

/// Tests whether a face of A or of B is still nearest to a vertex; if so, finishes the result.
template <bool of_a, class AnyBound>
DRYSTONE_INLINE bool resume_at_face(Distance& result, const ConvexCore& a, const ConvexCore& b,
                                    const Pose& b_in_a, int i, int j, AnyBound bound) {
    PolygonPair pair(a, b, b_in_a);
    result.iterations = 1;
    pair.measure_between(i, j);
    return pair.try_face(of_a, of_a ? i : j, of_a ? j : i, bound.limit(a, b)) == PairVerdict::Apart &&
           finish_apart(pair, of_a ? pair.vertex_b(j) : a.points[i], of_a, bound, result);
}

template <class AnyBound>
DRYSTONE_NOINLINE void resume_vertices(Distance& result, const ConvexCore& a, const ConvexCore& b,
                                       const Pose& b_in_a, AnyBound bound, SimplexCache* cache) {
    const int i = cache->a[0];
    const int j = cache->b[0];
    if (!has_vertices(a, i, b, j) || !resume_at_vertices(result, a, b, b_in_a, i, j, bound)) {
        find_distance_beside(result, a, b, b_in_a, bound.value, cache);
    }
}

template <class AnyBound>
DRYSTONE_NOINLINE void resume_face(Distance& result, const ConvexCore& a, const ConvexCore& b,
                                   const Pose& b_in_a, AnyBound bound, SimplexCache* cache) {
    const int i = cache->a[0];
    const int j = cache->b[0];
    bool is_found = false;
    if (has_vertices(a, i, b, j)) {
        // The polygon without the face has the same vertex twice. A branch, so that each side needs fewer
        // registers.
        if (cache->b[1] == j) {
            is_found = cache->a[1] == PolygonPair::next(i, a.count) &&
                       resume_at_face<true>(result, a, b, b_in_a, i, j, bound);
        } else {
            is_found = cache->a[1] == i && cache->b[1] == PolygonPair::next(j, b.count) &&
                       resume_at_face<false>(result, a, b, b_in_a, i, j, bound);
        }
    }
    if (!is_found) {
        find_distance_beside(result, a, b, b_in_a, bound.value, cache);
    }
}

template <class AnyBound>
DRYSTONE_NOINLINE void resume_overlap(Distance& result, const ConvexCore& a, const ConvexCore& b,
                                      const Pose& b_in_a, AnyBound bound, SimplexCache* cache) {
    const PolygonPair pair(a, b, b_in_a);
    result.iterations = 1;
    Vec2 point{0.0f, 0.0f};
    if (!pair.resume_triangle(*cache, point) || !finish_common(point, result)) {
        recompute_distance(result, a, b, b_in_a, bound.value, cache);
    }
}

template <class AnyBound>
DRYSTONE_INLINE Distance distance_within(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                         AnyBound bound, SimplexCache* cache) {
    Distance result;
    switch (cache != nullptr ? cache->count : 0) {
        case 1: resume_vertices<AnyBound>(result, a, b, b_in_a, bound, cache); break;
        case 2: resume_face<AnyBound>(result, a, b, b_in_a, bound, cache); break;
        case 3: resume_overlap<AnyBound>(result, a, b, b_in_a, bound, cache); break;
        default: find_distance(result, a, b, b_in_a, bound.value, cache); break;
    }
    return result;
}

DRYSTONE_INLINE void describe(const PairFeature& found, CoreFeature& feature) {
    feature.normal = {found.x, found.y};
    feature.separation = found.separation;
    feature.face_a = choose(found.of_a(), found.at_a, -1);
    feature.face_b = choose(found.kind == PairFeature::Kind::FaceOfB, found.at_b, -1);
    feature.vertex_a = found.at_a;
    feature.vertex_b = found.at_b;
}

DRYSTONE_NOINLINE bool find_feature(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                    SimplexCache* cache, CoreFeature& feature) {
    constexpr float limit = std::numeric_limits<float>::max();
    PolygonPair pair(a, b, b_in_a);
    pair.measure();
    PairVerdict verdict = cache != nullptr ? pair.resume(*cache, limit) : PairVerdict::Unsure;
    verdict = verdict == PairVerdict::Unsure ? pair.scan<ScanFor::Features>(limit) : verdict;
    if (cache != nullptr && verdict == PairVerdict::Apart && pair.moved) {
        pair.store(*cache);
    }
    describe(pair.feature, feature);
    return verdict == PairVerdict::Apart || verdict == PairVerdict::Overlapping;
}

DRYSTONE_NOINLINE bool find_parting_face(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                         SimplexCache& cache, CoreFeature& feature) {
    PolygonPair pair(a, b, b_in_a);
    pair.measure_offset();
    if (pair.scan<ScanFor::Face>(std::numeric_limits<float>::max()) != PairVerdict::Apart) {
        return false;
    }
    pair.store(cache);
    describe(pair.feature, feature);
    return true;
}

}  // namespace

bool are_small_polygons(const ConvexCore& a, const ConvexCore& b) { return PolygonPair::fits(a, b); }

Distance any_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float upper_bound,
                      SimplexCache* cache) {
    return distance_within(a, b, b_in_a, Bound{upper_bound}, cache);
}

}  // namespace detail

Distance distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache) {
    return detail::distance_within(a, b, b_in_a, detail::NoBound{}, cache);
}

namespace detail {

bool polygon_feature(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache,
                     CoreFeature& feature) {
    return PolygonPair::fits(a, b) && find_feature(a, b, b_in_a, cache, feature);
}

bool polygon_parting_face(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache& cache,
                          CoreFeature& feature) {
    return PolygonPair::fits(a, b) && find_parting_face(a, b, b_in_a, cache, feature);
}

}  // namespace detail
}  // namespace drystone
