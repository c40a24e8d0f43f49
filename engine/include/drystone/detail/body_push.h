#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

namespace drystone::detail {

/// Force on a dynamic body at a point of the world, in the next step.
struct BodyPush {
    BodyId body;
    Vec2 force{0.0f, 0.0f};  ///< [N]
    Vec2 point{0.0f, 0.0f};  ///< [m]
};

}  // namespace drystone::detail
