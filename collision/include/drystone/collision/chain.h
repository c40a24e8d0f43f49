#pragma once

#include <drystone/collision/shapes.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace drystone {

struct Manifold;    // <drystone/collision/manifold.h>
struct RayCastHit;  // <drystone/collision/casts.h>

/// From where a chain is solid.
enum class ChainSides : std::uint8_t {
    Right,  ///< From the right of the way along it: the outside of a counter-clockwise loop. Bodies pass
            ///< through from the other side.
    Both,   ///< The side is that on which the middle of the other shape lies.
};

/// One segment of a chain and what it has to know of its neighbours so that a body slides from one to the
/// next as if they were one.
///
/// A neighbour is known by its far end, the ghost vertex: nothing collides with that here, but it tells which
/// normals belong to the corner between the two. An end without a neighbour is free, and rounded like that of
/// a `Segment`.
struct ChainSegment {
    Vec2 a{-0.5f, 0.0f};
    Vec2 b{0.5f, 0.0f};
    std::optional<Vec2> ghost_before = std::nullopt;  ///< The vertex before a [m].
    std::optional<Vec2> ghost_after = std::nullopt;   ///< The vertex after b [m].
    ChainSides sides = ChainSides::Right;
};

struct ChainSettings {
    bool is_loop = false;  ///< Whether the last point is joined to the first.
    ChainSides sides = ChainSides::Right;
    /// The vertices before the first point and after the last, for an open chain that continues another.
    std::optional<Vec2> ghost_before = std::nullopt;
    std::optional<Vec2> ghost_after = std::nullopt;
};

/// An open or closed line of segments over which bodies slide without stumbling at the joints. It has no
/// inside and no mass. Made by `make_chain`, so whoever holds a chain holds a valid one.
class Chain {
public:
    [[nodiscard]] std::span<const Vec2> points() const { return points_; }
    [[nodiscard]] bool is_loop() const { return settings_.is_loop; }
    [[nodiscard]] ChainSides sides() const { return settings_.sides; }
    [[nodiscard]] int segment_count() const;
    /// Segment i leads from point i to point i + 1, in a loop the last one to point 0.
    [[nodiscard]] ChainSegment segment(int i) const;

private:
    friend Chain make_chain(std::span<const Vec2> points, const ChainSettings& settings);
    Chain() = default;

    std::vector<Vec2> points_;
    ChainSettings settings_;
};

/// A chain through the points [m, frame of the body], at least two of them, three for a loop.
/// Throws `Error` where there are fewer, where one is not finite, where neighbours (ghosts included) lie
/// nearer together than 5e-7 of the chain's extent, and where a loop is given ghosts.
Chain make_chain(std::span<const Vec2> points, const ChainSettings& settings = {});
Chain make_chain(std::initializer_list<Vec2> points, const ChainSettings& settings = {});

/// The segment alone, without neighbours and sides, as GJK, EPA and the casts see it.
SmallCore make_core(const ChainSegment& segment);

/// Contact points of a segment of a chain (A) and a core (B).
///
/// The normal is the best separating axis of those that the chain has there: the segment's own normal, and at
/// a convex corner all between that and the neighbour's, of which the nearer half belongs to this segment.
/// So no body that slides along meets the side of a joint, and no two segments report the same corner. At a
/// flat or concave joint there is nothing but the segment's own normal.
///
/// A shape whose middle (the mean of its points) lies behind a segment that is solid from the right does not
/// touch it; in front of a neighbour about a convex corner counts as in front. So a shape that is more than
/// half through is let through. One that lies in front as a whole touches it wherever its middle is.
///
/// Features: corner 0 is a, corner 1 is b. Empty where the segment has no length or the input is not finite.
/// \param b_in_a  the frame of B seen from the frame of the chain
/// \param margin  points are reported up to this separation [m]; >= 0
/// Cost           O(vertices^2), all in double precision; no allocation
/// Source         the normal cones of the Gauss map, as in Gregorius, The Separating Axis Test between Convex
///                Polyhedra, GDC 2013; ghost vertices: Catto, Box2D 2.1 edge shapes.
Manifold collide(const ChainSegment& segment, const ConvexCore& b, const Pose& b_in_a, float margin);

/// Where a ray meets the segment. One that is solid from the right only is not met from behind.
RayCastHit cast_ray(const ChainSegment& segment, const Vec2& origin, const Vec2& translation);

}  // namespace drystone
