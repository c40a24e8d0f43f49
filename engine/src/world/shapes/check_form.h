#pragma once

#include <drystone/collision/custom_shape.h>
#include <drystone/collision/shapes.h>

namespace drystone {

/// Throws unless the geometry is valid, not too large, and has a hull: a box may be so thin that its corners
/// have none. Returns its reach from the origin of its frame [m]. What one function accepts, all accept.
float check_form(const char* function, const char* argument, const ShapeGeometry& geometry);

/// Returns the outline of a custom shape, which is held to the same.
Polygon checked_outline(const char* function, const char* argument, const CustomShape& shape);

}  // namespace drystone
