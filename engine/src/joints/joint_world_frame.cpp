#include "joints/joint_world_frame.h"

namespace drystone {

namespace {

Pose pose_of(const BodyStore& bodies, std::uint32_t body) {
    return body == no_index ? Pose{} : origin_pose(bodies.poses[body], bodies.masses[body]);
}

/// Returns the direction from one point to another; the x axis if they coincide.
Rot direction_between(const Vec2& from, const Vec2& to) {
    const Vec2 way = to - from;
    const float length = drystone::length(way);
    return length > 0.0f ? Rot{way.x / length, way.y / length} : Rot{};
}

}  // namespace

Vec2 world_point_of(const BodyStore& bodies, const CablePoint& point) {
    return transform(pose_of(bodies, point.body), point.anchor);
}

JointWorldFrame world_frame_of(const BodyStore& bodies, const JointRecord& record,
                               const std::vector<CablePoint>& cable) {
    JointWorldFrame place;
    if (record.family == JointFamily::Cable || record.family == JointFamily::Gear) {
        place.anchor_a = world_point_of(bodies, cable.front());
        place.anchor_b = world_point_of(bodies, cable.back());
        place.axis = direction_between(place.anchor_a, place.anchor_b);
        return place;
    }
    const Pose a = pose_of(bodies, record.body_a);
    const Pose b = pose_of(bodies, record.body_b);
    place.anchor_a = transform(a, record.rows.anchor_a);
    place.anchor_b = transform(b, record.rows.anchor_b);
    place.axis = record.rows.kind == JointKind::Distance ? direction_between(place.anchor_a, place.anchor_b)
                                                         : multiply(a.rotation, record.rows.axis);
    return place;
}

}  // namespace drystone
