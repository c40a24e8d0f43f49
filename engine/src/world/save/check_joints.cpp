#include "world/joints/check_joints.h"
#include "core/names.h"
#include "world/check_field.h"
#include "world/checks.h"
#include "world/joints/joint_measures.h"
#include "world/joints/make_joint.h"
#include "world/save/check_saved.h"

#include <drystone/collision/detail/sort_items.h>
#include <drystone/collision/shapes.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

namespace drystone {

namespace {

const char* const function = "World::load";

SavedJoint collect_joint(const JointStore& joints, const JointConstraintSolver& solver, std::uint32_t joint) {
    JointRecord record = joints.records[joint];
    // Without what the lanes' locks add to those of elimination, which is for show.
    solver.graph().read(record);
    SavedJoint saved;
    saved.definition = joints.definitions.get(joint);
    saved.settings = joints.settings(joint);
    saved.settings.collide_connected = joints.lets_collide(joint);
    saved.body_a = record.body_a;
    saved.body_b = record.body_b;
    saved.direct = record.direct;
    saved.impulses = record.impulses;
    saved.ratchet = record.rows.degrees[2].limit;
    saved.angle = record.angle;
    saved.second_angle = record.second_angle;
    saved.gear_constant = record.gear_constant;
    saved.max_force = record.max_force;
    saved.max_torque = record.max_torque;
    saved.name = name_of(joints.names, joint);
    return saved;
}

/// Makes a joint, except for its rows.
void make_joint(const SavedJoint& saved, WorldState& world, std::uint32_t joint) {
    check(function, saved.definition);
    check(function, saved.settings);
    const SlotPool& bodies = world.stores.bodies.slots;
    if (names_own_bodies(saved.definition)) {
        require(saved.body_a == no_index && saved.body_b == no_index,
                "gears and ropes name their own bodies");
    } else {
        require(bodies.is_live(saved.body_a) && bodies.is_live(saved.body_b) && saved.body_a != saved.body_b,
                "a joint has two bodies");
    }
    require(is_finite(saved.angle) && is_finite(saved.second_angle) && is_finite(saved.gear_constant),
            "the angle of a joint is finite");
    world.stores.joints.definitions.set(joint, saved.definition);
    world.stores.joints.set_settings(joint, saved.settings);
    JointRecord& record = world.stores.joints.records.edit(joint);
    record.body_a = saved.body_a;
    record.body_b = saved.body_b;
    record.direct = saved.direct;
    record.impulses = saved.impulses;
    record.rows.degrees[2].limit = saved.ratchet;
    record.angle = saved.angle;
    record.second_angle = saved.second_angle;
    record.gear_constant = saved.gear_constant;
    record.max_force = saved.max_force;
    record.max_torque = saved.max_torque;
    set_name_of(world.stores.joints.names, joint, saved.name);
}

/// Checks that the lists of the bodies' joints are those of the joints' bodies.
void check_lists(const WorldState& world) {
    const JointStore& joints = world.stores.joints;
    require(joints.of_body.body_count() <= world.stores.bodies.slots.size(), "the bodies of joints exist");
    std::size_t listed = 0;
    std::vector<std::uint32_t> last(joints.slots.size(), no_index);
    for (std::uint32_t body = 0; body < joints.of_body.body_count(); ++body) {
        joints.of_body.visit(body, [&](std::uint32_t joint) {
            require(joints.slots.is_live(joint) && last[joint] != body, "a body lists each joint once");
            last[joint] = body;
            bool belongs = false;
            visit_bodies_of_joint(joints, joint,
                                  [&](std::uint32_t own) { belongs = belongs || own == body; });
            require(belongs, "a body lists its joints");
            ++listed;
        });
    }
    visit_live(joints.slots, [&](std::uint32_t joint) {
        std::vector<std::uint32_t> bodies;
        visit_bodies_of_joint(joints, joint, [&](std::uint32_t body) { bodies.push_back(body); });
        sort_items(bodies.begin(), bodies.end());
        listed -= static_cast<std::size_t>(std::unique(bodies.begin(), bodies.end()) - bodies.begin());
    });
    require(listed == 0, "each joint is in the lists of its bodies");
}

void set_rest(const SavedJoints& saved, WorldState& world) {
    for (const std::uint32_t body : saved.held) {
        require(body < world.stores.bodies.slots.size(), "the bodies that joints hold exist");
    }
    for (const MechanismDeficit& deficit : saved.deficits) {
        require(!deficit.joints.empty() && std::isfinite(deficit.missing_energy),
                "a mechanism that lacks energy has joints");
        for (const std::uint32_t joint : deficit.joints) {
            require(joint < world.stores.joints.slots.size(), "the joints of a mechanism exist");
        }
    }
    // The reciprocal of a tiny sub-step is infinite.
    require(saved.h >= 0.0f && is_finite(saved.h) && saved.inverse_h >= 0.0f,
            "the last sub-step is not negative");
    world.systems.joint_solver.set_rest(saved.held, saved.deficits, saved.h, saved.inverse_h);
}

}  // namespace

SavedJoints collect_joints(const JointStore& joints, const JointConstraintSolver& solver) {
    SavedJoints saved;
    saved.slots = joints.slots;
    saved.living.reserve(joints.slots.live_count());
    visit_live(joints.slots,
               [&](std::uint32_t joint) { saved.living.push_back(collect_joint(joints, solver, joint)); });
    saved.of_body = joints.of_body.collect();
    saved.held = solver.held();
    saved.deficits = solver.deficits();
    saved.h = solver.sub_step();
    saved.inverse_h = solver.inverse_h();
    return saved;
}

void make_joints(const SavedJoints& saved, WorldState& world) {
    JointStore& joints = world.stores.joints;
    check_slots(saved.slots, saved.slots.size(), "the slots of joints are consistent");
    require(saved.living.size() == saved.slots.live_count(), "each living joint is there");
    joints.slots = saved.slots;
    joints.records.edit().resize(saved.slots.size());
    if (saved.slots.size() != 0) {
        joints.definitions.add(saved.slots.size() - 1);
    }
    std::size_t next = 0;
    visit_live(saved.slots, [&](std::uint32_t joint) { make_joint(saved.living[next++], world, joint); });
    // The rows of gears need the other joints.
    visit_live(saved.slots, [&](std::uint32_t joint) {
        check_references(world, function, joints.definitions.get(joint));
        make_joint_rows(joints, joint,
                        make_cable(joints, joints.records[joint], joints.definitions.get(joint)));
    });
    for (const std::vector<std::uint32_t>& list : saved.of_body) {
        for (const std::uint32_t joint : list) {
            require(joint < saved.slots.size(), "the joints of bodies are there");
        }
    }
    joints.of_body.set(saved.of_body);
    check_lists(world);
    set_rest(saved, world);
    joints.all_changed = true;
}

SavedFields collect_fields(const FieldStore& fields) {
    SavedFields saved;
    saved.slots = fields.slots;
    visit_live(fields.slots, [&](std::uint32_t field) {
        const FieldRecord& record = fields.records[field];
        SavedField& own = saved.living.emplace_back(save_definition(record.definition));
        own.planes = record.region;
        own.points = record.points;
        own.radius = record.radius;
    });
    return saved;
}

namespace {

void make_field(const SavedField& saved, WorldState& world, std::uint32_t field) {
    const FieldDefinition definition = restore_definition(saved);
    const std::uint32_t body = check_field(world, function, definition);
    FieldStore& fields = world.stores.fields;
    fields.records[field] = make_field_record(definition, body);
    // A polygon that is made of its own vertices may differ in rounding.
    FieldRecord& record = fields.records[field];
    require(saved.points.size() == record.points.size() && saved.planes.size() == record.region.size(),
            "the sides of a region are those of its geometry");
    require(std::all_of(saved.points.begin(), saved.points.end(),
                        [](const Vec2& point) { return is_finite(point); }) &&
                std::all_of(saved.planes.begin(), saved.planes.end(),
                            [](const HalfPlane& plane) {
                                return is_finite(plane.normal) && is_finite(plane.offset);
                            }) &&
                is_finite(saved.radius) && saved.radius >= 0.0f,
            "the region of a field is finite");
    record.points = saved.points;
    record.region = saved.planes;
    record.radius = saved.radius;
}

}  // namespace

void make_fields(const SavedFields& saved, WorldState& world) {
    FieldStore& fields = world.stores.fields;
    check_slots(saved.slots, saved.slots.size(), "the slots of fields are consistent");
    require(saved.living.size() == saved.slots.live_count(), "each living field is there");
    fields.slots = saved.slots;
    fields.records.resize(saved.slots.size());
    std::size_t next = 0;
    visit_live(saved.slots, [&](std::uint32_t field) { make_field(saved.living[next++], world, field); });
}

}  // namespace drystone
