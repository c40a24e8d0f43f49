#include "polygon_queries.h"

#include "polygon_pair.h"

namespace drystone::detail {
namespace {

/// Adds the radii to the gap between two cores, of which the strip across the feature is known, by one pair of
/// points at its ends.
DRYSTONE_INLINE bool finish(const PolygonPair& pair, bool beyond, float upper_bound, Distance& result) {
    const CoreFeature& feature = pair.feature;
    const float radius_a = pair.a().radius;
    const float radius_b = pair.b().radius;
    const float x = feature.normal.x();
    const float y = feature.normal.y();
    const float distance = feature.separation - radius_a - radius_b;
    const bool from_b = feature.face_a >= 0;
    const Vec2 on_b = pair.vertex_b(feature.vertex_b);
    const Vec2& on_a = pair.a().points[feature.vertex_a];
    if (!(distance > 0.0f)) {
        const Vec2 way = feature.separation * feature.normal;
        const CoreGap gap{feature.normal, feature.separation, from_b ? Vec2{on_b - way} : on_a,
                          from_b ? on_b : Vec2{on_a + way}};
        const int iterations = result.iterations;
        result = finish_distance(gap, Vec2{0.0f, 0.0f}, radius_a, radius_b, upper_bound);
        result.iterations = iterations;
        return result.status != DistanceStatus::NotFinite;
    }
    // From the vertex that the feature names to the surfaces.
    const float to_a = from_b ? radius_a - feature.separation : radius_a;
    const float to_b = from_b ? -radius_b : feature.separation - radius_b;
    const float from_x = from_b ? on_b.x() : on_a.x();
    const float from_y = from_b ? on_b.y() : on_a.y();
    result.normal = feature.normal;
    if (beyond) {
        result.point_a = {on_a.x() + radius_a * x, on_a.y() + radius_a * y};
        result.point_b = {on_b.x() - radius_b * x, on_b.y() - radius_b * y};
    } else {
        result.point_a = {from_x + to_a * x, from_y + to_a * y};
        result.point_b = {from_x + to_b * x, from_y + to_b * y};
    }
    result.distance = distance;
    result.status = DistanceStatus::Separated;
    if (beyond || distance > upper_bound) {
        result.status = DistanceStatus::BeyondBound;
        result.distance = distance > upper_bound ? distance : upper_bound;
    }
    const Lanes points{result.point_a.x(), result.point_a.y(), result.point_b.x(), result.point_b.y()};
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
    if (verdict == PairVerdict::Unsure || !finish(pair, verdict == PairVerdict::Beyond, upper_bound, result)) {
        return false;
    }
    if (cache != nullptr && pair.moved) {
        pair.store(*cache);
    }
    return true;
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
    feature = pair.feature;
    return verdict == PairVerdict::Apart || verdict == PairVerdict::Overlapping;
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
#endif

}  // namespace

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

}  // namespace drystone::detail
