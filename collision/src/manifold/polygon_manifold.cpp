#include "manifold/polygon_manifold.h"

#include "manifold/polygon_clip.h"

namespace drystone {
namespace detail {
namespace {

/// The touching faces of both polygons, and the one to which the normal belongs.
struct TouchingFaces {
    float x;  ///< The normal, from A to B.
    float y;
    int of_a;
    int of_b;
    bool on_a;
};

/// Pairs the feature's face with the face at its vertex that faces more towards the other polygon.
DRYSTONE_INLINE TouchingFaces touching_faces(const PolygonPair& pair, const PairFeature& feature, bool on_a) {
    const ConvexCore& core = *pair.core(on_a);
    const int vertex = choose(on_a, feature.at_b, feature.at_a);
    const int before = PolygonPair::previous(vertex, core.count);
    const Rot& q = pair.rotation();
    const Float4 normal = Float4::of(feature.x, feature.y, feature.x, feature.y);
    const Float4 back = negated(q.c * normal + Float4::of(q.s, -q.s, q.s, -q.s) * exchanged(normal));
    const Float4 towards = choose(on_a, back, normal) * both_of(core.normals[before], core.normals[vertex]);
    const Float4 sums = towards + exchanged(towards);
    const int incident = choose(sums.at<0>() > sums.at<2>(), before, vertex);
    return {feature.x, feature.y, choose(on_a, feature.at_a, incident), choose(on_a, incident, feature.at_b),
            on_a};
}

/// Returns the ends of both faces side by side, relative to the first vertex of A: for A the end where the
/// tangent `right_perp(normal)` begins and the one where it ends, then the same for B.
DRYSTONE_INLINE Points4 ends_of(const PolygonPair& pair, const TouchingFaces& faces) {
    const ConvexCore& a = pair.a();
    const ConvexCore& b = pair.b();
    const Vec2& low_a = a.points[PolygonPair::next(faces.of_a, a.count)];
    const Vec2& high_a = a.points[faces.of_a];
    const Vec2& low_b = b.points[faces.of_b];
    const Vec2& high_b = b.points[PolygonPair::next(faces.of_b, b.count)];
    const Float4 on_a = both_of(low_a, high_a) - both_of(a.points[0], a.points[0]);
    const Float4 local = both_of(low_b, high_b) - both_of(b.points[0], b.points[0]);
    const Rot& q = pair.rotation();
    const Float4 on_b =
        q.c * local + Float4::of(-q.s, q.s, -q.s, q.s) * exchanged(local) + twice(pair.offset());
    return {Float4::shuffle<0, 2, 0, 2>(on_a, on_b), Float4::shuffle<1, 3, 1, 3>(on_a, on_b)};
}

/// Adds the same points as `clip_lanes`, without the lanes.
DRYSTONE_INLINE bool add_face_points(const PolygonPair& pair, const TouchingFaces& faces, float margin,
                                     Manifold& manifold) {
    const Points4 ends = ends_of(pair, faces);
    const Float4 along = faces.y * ends.x - faces.x * ends.y;
    const Float4 height = faces.x * ends.x + faces.y * ends.y;
    const Float4 along_of_b = Float4::upper_half(along);
    const Float4 height_of_b = Float4::upper_half(height);
    const Float4 maximum = Float4::max(along, along_of_b);
    const Float4 minimum = Float4::min(along, along_of_b);
    // The lower and the upper end of the stretch that they share.
    const float low = maximum.at<0>();
    const float high = minimum.at<1>();
    if (!(low < high)) {
        return false;
    }
    const Float4 at = Float4::of(low, high, low, high);
    const Float4 t = choose(faces.on_a, along_of_b, along);
    const Float4 h = choose(faces.on_a, height_of_b, height);
    const Float4 flat = splat<0>(choose(faces.on_a, height, height_of_b));
    const Float4 t_low = splat<0>(t);
    const Float4 h_low = splat<0>(h);
    const Float4 inclined = h_low + (at - t_low) / (splat<1>(t) - t_low) * (splat<1>(h) - h_low);
    const int next_a = PolygonPair::next(faces.of_a, pair.a().count);
    const int next_b = PolygonPair::next(faces.of_b, pair.b().count);
    const Float4 names = Float4::of_bits(next_a << 16 | faces.of_b, faces.of_a << 16 | next_b, 0, 0);
    const Vec2 normal{faces.x, faces.y};
    add_points(pair, normal, at, -signs[faces.on_a] * (inclined - flat), inclined + flat, names, margin,
               manifold);
    return true;
}

/// Finds the face at one of two nearest vertices whose normal is closest to the gap between them. Returns
/// false if none is close enough.
DRYSTONE_INLINE bool prefer_face(const PolygonPair& pair, PairFeature& feature) {
    const ConvexCore& a = pair.a();
    const ConvexCore& b = pair.b();
    const Rot& q = pair.rotation();
    const float x = feature.way_x;
    const float y = feature.way_y;
    const float back_x = -(q.c * x + q.s * y);
    const float back_y = -(q.c * y - q.s * x);
    const int before_i = PolygonPair::previous(feature.at_a, a.count);
    const int before_j = PolygonPair::previous(feature.at_b, b.count);
    const Float4 of_both_a = both_of(a.normals[before_i], a.normals[feature.at_a]);
    const Float4 of_both_b = both_of(b.normals[before_j], b.normals[feature.at_b]);
    const Float4 along =
        Float4::shuffle<0, 2, 0, 2>(of_both_a, of_both_b) * Float4::of(x, x, back_x, back_x) +
        Float4::shuffle<1, 3, 1, 3>(of_both_a, of_both_b) * Float4::of(y, y, back_y, back_y);
    const Float4 top = largest(along);
    const int best = std::countr_zero(mask_of(along == top) | 8u);
    const bool of_a = best < 2;
    const ConvexCore& core = *pair.core(!of_a);
    const int vertex = choose(of_a, feature.at_a, feature.at_b);
    const int face = choose((best & 1) != 0, vertex, PolygonPair::previous(vertex, core.count));
    const Vec2 edge = core.points[PolygonPair::next(face, core.count)] - core.points[face];
    if (!(top.at<0>() > 0.0f) || !(feature.separation - top.at<0>() <= nearly_on_face * length(edge))) {
        return false;
    }
    const int opposite = choose(of_a, feature.at_b, feature.at_a);
    ViewFromFace(pair, of_a, face, opposite).describe(of_a, face, opposite, feature);
    return true;
}

/// Adds the points for a feature that is a face. A branch, since predicting which polygon has it costs less
/// than selecting by it.
DRYSTONE_INLINE bool add_face_contact(const PolygonPair& pair, const PairFeature& feature, float margin,
                                      Manifold& manifold) {
    if (feature.of_a()) {
        return add_face_points(pair, touching_faces(pair, feature, true), margin, manifold);
    }
    return add_face_points(pair, touching_faces(pair, feature, false), margin, manifold);
}

/// Adds points along the stretch that two faces share, if the feature is a face, or two vertices that nearly
/// belong to one.
DRYSTONE_INLINE bool add_flat_contact(const PolygonPair& pair, float margin, Manifold& manifold) {
    if (pair.feature.is_face()) {
        return add_face_contact(pair, pair.feature, margin, manifold);
    }
    PairFeature face = pair.feature;
    if (!prefer_face(pair, face) || !add_face_contact(pair, face, margin, manifold) || manifold.count < 2) {
        return false;
    }
    // A steep edge that ends next to the face has no depth left where it is clipped: the corner alone is the
    // contact then.
    const ManifoldPoint& first = manifold.points[0];
    const ManifoldPoint& second = manifold.points[1];
    const float minimum = first.separation < second.separation ? first.separation : second.separation;
    const float nearest = face.separation - pair.a().radius - pair.b().radius;
    return minimum - nearest <= nearly_on_face * length(second.point - first.point);
}

/// Adds one point midway between the vertex that the feature names and the other polygon.
DRYSTONE_INLINE void add_single_point(const PolygonPair& pair, float margin, Manifold& manifold) {
    const PairFeature& feature = pair.feature;
    const Vec2 at = feature.of_a() ? pair.vertex_b(feature.at_b) : pair.a().points[feature.at_a];
    const float separation = feature.separation - pair.a().radius - pair.b().radius;
    const Vec2 normal{feature.x, feature.y};
    manifold.normal = normal;
    manifold.count = 0;
    if (separation <= margin) {
        const float to_middle =
            feature.of_a() ? -pair.b().radius - 0.5f * separation : pair.a().radius + 0.5f * separation;
        manifold.count = 1;
        manifold.points[0].point = at + to_middle * normal;
        manifold.points[0].separation = separation;
        manifold.points[0].feature = static_cast<std::uint32_t>(feature.at_a << 16 | feature.at_b);
        manifold.points[1] = {};
    }
}

/// Sets the cache and the manifold from a verdict and its feature. Returns false if nothing is certain.
DRYSTONE_INLINE bool conclude(const PolygonPair& pair, PairVerdict verdict, float margin, SimplexCache& cache,
                              Manifold& manifold) {
    if (verdict == PairVerdict::Unsure || !is_finite(pair.feature.separation)) {
        return false;
    }
    if (verdict != PairVerdict::Apart) {
        cache.count = 0;
    } else if (pair.moved) {
        pair.store(cache);
    }
    if (verdict != PairVerdict::Beyond && !add_flat_contact(pair, margin, manifold)) {
        add_single_point(pair, margin, manifold);
    }
    return true;
}

template <int of_each>
DRYSTONE_INLINE PairVerdict find_contact(PolygonPair& pair, const Placed<of_each>& both,
                                         const PolygonTable<of_each>& table,
                                         const FaceSeparations<of_each>& faces, int lane, float reach) {
    return !pair.is_within_error_bound(faces.maximum)
               ? pair.take<ScanFor::Contacts>(both, table, faces, lane, reach)
               : PairVerdict::Unsure;
}

/// Finds the contacts from all faces. Returns false if GJK has to decide.
template <int of_each>
DRYSTONE_INLINE bool scan_for_contacts(PolygonPair& pair, float reach, float margin, SimplexCache& cache,
                                       Manifold& manifold) {
    Placed<of_each> both(pair.a(), pair.b(), pair.rotation(), pair.offset());
    pair.measure_error_bound(both);
    const float beyond = reach > pair.error_bound() ? reach : pair.error_bound();
    if (both.parted(beyond + pair.error_bound())) {
        cache.count = 0;
        return true;
    }
    PolygonTable<of_each> table;
    both.place_normals(pair.a(), pair.b(), table);
    const FaceSeparations<of_each> faces(both, table);
    const float separation = faces.maximum;
    if (separation > beyond) {
        cache.count = 0;
        return true;
    }
    const int lane = faces.lane();
    PairVerdict verdict = PairVerdict::Overlapping;
    if (!(separation < -pair.error_bound())) {
        verdict = find_contact(pair, both, table, faces, lane, reach);
        if (verdict != PairVerdict::Apart || !pair.is_at_best_face()) {
            return conclude(pair, verdict, margin, cache, manifold);
        }
        pair.store(cache);
    } else {
        cache.count = 0;
    }
    // For few vertices all are computed at once, which takes less time than to wait for the one that is
    // needed.
    const UnitNormals<of_each> units(both, table);
    const IncidentFaces<of_each> incidents(both, table);
    if (clip_lanes(pair, both, units, incidents, lane, margin, manifold)) {
        return true;
    }
    verdict = find_contact(pair, both, table, faces, lane, reach);
    if (verdict == PairVerdict::Unsure) {
        return false;
    }
    add_single_point(pair, margin, manifold);
    return true;
}

/// Fills an empty manifold for polygons of 3 to 4, or 3 to 8, vertices.
template <int of_each>
DRYSTONE_NOINLINE void scan_manifold(Manifold& manifold, const ConvexCore& a, const ConvexCore& b,
                                     const Pose& b_in_a, float margin, CollisionCache& cache) {
    PolygonPair pair(a, b, b_in_a);
    pair.measure_offset();
    const float reach = margin + a.radius + b.radius;
    if (!scan_for_contacts<of_each>(pair, reach, margin, cache.simplex, manifold)) {
        collide_cores(a, b, b_in_a, margin, cache, manifold);
    }
}

DRYSTONE_INLINE void find_manifold(Manifold& manifold, const ConvexCore& a, const ConvexCore& b,
                                   const Pose& b_in_a, float margin, CollisionCache& cache) {
    if (PolygonPair::fits_four(a, b)) {
        scan_manifold<4>(manifold, a, b, b_in_a, margin, cache);
    } else if (PolygonPair::fits(a, b)) {
        scan_manifold<8>(manifold, a, b, b_in_a, margin, cache);
    } else {
        collide_cores(a, b, b_in_a, margin, cache, manifold);
    }
}

/// Finds the contacts from the features that the cache names. Returns false if those are no longer the
/// nearest, or not certainly.
DRYSTONE_INLINE bool resume_contacts(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                     float margin, SimplexCache& cache, Manifold& manifold) {
    if (!PolygonPair::fits(a, b)) {
        return false;
    }
    PolygonPair pair(a, b, b_in_a);
    pair.measure();
    const PairVerdict verdict = pair.resume(cache, margin + a.radius + b.radius);
    return verdict != PairVerdict::Unsure && conclude(pair, verdict, margin, cache, manifold);
}

DRYSTONE_NOINLINE void find_manifold_at_corner(Manifold& manifold, const ConvexCore& a, const ConvexCore& b,
                                               const Pose& b_in_a, float margin, CollisionCache& cache) {
    if (PolygonPair::fits(a, b)) {
        PolygonPair pair(a, b, b_in_a);
        pair.measure();
        const PairVerdict verdict = pair.resume_at_corner(cache.simplex, margin + a.radius + b.radius);
        if (verdict != PairVerdict::Unsure && conclude(pair, verdict, margin, cache.simplex, manifold)) {
            return;
        }
    }
    find_manifold(manifold, a, b, b_in_a, margin, cache);
}

/// Finds the manifold, first from the features that the cache names.
DRYSTONE_NOINLINE void find_manifold_again(Manifold& manifold, const ConvexCore& a, const ConvexCore& b,
                                           const Pose& b_in_a, float margin, CollisionCache& cache) {
    if (resume_contacts(a, b, b_in_a, margin, cache.simplex, manifold)) {
        return;
    }
    if (cache.simplex.count == 2) {
        find_manifold_at_corner(manifold, a, b, b_in_a, margin, cache);
    } else {
        find_manifold(manifold, a, b, b_in_a, margin, cache);
    }
}

}  // namespace
}  // namespace detail

Manifold collide(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float margin,
                 CollisionCache& cache) {
    Manifold manifold;
    // The cold start is separate from the cached one, so that each has the registers to itself.
    if (cache.simplex.count > 0) {
        detail::find_manifold_again(manifold, a, b, b_in_a, margin, cache);
    } else {
        detail::find_manifold(manifold, a, b, b_in_a, margin, cache);
    }
    return manifold;
}

}  // namespace drystone
