#pragma once

#include <drystone/handles.h>

namespace drystone {

/// A shape began to overlap a sensor in the last step, or passed through it: then there is a `SensorEnd` of
/// the same step as well.
struct SensorBegin {
    ShapeId sensor;
    ShapeId visitor;
};

/// A shape no longer overlaps a sensor. A shape that was destroyed is named by its dead handle.
struct SensorEnd {
    ShapeId sensor;
    ShapeId visitor;
};

}  // namespace drystone
