#pragma once

#include "broad_phase/broad_phase.h"
#include "continuous/continuous.h"
#include "parallel/team.h"
#include "sensors/sensor_store.h"
#include "store/body_store.h"
#include "store/shape_store.h"

#include <cstdint>

namespace drystone {

/// Stores that sensors read, and the motion of the step.
struct SensorContext {
    SensorStore& sensors;
    const BodyStore& bodies;
    const ShapeStore& shapes;
    const BroadPhase& broad_phase;
    const Continuous& continuous;
    const ContinuousContext& motion;
    Team& team;
    std::uint16_t number;  ///< Number of the world, part of every handle.
};

/// Finds the shapes that overlap sensors after the step and those that passed through them within it, and
/// writes the events. Cost: nothing without sensors; else a query of the trees for each sensor, a GJK run for
/// each shape nearby, and a sweep for each fast body whose path meets a sensor's box.
void update_sensors(const SensorContext& context);

}  // namespace drystone
