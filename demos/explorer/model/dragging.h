#pragma once

#include "tutorial.h"

#include <drystone/collision/math.h>

#include <cstddef>
#include <optional>

namespace explorer {

/// Corner of one of the two shapes.
struct Corner {
    bool of_b = false;      ///< Belongs to B, otherwise to A.
    std::size_t index = 0;  ///< Number among the corners of its shape.
};

/// Returns the corners of A or B in the world frame [m]: those of points, segments and polygons of few
/// vertices, or those that were dragged. Empty for shapes that are curved or have a radius.
Points corners_of(const Tutorial& tutorial, bool of_b);

/// Returns the corner that is nearest to a point of the world, at most `reach` [m] away; of equally near ones
/// that of B, which is drawn last.
std::optional<Corner> find_corner(const Tutorial& tutorial, const drystone::Vec2& point, float reach);

/// Moves a corner to a point of the world. From then on, the shape is the hull of its corners.
void move_corner(Question& question, const Tutorial& tutorial, const Corner& corner,
                 const drystone::Vec2& to);

}  // namespace explorer
