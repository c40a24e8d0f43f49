#pragma once

#include <drystone/collision/shapes.h>
#include <drystone/collision/simplex_cache.h>

#include <cstdint>

namespace drystone {

/// One of the points where two shapes touch or are about to.
struct ManifoldPoint {
    /// Midway between the two surfaces, in the frame of A [m].
    Vec2 point{0.0f, 0.0f};
    /// Distance between the surfaces along the normal [m]; negative when they overlap.
    float separation = 0.0f;
    /// The canonical feature pair: (feature of A) << 16 | (feature of B), each counted in its own shape, the
    /// same whichever shape is the reference. Impulses are carried over from step to step by it.
    std::uint32_t feature = 0;
};

/// Where and how two convex shapes touch: up to two points along one normal.
///
/// The points are ordered along the tangent `right_perp(normal)`, whichever shape is the reference, so that
/// near ties between reference faces do not exchange the points from one step to the next.
struct Manifold {
    /// Unit vector from A to B, in the frame of A. Always of unit length when `count` > 0.
    Vec2 normal{1.0f, 0.0f};
    int count = 0;
    ManifoldPoint points[2];
};

/// What one query leaves behind for the next of the same pair: the last GJK simplex and the last EPA face.
/// Any content gives the same answer within rounding; good content gives it sooner.
struct CollisionCache {
    SimplexCache simplex;
    std::uint16_t face_a = 0;  ///< Support points of the last penetrating face plus one; zero: none.
    std::uint16_t face_b = 0;
};

/// Contact points of two cores: GJK finds distance and normal, EPA where the cores overlap; the normal picks
/// the reference face, the incident face is clipped against it.
///
/// \param b_in_a  the frame of B seen from the frame of A
/// \param margin  points are reported up to this separation [m] (speculative contacts); >= 0
/// \return        0 to 2 points; `count` is 0 when the shapes are farther apart than the margin
/// Cost           no allocation; a few GJK iterations, one with a warm cache
Manifold collide(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, float margin,
                 CollisionCache& cache);

}  // namespace drystone
