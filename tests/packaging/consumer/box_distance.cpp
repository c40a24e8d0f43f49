#include "box_distance.h"

#include <drystone/collision/casts.h>
#include <drystone/collision/shapes.h>
#include <drystone/collision/support.h>

float box_distance(const drystone::Vec2& point) {
    const drystone::Polygon box = drystone::make_box(0.5f, 0.5f);
    return drystone::closest_point(drystone::make_core(box), point).distance;
}
