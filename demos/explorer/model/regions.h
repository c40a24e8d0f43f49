#pragma once

#include "border.h"

#include <vector>

namespace explorer {

/// The points of the plane to which one part of a simplex, a vertex, an edge or the triangle itself, is the
/// nearest.
struct Region {
    std::vector<int> part;  ///< Indices of the simplex's vertices.
    Points area;            ///< Convex, counter-clockwise; cut off far away.
    bool holds_origin = false;
};

/// The Voronoi regions of a simplex of one to three points. The origin lies in one of them (in more where it
/// lies on a border: the first is marked).
std::vector<Region> voronoi_regions(const Points& simplex);

}  // namespace explorer
