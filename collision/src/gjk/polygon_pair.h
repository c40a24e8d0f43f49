#pragma once

#include "gjk/core_features.h"
#include "gjk/polygon_faces.h"
#include "gjk/polygon_feature.h"
#include "simd/double2.h"

#include <cmath>

namespace drystone::detail {

/// Two polygons of few vertices. Finds their nearest features without a simplex: the same that GJK and EPA
/// find, but faster. Near a change of sign, in every degenerate case and for non-finite input it is unsure.
///
/// All faces of the Minkowski difference are examined, in lanes. If the polygons overlap, the face with the
/// largest separation is the result. If they do not, the point of the difference nearest to the origin is on
/// that face or at one of its ends, since the separation has a single maximum over all directions in which it
/// is positive. A cache that names the nearest features only needs a proof that they still are the nearest.
class PolygonPair {
public:
    static constexpr int max_vertices = max_lane_vertices;

    DRYSTONE_INLINE static bool fits_four(const ConvexCore& a, const ConvexCore& b) {
        return (static_cast<unsigned>(a.count - 3) | static_cast<unsigned>(b.count - 3)) <= 1u;
    }
    DRYSTONE_INLINE static bool fits(const ConvexCore& a, const ConvexCore& b) {
        return static_cast<unsigned>(a.count - 3) <= max_vertices - 3u &&
               static_cast<unsigned>(b.count - 3) <= max_vertices - 3u;
    }

    /// The cores must outlive the pair, and `fits` must hold.
    DRYSTONE_INLINE PolygonPair(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a)
        : a_(a),
          b_(b),
          q_(b_in_a.rotation),
          cosines_(Double2::all(static_cast<double>(q_.c))),
          sines_(Double2::all(static_cast<double>(q_.s))),
          position_(
              Double2::of(static_cast<double>(b_in_a.position.x), static_cast<double>(b_in_a.position.y))) {}

    /// Computes the offset and the error bound. All searches except `are_nearest` and `resume_triangle` need
    /// an error bound.
    DRYSTONE_INLINE void measure() {
        offset_ = narrow(gap(0, 0));
        error_bound_ = error_bound_of(offset_);
    }

    /// Computes the offset only.
    DRYSTONE_INLINE void measure_offset() { offset_ = narrow(gap(0, 0)); }
    /// Computes the error bound, from all points.
    template <int of_each>
    DRYSTONE_INLINE void measure_error_bound(const Placed<of_each>& both) {
        error_bound_ = 1e-6f * both.reach();
    }
    /// Computes the error bound, from two vertices that may face each other.
    DRYSTONE_INLINE void measure_between(int i, int j) { error_bound_ = error_bound_of(narrow(gap(i, j))); }

    /// Starts from the features that the cache names, if any: Apart, Beyond or Unsure.
    DRYSTONE_INLINE PairVerdict resume(const SimplexCache& cache, float limit);
    /// Starts from the end of the cached face past which the vertex has moved, if it has.
    DRYSTONE_INLINE PairVerdict resume_at_corner(const SimplexCache& cache, float limit);
    /// Examines all faces.
    template <ScanFor sought>
    DRYSTONE_INLINE PairVerdict scan(float limit);
    template <ScanFor sought, int of_each>
    DRYSTONE_INLINE PairVerdict scan_lanes(float limit);
    /// Starts from the face in a lane: the one with the largest separation, whose sign is certain.
    template <ScanFor sought, int of_each>
    DRYSTONE_INLINE PairVerdict take(const Placed<of_each>& both, const PolygonTable<of_each>& table,
                                     const FaceSeparations<of_each>& faces, int lane, float limit);
    /// Returns whether the cached triangle contains the origin; if so, sets a common point in the frame of A.
    DRYSTONE_INLINE bool resume_triangle(const SimplexCache& cache, Vec2& point) const;
    /// Finds a common point of polygons that certainly overlap. Returns false if nothing proves the overlap;
    /// else stores a triangle that contains the origin in the cache, which may be null.
    template <int of_each>
    DRYSTONE_INLINE bool find_common_point(const Placed<of_each>& both, const PolygonTable<of_each>& table,
                                           const FaceSeparations<of_each>& faces, Vec2& point,
                                           SimplexCache* cache) const;
    /// Tests whether the vertex is the nearest of its polygon to the face, and in front of it.
    DRYSTONE_INLINE PairVerdict try_face(bool of_a, int face, int vertex, float limit);
    /// Tests whether the vertices are nearest to each other; if one edge at them leads nearer, tests its
    /// face.
    DRYSTONE_INLINE PairVerdict try_vertices(int i, int j, float limit);
    /// Returns whether the vertices are nearest to each other and certainly apart.
    DRYSTONE_INLINE bool are_nearest(int i, int j);
    /// Stores the feature as a simplex.
    DRYSTONE_INLINE void store(SimplexCache& cache) const;

