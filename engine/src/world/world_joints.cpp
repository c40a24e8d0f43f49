#include <drystone/world.h>

#include "joints/joint_place.h"
#include "joints/joint_types.h"
#include "joints/reaction.h"
#include "joints/serial_joints.h"
#include "world/check_joints.h"
#include "world/checks.h"

#include <cmath>
#include <utility>

namespace drystone {

namespace {

/// What a definition comes to: one overload for each type, the one table of them.
struct RowMaker {
    WorldState& world;
    JointRecord& record;
    std::vector<CablePoint>& cable;

    template <class Joint>
    void operator()(const Joint& joint) {
        record.family = JointFamily::Lanes;
        record.rows = make_rows(joint);
    }
    void operator()(const FilterJoint&) { record.family = JointFamily::None; }
    void operator()(const PulleyJoint& joint) {
        record.family = JointFamily::Cable;
        record.rows.length = joint.length;
        cable = {{no_index, joint.ground_a, 1.0f},
                 {record.body_a, joint.anchor_a, 0.0f},
                 {record.body_b, joint.anchor_b, joint.ratio},
                 {no_index, joint.ground_b, 0.0f}};
    }
    void operator()(const RopeJoint& joint) {
        record.family = JointFamily::Cable;
        record.rows.length = joint.length;
        cable.clear();
        for (const RopePoint& point : joint.points) {
            cable.push_back({point.body.index1 - 1, point.anchor, 1.0f});
        }
    }
    void operator()(const GearJoint& joint) {
        record.family = JointFamily::Gear;
        cable.clear();
        for (const JointId& id : {joint.first, joint.second}) {
            const JointRecord& other = world.joints.records[id.index1 - 1];
            cable.push_back({other.body_a, {0.0f, 0.0f}, 0.0f});
            cable.push_back({other.body_b, {0.0f, 0.0f}, 0.0f});
        }
    }
};

/// Fills rows and cable. A maximum on what is locked needs a frame, which knows one.
void make_joint_rows(WorldState& world, std::uint32_t joint) {
    JointRecord& record = world.joints.records[joint];
    const JointSettings& settings = world.joints.settings(joint);
    const JointLimit ratchet = record.rows.degrees[2].limit;
    std::vector<CablePoint> cable;
    std::visit(RowMaker{world, record, cable}, world.joints.definitions.get(joint));
    world.joints.set_cable(joint, std::move(cable));
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

void wake_bodies(WorldState& world, std::uint32_t joint) {
    visit_bodies_of_joint(world.joints, joint, [&](std::uint32_t body) { wake(sleep_context(world), body); });
}

void destroy_contacts_between(WorldState& world, std::uint32_t body_a, std::uint32_t body_b) {
    visit_contacts_of_body(world.bodies, world.contacts, body_a, [&](std::uint32_t index) {
        const Contact& contact = world.contacts.contacts[index];
        if (contact.body_a == body_b || contact.body_b == body_b) {
            destroy_contact(world, index, world.pending_ends);
        }
    });
}

/// After the joint was made or changed: what its bodies may do has changed.
void follow_collision(WorldState& world, std::uint32_t joint, bool forbade) {
    const JointRecord& record = world.joints.records[joint];
    if (record.body_a == no_index || record.body_b == no_index) {
        return;
    }
    const bool forbids = joint_forbids_collision(world.joints, record.body_a, record.body_b);
    if (forbids && !forbade) {
        destroy_contacts_between(world, record.body_a, record.body_b);
    } else if (forbade && !forbids) {
        world.rules.allowed_again.push_back(make_body_pair(record.body_a, record.body_b));
    }
}

JointId add_joint(WorldState& world, std::uint32_t body_a, std::uint32_t body_b,
                  const JointDefinition& definition, const JointSettings& settings) {
    const bool forbade = body_a != no_index && joint_forbids_collision(world.joints, body_a, body_b);
    const std::uint32_t joint = world.joints.create();
    world.joints.definitions.set(joint, definition);
    world.joints.set_settings(joint, settings);
    world.joints.records[joint].body_a = body_a;
    world.joints.records[joint].body_b = body_b;
    make_joint_rows(world, joint);
    visit_bodies_of_joint(world.joints, joint, [&](std::uint32_t body) { world.joints.attach(joint, body); });
    wake_bodies(world, joint);
    follow_collision(world, joint, forbade);
    return world.joints.slots.handle<JointId>(joint, world.number);
}

bool names_own_bodies(const JointDefinition& definition) {
    return std::holds_alternative<GearJoint>(definition) || std::holds_alternative<RopeJoint>(definition);
}

/// What a gear turns on: a revolute or prismatic joint of this world.
void check_geared(const WorldState& world, const char* function, const char* argument, JointId id) {
    if (!world.joints.slots.holds(id, world.number)) {
        fail(function, argument, "a living joint of this world", describe(id));
    }
    const JointDefinition definition = world.joints.definitions.get(id.index1 - 1);
    if (!std::holds_alternative<RevoluteJoint>(definition) &&
        !std::holds_alternative<PrismaticJoint>(definition)) {
        fail(function, argument, "a revolute or prismatic joint", describe(id));
    }
}

void check_references(const WorldState& world, const char* function, const JointDefinition& definition) {
    if (const GearJoint* const gear = std::get_if<GearJoint>(&definition)) {
        check_geared(world, function, "first", gear->first);
        check_geared(world, function, "second", gear->second);
    }
    if (const RopeJoint* const rope = std::get_if<RopeJoint>(&definition)) {
        for (const RopePoint& point : rope->points) {
            body_index(world, function, point.body);
        }
    }
}

/// The solver's states are of the last step; bodies may have been moved since.
float coordinate_of(const WorldState& world, const JointRecord& record,
                    const std::vector<CablePoint>& cable) {
    if (record.family == JointFamily::Cable) {
        double length = 0.0;
        for (std::size_t i = 0; i + 1 < cable.size(); ++i) {
            const Vec2 way = place_point(world.bodies, cable[i + 1]) - place_point(world.bodies, cable[i]);
            length += static_cast<double>(cable[i].weight) * static_cast<double>(way.norm());
        }
        return static_cast<float>(length);
    }
    const Vec2 way = anchor_separation(world.bodies, record);
    if (record.rows.kind == JointKind::Distance) {
        return way.norm();
    }
    const BodyPose& a = world.bodies.poses[record.body_a];
    return inverse_rotate(multiply(Rot{a.c, a.s}, record.rows.axis), way).x();
}

/// As a gear counts it: without the reference angle, within a turn.
float gear_angle(const BodyStore& bodies, const JointRecord& record) {
    const BodyPose& a = bodies.poses[record.body_a];
    const BodyPose& b = bodies.poses[record.body_b];
    return inverse_multiply(Rot{a.c, a.s}, Rot{b.c, b.s}).angle();
}

float angle_between(const WorldState& world, const JointRecord& record) {
    const BodyPose& a = world.bodies.poses[record.body_a];
    const BodyPose& b = world.bodies.poses[record.body_b];
    const Rot turn = inverse_multiply(Rot{a.c, a.s}, Rot{b.c, b.s});
    const float angle = multiply(Rot::from_angle(-record.rows.reference_angle), turn).angle();
    return angle + 2.0f * pi * std::floor((record.angle - angle) / (2.0f * pi) + 0.5f);
}

void measure_separation(const WorldState& world, const JointRecord& record, JointState& state) {
    const JointRows& rows = record.rows;
    const Vec2 way = anchor_separation(world.bodies, record);
    if (rows.kind == JointKind::Distance) {
        state.linear_separation = rows.rigid ? std::abs(way.norm() - rows.length) : 0.0f;
        return;
    }
    if (rows.kind != JointKind::Frame) {
        state.linear_separation = way.norm();
        return;
    }
    const BodyPose& a = world.bodies.poses[record.body_a];
    const Vec2 own = inverse_rotate(multiply(Rot{a.c, a.s}, rows.axis), way);
    state.linear_separation =
        Vec2{rows.degrees[0].locked ? own.x() : 0.0f, rows.degrees[1].locked ? own.y() : 0.0f}.norm();
    state.angular_separation = rows.degrees[2].locked ? std::abs(state.angle) : 0.0f;
}

}  // namespace

JointId World::create_joint(BodyId body_a, BodyId body_b, const JointDefinition& definition,
                            const JointSettings& settings) {
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
    return add_joint(world, a, b, definition, settings);
}

JointId World::create_joint(const GearJoint& gear, const JointSettings& settings) {
    const char* const function = "World::create_joint";
    WorldState& world = *state_;
    check(function, JointDefinition{gear});
    check(function, settings);
    check_references(world, function, gear);
    check_not_reading(world, function);
    const JointId id = add_joint(world, no_index, no_index, gear, settings);
    JointRecord& record = world.joints.records[id.index1 - 1];
    const JointRecord& first = world.joints.records[gear.first.index1 - 1];
    const JointRecord& second = world.joints.records[gear.second.index1 - 1];
    record.angle = is_sliding(first) ? coordinate_of(world, first, {}) : gear_angle(world.bodies, first);
    record.second_angle =
        is_sliding(second) ? coordinate_of(world, second, {}) : gear_angle(world.bodies, second);
    record.gear_constant = record.angle + gear.ratio * record.second_angle;
    return id;
}

JointId World::create_joint(const RopeJoint& rope, const JointSettings& settings) {
    const char* const function = "World::create_joint";
    WorldState& world = *state_;
    check(function, JointDefinition{rope});
    check(function, settings);
    check_references(world, function, rope);
    check_not_reading(world, function);
    return add_joint(world, no_index, no_index, rope, settings);
}

void World::destroy_joint(JointId joint) {
    const std::uint32_t index = joint_index(*state_, "World::destroy_joint", joint);
    check_not_reading(*state_, "World::destroy_joint");
    drystone::destroy_joint(*state_, index);
}

bool World::is_valid(JointId joint) const { return state_->joints.slots.holds(joint, state_->number); }

BodyId World::body_a(JointId joint) const {
    const std::uint32_t index = joint_index(*state_, "World::body_a", joint);
    const std::uint32_t body = state_->joints.records[index].body_a;
    return body == no_index ? BodyId{} : state_->bodies.slots.handle<BodyId>(body, state_->number);
}

BodyId World::body_b(JointId joint) const {
    const std::uint32_t index = joint_index(*state_, "World::body_b", joint);
    const std::uint32_t body = state_->joints.records[index].body_b;
    return body == no_index ? BodyId{} : state_->bodies.slots.handle<BodyId>(body, state_->number);
}

JointDefinition World::joint(JointId joint) const {
    return state_->joints.definitions.get(joint_index(*state_, "World::joint", joint));
}

void World::set_joint(JointId joint, const JointDefinition& definition) {
    const char* const function = "World::set_joint";
    WorldState& world = *state_;
    const std::uint32_t index = joint_index(world, function, joint);
    check(function, definition);
    check_references(world, function, definition);
    check_not_reading(world, function);
    if (definition.index() != world.joints.definitions.get(index).index()) {
        fail(std::string(function).append(": the type of a joint cannot change"));
    }
    world.joint_passes.save(world.joints, index);
    world.joints.records[index].color = -1;
    const bool moves_on_rope = std::holds_alternative<RopeJoint>(definition);
    if (moves_on_rope) {
        world.joints.detach(index);
    }
    world.joints.definitions.set(index, definition);
    make_joint_rows(world, index);
    if (moves_on_rope) {
        visit_bodies_of_joint(world.joints, index,
                              [&](std::uint32_t body) { world.joints.attach(index, body); });
    }
    ++world.joints.version;
    wake_bodies(world, index);
}

JointSettings World::joint_settings(JointId joint) const {
    return state_->joints.settings(joint_index(*state_, "World::joint_settings", joint));
}

void World::set_joint_settings(JointId joint, const JointSettings& settings) {
    const char* const function = "World::set_joint_settings";
    WorldState& world = *state_;
    const std::uint32_t index = joint_index(world, function, joint);
    check(function, settings);
    check_not_reading(world, function);
    JointRecord& record = world.joints.records[index];
    const bool forbade = record.body_a != no_index && record.body_b != no_index &&
                         joint_forbids_collision(world.joints, record.body_a, record.body_b);
    world.joint_passes.save(world.joints, index);
    record.color = -1;
    if (!settings.enabled) {
        record.impulses = {};
    }
    world.joints.set_settings(index, settings);
    make_joint_rows(world, index);
    ++world.joints.version;
    wake_bodies(world, index);
    follow_collision(world, index, forbade);
}

void World::set_joint_enabled(JointId joint, bool enabled) {
    const std::uint32_t index = joint_index(*state_, "World::set_joint_enabled", joint);
    JointSettings settings = state_->joints.settings(index);
    settings.enabled = enabled;
    set_joint_settings(joint, settings);
}

JointState World::joint_state(JointId joint) const {
    const std::uint32_t index = joint_index(*state_, "World::joint_state", joint);
    JointRecord record = state_->joints.records[index];
    state_->joint_passes.read(record);
    JointState state;
    state.direct = record.direct;
    const JointPlace place = place_joint(state_->bodies, record, state_->joints.cable(index));
    state.anchor_a = place.anchor_a;
    state.anchor_b = place.anchor_b;
    state.axis = {place.axis.c, place.axis.s};
    if (record.family == JointFamily::None || record.family == JointFamily::Gear) {
        return state;
    }
    const JointReaction reaction = find_reaction(state_->bodies, record, state_->joint_passes.inverse_h());
    state.force = reaction.force;
    state.torque = reaction.torque;
    state.translation = coordinate_of(*state_, record, state_->joints.cable(index));
    if (record.family == JointFamily::Lanes) {
        state.angle = angle_between(*state_, record);
        measure_separation(*state_, record, state);
    }
    return state;
}

std::vector<JointId> World::joints(BodyId body) const {
    std::vector<JointId> result;
    visit_joints_of_body(state_->joints, body_index(*state_, "World::joints", body),
                         [&](std::uint32_t joint) {
                             result.push_back(state_->joints.slots.handle<JointId>(joint, state_->number));
                         });
    return result;
}

std::vector<JointId> World::joints() const {
    std::vector<JointId> result;
    for (std::uint32_t joint = 0; joint < state_->joints.slots.size(); ++joint) {
        if (state_->joints.slots.is_live(joint)) {
            result.push_back(state_->joints.slots.handle<JointId>(joint, state_->number));
        }
    }
    return result;
}

}  // namespace drystone
