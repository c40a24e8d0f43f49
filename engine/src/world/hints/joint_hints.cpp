#include "world/hints/far_anchors.h"
#include "world/hints/hint_list.h"
#include "world/joints/joint_measures.h"

#include <algorithm>
#include <limits>
#include <string>

namespace drystone {

namespace {

/// Violation of a new joint that is no mistake [m], and in sizes of its smaller body.
constexpr float allowed_violation = 1.0f;
constexpr float allowed_violation_in_sizes = 4.0f;

void hint_at_joint_angle(const WorldState& world, std::uint32_t joint, HintList& hints) {
    const JointRecord& record = world.stores.joints.records[joint];
    const JointDegree& degree = record.rows.degrees[2];
    if (record.family != JointFamily::Lanes) {
        return;
    }
    for (const float angle :
         {degree.limit.upper, degree.limit.lower, degree.spring.target, record.rows.reference_angle}) {
        if (HintNotes::looks_like_degrees(angle, 5.0f)) {
            if (hints.has_room(HintKind::JointAngle)) {
                hints.add({.kind = HintKind::JointAngle,
                           .joint = hinted_joint(world, joint),
                           .value = angle,
                           .function = "World::create_joint",
                           .page = "docs/manual/joints.md",
                           .text = "a joint has an angle of " + with_unit(angle, "rad") +
                                   ": angles are in radians, not in degrees; a right angle is 1.5708"});
            }
            return;
        }
    }
}

void hint_at_motor(const WorldState& world, std::uint32_t joint, HintList& hints) {
    const JointRecord& record = world.stores.joints.records[joint];
    for (const JointDegree& degree : record.rows.degrees) {
        if (record.family == JointFamily::Lanes && degree.motor.speed != 0.0f &&
            degree.motor.maximum == 0.0f && hints.has_room(HintKind::IdleMotor)) {
            hints.add({.kind = HintKind::IdleMotor,
                       .joint = hinted_joint(world, joint),
                       .value = degree.motor.speed,
                       .function = "World::create_joint",
                       .page = "docs/manual/joints.md",
                       .text = "a motor has a speed of " + with_unit(degree.motor.speed, "") +
                               " and the maximum 0: it does nothing; give it a maximum force or torque"});
            return;
        }
    }
}

bool has_solid_shape(const WorldState& world, std::uint32_t body) {
    const ShapeStore& shapes = world.stores.shapes;
    std::uint32_t shape = world.stores.bodies.records[body].first_shape;
    while (shape != no_index && shapes.records[shape].sensor) {
        shape = shapes.records[shape].next;
    }
    return shape != no_index;
}

void hint_at_mouse(const WorldState& world, std::uint32_t joint, HintList& hints) {
    const JointStore& joints = world.stores.joints;
    const JointRecord& record = joints.records[joint];
    if (joints.definitions.find<MouseJoint>(joint) == nullptr || joints.lets_collide(joint) ||
        !joints.settings(joint).enabled || !has_solid_shape(world, record.body_a) ||
        !has_solid_shape(world, record.body_b) || !hints.has_room(HintKind::MouseCollision)) {
        return;
    }
    hints.add({.kind = HintKind::MouseCollision,
               .joint = hinted_joint(world, joint),
               .function = "World::create_joint",
               .page = "docs/manual/joints/mouse.md",
               .text =
                   "a mouse joint has collide_connected = false: the body that it drags falls through the "
                   "one that it hangs from"});
}

void hint_at_anchors(const WorldState& world, HintList& hints) {
    hints.add_notes(world.hint_notes.far_anchors, world.stores.joints.slots, world.number,
                    [](const HintNotes::Note<JointId>& note) {
                        return Hint{.kind = HintKind::FarAnchors,
                                    .joint = note.object,
                                    .value = note.value,
                                    .function = "World::create_joint",
                                    .page = "docs/manual/joints.md",
                                    .text = "a joint was created " + with_unit(note.value, "m") +
                                            " away from where it holds its bodies, and pulls them there at "
                                            "once: anchors are in the frames of the bodies, see "
                                            "BodyRef::local_point"};
                    });
}

}  // namespace

void record_far_anchors(WorldState& world, std::uint32_t joint) {
    const JointRecord& record = world.stores.joints.records[joint];
    if (record.family == JointFamily::None) {
        return;
    }
    const BodyStore& bodies = world.stores.bodies;
    float size = std::numeric_limits<float>::max();
    for (const std::uint32_t body : {record.body_a, record.body_b}) {
        size = bodies.is_dynamic(body) ? std::min(size, bodies.damping_and_sleep[body].extent) : size;
    }
    JointState state;
    measure_joint(world, joint, record, state);
    if (state.linear_separation > std::max(allowed_violation, allowed_violation_in_sizes * size)) {
        world.hint_notes.far_anchors.add(hinted_joint(world, joint), state.linear_separation);
    }
}

void hint_at_joints(const WorldState& world, HintList& hints) {
    const JointStore& joints = world.stores.joints;
    visit_live(joints.slots, [&](std::uint32_t joint) {
        const JointRecord& record = joints.records[joint];
        hint_at_joint_angle(world, joint, hints);
        hint_at_motor(world, joint, hints);
        if (record.body_a != no_index && record.body_b != no_index) {
            hint_at_masses(world, record.body_a, record.body_b, hinted_joint(world, joint), hints);
            hint_at_mouse(world, joint, hints);
        }
    });
    hint_at_anchors(world, hints);
}

}  // namespace drystone
