#include "world/joints/check_joints.h"

#include "world/checks.h"
#include "world/joints/joint_measures.h"

#include <variant>

namespace drystone {

namespace {

/// Throws unless the value is >= 0; infinity is allowed, NaN is not.
void check_maximum(const char* function, const char* argument, float value) {
    if (!(value >= 0.0f)) {
        fail(function, argument, ">= 0", static_cast<double>(value));
    }
}

void check(const char* function, const std::optional<JointLimit>& limit) {
    if (!limit) {
        return;
    }
    check_finite(function, "limit.lower", limit->lower);
    check_finite(function, "limit.upper", limit->upper);
    if (limit->lower > limit->upper) {
        fail(function, "limit.lower", "at most limit.upper", static_cast<double>(limit->lower));
    }
}

void check(const char* function, const std::optional<JointSpring>& spring) {
    if (spring) {
        check_not_negative(function, "spring.frequency", spring->frequency);
        check_not_negative(function, "spring.damping_ratio", spring->damping_ratio);
        check_finite(function, "spring.target", spring->target);
        check_maximum(function, "spring.maximum", spring->maximum);
        check_enumeration(function, "spring.sense", spring->sense, SpringSense::Pull);
    }
}

void check_axis(const char* function, const Vec2& axis) {
    check_finite(function, "axis_a", axis);
    if (axis.x == 0.0f && axis.y == 0.0f) {
        fail(function, "axis_a", "other than zero", describe(axis));
    }
}

void check_anchors(const char* function, const Vec2& anchor_a, const Vec2& anchor_b) {
    check_place(function, "anchor_a", anchor_a);
    check_place(function, "anchor_b", anchor_b);
}

void check_not_zero(const char* function, const char* argument, float value) {
    check_finite(function, argument, value);
    if (value == 0.0f) {
        fail(function, argument, "other than zero", static_cast<double>(value));
    }
}

/// Checks of the joint types: one overload for each.
struct Checker {
    const char* function;

