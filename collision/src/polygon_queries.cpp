#include "polygon_queries.h"

#include "polygon_scan.h"

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

/// What the verdict, and the feature that it is about, mean for the distance and the cache.
DRYSTONE_INLINE bool conclude(const PolygonPair& pair, PairVerdict verdict, float upper_bound,
                              SimplexCache* cache, Distance& result) {
    if (verdict == PairVerdict::Overlapping) {
        Vec2 point{0.0f, 0.0f};
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

DRYSTONE_INLINE Distance find_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                       float upper_bound, SimplexCache* cache) {
    Distance result;
    const bool fits_four = PolygonPair::fits_four(a, b);
    if (fits_four || PolygonPair::fits(a, b)) {
        PolygonPair pair(a, b, b_in_a);
        const float limit = upper_bound + a.radius + b.radius;
        pair.measure();
        const PairVerdict verdict = fits_four ? pair.scan_lanes<ScanFor::Points, 4>(limit)
                                              : pair.scan_lanes<ScanFor::Points, 8>(limit);
        result.iterations = cache != nullptr && cache->count > 0 ? 2 : 1;
        if (conclude(pair, verdict, upper_bound, cache, result)) {
            return result;
        }
    }
    result = core_distance(a, b, b_in_a, {.upper_bound = upper_bound}, cache);
    return result;
}

DRYSTONE_INLINE bool resume_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                     float upper_bound, SimplexCache& cache, Distance& result) {
    if (!PolygonPair::fits(a, b)) {
        return false;
    }
    PolygonPair pair(a, b, b_in_a);
    result.iterations = 1;
    if (cache.count == 3) {
        Vec2 point{0.0f, 0.0f};
        return pair.resume_triangle(cache, point) && finish_common(point, result);
    }
    pair.measure();
    const PairVerdict verdict = pair.resume(cache, upper_bound + a.radius + b.radius);
    return verdict != PairVerdict::Unsure && conclude(pair, verdict, upper_bound, &cache, result);
}

DRYSTONE_INLINE Distance find_distance_at_corner(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                                 float upper_bound, SimplexCache* cache) {
    Distance result;
    if (PolygonPair::fits(a, b)) {
        PolygonPair pair(a, b, b_in_a);
        pair.measure();
        const PairVerdict verdict = pair.resume_at_corner(*cache, upper_bound + a.radius + b.radius);
        result.iterations = 2;
        if (verdict != PairVerdict::Unsure && conclude(pair, verdict, upper_bound, cache, result)) {
            return result;
        }
    }
    result = Dispatched<&find_distance>::run(a, b, b_in_a, upper_bound, cache);
    return result;
}

/// First from the features that the cache names.
DRYSTONE_INLINE Distance find_distance_again(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                             float upper_bound, SimplexCache* cache) {
    Distance result;
    if (!resume_distance(a, b, b_in_a, upper_bound, *cache, result)) {
        result = cache->count == 2
                     ? Dispatched<&find_distance_at_corner>::run(a, b, b_in_a, upper_bound, cache)
                     : Dispatched<&find_distance>::run(a, b, b_in_a, upper_bound, cache);
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

}  // namespace

bool are_small_polygons(const ConvexCore& a, const ConvexCore& b) { return PolygonPair::fits(a, b); }

Distance any_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float upper_bound,
                      SimplexCache* cache) {
    // Starting anew is apart from going on, so that each has the registers to itself.
    return cache != nullptr && cache->count > 0
               ? Dispatched<&find_distance_again>::run(a, b, b_in_a, upper_bound, cache)
               : Dispatched<&find_distance>::run(a, b, b_in_a, upper_bound, cache);
}

bool polygon_feature(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache,
                     CoreFeature& feature) {
    return PolygonPair::fits(a, b) && Dispatched<&find_feature>::run(a, b, b_in_a, cache, feature);
}

bool polygon_parting_face(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache& cache,
                          CoreFeature& feature) {
    return PolygonPair::fits(a, b) && Dispatched<&find_parting_face>::run(a, b, b_in_a, cache, feature);
}

}  // namespace drystone::detail
