#include "joints/joint_lifecycle.h"

#include "store/public_handles.h"

#include "joints/reaction.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Returns a gear that couples the joint, or `no_index` if there is none.
std::uint32_t find_gear(const JointStore& joints, std::uint32_t joint) {
    std::uint32_t found = no_index;
    if (!joints.definitions.has_any<GearJoint>()) {
        return found;
    }
    // Both bodies list the gears, in the same order.
    const JointRecord& record = joints.records[joint];
    const bool a_has_fewer = joints.of_body.count(record.body_a) < joints.of_body.count(record.body_b);
    visit_joints_of_body(joints, a_has_fewer ? record.body_a : record.body_b, [&](std::uint32_t other) {
        const GearJoint* const gear = joints.definitions.find<GearJoint>(other);
        if (gear != nullptr && (gear->first.index1 - 1 == joint || gear->second.index1 - 1 == joint)) {
            found = other;
        }
    });
    return found;
}

}  // namespace

void destroy_joint(const JointLifecycleContext& context, std::uint32_t joint) {
    for (std::uint32_t gear = find_gear(context.joints, joint); gear != no_index;
         gear = find_gear(context.joints, joint)) {
        destroy_joint(context, gear);
    }
    if (context.islands.sleeping.size() != context.islands.free.size()) {
        visit_bodies_of_joint(context.joints, joint, [&](std::uint32_t body) { wake(context.sleep, body); });
    }
    const JointRecord& record = context.joints.records[joint];
    const std::uint32_t body_a = record.body_a;
    const std::uint32_t body_b = record.body_b;
    const bool forbade = context.joints.settings(joint).enabled && !context.joints.lets_collide(joint);
    context.joints.destroy(joint);
    if (forbade && body_a != no_index && body_b != no_index &&
        !joint_forbids_collision(context.joints, body_a, body_b)) {
        context.rules.allowed_again.push_back(make_body_pair(body_a, body_b));
    }
}

namespace {

void report_joint_forces(const JointLifecycleContext& context, const std::vector<std::uint32_t>& monitored,
                         std::vector<JointForce>& forces) {
    const JointStore& joints = context.joints;
    for (const std::uint32_t joint : monitored) {
        const JointRecord& record = joints.records[joint];
        const JointSettings& settings = joints.settings(joint);
        bool awake = false;
        visit_bodies_of_joint(joints, joint,
                              [&](std::uint32_t body) { awake = awake || context.bodies.is_awake(body); });
        if (awake && settings.force_events &&
            (record.max_force > settings.force_threshold || record.max_torque > settings.torque_threshold)) {
            forces.push_back({joints.slots.handle<JointId>(joint, context.number), record.max_force,
                              record.max_torque, settings.user_data});
        }
    }
}

void break_joints(const JointLifecycleContext& context, const std::vector<std::uint32_t>& monitored,
                  std::vector<JointBreak>& breaks) {
    JointStore& joints = context.joints;
    for (const std::uint32_t joint : monitored) {
        const JointRecord& record = joints.records[joint];
        const JointSettings& settings = joints.settings(joint);
        if (!joints.slots.is_live(joint) ||
            (record.max_force <= settings.break_force && record.max_torque <= settings.break_torque)) {
            continue;
        }
        const auto body = [&](std::uint32_t index) {
            return index == no_index ? BodyId{} : body_id(context, index);
        };
        breaks.push_back({joints.slots.handle<JointId>(joint, context.number), body(record.body_a),
                          body(record.body_b), record.max_force, record.max_torque, settings.user_data});
        destroy_joint(context, joint);
    }
}

}  // namespace

void report_joint_loads(const JointLifecycleContext& context, const std::vector<std::uint32_t>& monitored,
                        std::vector<JointForce>& forces, std::vector<JointBreak>& breaks) {
    report_joint_forces(context, monitored, forces);
    break_joints(context, monitored, breaks);
}

}  // namespace drystone
