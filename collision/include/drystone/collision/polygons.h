#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/shapes.h>

#include <span>
#include <vector>

namespace drystone {

/// Options of `make_polygons`.
struct PolygonsOptions {
    float radius = 0.0f;     ///< Rounding radius of every piece, >= 0 [m]; added to the outline.
    float tolerance = 0.0f;  ///< Maximum deviation, as in `DecompositionOptions` [m].
    int max_vertices = 0;    ///< Limit per piece, as in `DecompositionOptions`.
};

/// Decomposes a concave outline with holes into convex polygons for a body, without the slivers that are too
/// thin for a polygon (`Decomposition::dropped_pieces`). Throws `Error` that names the fault and its edges
/// where the outline is refused; see `decompose`.
DRYSTONE_COLLISION_API std::vector<Polygon> make_polygons(std::span<const Vec2> outline,
                                                          std::span<const std::vector<Vec2>> holes = {},
                                                          const PolygonsOptions& options = {});

}  // namespace drystone