    /// The result.
    PairFeature feature;
    FoundFace best;
    bool moved = false;  ///< The features differ from those in the cache.

    /// Returns, after a scan, whether the best face is also the nearest feature.
    [[nodiscard]] DRYSTONE_INLINE bool is_at_best_face() const {
        return feature.is_face() && feature.of_a() == best.of_a &&
               (best.of_a ? feature.at_a : feature.at_b) == best.face;
    }
    [[nodiscard]] DRYSTONE_INLINE const ConvexCore& a() const { return a_; }
    [[nodiscard]] DRYSTONE_INLINE const ConvexCore& b() const { return b_; }
    [[nodiscard]] DRYSTONE_INLINE const ConvexCore* core(bool of_b) const { return of_b ? &b_ : &a_; }
    [[nodiscard]] DRYSTONE_INLINE const Rot& rotation() const { return q_; }
    /// Returns the separation below which a result is rounding noise [m].
    [[nodiscard]] DRYSTONE_INLINE float error_bound() const { return error_bound_; }
    /// Returns whether the separation may be rounding noise.
    [[nodiscard]] DRYSTONE_INLINE bool is_within_error_bound(float separation) const {
        return !((separation < 0.0f ? -separation : separation) > error_bound_);
    }
    /// Returns the vector from the first vertex of A to that of B [m].
    [[nodiscard]] DRYSTONE_INLINE const Vec2& offset() const { return offset_; }
    /// Returns vertex j of B in the frame of A.
    [[nodiscard]] DRYSTONE_INLINE Vec2 vertex_b(int j) const { return narrow(place(j)); }
    /// Returns the vector from vertex i of A to vertex j of B: exact, so its direction is right however short
    /// it is.
    [[nodiscard]] DRYSTONE_INLINE Double2 gap(int i, int j) const {
        return place(j) - Double2::load(a_.points[i]);
    }
    /// Returns the height of vertex j of B above vertex i of A along the normal of the feature [m].
    [[nodiscard]] DRYSTONE_INLINE float height_between(int i, int j) const {
        const Vec2 way = narrow(gap(i, j));
        return feature.x * way.x + feature.y * way.y;
    }
    DRYSTONE_INLINE static Vec2 narrow(const Double2& v) {
        const Float4 rounded = v.rounded();
        return {rounded.at<0>(), rounded.at<1>()};
    }
    DRYSTONE_INLINE static int next(int i, int count) { return (i + 1) & -static_cast<int>(i + 1 != count); }
    DRYSTONE_INLINE static int previous(int i, int count) { return (i != 0 ? i : count) - 1; }

private:
    [[nodiscard]] DRYSTONE_INLINE std::uint32_t edges_nearer(int i, int j, const Vec2& between) const;
    DRYSTONE_INLINE void set_vertices(int i, int j);
    template <ScanFor sought, bool of_a, int of_each>
    DRYSTONE_INLINE PairVerdict take_face(const Placed<of_each>& both, const PolygonTable<of_each>& table,
                                          const FaceSeparations<of_each>& faces, int lane, float limit);
    DRYSTONE_INLINE bool find_crossing_point(int edge_a, int edge_b, Vec2& point, SimplexCache* cache) const;

    /// Part of the error bound of the separation up to which vertices count as level.
    static constexpr float tie_part = 0.02f;

