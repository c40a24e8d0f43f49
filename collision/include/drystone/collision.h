#pragma once

/// Includes everything that a user of the collision library alone needs.

#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/active_edges.h>
#include <drystone/collision/casts.h>
#include <drystone/collision/chain.h>
#include <drystone/collision/clipped_area.h>
#include <drystone/collision/composed_shapes.h>
#include <drystone/collision/curved_shapes.h>
#include <drystone/collision/custom_manifold.h>
#include <drystone/collision/custom_shape.h>
#include <drystone/collision/decomposition.h>
#include <drystone/collision/epa.h>
#include <drystone/collision/error.h>
#include <drystone/collision/frustum3.h>
#include <drystone/collision/function_ref.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/gjk3.h>
#include <drystone/collision/hull.h>
#include <drystone/collision/manifold.h>
#include <drystone/collision/mappings.h>
#include <drystone/collision/mass.h>
#include <drystone/collision/math.h>
#include <drystone/collision/math3.h>
#include <drystone/collision/point_shapes.h>
#include <drystone/collision/polygons.h>
#include <drystone/collision/ray_cast.h>
#include <drystone/collision/shape_bounds.h>
#include <drystone/collision/shape_cast.h>
#include <drystone/collision/shapes.h>
#include <drystone/collision/shapes3.h>
#include <drystone/collision/simplify.h>
#include <drystone/collision/support.h>
#include <drystone/collision/time_of_impact.h>
#include <drystone/collision/trace.h>
#include <drystone/collision/transformed_shape.h>
