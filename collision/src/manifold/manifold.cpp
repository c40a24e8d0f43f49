#include <drystone/collision/manifold.h>

#include "gjk/core_features.h"
#include "manifold/polygon_manifold.h"

namespace drystone {
namespace {

using detail::CoreDifference;
using detail::CoreFeature;
using detail::nearly_on_face;

/// A face or an edge in the frame of the contact: t along `right_perp(normal)`, h along the normal [m].
struct Profile {
    float low_t;
    float low_h;
    float high_t;
    float high_h;
    int low_vertex;
    int high_vertex;

    /// Returns the height at tangent coordinate t, which must lie between the two distinct ends.
    [[nodiscard]] float height(float t) const {
        return low_h + (t - low_t) / (high_t - low_t) * (high_h - low_h);
    }
};

int previous(int i, int count) { return i == 0 ? count - 1 : i - 1; }
int next(int i, int count) { return i + 1 == count ? 0 : i + 1; }

/// Returns the face at vertex i of A that faces more directly along the normal.
int incident_face_a(const CoreDifference& d, int i, const Vec2& normal) {
    const int before = previous(i, d.a().count);
    return dot(d.normal_a(before), normal) > dot(d.normal_a(i), normal) ? before : i;
}

int incident_face_b(const CoreDifference& d, int j, const Vec2& normal) {
    const int before = previous(j, d.b().count);
    return dot(d.normal_b(before), normal) < dot(d.normal_b(j), normal) ? before : j;
}

/// Returns the profile of a face of A. The outline of A runs against the tangent of the normal that points
/// out of it, that of B along it.
Profile profile_of_a(const CoreDifference& d, int face, const Vec2& normal) {
    const int i = next(face, d.a().count);
    const Vec2 tangent = right_perp(normal);
    const Vec2 low = d.point_a(i);
    const Vec2 high = d.point_a(face);
    return {dot(tangent, low), dot(normal, low), dot(tangent, high), dot(normal, high), i, face};
}

Profile profile_of_b(const CoreDifference& d, int face, const Vec2& normal) {
    const int j = next(face, d.b().count);
    const Vec2 tangent = right_perp(normal);
    const Vec2 low = d.point_b(face);
    const Vec2 high = d.point_b(j);
    return {dot(tangent, low), dot(normal, low), dot(tangent, high), dot(normal, high), face, j};
}

std::uint32_t feature_id(int of_a, int of_b) {
    return static_cast<std::uint32_t>(of_a) << 16 | static_cast<std::uint32_t>(of_b);
}

/// Returns the face at one of two nearest vertices whose normal is closest to the gap between them, if it is
/// close enough; else the vertices.
CoreFeature prefer_face(const CoreDifference& d, const CoreFeature& vertices) {
    const Vec2 gap = vertices.separation * vertices.normal;
    const int i = vertices.vertex_a;
    const int j = vertices.vertex_b;
    const int count_a = d.a().count;
    const int count_b = d.b().count;
    CoreFeature best = vertices;
    best.separation = 0.0f;
    float length = 0.0f;
    for (const int face : {previous(i, count_a), i}) {
        const Vec2& normal = d.normal_a(face);
        if (dot(normal, gap) > best.separation) {
            best = {normal, dot(normal, gap), face, -1, face, j};
            length = drystone::length(d.point_a(next(face, count_a)) - d.point_a(face));
        }
    }
    for (const int face : {previous(j, count_b), j}) {
        const Vec2 normal = -d.unit_normal_b(face);
        if (dot(normal, gap) > best.separation) {
            best = {normal, dot(normal, gap), -1, face, i, face};
            length = drystone::length(d.point_b(next(face, count_b)) - d.point_b(face));
        }
    }
    return vertices.separation - best.separation <= nearly_on_face * length ? best : vertices;
}

/// Collects contact points. Coordinates are relative to the first vertex of A.
struct Collector {
    const CoreDifference& difference;
    float margin;
    Manifold& manifold;