    [[nodiscard]] DRYSTONE_INLINE Double2 place(int j) const {
        const Double2 p = Double2::load(b_.points[j]);
        const Double2 along = cosines_ * p;
        const Double2 across = sines_ * p.exchanged();
        return Double2::join(along - across, along + across) + position_;
    }
    /// Returns the separation below which a result is rounding noise [m], for a vector `way` between two
    /// vertices.
    [[nodiscard]] DRYSTONE_INLINE float error_bound_of(const Vec2& way) const {
        return sum_of(error_bound_sizes() + 1e-6f * Float4::abs(Float4::of(way.x, way.y, 0.0f, 0.0f)));
    }
    /// Returns the part of the error bound that is due to the sizes of the polygons.
    [[nodiscard]] DRYSTONE_INLINE Float4 error_bound_sizes() const {
        const auto half = [](int count) { return static_cast<unsigned>(count) / 2; };
        const Float4 across = both_of(a_.points[half(a_.count)], b_.points[half(b_.count)]) -
                              both_of(a_.points[0], b_.points[0]);
        return 2.5e-6f * Float4::abs(across);
    }
    [[nodiscard]] DRYSTONE_INLINE PairVerdict apart(float limit) const {
        return feature.separation > limit ? PairVerdict::Beyond : PairVerdict::Apart;
    }

    const ConvexCore& a_;
    const ConvexCore& b_;
    Rot q_;
    Double2 cosines_;
    Double2 sines_;
    Double2 position_;
    Vec2 offset_;
    float error_bound_;
};

/// A vertex seen from a face of the other polygon.
struct ViewFromFace {
    Float4 normal;    ///< Outward normal of the face, in the frame of A.
    Float4 opposite;  ///< The normal in the frame of the vertex.
    float height;     ///< Height of the vertex above the face [m].
    float along;      ///< Position of the vertex along the face, from its beginning [m].
    float length;     ///< Length of the face [m].

    DRYSTONE_INLINE ViewFromFace(const PolygonPair& pair, bool of_a, int face, int vertex) {
        const ConvexCore& own = *pair.core(!of_a);
        const float sign = signs[of_a];
        const Rot& q = pair.rotation();
        const Float4 local = both_of(own.normals[face], own.normals[face]);
        const Float4 turned = q.c * local + sign * (Float4::of(-q.s, q.s, -q.s, q.s) * exchanged(local));
        // One step of Newton's iteration for 1 / length restores unit length within rounding.
        const Float4 squares = turned * turned;
        opposite = (1.5f - 0.5f * (squares + exchanged(squares))) * turned;
        normal = choose(of_a, local, opposite);
        const Double2 gap = pair.gap(choose(of_a, face, vertex), choose(of_a, vertex, face));
        const Float4 way = -sign * gap.rounded();
        const Vec2& begin = own.points[face];
        const Vec2& end = own.points[PolygonPair::next(face, own.count)];
        const Float4 edge = both_of(end, end) - both_of(begin, begin);
        const Float4 towards = normal * way;
        const Float4 across =
            Float4::shuffle<0, 1, 0, 1>(normal, local) * Float4::shuffle<1, 0, 1, 0>(way, edge);
        height = towards.at<0>() + towards.at<1>();
        along = across.at<0>() - across.at<1>();
        length = across.at<2>() - across.at<3>();
    }
    [[nodiscard]] DRYSTONE_INLINE bool in_front() const { return (along >= 0.0f) & (along <= length); }

