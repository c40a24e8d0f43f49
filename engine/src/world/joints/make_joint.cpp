#include "world/joints/make_joint.h"

#include "joints/types/joint_types.h"

#include <utility>
#include <variant>

namespace drystone {

namespace {

/// Translates a definition into rows: one overload for each kind of joint.
struct RowMaker {
    JointRecord& record;

    template <class Joint>
    void operator()(const Joint& joint) {
        record.family = JointFamily::Lanes;
        record.rows = make_rows(joint);
    }
    void operator()(const FilterJoint&) { record.family = JointFamily::None; }
    void operator()(const PulleyJoint& joint) { make_cable_rows(joint.length); }
    void operator()(const RopeJoint& joint) { make_cable_rows(joint.length); }
    void operator()(const GearJoint&) { record.family = JointFamily::Gear; }

    void make_cable_rows(float length) {
        record.family = JointFamily::Cable;
        record.rows.length = length;
    }
};

}  // namespace

std::vector<CablePoint> make_cable(const JointStore& joints, const JointRecord& record,
                                   const JointDefinition& definition) {
    std::vector<CablePoint> cable;
    if (const PulleyJoint* const pulley = std::get_if<PulleyJoint>(&definition)) {
        cable = {{no_index, pulley->ground_a, 1.0f},
                 {record.body_a, pulley->anchor_a, 0.0f},
                 {record.body_b, pulley->anchor_b, pulley->ratio},
                 {no_index, pulley->ground_b, 0.0f}};
    } else if (const RopeJoint* const rope = std::get_if<RopeJoint>(&definition)) {
        for (const RopePoint& point : rope->points) {
            cable.push_back({point.body.index1 - 1, point.anchor, 1.0f});
        }
    } else if (const GearJoint* const gear = std::get_if<GearJoint>(&definition)) {
        for (const JointId& id : {gear->first, gear->second}) {
            const JointRecord& other = joints.records[id.index1 - 1];
            cable.push_back({other.body_a, {0.0f, 0.0f}, 0.0f});
            cable.push_back({other.body_b, {0.0f, 0.0f}, 0.0f});
        }
    }
    return cable;
}

JointSettings complete(const JointSettings& settings, const JointDefinition& definition) {
    JointSettings all = settings;
    all.collide_connected = settings.collide_connected.value_or(collides_by_default(definition));
    return all;
}

JointSettings complete(const JointStore& joints, std::uint32_t joint, const JointSettings& settings) {
    JointSettings all = settings;
    if (!all.collide_connected && joints.slots.is_live(joint)) {
        all.collide_connected = joints.definitions.collides_by_default(joint);
    }
    return all;
}

void make_joint_rows(JointStore& joints, std::uint32_t joint, std::vector<CablePoint> cable) {
    JointRecord& record = joints.records.edit(joint);
    const JointSettings& settings = joints.settings(joint);
    const JointLimit ratchet = record.rows.degrees[2].limit;
    joints.definitions.visit(joint, RowMaker{record});
    joints.set_cable(joint, std::move(cable));
    JointRows& rows = record.rows;
    if (rows.tooth != 0.0f) {
        rows.degrees[2].limit = ratchet;
    }
    const bool pinned = rows.kind == JointKind::Point || rows.kind == JointKind::Hinge;
    if (pinned && record.family == JointFamily::Lanes && settings.maximum_force != unlimited) {
        rows.kind = JointKind::Frame;
        rows.degrees[0].locked = true;
        rows.degrees[1].locked = true;
    }
}

}  // namespace drystone
