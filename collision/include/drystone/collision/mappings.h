#pragma once

// Includes all support mappings that come with the library; each header can be included alone.
#include <drystone/collision/composed_shapes.h>
#include <drystone/collision/curved_shapes.h>
#include <drystone/collision/point_shapes.h>
#include <drystone/collision/shape_bounds.h>
#include <drystone/collision/transformed_shape.h>
