#include "world/joints/joint_measures.h"

#include <drystone/world.h>

#include "core/finite.h"
#include "joints/joint_world_frame.h"
#include "joints/reaction.h"
#include "joints/sequential/sequential_joints.h"
#include "world/checks.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

float cable_length(const WorldState& world, std::uint32_t joint) {
    const std::vector<CablePoint>& cable = world.stores.joints.cable(joint);
    double length = 0.0;
    for (std::size_t i = 0; i + 1 < cable.size(); ++i) {
        const Vec2 way =
            world_point_of(world.stores.bodies, cable[i + 1]) - world_point_of(world.stores.bodies, cable[i]);
        length += static_cast<double>(cable[i].weight) * static_cast<double>(drystone::length(way));
    }
    return static_cast<float>(length);
}

/// Returns the vector from A's anchor to B's, along and across the axis [m].
Vec2 way_in_frame(const WorldState& world, const JointRecord& record) {
    const BodyPose& a = world.stores.bodies.poses[record.body_a];
    return inverse_rotate(multiply(Rot{a.c, a.s}, record.rows.axis),
                          anchor_separation(world.stores.bodies, record));
}

/// Returns `angle` plus the whole turns that bring it nearest to `before`.
float wrapped_to(float angle, float before) {
    return angle + 2.0f * pi * std::floor((before - angle) / (2.0f * pi) + 0.5f);
}

float angle_between(const WorldState& world, const JointRecord& record) {
    const BodyPose& a = world.stores.bodies.poses[record.body_a];
    const BodyPose& b = world.stores.bodies.poses[record.body_b];
    const Rot turn = inverse_multiply(Rot{a.c, a.s}, Rot{b.c, b.s});
    return wrapped_to(multiply(Rot::from_angle(-record.rows.reference_angle), turn).angle(), record.angle);
}

/// Returns a joint's coordinate for a gear: without the reference angle, with the whole turns that bring it
/// nearest to `before`.
float gear_coordinate(const WorldState& world, std::uint32_t joint, float before) {
    const JointRecord& record = world.stores.joints.records[joint];
    if (is_sliding(record)) {
        return way_in_frame(world, record).x;
    }
    const BodyPose& a = world.stores.bodies.poses[record.body_a];
    const BodyPose& b = world.stores.bodies.poses[record.body_b];
    return wrapped_to(inverse_multiply(Rot{a.c, a.s}, Rot{b.c, b.s}).angle(), before);
}

/// Returns the distance of a coordinate outside of its limits, 0 within them.
float excess(const JointDegree& degree, float coordinate) {
    return std::max({0.0f, coordinate - degree.limit.upper, degree.limit.lower - coordinate});
}

void measure_gear(const WorldState& world, std::uint32_t joint, JointState& state) {
    const GearJoint& gear = *world.stores.joints.definitions.find<GearJoint>(joint);
    const JointRecord& record = world.stores.joints.records[joint];
    const std::uint32_t first = gear.first.index1 - 1;
    const float error = gear_coordinate(world, first, record.angle) +
                        gear.ratio * gear_coordinate(world, gear.second.index1 - 1, record.second_angle) -
                        record.gear_constant;
    (is_sliding(world.stores.joints.records[first]) ? state.linear_separation : state.angular_separation) =
        std::abs(error);
}

void measure_frame(const WorldState& world, const JointRecord& record, JointState& state) {
    const JointRows& rows = record.rows;
    const Vec2 own = way_in_frame(world, record);
    const auto apart = [&](std::size_t degree, float coordinate) {
        return rows.degrees[degree].locked ? std::abs(coordinate) : excess(rows.degrees[degree], coordinate);
    };
    state.linear_separation = length(Vec2{apart(0, own.x), apart(1, own.y)});
    state.angular_separation = apart(2, state.angle);
}

}  // namespace

void measure_joint(const WorldState& world, std::uint32_t joint, const JointRecord& record,
                   JointState& state) {
    const JointRows& rows = record.rows;
    if (record.family == JointFamily::Gear) {
        measure_gear(world, joint, state);
        return;
    }
    if (record.family == JointFamily::Cable) {
        state.translation = cable_length(world, joint);
        state.linear_separation = std::max(0.0f, state.translation - rows.length);
        return;
    }
    state.angle = angle_between(world, record);
    if (rows.kind == JointKind::Distance) {
        state.translation = length(anchor_separation(world.stores.bodies, record));
        state.linear_separation = rows.rigid ? std::abs(state.translation - rows.length)
                                             : excess(rows.degrees[0], state.translation);
        return;
    }
    state.translation = way_in_frame(world, record).x;
    if (rows.kind == JointKind::Frame) {
        measure_frame(world, record, state);
        return;
    }
    state.linear_separation = length(anchor_separation(world.stores.bodies, record));
    state.angular_separation = excess(rows.degrees[2], state.angle);
}

void choose_turn(const WorldState& world, JointRecord& record) {
    const JointLimit& limit = record.rows.degrees[2].limit;
    if (record.family != JointFamily::Lanes || limit.upper >= JointDegree::far_away ||
        limit.lower <= -JointDegree::far_away) {
        return;
    }
    const float angle = angle_between(world, record);
    const float middle = wrapped_to(angle, 0.5f * (limit.lower + limit.upper));
    if (excess(record.rows.degrees[2], angle) > 0.0f && excess(record.rows.degrees[2], middle) == 0.0f) {
        record.angle = middle;
    }
}

void mesh_gear(WorldState& world, std::uint32_t gear) {
    const GearJoint& definition = *world.stores.joints.definitions.find<GearJoint>(gear);
    JointRecord& record = world.stores.joints.records.edit(gear);
    record.angle = gear_coordinate(world, definition.first.index1 - 1, 0.0f);
    record.second_angle = gear_coordinate(world, definition.second.index1 - 1, 0.0f);
    record.gear_constant = record.angle + definition.ratio * record.second_angle;
}

JointState ConstJointRef::state() const {
    const std::uint32_t index = joint_index(*state_, "JointRef::state", id_);
    JointRecord record = state_->stores.joints.records[index];
    state_->systems.joint_solver.read(record);
    JointState state;
    state.direct = record.direct;
    const JointWorldFrame place =
        world_frame_of(state_->stores.bodies, record, state_->stores.joints.cable(index));
    state.anchor_a = place.anchor_a;
    state.anchor_b = place.anchor_b;
    state.axis = {place.axis.c, place.axis.s};
    if (record.family == JointFamily::None) {
        return state;
    }
    const JointReaction reaction = find_reaction(state_->stores.bodies, state_->stores.joints, index, record,
                                                 state_->systems.joint_solver.inverse_h());
    state.force = nearest_finite(reaction.force);
    state.torque = nearest_finite(reaction.torque);
    measure_joint(*state_, index, record, state);
    for (float* const value :
         {&state.linear_separation, &state.angular_separation, &state.translation, &state.angle}) {
        *value = nearest_finite(*value);
    }
    state.anchor_a = nearest_finite(state.anchor_a);
    state.anchor_b = nearest_finite(state.anchor_b);
    return state;
}

}  // namespace drystone