    void operator()(const DistanceJoint& joint) const {
        check_anchors(function, joint.anchor_a, joint.anchor_b);
        check_positive(function, "length", joint.length);
        check(function, joint.spring);
        check(function, joint.limit);
        check(function, joint.motor);
        if (joint.limit) {
            check_not_negative(function, "limit.lower", joint.limit->lower);
        }
    }
    void operator()(const RevoluteJoint& joint) const {
        check_anchors(function, joint.anchor_a, joint.anchor_b);
        check_finite(function, "reference_angle", joint.reference_angle);
        check(function, joint.limit);
        check(function, joint.motor);
        check(function, joint.spring);
    }
    void operator()(const PrismaticJoint& joint) const {
        check_anchors(function, joint.anchor_a, joint.anchor_b);
        check_axis(function, joint.axis_a);
        check_finite(function, "reference_angle", joint.reference_angle);
        check(function, joint.limit);
        check(function, joint.motor);
        check(function, joint.spring);
    }
    void operator()(const WheelJoint& joint) const {
        check_anchors(function, joint.anchor_a, joint.anchor_b);
        check_axis(function, joint.axis_a);
        check(function, joint.limit);
        check(function, joint.motor);
        check(function, joint.suspension);
    }
    void operator()(const WeldJoint& joint) const {
        check_anchors(function, joint.anchor_a, joint.anchor_b);
        check_finite(function, "reference_angle", joint.reference_angle);
        check(function, joint.linear_spring);
        check(function, joint.angular_spring);
    }
    void operator()(const MotorJoint& joint) const {
        check_anchors(function, joint.anchor_a, joint.anchor_b);
        check_finite(function, "reference_angle", joint.reference_angle);
        check_finite(function, "linear_velocity", joint.linear_velocity);
        check_finite(function, "angular_velocity", joint.angular_velocity);
        check_maximum(function, "maximum_force", joint.maximum_force);
        check_maximum(function, "maximum_torque", joint.maximum_torque);
        check(function, joint.linear_spring);
        check(function, joint.angular_spring);
    }
    void operator()(const MouseJoint& joint) const {
        check_place(function, "target", joint.target);
        check_place(function, "anchor_b", joint.anchor_b);
        check_positive(function, "frequency", joint.frequency);
        check_not_negative(function, "damping_ratio", joint.damping_ratio);
        check_maximum(function, "maximum_force", joint.maximum_force);
    }
    void operator()(const FrictionJoint& joint) const {
        check_anchors(function, joint.anchor_a, joint.anchor_b);
        check_maximum(function, "maximum_force", joint.maximum_force);
        check_maximum(function, "maximum_torque", joint.maximum_torque);
    }
    void operator()(const RatchetJoint& joint) const {
        check_not_zero(function, "tooth", joint.tooth);
        check_finite(function, "phase", joint.phase);
    }
    void operator()(const GearJoint& joint) const { check_not_zero(function, "ratio", joint.ratio); }
    void operator()(const PulleyJoint& joint) const {
        check_anchors(function, joint.anchor_a, joint.anchor_b);
        check_place(function, "ground_a", joint.ground_a);
        check_place(function, "ground_b", joint.ground_b);
        check_positive(function, "length", joint.length);
        check_positive(function, "ratio", joint.ratio);
    }
    void operator()(const RopeJoint& joint) const {
        if (joint.points.size() < 2) {
            fail(function, "points", "at least two", static_cast<double>(joint.points.size()));
        }
        for (const RopePoint& point : joint.points) {
            check_place(function, "points", point.anchor);
        }
        check_positive(function, "length", joint.length);
    }
    void operator()(const FilterJoint&) const {}
    void operator()(const GenericJoint& joint) const {
        check_anchors(function, joint.anchor_a, joint.anchor_b);
        check_axis(function, joint.axis_a);
        check_finite(function, "reference_angle", joint.reference_angle);
        for (const DegreeOfFreedom& degree : {joint.along, joint.across, joint.angle}) {
            check(function, degree.limit);
            check(function, degree.motor);
            check(function, degree.spring);
        }
    }
};

/// Throws unless the handle is of a revolute, prismatic or wheel joint of this world.
void check_geared(const WorldState& world, const char* function, const char* argument, JointId id) {
    checked_slot(world.stores.joints.slots, world.number, function, argument, id);
    const JointDefinitions& definitions = world.stores.joints.definitions;
    if (definitions.find<RevoluteJoint>(id.index1 - 1) == nullptr &&
        definitions.find<PrismaticJoint>(id.index1 - 1) == nullptr &&
        definitions.find<WheelJoint>(id.index1 - 1) == nullptr) {
        fail(function, argument, "a revolute, prismatic or wheel joint", describe(id));
    }
}

}  // namespace

bool names_own_bodies(const JointDefinition& definition) {
    return std::holds_alternative<GearJoint>(definition) || std::holds_alternative<RopeJoint>(definition);
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

void check(const char* function, const JointDefinition& definition) {
    std::visit(Checker{function}, definition);
}

void check(const char* function, const JointSettings& settings) {
    check_not_negative(function, "frequency", settings.frequency);
    check_not_negative(function, "damping_ratio", settings.damping_ratio);
    check_maximum(function, "maximum_force", settings.maximum_force);
    check_maximum(function, "maximum_torque", settings.maximum_torque);
    check_maximum(function, "break_force", settings.break_force);
    check_maximum(function, "break_torque", settings.break_torque);
    check_maximum(function, "force_threshold", settings.force_threshold);
    check_maximum(function, "torque_threshold", settings.torque_threshold);
    check_enumeration(function, "solver", settings.solver, JointSolver::Direct);
}

void check(const char* function, const std::optional<JointMotor>& motor) {
    if (motor) {
        check_finite(function, "motor.speed", motor->speed);
        check_maximum(function, "motor.maximum", motor->maximum);
    }
}

}  // namespace drystone
