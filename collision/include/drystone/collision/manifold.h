#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/shapes.h>
#include <drystone/collision/simplex_cache.h>

#include <cstdint>

namespace drystone {

/// A contact point of two shapes that touch or are within the speculative margin.
struct ManifoldPoint {
    /// Midway between the two surfaces, in the frame of A [m].
    Vec2 point{0.0f, 0.0f};
    /// Distance between the surfaces along the normal [m]; negative where they overlap.
    float separation = 0.0f;
    /// Canonical feature pair: (feature of A) << 16 | (feature of B), each counted in its own shape, and
    /// independent of the reference shape. Matches contact points between steps for warm starting.
    std::uint32_t feature = 0;
};

/// The contact manifold of two convex shapes: up to two points along one normal.
///
/// The points are ordered along the tangent `right_perp(normal)`, independent of the reference shape, so that
/// near ties between reference faces do not exchange the points from one step to the next.
struct Manifold {
    /// Unit normal from A to B, in the frame of A; always of unit length where `count` > 0.
    Vec2 normal{1.0f, 0.0f};
    int count = 0;            ///< Number of points, 0 to 2.
    ManifoldPoint points[2];  ///< Points, ordered along the normal turned clockwise.
};

/// Cache of one pair, kept from query to query: the last GJK simplex and the last EPA face. Any content gives
/// the same result within rounding; good content saves iterations.
struct CollisionCache {
    SimplexCache simplex;      ///< Simplex of the last query.
    std::uint16_t face_a = 0;  ///< Support points of the last penetrating face, plus one; zero: none.
    std::uint16_t face_b = 0;  ///< Face of B, likewise.
};

/// Finds the contact points of two cores. GJK finds distance and normal, EPA where the cores overlap; the
/// normal selects the reference face, and the incident face is clipped against it.
///
/// \param b_in_a  the frame of B seen from the frame of A
/// \param margin  points are reported up to this separation [m] (speculative contacts); >= 0
/// \return        0 to 2 points; `count` is 0 when the shapes are farther apart than the margin
/// Cost           no allocation; a few GJK iterations, one with a warm cache
DRYSTONE_COLLISION_API Manifold collide(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                        float margin, CollisionCache& cache);

}  // namespace drystone
