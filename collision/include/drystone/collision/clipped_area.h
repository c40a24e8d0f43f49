#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/shapes.h>

#include <span>
#include <vector>

namespace drystone {

/// The half-plane of all points p with normal . p <= offset [m]: a floor or a wall without an end. The normal
/// is of unit length; `distance`, `intersect` and `penetration` (half_plane.h) also take one of another
/// length > 0, in place of A, and divide it by that.
struct HalfPlane {
    Vec2 normal{0.0f, 1.0f};  ///< Unit normal out of the half plane.
    float offset = 0.0f;      ///< Distance of its border from the origin along the normal [m].
};

/// An area [m^2] and its centroid [m]; the centroid is meaningless where the area is zero.
struct ClippedArea {
    double area = 0.0;         ///< Area [m^2].
    Vec2d centroid{0.0, 0.0};  ///< Centroid of the area [m].
};

/// Clips a convex shape by half-planes and measures the remaining area, as needed for buoyancy.
///
/// The boundary is kept as segments and arcs: circles, capsules and rounded polygons are cut along true
/// circular arcs. Computed in double precision relative to a point of the shape, so that distance from the
/// world's origin costs no accuracy; the error of an area is below 1e-9 of the shape's area. A clipper keeps
/// its memory and can be reused.
/// Source: Sutherland and Hodgman, Reentrant Polygon Clipping, 1974; the integrals are those of Green's
/// theorem.
class DRYSTONE_COLLISION_API AreaClipper {
public:
    /// Reserves memory for shapes of up to `vertices` points and `planes` cuts.
    void reserve(std::size_t vertices, std::size_t planes);
    /// Starts with a whole shape in the frame `pose`. Cost: linear in its vertices.
    void start(const ConvexCore& core, const Pose& pose);
    /// Removes the part outside the half-plane. A plane without a direction, or one that is not finite,
    /// removes nothing. Cost: linear in the remaining pieces of the boundary.
    void clip(const HalfPlane& plane);
    /// Returns the remaining area and its centroid, in the frame in which the pose is given.
    [[nodiscard]] ClippedArea measure() const;

private:
    /// A piece of the boundary, counter-clockwise: a segment, or an arc of at most a quarter turn.
    struct Piece {
        Vec2d from;
        Vec2d to;
        Vec2d center;
        bool arc;
    };

    void add_arc(const Vec2d& center, const Vec2d& from, const Vec2d& to);
    void keep(const Piece& piece);
    void clip_segment(const Piece& piece, const Vec2d& normal, double offset);
    void clip_arc(const Piece& piece, const Vec2d& normal, double offset);

    double radius_ = 0.0;
    Vec2d origin_{0.0, 0.0};  ///< Origin of the pieces' coordinates.
    std::vector<Piece> pieces_;
    std::vector<Piece> kept_;
};

/// Returns area and centroid of the part of a shape, in the frame `pose`, that lies in all half-planes.
/// Allocates.
DRYSTONE_COLLISION_API ClippedArea clipped_area(const ConvexCore& core, const Pose& pose,
                                                std::span<const HalfPlane> planes);

}  // namespace drystone
