#pragma once

#include "broad_phase/broad_phase.h"
#include "continuous/continuous.h"
#include "parallel/team.h"
#include "sensors/sensor_store.h"
#include "store/body_store.h"
#include "store/shape_store.h"

#include <cstdint>

namespace drystone {

/// Stores that sensors look at, and the motion of the step.
struct SensorContext {
    SensorStore& sensors;
    const BodyStore& bodies;
    const ShapeStore& shapes;
    const BroadPhase& broad_phase;
    const Continuous& continuous;
    const ContinuousContext& motion;
    Team& team;
    std::uint16_t number;  ///< Of the world, part of every handle.
};

/// Finds out which shapes overlap sensors after the step, and which passed through them on their way, and
/// writes the events. Cost: nothing without sensors; else a query of the trees and a GJK run for each shape
/// nearby, for each sensor; a sweep for each fast body on whose way a sensor's box lies.
void update_sensors(const SensorContext& context);

}  // namespace drystone
