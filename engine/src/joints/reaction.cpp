#include "joints/reaction.h"

#include "joints/joint_world_frame.h"
#include "joints/sequential/sequential_joints.h"

namespace drystone {

namespace {

Vec2 arm_of(const BodyStore& bodies, std::uint32_t body, const Vec2& anchor) {
    const BodyPose& pose = bodies.poses[body];
    const BodyMass& mass = bodies.masses[body];
    return rotate(Rot{pose.c, pose.s}, anchor - Vec2{mass.center_x, mass.center_y});
}

Rot world_axis(const BodyStore& bodies, const JointRecord& record) {
    const BodyPose& pose = bodies.poses[record.body_a];
    return multiply(Rot{pose.c, pose.s}, record.rows.axis);
}

/// Returns the force along the last segment of a cable: on its last point or, if that has no body, on the
/// point before it.
Vec2 cable_force(const BodyStore& bodies, const std::vector<CablePoint>& cable, float force) {
    const CablePoint& last = cable[cable.size() - 1];
    const CablePoint& before = cable[cable.size() - 2];
    const Vec2 way = world_point_of(bodies, last) - world_point_of(bodies, before);
    const float length = drystone::length(way);
    const float on_point = (last.body == no_index ? -force : force) * before.weight;
    return length > 0.0f ? on_point / length * way : Vec2{on_point, 0.0f};
}

/// Returns the reaction of a gear on body B of its first joint.
JointReaction gear_reaction(const BodyStore& bodies, const JointStore& joints, std::uint32_t joint,
                            float load) {
    const JointRecord& first = joints.records[joints.definitions.find<GearJoint>(joint)->first.index1 - 1];
    if (!is_sliding(first)) {
        return {{0.0f, 0.0f}, load};
    }
    return {rotate(world_axis(bodies, first), Vec2{load, 0.0f}), 0.0f};
}

}  // namespace

Vec2 anchor_separation(const BodyStore& bodies, const JointRecord& record) {
    const BodyPose& a = bodies.poses[record.body_a];
    const BodyPose& b = bodies.poses[record.body_b];
    return Vec2{b.x - a.x, b.y - a.y} + (arm_of(bodies, record.body_b, record.rows.anchor_b) -
                                         arm_of(bodies, record.body_a, record.rows.anchor_a));
}

JointReaction find_reaction(const BodyStore& bodies, const JointStore& joints, std::uint32_t joint,
                            const JointRecord& record, float inverse_h) {
    const JointImpulses& impulses = record.impulses;
    switch (record.family) {
        case JointFamily::None: return {};
        case JointFamily::Cable:
            return {cable_force(bodies, joints.cable(joint), inverse_h * impulses.lock[0]), 0.0f};
        case JointFamily::Gear: return gear_reaction(bodies, joints, joint, inverse_h * impulses.lock[0]);
        case JointFamily::Lanes: break;
    }
    float sums[3];
    for (int i = 0; i < 3; ++i) {
        sums[i] =
            inverse_h * ((impulses.spring[i] + impulses.motor[i]) + (impulses.lower[i] - impulses.upper[i]));
    }
    const float lock_x = inverse_h * impulses.lock[0];
    const float lock_y = inverse_h * impulses.lock[1];
    const float torque = sums[2] + inverse_h * impulses.lock[2];
    switch (record.rows.kind) {
        case JointKind::Point:
        case JointKind::Hinge: return {{lock_x, lock_y}, torque};
        case JointKind::Distance: {
            const Vec2 way = anchor_separation(bodies, record);
            const float length = drystone::length(way);
            const float along = lock_x + sums[0];
            return {length > 0.0f ? along / length * way : Vec2{along, 0.0f}, 0.0f};
        }
        case JointKind::Frame: break;
    }
    return {rotate(world_axis(bodies, record), Vec2{lock_x + sums[0], lock_y + sums[1]}), torque};
}

}  // namespace drystone
