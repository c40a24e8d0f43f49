#include "joints/reaction.h"

namespace drystone {

namespace {

Vec2 arm_of(const BodyStore& bodies, std::uint32_t body, const Vec2& anchor) {
    const BodyPose& pose = bodies.poses[body];
    const BodyMass& mass = bodies.masses[body];
    return rotate(Rot{pose.c, pose.s}, anchor - Vec2{mass.center_x, mass.center_y});
}

}  // namespace

Vec2 anchor_separation(const BodyStore& bodies, const JointRecord& record) {
    const BodyPose& a = bodies.poses[record.body_a];
    const BodyPose& b = bodies.poses[record.body_b];
    return Vec2{b.x - a.x, b.y - a.y} + (arm_of(bodies, record.body_b, record.rows.anchor_b) -
                                         arm_of(bodies, record.body_a, record.rows.anchor_a));
}

JointReaction find_reaction(const BodyStore& bodies, const JointRecord& record, float inverse_h) {
    const JointImpulses& impulses = record.impulses;
    if (record.family != JointFamily::Lanes) {
        return {{inverse_h * impulses.lock[0], 0.0f}, 0.0f};
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
            const float length = way.norm();
            return {length > 0.0f ? Vec2((lock_x + sums[0]) / length * way) : Vec2{0.0f, 0.0f}, 0.0f};
        }
        case JointKind::Frame: break;
    }
    const BodyPose& pose = bodies.poses[record.body_a];
    const Rot axis = multiply(Rot{pose.c, pose.s}, record.rows.axis);
    return {rotate(axis, Vec2{lock_x + sums[0], lock_y + sums[1]}), torque};
}

}  // namespace drystone
