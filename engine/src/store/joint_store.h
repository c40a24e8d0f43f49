#pragma once

#include <drystone/joint.h>

#include "core/arrays.h"
#include "core/definition_array.h"
#include "core/slot_pool.h"
#include "core/sparse_set.h"
#include "store/body_store.h"
#include "store/joint_definitions.h"
#include "store/joint_lists.h"

#include <cstdint>
#include <string>
#include <vector>

namespace drystone {

/// Rows that the lanes of a joint have.
enum class JointKind : std::uint8_t {
    Point,     ///< Two anchors coincide.
    Hinge,     ///< A point with a spring, motor or limits of the angle.
    Frame,     ///< Along an axis of A, across it and in angle: each locked, free or driven.
    Distance,  ///< Along the line between the anchors.
};
inline constexpr int joint_kind_count = 4;

/// Way in which a joint is solved.
enum class JointFamily : std::uint8_t {
    Lanes,  ///< Between two bodies, in lanes of its kind.
    Cable,  ///< One length over any number of points; one by one.
    Gear,   ///< Coordinates of two other joints; one by one.
    None,   ///< Not solved: it only keeps bodies from colliding.
};

/// One degree of freedom of a joint in lanes. Absent parts do nothing: far limits, maximum 0, frequency 0.
struct JointDegree {
    static constexpr float far_away = 1e9f;
    /// A spring as its joint defines it, without its sense.
    struct Spring {
        float frequency = 0.0f;
        float damping_ratio = 0.0f;
        float target = 0.0f;
        float maximum = unlimited;
    };
    bool locked = false;
    SpringSense sense = SpringSense::Both;
    JointLimit limit{-far_away, far_away};
    JointMotor motor{};
    Spring spring{};

    [[nodiscard]] bool is_free() const {
        return limit.lower == -far_away && limit.upper == far_away && motor.maximum == 0.0f &&
               spring.frequency == 0.0f;
    }
};

/// A joint as rows, independent of its type.
struct JointRows {
    JointKind kind = JointKind::Point;
    Vec2 anchor_a{0.0f, 0.0f};  ///< In the frame of the body's origin.
    Vec2 anchor_b{0.0f, 0.0f};
    Rot axis{};  ///< In the frame of A.
    float reference_angle = 0.0f;
    JointDegree degrees[3];  ///< Along, across, angle; hinges use the last, distances the first.
    float length = 0.0f;     ///< Distance joints: length [m].
    bool rigid = false;      ///< Distance joints: the length is locked.
    bool isotropic = false;  ///< Springs and motors of both axes share one maximum.
    float tooth = 0.0f;      ///< Ratchets: angle between teeth [rad]; else 0.
};

/// A point that a cable runs through; without a body, it is fixed in the world.
struct CablePoint {
    std::uint32_t body = no_index;
    Vec2 anchor{0.0f, 0.0f};
    float weight = 1.0f;  ///< Weight of the stretch from here to the next point; 0: not part of the length.
};

/// Impulses of the last sub-step, by degree of freedom.
struct JointImpulses {
    float lock[3] = {0.0f, 0.0f, 0.0f};
    float spring[3] = {0.0f, 0.0f, 0.0f};
    float motor[3] = {0.0f, 0.0f, 0.0f};
    float lower[3] = {0.0f, 0.0f, 0.0f};
    float upper[3] = {0.0f, 0.0f, 0.0f};
    /// Part of the impulses of the locks that the lanes' motors and limits add to `lock`, which elimination
    /// solves; zero for joints that are not direct.
    float held[3] = {0.0f, 0.0f, 0.0f};
};

/// A joint of a world.
struct JointRecord {
    JointFamily family = JointFamily::None;
    bool direct = false;      ///< Its locks are solved together with its whole tree.
    std::int32_t color = -1;  ///< Colour in the joint graph; -1: in no lane.
    std::uint32_t place = 0;  ///< Index in the list of its colour and kind.
    std::uint32_t body_a = no_index;
    std::uint32_t body_b = no_index;
    JointRows rows{};
    JointImpulses impulses{};
    float angle = 0.0f;  ///< Whole turns included [rad].
    float gear_constant = 0.0f;
    float second_angle = 0.0f;  ///< Gears: that of the second joint.
    float max_force = 0.0f;     ///< Monitored joints: largest in the last step [N].
    float max_torque = 0.0f;
};

/// Returns the kind of the joint's lanes. The locks of a direct joint are not solved in lanes, so a direct
/// hinge has frame lanes.
inline JointKind lane_kind(const JointRecord& record) {
    return record.direct && record.rows.kind == JointKind::Hinge ? JointKind::Frame : record.rows.kind;
}

/// A lane of the solver whose joint has been destroyed.
struct FreedLane {
    JointKind kind = JointKind::Point;
    std::int32_t color = 0;
    std::uint32_t place = 0;
};

struct JointStore {
    SlotPool slots;
    DefinitionArray<JointRecord> records;
    JointDefinitions definitions;
    SparseSet<JointSettings> own_settings;          ///< Settings that differ from the defaults.
    SparseSet<std::vector<CablePoint>> own_cables;  ///< Points of cable joints.
    SparseSet<std::string> names;                   ///< Names for display.
    JointLists of_body;                             ///< In the order of creation.
    /// The solver has to update all joints.
    bool all_changed = false;
    /// Otherwise, since the last update: bodies with joints that came, went or may have to be solved in
    /// another way, possibly with duplicates, and the lanes of joints that went.
    std::vector<std::uint32_t> touched;
    std::vector<FreedLane> freed;