    DRYSTONE_INLINE void describe(bool of_a, int face, int vertex, PairFeature& feature) const {
        const Float4 from_a = -signs[of_a] * normal;
        feature.x = from_a.at<0>();
        feature.y = from_a.at<1>();
        feature.separation = height;
        feature.set_face(of_a, face, vertex);
    }
};

/// Returns whether none of 3 to 8 points lies lower than the one at index `at` by more than `tie`.
DRYSTONE_INLINE bool is_lowest(const Vec2* points, int count, int at, const Float4& up, float tie) {
    const Points4 upward{splat<0>(up), splat<1>(up)};
    Float4 minimum = dot(upward, minus(load_points(points, points + (count == 3 ? 1 : 2)), points[at]));
    if (count > lane_width) {
        const Float4 height = dot(upward, minus(load_four(points + (count - lane_width)), points[at]));
        minimum = Float4::min(height, minimum);
    }
    return mask_of(minimum < Float4::all(-tie)) == 0;
}

DRYSTONE_INLINE PairVerdict PolygonPair::try_face(bool of_a, int face, int vertex, float limit) {
    const ViewFromFace view(*this, of_a, face, vertex);
    const ConvexCore& other = *core(of_a);
    if (!(view.height > error_bound_) ||
        !is_lowest(other.points, other.count, vertex, view.opposite, tie_part * error_bound_)) {
        return PairVerdict::Unsure;
    }
    view.describe(of_a, face, vertex, feature);
    if (view.height > limit) {
        return PairVerdict::Beyond;
    }
    return view.in_front() ? PairVerdict::Apart : PairVerdict::Unsure;
}

/// Returns a bit for each edge at the vertices that leads towards the other vertex: the edge after the vertex
/// of A, the one before it, then the same for B.
DRYSTONE_INLINE std::uint32_t PolygonPair::edges_nearer(int i, int j, const Vec2& between) const {
    const Float4 way = twice(between);
    const Float4 turned = exchanged(way);
    const Float4 back = q_.c * way + q_.s * Float4::negate<false, true, false, true>(turned);
    const Float4 of_a = both_of(a_.normals[i], a_.normals[previous(i, a_.count)]) *
                        Float4::negate<false, true, true, false>(turned);
    const Float4 of_b = both_of(b_.normals[j], b_.normals[previous(j, b_.count)]) *
                        Float4::negate<true, false, false, true>(exchanged(back));
    const Float4 nearer = Float4::shuffle<0, 2, 0, 2>(of_a, of_b) + Float4::shuffle<1, 3, 1, 3>(of_a, of_b);
    return ~mask_of(nearer <= Float4::none()) & 0xFu;
}

DRYSTONE_INLINE void PolygonPair::set_vertices(int i, int j) {
    const Double2 exact = gap(i, j);
    // The root and the quotient do not depend on each other.
    const double squared = exact.x() * exact.x() + exact.y() * exact.y();
    const double length = std::sqrt(squared);
    const Float4 normal = (exact / Double2::all(squared) * Double2::all(length)).rounded();
    const Float4 way = exact.rounded();
    feature.way_x = way.at<0>();
    feature.way_y = way.at<1>();
    feature.x = normal.at<0>();
    feature.y = normal.at<1>();
    feature.separation = static_cast<float>(length);
    feature.kind = PairFeature::Kind::Vertices;
    feature.at_a = i;
    feature.at_b = j;
}

DRYSTONE_INLINE bool PolygonPair::are_nearest(int i, int j) {
    if (edges_nearer(i, j, narrow(gap(i, j))) != 0) {
        return false;
    }
    set_vertices(i, j);
    return feature.separation > sum_of(error_bound_sizes());
}

DRYSTONE_INLINE PairVerdict PolygonPair::try_vertices(int i, int j, float limit) {
    const std::uint32_t leading = edges_nearer(i, j, narrow(gap(i, j)));
    if (leading == 0) {
        set_vertices(i, j);
        return feature.separation > error_bound_ ? apart(limit) : PairVerdict::Unsure;
    }
    moved = true;
    const bool of_a = (leading & 3u) != 0;
    const int face_a = choose((leading & 1u) != 0, i, previous(i, a_.count));
    const int face_b = choose((leading & 4u) != 0, j, previous(j, b_.count));
    return try_face(of_a, choose(of_a, face_a, face_b), choose(of_a, j, i), limit);
}

DRYSTONE_INLINE PairVerdict PolygonPair::resume(const SimplexCache& cache, float limit) {
    if (cache.count == 0) {
        return PairVerdict::Unsure;
    }
    const int i = cache.a[0];
    const int j = cache.b[0];
    if (cache.count > 2 || i >= a_.count || j >= b_.count) {
        return PairVerdict::Unsure;
    }
    if (cache.count == 1) {
        return try_vertices(i, j, limit);
    }
    const bool of_a = cache.b[1] == j && cache.a[1] == next(i, a_.count);
    const bool of_b = cache.a[1] == i && cache.b[1] == next(j, b_.count);
    if (of_a) {
        return try_face(true, i, j, limit);
    }
    return of_b ? try_face(false, j, i, limit) : PairVerdict::Unsure;
}

DRYSTONE_INLINE PairVerdict PolygonPair::resume_at_corner(const SimplexCache& cache, float limit) {
    const int i = cache.a[0];
    const int j = cache.b[0];
    if (cache.count != 2 || i >= a_.count || j >= b_.count) {
        return PairVerdict::Unsure;
    }
    const bool of_a = cache.b[1] == j && cache.a[1] == next(i, a_.count);
    const bool of_b = cache.a[1] == i && cache.b[1] == next(j, b_.count);
    if (!of_a && !of_b) {
        return PairVerdict::Unsure;
    }
    const ViewFromFace view(*this, of_a, choose(of_a, i, j), choose(of_a, j, i));
    if (!(view.height > error_bound_) || view.in_front()) {
        return PairVerdict::Unsure;
    }
    moved = true;
    const bool at_end = view.along > 0.0f;
    return try_vertices(choose(at_end && of_a, next(i, a_.count), i),
                        choose(at_end && of_b, next(j, b_.count), j), limit);
}

DRYSTONE_INLINE bool PolygonPair::resume_triangle(const SimplexCache& cache, Vec2& point) const {
    const int max_a = a_.count - 1;
    const int max_b = b_.count - 1;
    if (cache.a[0] > max_a || cache.a[1] > max_a || cache.a[2] > max_a || cache.b[0] > max_b ||
        cache.b[1] > max_b || cache.b[2] > max_b) {
        return false;
    }
    const Double2 p = gap(cache.a[0], cache.b[0]);
    const Double2 q = gap(cache.a[1], cache.b[1]);
    const Double2 r = gap(cache.a[2], cache.b[2]);
    const double of_p = q.x() * r.y() - q.y() * r.x();
    const double of_q = r.x() * p.y() - r.y() * p.x();
    const double of_r = p.x() * q.y() - p.y() * q.x();
    // All of one sign, and not all zero.
    double minimum = of_p < of_q ? of_p : of_q;
    double maximum = of_p < of_q ? of_q : of_p;
    minimum = of_r < minimum ? of_r : minimum;
    maximum = of_r > maximum ? of_r : maximum;
    if ((minimum >= 0.0) == (maximum <= 0.0)) {
        return false;
    }
    // Usually the common point is a vertex of one polygon inside the other.
    const bool is_of_a = cache.a[0] == cache.a[1] && cache.a[0] == cache.a[2];
    const bool is_of_b = cache.b[0] == cache.b[1] && cache.b[0] == cache.b[2];
    if (is_of_a || is_of_b) {
        const Double2 own = Double2::load(a_.points[cache.a[0]]);
        const Double2 other = place(cache.b[0]);
        point = narrow(Double2::of(is_of_a ? own.x() : other.x(), is_of_a ? own.y() : other.y()));
        return true;
    }
    const double scale = 1.0 / (of_p + of_q + of_r);
    const Double2 first = Double2::load(a_.points[cache.a[0]]);
    const Double2 to_q = Double2::load(a_.points[cache.a[1]]) - first;
    const Double2 to_r = Double2::load(a_.points[cache.a[2]]) - first;
    const Double2 combined = first + Double2::all(of_q * scale) * to_q + Double2::all(of_r * scale) * to_r;
    point = narrow(combined);
    return true;
}

DRYSTONE_INLINE void PolygonPair::store(SimplexCache& cache) const {
    cache.count = feature.is_face() ? 2 : 1;
    cache.a[0] = static_cast<std::uint16_t>(feature.at_a);
    cache.b[0] = static_cast<std::uint16_t>(feature.at_b);
    cache.a[1] =
        static_cast<std::uint16_t>(choose(feature.of_a(), next(feature.at_a, a_.count), feature.at_a));
    cache.b[1] = static_cast<std::uint16_t>(
        choose(feature.kind == PairFeature::Kind::FaceOfB, next(feature.at_b, b_.count), feature.at_b));
}

}  // namespace drystone::detail