    /// Adds a point midway between the surfaces, whose cores lie at the heights `on_a` and `on_b` at tangent
    /// coordinate t.
    void add(float t, float on_a, float on_b, std::uint32_t feature) {
        const float surface_a = on_a + difference.a().radius;
        const float surface_b = on_b - difference.b().radius;
        if (surface_b - surface_a <= margin) {
            const Vec2& normal = manifold.normal;
            const Vec2 point = t * right_perp(normal) + 0.5f * (surface_a + surface_b) * normal;
            ManifoldPoint& added = manifold.points[manifold.count++];
            added.point = point + difference.origin();
            added.separation = surface_b - surface_a;
            added.feature = feature;
        }
    }
};

/// Adds one point: a vertex against a vertex, or a round core. The single point of a round core is feature 0,
/// and so is the feature that it touches: the contact keeps its impulse while it rolls over a corner.
void add_single_point(Collector& collector, const CoreFeature& feature) {
    const CoreDifference& d = collector.difference;
    const Vec2& normal = feature.normal;
    collector.manifold.normal = normal;
    const bool on_face_a = feature.face_a >= 0;
    const Vec2 at = on_face_a ? d.point_b(feature.vertex_b) : d.point_a(feature.vertex_a);
    const float height = dot(normal, at);
    const float on_a = on_face_a ? height - feature.separation : height;
    const bool round = d.a().count == 1 || d.b().count == 1;
    const std::uint32_t id = round ? 0 : feature_id(feature.vertex_a, feature.vertex_b);
    collector.add(dot(right_perp(normal), at), on_a, on_a + feature.separation, id);
}

/// Clips the two faces against each other along the tangent. Each end of the shared stretch is named by the
/// corners of A and B at that end, whichever of them does the clipping, so the names persist when nearly
/// aligned corners pass each other.
/// \return  false if the faces share nothing; nothing is added then
bool add_face_points(Collector& collector, const CoreFeature& feature) {
    const CoreDifference& d = collector.difference;
    const Vec2& normal = feature.normal;
    const int face_a = feature.face_a >= 0 ? feature.face_a : incident_face_a(d, feature.vertex_a, normal);
    const int face_b = feature.face_b >= 0 ? feature.face_b : incident_face_b(d, feature.vertex_b, normal);
    const Profile a = profile_of_a(d, face_a, normal);
    const Profile b = profile_of_b(d, face_b, normal);
    const float low = a.low_t > b.low_t ? a.low_t : b.low_t;
    const float high = a.high_t < b.high_t ? a.high_t : b.high_t;
    if (!(low < high)) {
        return false;
    }
    collector.manifold.normal = normal;
    const bool on_face_a = feature.face_a >= 0;
    const Profile& incident = on_face_a ? b : a;
    const float reference_height = on_face_a ? a.low_h : b.low_h;
    const float low_height = incident.height(low);
    const float high_height = incident.height(high);
    collector.add(low, on_face_a ? reference_height : low_height, on_face_a ? low_height : reference_height,
                  feature_id(a.low_vertex, b.low_vertex));
    collector.add(high, on_face_a ? reference_height : high_height,
                  on_face_a ? high_height : reference_height, feature_id(a.high_vertex, b.high_vertex));
    return true;
}

/// Adds points along the stretch that two faces share, if the feature is a face, or two vertices that nearly
/// belong to one.
bool add_flat_contact(Collector& collector, const CoreFeature& feature) {
    if (feature.face_a >= 0 || feature.face_b >= 0) {
        return add_face_points(collector, feature);
    }
    const CoreFeature face = prefer_face(collector.difference, feature);
    const bool on_face = face.face_a >= 0 || face.face_b >= 0;
    if (!on_face || !add_face_points(collector, face) || collector.manifold.count < 2) {
        return false;
    }
    // A steep edge that ends next to the face has no depth left where it is clipped: the corner alone is the
    // contact then.
    const ManifoldPoint& first = collector.manifold.points[0];
    const ManifoldPoint& second = collector.manifold.points[1];
    const float minimum = first.separation < second.separation ? first.separation : second.separation;
    const float nearest = face.separation - collector.difference.a().radius - collector.difference.b().radius;
    return minimum - nearest <= nearly_on_face * length(second.point - first.point);
}

/// Finds the nearest features, or the face of least depth. Returns false if the cores are certainly beyond
/// the reach.
bool find_feature(const CoreDifference& difference, float reach, SimplexCache& cache, CoreFeature& feature) {
    detail::CoreSimplex simplex = detail::starting_simplex(difference, cache);
    const detail::GjkRun run = detail::run_gjk(difference, simplex, reach);
    detail::store_simplex(simplex, cache);
    if (!detail::found_features(run)) {
        return false;
    }
    feature = detail::feature_of(difference, simplex, run);
    return feature.separation <= reach;
}

}  // namespace

void detail::collide_cores(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float margin,
                           CollisionCache& cache, Manifold& manifold) {
    const CoreDifference difference(a, b, b_in_a);
    const float reach = margin + a.radius + b.radius;
    CoreFeature feature;
    if (!find_feature(difference, reach, cache.simplex, feature) || !is_finite(feature.separation) ||
        !is_finite(feature.normal)) {
        return;
    }
    Collector collector{difference, margin, manifold};
    const bool round = a.count == 1 || b.count == 1;
    if (round || !add_flat_contact(collector, feature)) {
        manifold.count = 0;
        add_single_point(collector, feature);
    }
}

}  // namespace drystone
