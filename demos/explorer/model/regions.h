#pragma once

#include "border.h"

#include <vector>

namespace explorer {

/// Points of the plane to which one part of a simplex (a vertex, an edge or the triangle itself) is nearest.
struct Region {
    std::vector<int> part;  ///< Indices of the simplex's vertices.
    Points area;            ///< Convex, counter-clockwise; clipped at a large distance.
    bool holds_origin = false;
};

/// Returns the Voronoi regions of a simplex of one to three points. The origin lies in one of them, or in
/// several if it lies on a border; `holds_origin` is set in the first.
std::vector<Region> voronoi_regions(const Points& simplex);

}  // namespace explorer
