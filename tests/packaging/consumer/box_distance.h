#pragma once

#include <drystone/collision/math.h>

/// Returns the distance of a point to a box of 1 m at the origin [m].
float box_distance(const drystone::Vec2& point);
