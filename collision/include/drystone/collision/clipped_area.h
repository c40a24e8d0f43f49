#pragma once

#include <drystone/collision/shapes.h>

#include <span>
#include <vector>

namespace drystone {

/// All points p with normal . p <= offset; the normal is of unit length [m].
struct HalfPlane {
    Vec2 normal{0.0f, 1.0f};
    float offset = 0.0f;
};

/// An area [m^2] and its centroid [m]; the centroid has no meaning where the area is zero.
struct ClippedArea {
    double area = 0.0;
    Vec2d centroid{0.0, 0.0};
};

/// Cuts pieces off a convex shape and measures what is left, as buoyancy needs it.
///
/// The boundary is kept as segments and arcs, so that rounding is as exact as the rest: circles, capsules and
/// rounded polygons are cut along true circular arcs. All in double precision, relative to a point of the
/// shape, so that distance from the world's origin costs nothing; the error of an area is below 1e-9 of that
/// of the shape. A clipper keeps its memory and can be used again.
/// Source: Sutherland and Hodgman, Reentrant Polygon Clipping, 1974; the integrals are those of Green's
/// theorem.
class AreaClipper {
public:
    /// Room for shapes of up to `vertices` points and `planes` cuts.
    void reserve(std::size_t vertices, std::size_t planes);
    /// Takes a whole shape in the frame `pose`. Cost: linear in its vertices.
    void start(const ConvexCore& core, const Pose& pose);
    /// Takes away what is outside of the plane; nothing where that has no direction or is not finite. Cost:
    /// linear in what is there.
    void clip(const HalfPlane& plane);
    /// What is left, in the frame in which the pose is given.
    [[nodiscard]] ClippedArea measure() const;

private:
    /// A piece of the boundary, counter-clockwise: straight, or an arc of at most a quarter turn.
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
    Vec2d origin_{0.0, 0.0};  ///< Pieces are relative to it.
    std::vector<Piece> pieces_;
    std::vector<Piece> kept_;
};

/// Area and centroid of what all half-planes leave of a shape in the frame `pose`. Allocates.
ClippedArea clipped_area(const ConvexCore& core, const Pose& pose, std::span<const HalfPlane> planes);

}  // namespace drystone
