#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/shapes.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace drystone {

struct Manifold;    // <drystone/collision/manifold.h>
struct RayCastHit;  // <drystone/collision/ray_cast.h>

/// Sides from which a chain is solid.
enum class ChainSides : std::uint8_t {
    Right,  ///< Solid from the right of its direction: the outside of a counter-clockwise loop. Bodies pass
            ///< through from the left.
    Both,   ///< Solid from both sides; contacts are on the side on which the other shape's centre lies.
};

/// One segment of a chain, with the ghost vertices of its neighbours, so that a body slides from one segment
/// to the next without hitting internal edges.
///
/// A ghost vertex is the far end of a neighbour. Nothing collides with it here; it determines the normals
/// that belong to the shared corner. An end without a neighbour is free and has the normals of the end of a
/// `Segment`.
struct ChainSegment {
    Vec2 a{-0.5f, 0.0f};                              ///< First point [m].
    Vec2 b{0.5f, 0.0f};                               ///< Second point [m].
    std::optional<Vec2> ghost_before = std::nullopt;  ///< The vertex before a [m].
    std::optional<Vec2> ghost_after = std::nullopt;   ///< The vertex after b [m].
    ChainSides sides = ChainSides::Right;             ///< Solid sides.
};

/// Settings of a chain.
struct ChainSettings {
    bool is_loop = false;                  ///< True if the last point is joined to the first.
    ChainSides sides = ChainSides::Right;  ///< Solid sides of all segments.
    /// Vertices before the first point and after the last [m], for an open chain that continues another.
    std::optional<Vec2> ghost_before = std::nullopt;
    /// Vertex after the last point of an open chain, likewise [m].
    std::optional<Vec2> ghost_after = std::nullopt;
};

/// An open or closed line of segments over which bodies slide without catching on its vertices. It has no
/// inside and no mass. Made only by `make_chain`, so every chain is valid.
class DRYSTONE_COLLISION_API Chain {
public:
    /// Returns the points [m].
    [[nodiscard]] std::span<const Vec2> points() const { return points_; }
    /// Returns whether the last point is joined to the first.
    [[nodiscard]] bool is_loop() const { return settings_.is_loop; }
    /// Returns the solid sides.
    [[nodiscard]] ChainSides sides() const { return settings_.sides; }
    /// Returns the number of segments: that of the points, less one unless it is a loop.
    [[nodiscard]] int segment_count() const;
    /// Returns segment i, from point i to point i + 1; in a loop the last one leads to point 0. Throws
    /// `Error` where i is out of range.
    [[nodiscard]] ChainSegment segment(int i) const;

private:
    friend DRYSTONE_COLLISION_API Chain make_chain(std::span<const Vec2> points,
                                                   const ChainSettings& settings);
    Chain() = default;

    std::vector<Vec2> points_;
    ChainSettings settings_;
};

/// Makes a chain through the points [m, frame of the body]: at least two, or three for a loop.
/// Throws `Error` for fewer points, for a point that is not finite, for neighbours (ghosts included) that are
/// nearer to each other than 5e-7 of the chain's extent, for ghosts of a loop, and for sides that are no
/// `ChainSides`.
DRYSTONE_COLLISION_API Chain make_chain(std::span<const Vec2> points, const ChainSettings& settings = {});
/// Makes a chain from a list of points.
DRYSTONE_COLLISION_API Chain make_chain(std::initializer_list<Vec2> points,
                                        const ChainSettings& settings = {});

/// Returns the segment alone, without neighbours and sides, as GJK, EPA and the casts use it.
DRYSTONE_COLLISION_API SmallCore make_core(const ChainSegment& segment);

/// Finds the contact points of a segment of a chain (A) and a core (B).
///
/// The normal is the best separating axis among those that the chain has there: the segment's own normal and,
/// at a convex corner, all normals between its own and the neighbour's. The half nearer to its own normal
/// belongs to this segment. So a body that slides along hits no internal edge, and no two segments report the
/// same corner. At a flat or concave corner there is only the segment's own normal.
///
/// A shape whose centre (the mean of its points) lies behind a segment that is solid from the right does not
/// touch it; at a convex corner, a centre in front of the neighbour counts as in front. So a shape that is
/// more than half through passes. A shape that lies wholly in front touches the segment wherever its centre
/// is.
///
/// Features: corner 0 is a, corner 1 is b. Empty where the segment has no length or the input is not finite.
/// \param b_in_a  the frame of B seen from the frame of the chain
/// \param margin  points are reported up to this separation [m]; >= 0
/// Cost           O(vertices^2), all in double precision; no allocation
/// Source         the normal cones of the Gauss map, as in Gregorius, The Separating Axis Test between Convex
///                Polyhedra, GDC 2013; ghost vertices: Catto, Box2D 2.1 edge shapes.
DRYSTONE_COLLISION_API Manifold collide(const ChainSegment& segment, const ConvexCore& b, const Pose& b_in_a,
                                        float margin);

/// Casts a ray against the segment. A segment that is solid from the right only is not hit from behind.
DRYSTONE_COLLISION_API RayCastHit cast_ray(const ChainSegment& segment, const Vec2& origin,
                                           const Vec2& translation);

}  // namespace drystone
