#include "polygon_manifold.h"

#include "polygon_pair.h"

namespace drystone::detail {
namespace {

std::uint32_t feature_id(int of_a, int of_b) {
    return static_cast<std::uint32_t>(of_a) << 16 | static_cast<std::uint32_t>(of_b);
}

/// The faces of both polygons that touch, and which of them the normal belongs to.
struct TouchingFaces {
    float x;  ///< The normal, from A to B.
    float y;
    int of_a;
    int of_b;
    bool on_a;
};

/// Of the two faces at a vertex the one that looks more along the direction, which is given in their frame.
DRYSTONE_INLINE int incident_face(const ConvexCore& core, int vertex, float x, float y) {
    const int before = PolygonPair::previous(vertex, core.count);
    const Vec2& p = core.normals[before];
    const Vec2& q = core.normals[vertex];
    return p.x() * x + p.y() * y > q.x() * x + q.y() * y ? before : vertex;
}

DRYSTONE_INLINE TouchingFaces touching_faces(const PolygonPair& pair, const CoreFeature& feature) {
    const float x = feature.normal.x();
    const float y = feature.normal.y();
    const Rot& q = pair.rotation();
    const bool on_a = feature.face_a >= 0;
    // Towards the other polygon, in the frame of the one that has the vertex.
    const float to_x = on_a ? -(q.c * x + q.s * y) : x;
    const float to_y = on_a ? -(q.c * y - q.s * x) : y;
    const int incident =
        incident_face(on_a ? pair.b() : pair.a(), on_a ? feature.vertex_b : feature.vertex_a, to_x, to_y);
    return {x, y, on_a ? feature.face_a : incident, on_a ? incident : feature.face_b, on_a};
}

/// The ends of both faces side by side, from the first vertex of A: of A the one where the tangent
/// `right_perp(normal)` begins and the one where it ends, then those of B.
DRYSTONE_INLINE LaneVec ends_of(const PolygonPair& pair, const TouchingFaces& faces) {
    const ConvexCore& a = pair.a();
    const ConvexCore& b = pair.b();
    const Vec2& low_a = a.points[PolygonPair::next(faces.of_a, a.count)];
    const Vec2& high_a = a.points[faces.of_a];
    const Vec2& low_b = b.points[faces.of_b];
    const Vec2& high_b = b.points[PolygonPair::next(faces.of_b, b.count)];
    const Lanes on_a = Lanes{low_a.x(), low_a.y(), high_a.x(), high_a.y()} -
                       Lanes{a.points[0].x(), a.points[0].y(), a.points[0].x(), a.points[0].y()};
    const Lanes local = Lanes{low_b.x(), low_b.y(), high_b.x(), high_b.y()} -
                        Lanes{b.points[0].x(), b.points[0].y(), b.points[0].x(), b.points[0].y()};
    const Rot& q = pair.rotation();
    const Vec2& offset = pair.offset();
    const Lanes on_b = q.c * local +
                       Lanes{-q.s, q.s, -q.s, q.s} * __builtin_shufflevector(local, local, 1, 0, 3, 2) +
                       Lanes{offset.x(), offset.y(), offset.x(), offset.y()};
    return {__builtin_shufflevector(on_a, on_b, 0, 2, 4, 6), __builtin_shufflevector(on_a, on_b, 1, 3, 5, 7)};
}

/// Clips the two faces against each other along the tangent. Each end of what they share is named by the
/// corners of A and B at that end, whichever of them does the clipping: the names survive when nearly aligned
/// corners pass each other. A point lies midway between the surfaces.
/// \return  false where the faces share nothing; nothing is added then
DRYSTONE_INLINE bool add_face_points(const PolygonPair& pair, const TouchingFaces& faces, float margin,
                                     Manifold& manifold) {
    const LaneVec ends = ends_of(pair, faces);
    alignas(16) float t[4];
    alignas(16) float h[4];
    const Lanes along = faces.y * ends.x - faces.x * ends.y;
    const Lanes height = faces.x * ends.x + faces.y * ends.y;
    std::memcpy(t, &along, sizeof t);
    std::memcpy(h, &height, sizeof h);
    const float low = t[0] > t[2] ? t[0] : t[2];
    const float high = t[1] < t[3] ? t[1] : t[3];
    if (!(low < high)) {
        return false;
    }
    const int incident = faces.on_a ? 2 : 0;
    const Lanes at{low, high, low, high};
    const Lanes inclined = h[incident] + (at - t[incident]) / (t[incident + 1] - t[incident]) *
                                             (h[incident + 1] - h[incident]);
    const Lanes flat = broadcast(h[2 - incident]);
    const Lanes surface_a = (faces.on_a ? flat : inclined) + pair.a().radius;
    const Lanes surface_b = (faces.on_a ? inclined : flat) - pair.b().radius;
    const Lanes separation = surface_b - surface_a;
    const Lanes middle = 0.5f * (surface_a + surface_b);
    const Vec2& origin = pair.a().points[0];
    const Lanes x = at * faces.y + middle * faces.x + origin.x();
    const Lanes y = middle * faces.y - at * faces.x + origin.y();
    const std::uint32_t ids[2] = {
        feature_id(PolygonPair::next(faces.of_a, pair.a().count), faces.of_b),
        feature_id(faces.of_a, PolygonPair::next(faces.of_b, pair.b().count))};
    int count = 0;
    for (int k = 0; k < 2; ++k) {
        ManifoldPoint& point = manifold.points[count];
        if (separation[k] <= margin) {
            point.point = {x[k], y[k]};
            point.separation = separation[k];
            point.feature = ids[k];
            ++count;
        }
    }
    manifold.normal = {faces.x, faces.y};
    manifold.count = count;
    return true;
}

/// The face at one of two nearest vertices that looks most nearly along the gap between them, if it does so
/// closely enough.
DRYSTONE_INLINE bool prefer_face(const PolygonPair& pair, CoreFeature& feature) {
    const ConvexCore& a = pair.a();
    const ConvexCore& b = pair.b();
    const Rot& q = pair.rotation();
    const float x = feature.separation * feature.normal.x();
    const float y = feature.separation * feature.normal.y();
    const float back_x = -(q.c * x + q.s * y);
    const float back_y = -(q.c * y - q.s * x);
    const int before_i = PolygonPair::previous(feature.vertex_a, a.count);
    const int before_j = PolygonPair::previous(feature.vertex_b, b.count);
    const Vec2* const normals[4] = {a.normals + before_i, a.normals + feature.vertex_a, b.normals + before_j,
                                    b.normals + feature.vertex_b};
    const Lanes along = Lanes{normals[0]->x(), normals[1]->x(), normals[2]->x(), normals[3]->x()} *
                            Lanes{x, x, back_x, back_x} +
                        Lanes{normals[0]->y(), normals[1]->y(), normals[2]->y(), normals[3]->y()} *
                            Lanes{y, y, back_y, back_y};
    const Lanes half = __builtin_shufflevector(along, along, 2, 3, 0, 1);
    Lanes top = half > along ? half : along;
    const Lanes other = __builtin_shufflevector(top, top, 1, 0, 3, 2);
    top = other > top ? other : top;
    const int best = std::countr_zero(bits_of(along == top) | 8u);
    const bool of_a = best < 2;
    const ConvexCore& core = of_a ? a : b;
    const int vertex = of_a ? feature.vertex_a : feature.vertex_b;
    const int face = (best & 1) != 0 ? vertex : PolygonPair::previous(vertex, core.count);
    const Vec2 edge = core.points[PolygonPair::next(face, core.count)] - core.points[face];
    if (!(top[0] > 0.0f) || !(feature.separation - top[0] <= nearly_on_face * edge.norm())) {
        return false;
    }
    const ViewFromFace view(pair, of_a, face, of_a ? feature.vertex_b : feature.vertex_a);
    view.describe(of_a, face, of_a ? feature.vertex_b : feature.vertex_a, feature);
    return true;
}

/// Points along the shared stretch of two faces, if the feature is a face or two vertices that all but belong
/// to one.
DRYSTONE_INLINE bool add_flat_contact(const PolygonPair& pair, float margin, Manifold& manifold) {
    if (pair.feature.face_a >= 0 || pair.feature.face_b >= 0) {
        return add_face_points(pair, touching_faces(pair, pair.feature), margin, manifold);
    }
    CoreFeature face = pair.feature;
    if (!prefer_face(pair, face) ||
        !add_face_points(pair, touching_faces(pair, face), margin, manifold) || manifold.count < 2) {
        return false;
    }
    // A steep edge that ends beside the face has no depth left where it is clipped: then the corner alone is
    // the contact.
    const ManifoldPoint& first = manifold.points[0];
    const ManifoldPoint& second = manifold.points[1];
    const float least = first.separation < second.separation ? first.separation : second.separation;
    const float nearest = face.separation - pair.a().radius - pair.b().radius;
    return least - nearest <= nearly_on_face * (second.point - first.point).norm();
}

/// One point midway between the vertex that the feature names and the other polygon.
DRYSTONE_INLINE void add_single_point(const PolygonPair& pair, float margin, Manifold& manifold) {
    const CoreFeature& feature = pair.feature;
    const bool on_face_a = feature.face_a >= 0;
    const Vec2 at = on_face_a ? pair.vertex_b(feature.vertex_b) : pair.a().points[feature.vertex_a];
    const float separation = feature.separation - pair.a().radius - pair.b().radius;
    manifold.normal = feature.normal;
    manifold.count = 0;
    if (separation <= margin) {
        const float to_surface = on_face_a ? -pair.b().radius - 0.5f * separation
                                           : pair.a().radius + 0.5f * separation;
        manifold.count = 1;
        manifold.points[0].point = at + to_surface * feature.normal;
        manifold.points[0].separation = separation;
        manifold.points[0].feature = feature_id(feature.vertex_a, feature.vertex_b);
    }
}

DRYSTONE_INLINE bool find_contacts(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                   float margin, SimplexCache& cache, Manifold& manifold) {
    PolygonPair pair(a, b, b_in_a);
    const float reach = margin + a.radius + b.radius;
    pair.measure();
    PairVerdict verdict = pair.resume(cache, reach);
    verdict = verdict == PairVerdict::Unsure ? pair.scan<ScanFor::Contacts>(reach) : verdict;
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

__attribute__((noinline)) bool find_contacts_plainly(const ConvexCore& a, const ConvexCore& b,
                                                     const Pose& b_in_a, float margin, SimplexCache& cache,
                                                     Manifold& manifold) {
    return find_contacts(a, b, b_in_a, margin, cache, manifold);
}
#if defined(__x86_64__)
__attribute__((target("avx2"))) bool find_contacts_avx2(const ConvexCore& a, const ConvexCore& b,
                                                        const Pose& b_in_a, float margin, SimplexCache& cache,
                                                        Manifold& manifold) {
    return find_contacts(a, b, b_in_a, margin, cache, manifold);
}
#endif

}  // namespace

bool collide_polygons(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float margin,
                      SimplexCache& cache, Manifold& manifold) {
    if (!PolygonPair::fits(a, b)) {
        return false;
    }
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return find_contacts_avx2(a, b, b_in_a, margin, cache, manifold);
    }
#endif
    return find_contacts_plainly(a, b, b_in_a, margin, cache, manifold);
}

}  // namespace drystone::detail
