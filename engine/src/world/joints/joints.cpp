#include <drystone/world.h>

#include "core/finite.h"
#include "core/names.h"
#include "joints/direct/direct_rows.h"
#include "joints/iterative/joint_lanes.h"
#include "joints/types/joint_types.h"
#include "world/checks.h"
#include "world/hints/far_anchors.h"
#include "world/joints/check_joints.h"
#include "world/joints/joint_measures.h"
#include "world/joints/make_joint.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

namespace drystone {

namespace {

void wake_bodies(WorldState& world, std::uint32_t joint) {
    if (world.stores.islands.sleeping.size() != world.stores.islands.free.size()) {
        visit_bodies_of_joint(world.stores.joints, joint,
                              [&](std::uint32_t body) { wake(sleep_context(world), body); });
    }
}

void destroy_contacts_between(WorldState& world, std::uint32_t body_a, std::uint32_t body_b) {
    const auto pair = by_contacts(world.stores, body_a, body_b);
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, pair.first, [&](std::uint32_t index) {
        const Contact& contact = world.stores.contacts.contacts[index];
        if (contact.body_a == pair.second || contact.body_b == pair.second) {
            destroy_contact(contact_context(world), index, world.events.contacts.pending_ends);
        }
    });
}

/// Updates contacts after a change of the joint: `forbade` says whether its bodies could not collide before.
void follow_collision(WorldState& world, std::uint32_t joint, bool forbade) {
    const JointRecord& record = world.stores.joints.records[joint];
    if (record.body_a == no_index || record.body_b == no_index) {
        return;
    }
    const bool forbids = joint_forbids_collision(world.stores.joints, record.body_a, record.body_b);
    if (forbids && !forbade) {
        destroy_contacts_between(world, record.body_a, record.body_b);
    } else if (forbade && !forbids) {
        world.rules.allowed_again.push_back(make_body_pair(record.body_a, record.body_b));
    }
}

JointId add_joint(WorldState& world, std::uint32_t body_a, std::uint32_t body_b,
                  const JointDefinition& definition, const JointSettings& settings) {
    const bool forbade = body_a != no_index && joint_forbids_collision(world.stores.joints, body_a, body_b);
    prepare_to_wake(sleep_context(world));
    if (body_a != no_index) {
        prepare_to_part(world, body_a, body_b);
    }
    const std::uint32_t joint = world.stores.joints.create();
    Undo undo([&] { world.stores.joints.destroy(joint); });
    world.stores.joints.definitions.set(joint, definition);
    world.stores.joints.set_settings(joint, settings);
    world.stores.joints.records.edit(joint).body_a = body_a;
    world.stores.joints.records.edit(joint).body_b = body_b;
    JointStore& joints = world.stores.joints;
    make_joint_rows(joints, joint, make_cable(joints, joints.records[joint], definition));
    choose_turn(world, world.stores.joints.records.edit(joint));
    visit_bodies_of_joint(world.stores.joints, joint, [&](std::uint32_t body) {
        world.stores.joints.attach(joint, body);
        world.stores.joints.touch(body);
    });
    undo.keep();
    const BrokenScope broken(world);
    wake_bodies(world, joint);
    if (body_a != no_index && !forbade && settings.enabled && !joints.lets_collide(joint)) {
        destroy_contacts_between(world, body_a, body_b);
    }
    return world.stores.joints.slots.handle<JointId>(joint, world.number);
}

/// Drops lock impulses of degrees of freedom that are no longer locked.
void drop_unlocked_impulses(JointRecord& record) {
    for (std::size_t i = 0; i < 3 && record.rows.kind == JointKind::Frame; ++i) {
        if (!record.rows.degrees[i].locked) {
            record.impulses.lock[i] = 0.0f;
        }
    }
}

/// Returns whether both states need the same place in lanes and mechanisms.
bool are_alike(const JointRecord& a, const JointRecord& b) {
    const JointRows& p = a.rows;
    const JointRows& q = b.rows;
    bool alike = p.kind == q.kind && p.rigid == q.rigid && p.isotropic == q.isotropic && p.tooth == q.tooth &&
                 p.reference_angle == q.reference_angle && needs_lane(a) == needs_lane(b);
    for (std::size_t i = 0; i < 3; ++i) {
        alike = alike && p.degrees[i].locked == q.degrees[i].locked &&
                is_motor_direct(a, i) == is_motor_direct(b, i) &&
                is_limit_direct(a, i) == is_limit_direct(b, i);
    }
    return alike;
}

/// Makes room for the joint among those of the bodies that its new cable names.
void prepare_attachments(JointStore& joints, std::span<const CablePoint> cable) {
    for (const CablePoint& point : cable) {
        if (point.body != no_index) {
            joints.of_body.prepare(point.body, cable.size());
        }
    }
}

/// A change of a joint's rows, from before they are made again until the solver has them.
class RowChange {
public:
    RowChange(WorldState& world, std::uint32_t joint)
        : world_(world), joint_(joint), record_(world.stores.joints.records.edit(joint)) {
        world.systems.joint_solver.save(world.stores.joints, joint);
        before_ = record_;
    }
    [[nodiscard]] JointRecord& record() const { return record_; }
    /// Gives the new rows to the solver, in the joint's place if they fit there.
    void finish(bool same_bodies) {
        JointStore& joints = world_.stores.joints;
        if (same_bodies && are_alike(before_, record_)) {
            world_.systems.joint_solver.rewrite(joints, world_.stores.bodies, joint_);
            return;
        }
        record_.color = -1;
        joints.change_all();
    }

private:
    WorldState& world_;
    std::uint32_t joint_;
    JointRecord& record_;
    JointRecord before_{};
};

/// Replaces the definition by one of the same type; `next` is its cable. Cannot run out of memory once
/// `prepare_attachments` has made room.
void change_joint(WorldState& world, std::uint32_t joint, JointDefinition definition,
                  std::vector<CablePoint> next) {
    JointStore& joints = world.stores.joints;
    RowChange change(world, joint);
    JointRecord& record = change.record();
    const std::vector<CablePoint>& cable_before = joints.cable(joint);
    const bool same_bodies =
        std::equal(next.begin(), next.end(), cable_before.begin(), cable_before.end(),
                   [](const CablePoint& a, const CablePoint& b) { return a.body == b.body; });
    const RatchetJoint* const ratchet = std::get_if<RatchetJoint>(&definition);
    if (ratchet != nullptr && *ratchet != *joints.definitions.find<RatchetJoint>(joint)) {
        record.rows.degrees[2].limit = JointDegree{}.limit;
    }
    const bool names_bodies = names_own_bodies(definition);
    if (names_bodies) {
        joints.detach(joint);
    }
    joints.definitions.set(joint, std::move(definition));
    make_joint_rows(joints, joint, std::move(next));
    drop_unlocked_impulses(record);
    if (names_bodies) {
        visit_bodies_of_joint(joints, joint, [&](std::uint32_t body) { joints.attach(joint, body); });
    }
    if (record.family == JointFamily::Gear) {
        mesh_gear(world, joint);
    }
    change.finish(same_bodies);
}

/// Resets ratchet and gear of a joint that is enabled to its present coordinates.
void begin_joint(WorldState& world, std::uint32_t joint) {
    JointRecord& record = world.stores.joints.records.edit(joint);
    if (record.rows.tooth != 0.0f) {
        record.rows.degrees[2].limit = JointDegree{}.limit;
    }
    if (record.family == JointFamily::Gear) {
        mesh_gear(world, joint);
    }
}

}  // namespace