    /// Creates an empty record. Once it has bodies, call `touch` for them.
    std::uint32_t create();
    /// Attaches the joint to a body, unless it is attached already; `detach` detaches it from all of its
    /// bodies.
    void attach(std::uint32_t joint, std::uint32_t body) { of_body.attach(joint, body); }
    void detach(std::uint32_t joint);
    void destroy(std::uint32_t joint);
    /// Makes the solver update the joints of the body.
    void touch(std::uint32_t body) {
        if (all_changed) {
            return;
        }
        if (!try_push_back(touched, body) || freed.size() + touched.size() / 2 > many()) {
            change_all();
        }
    }
    /// Makes the solver update all joints; the lists of single changes are dropped, since they are not
    /// needed.
    void change_all() {
        all_changed = true;
        touched.clear();
        freed.clear();
    }
    /// Returns the number of changed joints above which updating all costs no more than updating one by one.
    [[nodiscard]] std::size_t many() const { return slots.live_count() / 2 + 16; }
    [[nodiscard]] bool empty() const { return slots.live_count() == 0; }
    [[nodiscard]] const JointSettings& settings(std::uint32_t joint) const {
        const JointSettings* const own = own_settings.find(joint);
        return own != nullptr ? *own : default_settings;
    }
    /// Sets the settings of a joint that has a definition. A `collide_connected` that the definition has by
    /// default is kept as unset.
    void set_settings(std::uint32_t joint, const JointSettings& settings);
    [[nodiscard]] const std::vector<CablePoint>& cable(std::uint32_t joint) const {
        const std::vector<CablePoint>* const own = own_cables.find(joint);
        return own != nullptr ? *own : no_cable;
    }
    void set_cable(std::uint32_t joint, std::vector<CablePoint> cable);
    [[nodiscard]] bool is_active(std::uint32_t joint) const {
        return settings(joint).enabled && records[joint].family != JointFamily::None;
    }
    /// Returns whether the joint lets its two bodies collide.
    [[nodiscard]] bool lets_collide(std::uint32_t joint) const {
        return settings(joint).collide_connected.value_or(definitions.collides_by_default(joint));
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.slots, self.records, self.definitions, self.own_settings, self.own_cables, self.names,
                self.of_body, self.all_changed, self.touched, self.freed);
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    static const JointSettings default_settings;
    static const std::vector<CablePoint> no_cable;
};

inline bool has_joints(const JointStore& joints, std::uint32_t body) {
    return joints.of_body.count(body) != 0;
}

/// Calls `visitor(joint)` for each joint of the body.
template <class Visitor>
void visit_joints_of_body(const JointStore& joints, std::uint32_t body, Visitor&& visitor) {
    joints.of_body.visit(body, visitor);
}

/// Calls `visitor(body)` for each body of the joint, possibly twice for the same body.
template <class Visitor>
void visit_bodies_of_joint(const JointStore& joints, std::uint32_t joint, Visitor&& visitor) {
    const JointRecord& record = joints.records[joint];
    for (const std::uint32_t body : {record.body_a, record.body_b}) {
        if (body != no_index) {
            visitor(body);
        }
    }
    for (const CablePoint& point : joints.cable(joint)) {
        if (point.body != no_index) {
            visitor(point.body);
        }
    }
}

/// Calls `visitor(body)` for all bodies that the joint may push, possibly twice for the same body; for gears,
/// also for those of the joints that they couple.
template <class Visitor>
void visit_pushed_bodies(const JointStore& joints, std::uint32_t joint, Visitor&& visitor) {
    visit_bodies_of_joint(joints, joint, visitor);
    if (joints.records[joint].family == JointFamily::Gear) {
        const GearJoint& gear = *joints.definitions.find<GearJoint>(joint);
        visit_bodies_of_joint(joints, gear.first.index1 - 1, visitor);
        visit_bodies_of_joint(joints, gear.second.index1 - 1, visitor);
    }
}

/// Returns whether the joint's locks have the default softness, which decreases with extra iterations.
inline bool has_default_softness(const JointSettings& settings) {
    const JointSettings defaults{};
    return settings.frequency == defaults.frequency && settings.damping_ratio == defaults.damping_ratio;
}

/// Returns whether the joint is solved while its bodies are awake: it is active, and none of its bodies is
/// disabled.
inline bool is_solved(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    bool enabled = joints.slots.is_live(joint) && joints.is_active(joint);
    visit_bodies_of_joint(joints, joint,
                          [&](std::uint32_t body) { enabled = enabled && bodies.records[body].enabled; });
    return enabled;
}

/// Returns whether a joint keeps the two bodies from colliding.
bool joint_forbids_collision(const JointStore& joints, std::uint32_t body_a, std::uint32_t body_b);

}  // namespace drystone
