#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/math.h>

#include <span>
#include <variant>
#include <vector>

namespace drystone {

/// A disc: one core point and a radius > 0 [m].
struct Circle {
    Vec2 center{0.0f, 0.0f};  ///< Centre [m].
    float radius = 0.5f;      ///< Radius, > 0 [m].
};

/// All points within `radius` of a segment: two core points and a radius > 0 [m]. `a` and `b` may coincide.
struct Capsule {
    Vec2 a{-0.5f, 0.0f};   ///< First core point [m].
    Vec2 b{0.5f, 0.0f};    ///< Second core point [m].
    float radius = 0.25f;  ///< Radius around the segment, > 0 [m].
};

/// A line without thickness, solid from both sides: two distinct core points [m].
struct Segment {
    Vec2 a{-0.5f, 0.0f};  ///< First point [m].
    Vec2 b{0.5f, 0.0f};   ///< Second point [m].
};

class Polygon;

namespace detail {
/// Maker of polygons that were saved. A class: where a function is imported from a DLL, it is not declared
/// again as a friend.
struct SavedPolygon {
    /// Makes a polygon again from its vertices and radius: it has the same vertices in the same order. Throws
    /// `Error` for those of no polygon.
    DRYSTONE_COLLISION_API static Polygon restore(std::vector<Vec2> vertices, float radius);
};
}  // namespace detail

/// A convex polygon with any number of vertices and a rounding radius >= 0 [m].
///
/// Made only by `make_polygon`, `make_hull`, `make_box` and their relatives, so every polygon is valid: at
/// least three vertices, counter-clockwise, strictly convex, finite.
class DRYSTONE_COLLISION_API Polygon {
public:
    /// Returns the vertices of the core, counter-clockwise [m].
    [[nodiscard]] std::span<const Vec2> vertices() const { return vertices_; }
    /// Returns the outward unit normals: `normals()[i]` is that of the edge from vertex i to vertex i + 1.
    [[nodiscard]] std::span<const Vec2> normals() const { return normals_; }
    /// Returns the centroid of the core's area [m].
    [[nodiscard]] const Vec2& centroid() const { return centroid_; }
    /// Returns the rounding radius around the core [m].
    [[nodiscard]] float radius() const { return radius_; }

private:
    friend DRYSTONE_COLLISION_API Polygon make_polygon(std::span<const Vec2> points, float radius);
    friend DRYSTONE_COLLISION_API Polygon make_hull(std::span<const Vec2> points, float radius);
    friend DRYSTONE_COLLISION_API Polygon make_box(float half_width, float half_height, const Pose& pose,
                                                   float radius);
    friend struct detail::SavedPolygon;
    Polygon() = default;
    static Polygon from_hull(std::vector<Vec2>&& vertices, float radius);

    std::vector<Vec2> vertices_;
    std::vector<Vec2> normals_;
    Vec2 centroid_{0.0f, 0.0f};
    float radius_ = 0.0f;
};

/// Makes a polygon from its corners, in order along its border, in either direction; `radius` >= 0 rounds it
/// [m]. Points within 5e-7 of the whole extent of an edge are left out, including dents of that depth, see
/// `compute_hull`; the vertices of a polygon that was made so are taken unchanged. Throws `Error` with the
/// reason where the outline is concave or crosses itself (`make_hull` takes points in any order,
/// `make_polygons` concave outlines), where it has no area (fewer than three distinct points, all on a line,
/// not finite), or where the radius is negative or not finite. Cost: O(n log n).
DRYSTONE_COLLISION_API Polygon make_polygon(std::span<const Vec2> points, float radius = 0.0f);
/// Makes a polygon from a list of corners: `make_polygon({{0, 0}, {1, 0}, {0, 1}})`.
DRYSTONE_COLLISION_API Polygon make_polygon(std::initializer_list<Vec2> points, float radius = 0.0f);
/// Makes the convex hull of points in any order, see `compute_hull`; otherwise as `make_polygon`.
DRYSTONE_COLLISION_API Polygon make_hull(std::span<const Vec2> points, float radius = 0.0f);
/// Makes the convex hull of a list of points.
DRYSTONE_COLLISION_API Polygon make_hull(std::initializer_list<Vec2> points, float radius = 0.0f);
/// Makes a rectangle with the given half extents > 0 [m] about the origin.
DRYSTONE_COLLISION_API Polygon make_box(float half_width, float half_height);
/// Makes a rectangle in the frame `pose`, rounded by `radius` >= 0 [m], which is added to the half extents.
/// Throws `Error` where the rectangle is so narrow, compared with its corners' distance from the origin of
/// the frame, that corners round to the same point.
DRYSTONE_COLLISION_API Polygon make_box(float half_width, float half_height, const Pose& pose,
                                        float radius = 0.0f);
/// Makes a rectangle with rounded corners about the origin; the outer half extents are `half_width + radius`
/// and `half_height + radius` [m].
DRYSTONE_COLLISION_API Polygon make_rounded_box(float half_width, float half_height, float radius);
/// Makes a regular polygon with `count` >= 3 vertices on a circle of `circumradius` > 0 [m]; the first vertex
/// lies on the x axis.
DRYSTONE_COLLISION_API Polygon make_regular_polygon(int count, float circumradius, float radius = 0.0f);

/// Any geometry that a shape of a body can have.
using ShapeGeometry = std::variant<Circle, Capsule, Segment, Polygon>;

/// A convex core of points plus a radius: the form of every built-in shape in GJK, EPA and the manifold
/// functions.
///
/// A view: points [m] and normals are in the frame of the shape's body and are not owned. `normals[i]`
/// belongs to the edge from point i to point i + 1 (cyclic); a core of two points has two normals (both sides
/// of the segment), a core of one point has none.
struct ConvexCore {
    const Vec2* points = nullptr;   ///< Points, counter-clockwise [m].
    const Vec2* normals = nullptr;  ///< Outward unit normals: that of the edge from point i to point i + 1.
    int count = 0;                  ///< Number of points, at least one.
    float radius = 0.0f;            ///< Rounding radius, >= 0 [m].
};

/// A core with its own storage, for shapes that are not polygons.
struct SmallCore {
    Vec2 points[2];       ///< Points [m].
    Vec2 normals[2];      ///< Unit normals of the sides of a segment.
    int count = 0;        ///< Number of points, 1 or 2.
    float radius = 0.0f;  ///< Rounding radius, >= 0 [m].

    /// Returns a view, valid while this exists and stays.
    [[nodiscard]] ConvexCore view() const { return {points, normals, count, radius}; }
};
/// Returns the core of a circle: its centre.
DRYSTONE_COLLISION_API SmallCore make_core(const Circle& circle);
/// Returns the core of a capsule: its segment.
DRYSTONE_COLLISION_API SmallCore make_core(const Capsule& capsule);
/// Returns the core of a segment: itself.
DRYSTONE_COLLISION_API SmallCore make_core(const Segment& segment);
/// Returns a view of the polygon's own points; valid as long as the polygon.
DRYSTONE_COLLISION_API ConvexCore make_core(const Polygon& polygon);

/// Returns the smallest box around the core, radius included, in the frame in which `pose` places it [m].
/// Rounded outward, so that it contains the exact shape at any position.
DRYSTONE_COLLISION_API Aabb compute_aabb(const ConvexCore& core, const Pose& pose);

/// Throws `Error` unless the geometry is valid: finite, with the radius that its type requires, and distinct
/// ends of a segment. `function` names the public entry point in the text.
DRYSTONE_COLLISION_API void check_geometry(const ShapeGeometry& geometry, const char* function);

}  // namespace drystone