JointId World::create_joint(BodyId body_a, BodyId body_b, const JointDefinition& definition,
                            const JointSettings& settings) {
    const RecordedCall call(*state_, Operation::CreateJoint, body_a, body_b, definition,
                            complete(settings, definition));
    const char* const function = "World::create_joint";
    WorldState& world = *state_;
    const std::uint32_t a = body_index(world, function, body_a);
    const std::uint32_t b = body_index(world, function, body_b);
    if (a == b) {
        fail(function, "body_b", "another body than body_a", describe(body_b));
    }
    if (names_own_bodies(definition)) {
        fail(std::string(function).append(": gears and ropes are made without bodies: they name their own"));
    }
    check(function, definition);
    check(function, settings);
    check_not_reading(world, function);
    const JointId id = add_joint(world, a, b, definition, settings);
    record_far_anchors(world, id.index1 - 1);
    return id;
}

JointId World::create_joint(const GearJoint& gear, const JointSettings& settings) {
    const RecordedCall call(*state_, Operation::CreateGear, gear, complete(settings, gear));
    const char* const function = "World::create_joint";
    WorldState& world = *state_;
    check(function, JointDefinition{gear});
    check(function, settings);
    check_references(world, function, gear);
    check_not_reading(world, function);
    const JointId id = add_joint(world, no_index, no_index, gear, settings);
    mesh_gear(world, id.index1 - 1);
    return id;
}

JointId World::create_joint(const RopeJoint& rope, const JointSettings& settings) {
    const RecordedCall call(*state_, Operation::CreateRope, rope, complete(settings, rope));
    const char* const function = "World::create_joint";
    WorldState& world = *state_;
    check(function, JointDefinition{rope});
    check(function, settings);
    check_references(world, function, rope);
    check_not_reading(world, function);
    return add_joint(world, no_index, no_index, rope, settings);
}

void World::destroy_joint(JointId joint) {
    const RecordedCall call(*state_, Operation::DestroyJoint, joint);
    const std::uint32_t index = joint_index(*state_, "World::destroy_joint", joint);
    check_not_reading(*state_, "World::destroy_joint");
    prepare_to_wake(sleep_context(*state_));
    prepare_room(state_->rules.allowed_again, state_->stores.joints.slots.live_count());
    const BrokenScope broken(*state_);
    drystone::destroy_joint(joint_lifecycle_context(*state_), index);
}

JointDefinition ConstJointRef::definition() const {
    return state_->stores.joints.definitions.get(joint_index(*state_, "JointRef::definition", id_));
}

