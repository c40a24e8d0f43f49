#include "polygon_queries.h"

#include "polygon_pair.h"

namespace drystone::detail {
namespace {

/// Where the cores are apart, but the rounded polygons are not.
__attribute__((noinline)) bool finish_overlap(const PairFeature& feature, const Vec2& on_a, const Vec2& on_b,
                                              float radius_a, float radius_b, Distance& result) {
    const Vec2 normal{feature.x, feature.y};
    const Vec2 way = feature.separation * normal;
    const CoreGap gap{normal, feature.separation, feature.of_a() ? Vec2{on_b - way} : on_a,
                      feature.of_a() ? on_b : Vec2{on_a + way}};
    const int iterations = result.iterations;
    result = finish_distance(gap, Vec2{0.0f, 0.0f}, radius_a, radius_b, std::numeric_limits<float>::max());
    result.iterations = iterations;
    return result.status != DistanceStatus::NotFinite;
}

/// Adds the radii to the gap between two cores. Beyond the limit the witness points are the vertices that the
/// feature names, else one of them and its foot on the other side.
DRYSTONE_INLINE bool finish(const PolygonPair& pair, bool beyond, float upper_bound, Distance& result) {
    const PairFeature& feature = pair.feature;
    const float radius_a = pair.a().radius;
    const float radius_b = pair.b().radius;
    const float separation = feature.separation;
    const float distance = separation - radius_a - radius_b;
    const Vec2 on_b = pair.vertex_b(feature.at_b);
    const Vec2& on_a = pair.a().points[feature.at_a];
    if (!(distance > 0.0f)) {
        return !beyond && finish_overlap(feature, on_a, on_b, radius_a, radius_b, result);
    }
    const Lanes normal{feature.x, feature.y, feature.x, feature.y};
    const Lanes of_a{on_a.x(), on_a.y(), on_a.x(), on_a.y()};
    const Lanes of_b{on_b.x(), on_b.y(), on_b.x(), on_b.y()};
    // From a vertex of A: as far as both surfaces are from it. From one of B that much less.
    Lanes from = choose(feature.of_a(), of_b, of_a);
    Lanes way = Lanes{radius_a, radius_a, separation - radius_b, separation - radius_b} -
                choose(feature.of_a(), broadcast(separation), broadcast(0.0f));
    result.status = DistanceStatus::Separated;
    result.distance = distance;
    if (beyond || distance > upper_bound) {
        result.status = DistanceStatus::BeyondBound;
        result.distance = distance > upper_bound ? distance : upper_bound;
        if (beyond) {
            from = Lanes{on_a.x(), on_a.y(), on_b.x(), on_b.y()};
            way = Lanes{radius_a, radius_a, -radius_b, -radius_b};
        }
    }
    const Lanes points = from + way * normal;
    result.normal = {feature.x, feature.y};
    result.point_a = {points[0], points[1]};
    result.point_b = {points[2], points[3]};
    const Lanes sum = points + distance;
    return bits_of(sum - sum == 0.0f) == 0xF;
}

DRYSTONE_INLINE bool finish_common(const Vec2& point, Distance& result) {
    result.status = DistanceStatus::Overlapping;
    result.distance = 0.0f;
    result.normal = {0.0f, 0.0f};
    result.point_a = point;
    result.point_b = point;
    return is_finite(point);
}

DRYSTONE_INLINE bool find_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                   float upper_bound, SimplexCache* cache, Distance& result) {
    PolygonPair pair(a, b, b_in_a);
    Vec2 point{0.0f, 0.0f};
    const bool cached = cache != nullptr && cache->count > 0;
    result.iterations = cached ? 1 : 0;
    if (cached && cache->count == 3 && pair.resume_triangle(*cache, point)) {
        return finish_common(point, result);
    }
    const float limit = upper_bound + a.radius + b.radius;
    pair.measure();
    PairVerdict verdict = cached ? pair.resume(*cache, limit) : PairVerdict::Unsure;
    if (verdict == PairVerdict::Unsure) {
        ++result.iterations;
        verdict = pair.scan<ScanFor::Points>(limit);
    }
    if (verdict == PairVerdict::Overlapping) {
        return pair.find_common_point(point, cache) && finish_common(point, result);
    }
    if (verdict == PairVerdict::Unsure ||
        !finish(pair, verdict == PairVerdict::Beyond, upper_bound, result)) {
        return false;
    }
    if (cache != nullptr && pair.moved) {
        pair.store(*cache);
    }
    return true;
}

DRYSTONE_INLINE void describe(const PairFeature& found, CoreFeature& feature) {
    feature.normal = {found.x, found.y};
    feature.separation = found.separation;
    feature.face_a = choose(found.of_a(), found.at_a, -1);
    feature.face_b = choose(found.kind == PairFeature::Kind::FaceOfB, found.at_b, -1);
    feature.vertex_a = found.at_a;
    feature.vertex_b = found.at_b;
}

DRYSTONE_INLINE bool find_feature(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
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

DRYSTONE_INLINE bool find_parting_face(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                       SimplexCache& cache, CoreFeature& feature) {
    PolygonPair pair(a, b, b_in_a);
    pair.measure();
    if (pair.scan<ScanFor::Face>(std::numeric_limits<float>::max()) != PairVerdict::Apart) {
        return false;
    }
    pair.store(cache);
    describe(pair.feature, feature);
    return true;
}

__attribute__((noinline)) bool find_distance_plainly(const ConvexCore& a, const ConvexCore& b,
                                                     const Pose& b_in_a, float upper_bound,
                                                     SimplexCache* cache, Distance& result) {
    return find_distance(a, b, b_in_a, upper_bound, cache, result);
}
__attribute__((noinline)) bool find_feature_plainly(const ConvexCore& a, const ConvexCore& b,
                                                    const Pose& b_in_a, SimplexCache* cache,
                                                    CoreFeature& feature) {
    return find_feature(a, b, b_in_a, cache, feature);
}
__attribute__((noinline)) bool find_parting_face_plainly(const ConvexCore& a, const ConvexCore& b,
                                                         const Pose& b_in_a, SimplexCache& cache,
                                                         CoreFeature& feature) {
    return find_parting_face(a, b, b_in_a, cache, feature);
}
#if defined(__x86_64__)
__attribute__((target("avx2"))) bool find_distance_avx2(const ConvexCore& a, const ConvexCore& b,
                                                        const Pose& b_in_a, float upper_bound,
                                                        SimplexCache* cache, Distance& result) {
    return find_distance(a, b, b_in_a, upper_bound, cache, result);
}
__attribute__((target("avx2"))) bool find_feature_avx2(const ConvexCore& a, const ConvexCore& b,
                                                       const Pose& b_in_a, SimplexCache* cache,
                                                       CoreFeature& feature) {
    return find_feature(a, b, b_in_a, cache, feature);
}
__attribute__((target("avx2"))) bool find_parting_face_avx2(const ConvexCore& a, const ConvexCore& b,
                                                            const Pose& b_in_a, SimplexCache& cache,
                                                            CoreFeature& feature) {
    return find_parting_face(a, b, b_in_a, cache, feature);
}
#endif

}  // namespace

bool are_small_polygons(const ConvexCore& a, const ConvexCore& b) { return PolygonPair::fits(a, b); }

bool polygon_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float upper_bound,
                      SimplexCache* cache, Distance& result) {
    if (!PolygonPair::fits(a, b)) {
        return false;
    }
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return find_distance_avx2(a, b, b_in_a, upper_bound, cache, result);
    }
#endif
    return find_distance_plainly(a, b, b_in_a, upper_bound, cache, result);
}

bool polygon_feature(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache,
                     CoreFeature& feature) {
    if (!PolygonPair::fits(a, b)) {
        return false;
    }
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return find_feature_avx2(a, b, b_in_a, cache, feature);
    }
#endif
    return find_feature_plainly(a, b, b_in_a, cache, feature);
}

bool polygon_parting_face(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache& cache,
                          CoreFeature& feature) {
    if (!PolygonPair::fits(a, b)) {
        return false;
    }
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return find_parting_face_avx2(a, b, b_in_a, cache, feature);
    }
#endif
    return find_parting_face_plainly(a, b, b_in_a, cache, feature);
}

}  // namespace drystone::detail
