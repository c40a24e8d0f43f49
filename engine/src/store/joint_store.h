#pragma once

#include <drystone/joint.h>

#include "core/arrays.h"
#include "core/slot_pool.h"
#include "core/sparse_set.h"
#include "store/body_store.h"
#include "store/joint_definitions.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// What the lanes of a joint do.
enum class JointKind : std::uint8_t {
    Point,     ///< Two anchors in one place.
    Hinge,     ///< The same with spring, motor or limits of the angle.
    Frame,     ///< Along an axis of A, across it and in angle: locked, free or driven each.
    Distance,  ///< Along the line between the anchors.
};
inline constexpr int joint_kind_count = 4;

/// How a joint is solved.
enum class JointFamily : std::uint8_t {
    Lanes,  ///< Between two bodies, by its kind.
    Cable,  ///< A length over any number of points, one by one.
    Gear,   ///< Two coordinates of other joints, one by one.
    None,   ///< Not at all: it only keeps bodies from colliding.
};

/// One degree of freedom of a joint in lanes. What is absent does nothing: limits far away, maximum 0,
/// frequency 0.
struct JointDegree {
    static constexpr float far_away = 1e9f;
    /// A spring as its joint defines it, except for its sense.
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

/// A joint in the terms of its rows, whatever its type.
struct JointRows {
    JointKind kind = JointKind::Point;
    Vec2 anchor_a{0.0f, 0.0f};  ///< In the frame of the body's origin.
    Vec2 anchor_b{0.0f, 0.0f};
    Rot axis{};  ///< In the frame of A.
    float reference_angle = 0.0f;
    JointDegree degrees[3];  ///< Along, across, angle; of hinges the last, of distances the first.
    float length = 0.0f;     ///< Of distances.
    bool rigid = false;      ///< Of distances: kept at the length.
    bool isotropic = false;  ///< Springs and motors of both axes share one maximum.
    float tooth = 0.0f;      ///< Of ratchets; else 0.
};

/// A point that a cable runs through; without a body it is fixed in the world.
struct CablePoint {
    std::uint32_t body = no_index;
    Vec2 anchor{0.0f, 0.0f};
    float weight = 1.0f;  ///< Of the stretch from here to the next point; 0: the cable jumps.
};

/// Impulses of the last sub-step, by degree of freedom.
struct JointImpulses {
    float lock[3] = {0.0f, 0.0f, 0.0f};
    float spring[3] = {0.0f, 0.0f, 0.0f};
    float motor[3] = {0.0f, 0.0f, 0.0f};
    float lower[3] = {0.0f, 0.0f, 0.0f};
    float upper[3] = {0.0f, 0.0f, 0.0f};
};

/// A joint of a world.
struct JointRecord {
    JointFamily family = JointFamily::None;
    bool direct = false;      ///< What it locks is solved with its whole tree.
    std::int32_t color = -1;  ///< Of the graph of joints; -1: in no lane.
    std::uint32_t place = 0;  ///< In the list of its colour and kind.
    std::uint32_t body_a = no_index;
    std::uint32_t body_b = no_index;
    JointRows rows{};
    JointImpulses impulses{};
    float angle = 0.0f;  ///< With whole turns [rad].
    float gear_constant = 0.0f;
    float second_angle = 0.0f;  ///< Of gears: that of the second joint.
    float max_force = 0.0f;     ///< Of breakable joints, in the last step [N].
    float max_torque = 0.0f;
};

/// The lanes that the joint needs: what a direct joint locks is not their business.
inline JointKind lane_kind(const JointRecord& record) {
    return record.direct && record.rows.kind == JointKind::Hinge ? JointKind::Frame : record.rows.kind;
}

/// A lane of the solver whose joint is gone.
struct FreedLane {
    JointKind kind = JointKind::Point;
    std::int32_t color = 0;
    std::uint32_t place = 0;
};

struct JointStore {
    SlotPool slots;
    std::vector<JointRecord> records;
    JointDefinitions definitions;
    SparseSet<JointSettings> own_settings;          ///< Where they are not those by default.
    SparseSet<std::vector<CablePoint>> own_cables;  ///< Of cables alone.
    /// Joints that hang on each body, in the order of creation; as long as there ever were joints.
    std::vector<std::vector<std::uint32_t>> of_body;
    /// The solver has to look at all joints.
    bool all_changed = false;
    /// Else, since it looked last: bodies whose joints came, went or may have to be solved otherwise, some
    /// more than once, and the lanes of joints that went.
    std::vector<std::uint32_t> touched;
    std::vector<FreedLane> freed;

    /// Makes an empty record. Once it has bodies, they are to be touched.
    std::uint32_t create();
    /// Hangs the joint on a body, once; and takes it off all of its bodies.
    void attach(std::uint32_t joint, std::uint32_t body);
    void detach(std::uint32_t joint);
    void destroy(std::uint32_t joint);
    /// The solver has to look at the joints of the body.
    void touch(std::uint32_t body) {
        if (all_changed) {
            return;
        }
        grow_push_back(touched, body);
        if (freed.size() + touched.size() / 2 > many()) {
            change_all();
        }
    }
    /// The solver has to look at all joints: what would tell it of some is not needed.
    void change_all() {
        all_changed = true;
        touched.clear();
        freed.clear();
    }
    /// To look at more joints than this one by one is as much work as to look at all.
    [[nodiscard]] std::size_t many() const { return slots.live_count() / 2 + 16; }
    [[nodiscard]] bool empty() const { return slots.live_count() == 0; }
    [[nodiscard]] const JointSettings& settings(std::uint32_t joint) const {
        const JointSettings* const own = own_settings.find(joint);
        return own != nullptr ? *own : default_settings;
    }
    void set_settings(std::uint32_t joint, const JointSettings& settings);
    [[nodiscard]] const std::vector<CablePoint>& cable(std::uint32_t joint) const {
        const std::vector<CablePoint>* const own = own_cables.find(joint);
        return own != nullptr ? *own : no_cable;
    }
    void set_cable(std::uint32_t joint, std::vector<CablePoint> cable);
    [[nodiscard]] bool is_active(std::uint32_t joint) const {
        return settings(joint).enabled && records[joint].family != JointFamily::None;
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    static const JointSettings default_settings;
    static const std::vector<CablePoint> no_cable;
};

inline bool has_joints(const JointStore& joints, std::uint32_t body) {
    return body < joints.of_body.size() && !joints.of_body[body].empty();
}

/// Calls `visitor(joint)` for each joint of the body.
template <class Visitor>
void visit_joints_of_body(const JointStore& joints, std::uint32_t body, Visitor&& visitor) {
    if (body < joints.of_body.size()) {
        for (const std::uint32_t joint : joints.of_body[body]) {
            visitor(joint);
        }
    }
}

/// Calls `visitor(body)` for each body of the joint, some twice.
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

/// Does what the joint locks give way as with the settings by default, and less where more iterations are
/// spent on it?
inline bool has_default_softness(const JointSettings& settings) {
    const JointSettings defaults{};
    return settings.frequency == defaults.frequency && settings.damping_ratio == defaults.damping_ratio;
}

/// Is the joint solved while its bodies are awake? Not with a body that is disabled.
inline bool is_solved(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    bool enabled = joints.slots.is_live(joint) && joints.is_active(joint);
    visit_bodies_of_joint(joints, joint,
                          [&](std::uint32_t body) { enabled = enabled && bodies.records[body].enabled; });
    return enabled;
}

/// Does a joint keep the two bodies from colliding?
bool joint_forbids_collision(const JointStore& joints, std::uint32_t body_a, std::uint32_t body_b);

}  // namespace drystone