void JointRef::set_definition(const JointDefinition& definition) const {
    const RecordedCall call(*state_, Operation::SetJointDefinition, id_, definition);
    const char* const function = "JointRef::set_definition";
    WorldState& world = *state_;
    const std::uint32_t index = joint_index(world, function, id_);
    check(function, definition);
    check_references(world, function, definition);
    check_not_reading(world, function);
    if (definition.index() != world.stores.joints.definitions.type(index)) {
        fail(std::string(function).append(": the type of a joint cannot change"));
    }
    JointStore& joints = world.stores.joints;
    JointDefinition copy = definition;
    std::vector<CablePoint> cable = make_cable(joints, joints.records[index], definition);
    prepare_to_wake(sleep_context(world));
    prepare_attachments(joints, cable);
    const BrokenScope broken(world);
    wake_bodies(world, index);
    change_joint(world, index, std::move(copy), std::move(cable));
    wake_bodies(world, index);
}

std::optional<JointMotor> ConstJointRef::motor() const {
    return state_->stores.joints.definitions.motor(joint_index(*state_, "JointRef::motor", id_));
}

void JointRef::set_motor(const JointMotor& motor) const {
    const char* const function = "JointRef::set_motor";
    WorldState& world = *state_;
    const std::uint32_t index = joint_index(world, function, id_);
    check(function, motor);
    check_not_reading(world, function);
    JointDefinitions& definitions = world.stores.joints.definitions;
    if (!definitions.has_place_for_motor(index)) {
        fail(std::string(function).append(": only distance, revolute, prismatic and wheel joints have one"));
    }
    if (world.recorder.state() != nullptr) {  // Recordings know definitions.
        JointDefinition definition = definitions.get(index);
        std::visit(
            [&motor](auto& joint) {
                if constexpr (requires { joint.motor = motor; }) {
                    joint.motor = motor;
                }
            },
            definition);
        set_definition(definition);
        return;
    }
    prepare_to_wake(sleep_context(world));
    const BrokenScope broken(world);
    wake_bodies(world, index);
    definitions.set_motor(index, motor);
    if (!world.systems.joint_solver.change_motor(world.stores.joints, index, motor)) {
        RowChange change(world, index);
        make_joint_rows(world.stores.joints, index, {});
        drop_unlocked_impulses(change.record());
        change.finish(true);
    }
    wake_bodies(world, index);
}

JointSettings ConstJointRef::settings() const {
    const std::uint32_t index = joint_index(*state_, "JointRef::settings", id_);
    JointSettings settings = state_->stores.joints.settings(index);
    settings.collide_connected = state_->stores.joints.lets_collide(index);
    return settings;
}

void JointRef::set_settings(const JointSettings& settings) const {
    const RecordedCall call(*state_, Operation::SetJointSettings, id_,
                            complete(state_->stores.joints, id_.index1 - 1, settings));
    const char* const function = "JointRef::set_settings";
    WorldState& world = *state_;
    const std::uint32_t index = joint_index(world, function, id_);
    check(function, settings);
    check_not_reading(world, function);
    prepare_to_wake(sleep_context(world));
    world.stores.joints.own_settings.prepare(index);
    prepare_room(world.rules.allowed_again, 1);
    if (world.stores.joints.records[index].body_a != no_index) {
        prepare_to_part(world, world.stores.joints.records[index].body_a,
                        world.stores.joints.records[index].body_b);
    }
    std::vector<CablePoint> cable = world.stores.joints.cable(index);
    const BrokenScope broken(world);
    JointRecord& record = world.stores.joints.records.edit(index);
    const bool forbade = record.body_a != no_index && record.body_b != no_index &&
                         joint_forbids_collision(world.stores.joints, record.body_a, record.body_b);
    world.systems.joint_solver.save(world.stores.joints, index);
    record.color = -1;
    if (!settings.enabled) {
        record.impulses = {};
    }
    const bool begins = settings.enabled && !world.stores.joints.settings(index).enabled;
    world.stores.joints.set_settings(index, settings);
    make_joint_rows(world.stores.joints, index, std::move(cable));
    if (begins) {
        begin_joint(world, index);
    }
    world.stores.joints.change_all();
    wake_bodies(world, index);
    follow_collision(world, index, forbade);
}

std::string_view ConstJointRef::name() const {
    return name_of(state_->stores.joints.names, joint_index(*state_, "JointRef::name", id_));
}

void JointRef::set_name(std::string_view name) const {
    const RecordedCall call(*state_, Operation::SetJointName, id_, name);
    const std::uint32_t index = joint_index(*state_, "JointRef::set_name", id_);
    check_not_stepping(*state_, "JointRef::set_name");
    set_name_of(state_->stores.joints.names, index, name);
}

bool ConstJointRef::is_enabled() const {
    return state_->stores.joints.settings(joint_index(*state_, "JointRef::is_enabled", id_)).enabled;
}

void JointRef::set_enabled(bool enabled) const {
    const RecordedCall call(*state_, Operation::SetJointEnabled, id_, enabled);
    const std::uint32_t index = joint_index(*state_, "JointRef::set_enabled", id_);
    JointSettings settings = state_->stores.joints.settings(index);
    settings.enabled = enabled;
    set_settings(settings);
}

}  // namespace drystone
