#include "step/world_state.h"

#include "joints/reaction.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// The gears that turn on a joint.
std::uint32_t find_gear(const JointStore& joints, std::uint32_t joint) {
    std::uint32_t found = no_index;
    if (!joints.definitions.has_any<GearJoint>()) {
        return found;
    }
    visit_joints_of_body(joints, joints.records[joint].body_a, [&](std::uint32_t other) {
        const GearJoint* const gear = joints.definitions.find<GearJoint>(other);
        if (gear != nullptr && (gear->first.index1 - 1 == joint || gear->second.index1 - 1 == joint)) {
            found = other;
        }
    });
    return found;
}

}  // namespace

void destroy_joint(WorldState& world, std::uint32_t joint) {
    for (std::uint32_t gear = find_gear(world.joints, joint); gear != no_index;
         gear = find_gear(world.joints, joint)) {
        destroy_joint(world, gear);
    }
    if (world.islands.sleeping.size() != world.islands.free.size()) {
        visit_bodies_of_joint(world.joints, joint,
                              [&](std::uint32_t body) { wake(sleep_context(world), body); });
    }
    const JointRecord& record = world.joints.records[joint];
    const std::uint32_t body_a = record.body_a;
    const std::uint32_t body_b = record.body_b;
    const bool forbade =
        world.joints.settings(joint).enabled && !world.joints.settings(joint).collide_connected;
    world.joints.destroy(joint);
    if (forbade && body_a != no_index && body_b != no_index &&
        !joint_forbids_collision(world.joints, body_a, body_b)) {
        world.rules.allowed_again.push_back(make_body_pair(body_a, body_b));
    }
}

void break_joints(WorldState& world) {
    JointStore& joints = world.joints;
    for (const std::uint32_t joint : world.joint_passes.breakable()) {
        const JointRecord& record = joints.records[joint];
        const JointSettings& settings = joints.settings(joint);
        if (!joints.slots.is_live(joint) || (record.greatest_force <= settings.break_force &&
                                             record.greatest_torque <= settings.break_torque)) {
            continue;
        }
        const auto body = [&](std::uint32_t index) {
            return index == no_index ? BodyId{} : world.bodies.slots.handle<BodyId>(index, world.number);
        };
        world.joint_breaks.push_back({joints.slots.handle<JointId>(joint, world.number), body(record.body_a),
                                      body(record.body_b), record.greatest_force, record.greatest_torque,
                                      settings.user_data});
        destroy_joint(world, joint);
    }
}

}  // namespace drystone
