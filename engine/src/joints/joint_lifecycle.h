#pragma once

#include <drystone/events.h>
#include <drystone/joint.h>

#include "contacts/contact_rules.h"
#include "islands/islands.h"
#include "store/joint_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Stores that the destruction of a joint changes.
struct JointLifecycleContext {
    SleepContext sleep;
    BodyStore& bodies;
    JointStore& joints;
    const IslandStore& islands;
    ContactRules& rules;
    std::uint16_t number;  ///< Number of the world, part of every handle.
};

/// Destroys the joint and the gears that couple it, and wakes its bodies.
void destroy_joint(const JointLifecycleContext& context, std::uint32_t joint);

/// Appends an event for each of the `monitored` joints with force events that exceeded a threshold in the
/// step. Destroys those that exceeded their break force or torque, and appends a break for each.
void report_joint_loads(const JointLifecycleContext& context, const std::vector<std::uint32_t>& monitored,
                        std::vector<JointForce>& forces, std::vector<JointBreak>& breaks);

}  // namespace drystone
