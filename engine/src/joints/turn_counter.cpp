#include "joints/turn_counter.h"

#include "memory/arrays.h"

#include <cmath>

namespace drystone {

namespace {

Rot turn_between(const BodyStore& bodies, std::uint32_t body_a, std::uint32_t body_b) {
    const BodyPose& a = bodies.poses[body_a];
    const BodyPose& b = bodies.poses[body_b];
    return inverse_multiply(Rot{a.c, a.s}, Rot{b.c, b.s});
}

/// Does the angle turn freely, without a lane that would follow it?
bool turns_alone(const JointRecord& record) {
    const bool has_angle = record.family == JointFamily::Lanes && record.rows.kind != JointKind::Distance;
    const bool followed = record.color >= 0 && lane_kind(record) != JointKind::Point;
    return has_angle && !followed && !record.rows.degrees[2].locked;
}

/// Is the joint solved, and one of its bodies awake?
bool is_solved_now(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    const JointRecord& record = joints.records[joint];
    return record.color >= 0 || record.direct ||
           (is_solved(joints, bodies, joint) &&
            (bodies.is_awake(record.body_a) || bodies.is_awake(record.body_b)));
}

}  // namespace

void TurnCounter::rebuild(const JointStore& joints, const BodyStore& bodies) {
    items_.clear();
    for (std::uint32_t joint = 0; joint < joints.slots.size(); ++joint) {
        const JointRecord& record = joints.records[joint];
        if (turns_alone(record) && is_solved_now(joints, bodies, joint)) {
            push_sparingly(items_, {joint, Rot::from_angle(record.angle + record.rows.reference_angle)});
        }
    }
}

void TurnCounter::follow(JointStore& joints, const BodyStore& bodies) {
    for (Item& item : items_) {
        JointRecord& record = joints.records[item.joint];
        const Rot turn = turn_between(bodies, record.body_a, record.body_b);
        if (turn.c * item.seen.c + turn.s * item.seen.s > 0.0f) {
            continue;
        }
        const float angle = multiply(Rot::from_angle(-record.rows.reference_angle), turn).angle();
        record.angle = angle + 2.0f * pi * std::floor((record.angle - angle) / (2.0f * pi) + 0.5f);
        item.seen = turn;
    }
}

}  // namespace drystone
