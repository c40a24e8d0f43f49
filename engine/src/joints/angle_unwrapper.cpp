#include "joints/angle_unwrapper.h"

#include "core/arrays.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

Rot turn_between(const BodyStore& bodies, std::uint32_t body_a, std::uint32_t body_b) {
    const BodyPose& a = bodies.poses[body_a];
    const BodyPose& b = bodies.poses[body_b];
    return inverse_multiply(Rot{a.c, a.s}, Rot{b.c, b.s});
}

/// Returns whether the joint's angle is free and no lane tracks it.
bool turns_alone(const JointRecord& record) {
    const bool has_angle = record.family == JointFamily::Lanes && record.rows.kind != JointKind::Distance;
    const bool followed = record.color >= 0 && lane_kind(record) != JointKind::Point;
    return has_angle && !followed && !record.rows.degrees[2].locked;
}

/// Returns whether the joint is solved in this step: it is enabled, and one of its bodies is awake.
bool is_solved_now(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    const JointRecord& record = joints.records[joint];
    return record.color >= 0 || record.direct ||
           (is_solved(joints, bodies, joint) &&
            (bodies.is_awake(record.body_a) || bodies.is_awake(record.body_b)));
}

}  // namespace

void AngleUnwrapper::look_at(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    const JointRecord& record = joints.records[joint];
    if (turns_alone(record) && is_solved_now(joints, bodies, joint)) {
        grow_push_back(items_, {joint, record.body_a, record.body_b, joints.slots.generation(joint),
                                Rot::from_angle(record.angle + record.rows.reference_angle)});
    }
}

void AngleUnwrapper::rebuild(const JointStore& joints, const BodyStore& bodies) {
    items_.clear();
    for (std::uint32_t joint = 0; joint < joints.slots.size(); ++joint) {
        look_at(joints, bodies, joint);
    }
}

void AngleUnwrapper::look_again(const JointStore& joints, const BodyStore& bodies,
                                std::span<const std::uint32_t> some) {
    std::erase_if(items_, [&](const Item& item) {
        return joints.slots.generation(item.joint) != item.generation ||
               std::binary_search(some.begin(), some.end(), item.joint);
    });
    for (const std::uint32_t joint : some) {
        look_at(joints, bodies, joint);
    }
}

void AngleUnwrapper::follow(JointStore& joints, const BodyStore& bodies, Team& team) {
    constexpr std::size_t items_per_chunk = 512;
    constexpr std::size_t items_per_worker = 512;  // About 5 us of work.
    const int workers = workers_for(items_.size(), items_per_worker);
    team.parallel_for(items_.size(), items_per_chunk, workers, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            follow(joints, bodies, items_[i]);
        }
    });
}

void AngleUnwrapper::follow(JointStore& joints, const BodyStore& bodies, Item& item) {
    const Rot turn = turn_between(bodies, item.body_a, item.body_b);
    if (turn.c * item.seen.c + turn.s * item.seen.s > 0.0f) {
        return;
    }
    JointRecord& record = joints.records.edit(item.joint);
    const float angle = multiply(Rot::from_angle(-record.rows.reference_angle), turn).angle();
    record.angle = angle + 2.0f * pi * std::floor((record.angle - angle) / (2.0f * pi) + 0.5f);
    // As after a rebuild, which knows the angle alone.
    item.seen = Rot::from_angle(record.angle + record.rows.reference_angle);
}

}  // namespace drystone
