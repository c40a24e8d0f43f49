#pragma once

#include <drystone/collision/minkowski.h>

namespace drystone::detail {

/// More than this the lanes do not hold.
inline constexpr int most_lane_vertices = 8;

/// What a look at all faces of the Minkowski difference finds.
struct FoundFace {
    int face = -1;  ///< The first one with the greatest separation; -1 where something is not finite.
    bool of_a = true;
    int vertex = 0;     ///< Of the other polygon, the first of the nearest.
    int inside_a = -1;  ///< The first vertex of B that lies inside of A; -1 where none does.
    int inside_b = -1;
};

/// Looks at all faces of the difference of two polygons of 3 to 8 vertices, in lanes.
void find_best_face(const CoreDifference& difference, FoundFace& best);
/// The same, and tells which vertices of one polygon lie inside of the other.
void find_best_face_and_inside(const CoreDifference& difference, FoundFace& best);

}  // namespace drystone::detail
