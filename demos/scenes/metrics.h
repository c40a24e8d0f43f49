#pragma once

#include <scenes/recorder.h>
#include <scenes/scene.h>

#include <array>
#include <span>

/// Measures of overlap between bodies, in double precision and without any engine's geometry code.
namespace scenes {

struct DoublePoint {
    double x = 0.0;
    double y = 0.0;
};

/// Pose of a body: its origin [m] and the cosine and sine of its angle, as the engine gives them, unrounded.
struct WorldPose {
    double x = 0.0;
    double y = 0.0;
    double cosine = 1.0;
    double sine = 0.0;
};

/// Shape in the world: the convex hull of one to eight points, counter-clockwise, grown by `radius`.
struct WorldCore {
    static constexpr int capacity = 8;
    std::array<DoublePoint, capacity> points{};
    int count = 0;
    double radius = 0.0;
};

/// Places a shape. Throws `std::invalid_argument` for a polygon of no or more than eight vertices.
WorldCore place(const Shape& shape, const WorldPose& pose);

/// Returns the distance between two shapes [m]; if they overlap, minus the smallest translation that
/// separates them.
///
/// For overlapping cores, the faces of the Minkowski difference of convex polygons are those of either
/// polygon, so the maximum separation along any edge normal is the exact depth. For separate cores, it is the
/// minimum distance of a vertex of one to an edge of the other. The radii are subtracted last.
/// Cost: O(n m).
double signed_distance(const WorldCore& a, const WorldCore& b);

/// Overlaps between shapes of different bodies.
struct OverlapReport {
    int close_pairs = 0;        ///< Nearer than the margin, including overlapping ones.
    int overlapping_pairs = 0;  ///< Signed distance below zero.
    double worst = 0.0;         ///< Maximum depth [m].
    double mean = 0.0;          ///< Mean depth of the overlapping pairs [m]; 0 if there are none.
    int non_finite_bodies = 0;  ///< Bodies with a pose that is not finite; they are left out.
};

/// Distance below which engines with speculative contacts create contact points [m].
inline constexpr double close_margin = 0.02;

/// Measures every pair of shapes that may collide: of different bodies, at least one of them dynamic, allowed
/// by the filters and by joints. `poses[i]` is that of body i; those of destroyed bodies are ignored. Cost:
/// sort and sweep along the axis on which the shapes are spread more widely.
OverlapReport measure_overlaps(std::span<const RecordedBody> bodies, std::span<const WorldPose> poses,
                               double margin = close_margin);

}  // namespace scenes
