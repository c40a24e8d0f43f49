#pragma once

#include "world_values.h"

#include <optional>

namespace drystone::test {

inline JointSpring read_spring(ValueInput& input) {
    JointSpring spring;
    spring.frequency = 4.0f * input.size();
    spring.damping_ratio = input.size();
    spring.target = input.number();
    spring.maximum = input.maximum();
    spring.sense = static_cast<SpringSense>(input.below(3));
    return spring;
}

/// Optional parts of a degree of freedom.
struct DegreeInput {
    explicit DegreeInput(ValueInput& input) {
        const int parts = input.below(16);
        if ((parts & 1) != 0) {
            const float lower = input.number();
            limit = JointLimit{lower, input.flag() ? lower + input.size() : input.number()};
        }
        if ((parts & 2) != 0) {
            const float speed = input.number();
            motor = JointMotor{speed, input.maximum()};
        }
        if ((parts & 12) == 12) {
            spring = read_spring(input);
        }
    }

    std::optional<JointLimit> limit;
    std::optional<JointMotor> motor;
    std::optional<JointSpring> spring;
};

template <class Joint>
void read_anchors(ValueInput& input, Joint& joint) {
    joint.anchor_a = input.vector();
    joint.anchor_b = input.vector();
}

template <class Joint>
Joint read_axial(ValueInput& input) {
    Joint joint;
    read_anchors(input, joint);
    if constexpr (!std::is_same_v<Joint, DistanceJoint>) {
        joint.reference_angle = input.number();
    }
    const DegreeInput degree(input);
    joint.limit = degree.limit;
    joint.motor = degree.motor;
    joint.spring = degree.spring;
    return joint;
}

inline WheelJoint read_wheel(ValueInput& input) {
    WheelJoint joint;
    read_anchors(input, joint);
    joint.axis_a = input.vector();
    const DegreeInput degree(input);
    joint.limit = degree.limit;
    joint.motor = degree.motor;
    joint.suspension = degree.spring;
    return joint;
}

inline WeldJoint read_weld(ValueInput& input) {
    WeldJoint joint;
    read_anchors(input, joint);
    joint.reference_angle = input.number();
    joint.linear_spring = DegreeInput(input).spring;
    joint.angular_spring = DegreeInput(input).spring;
    return joint;
}

inline MotorJoint read_motor(ValueInput& input) {
    MotorJoint joint;
    read_anchors(input, joint);
    joint.linear_velocity = input.vector();
    joint.maximum_force = input.maximum();
    joint.angular_velocity = input.number();
    joint.maximum_torque = input.maximum();
    joint.linear_spring = DegreeInput(input).spring;
    joint.angular_spring = DegreeInput(input).spring;
    return joint;
}

inline DegreeOfFreedom read_degree(ValueInput& input) {
    const DegreeInput degree(input);
    return {input.flag(), degree.limit, degree.motor, degree.spring};
}

inline GenericJoint read_generic(ValueInput& input) {
    GenericJoint joint;
    read_anchors(input, joint);
    joint.axis_a = input.vector();
    joint.along = read_degree(input);
    joint.across = read_degree(input);
    joint.angle = read_degree(input);
    return joint;
}

inline PulleyJoint read_pulley(ValueInput& input) {
    PulleyJoint joint;
    read_anchors(input, joint);
    joint.ground_a = input.vector();
    joint.ground_b = input.vector();
    joint.length = 4.0f * input.size();
    joint.ratio = input.flag() ? 1.0f : input.number();
    return joint;
}

/// Reads a joint of any type except those that need handles.
inline JointDefinition read_joint(ValueInput& input) {
    switch (input.below(14)) {
        case 0: {
            DistanceJoint joint = read_axial<DistanceJoint>(input);
            joint.length = input.size();
            return joint;
        }
        case 1: {
            PrismaticJoint joint = read_axial<PrismaticJoint>(input);
            joint.axis_a = input.vector();
            return joint;
        }
        case 2: return read_wheel(input);
        case 3: return read_weld(input);
        case 4: return read_motor(input);
        case 5:
            return MouseJoint{input.vector(), input.vector(), input.size(), input.size(), input.maximum()};
        case 6: return FrictionJoint{input.vector(), input.vector(), input.maximum(), input.maximum()};
        case 7: return RatchetJoint{input.number(), input.number()};
        case 8: return read_pulley(input);
        case 9: return FilterJoint{};
        case 10: return read_generic(input);
        default: return read_axial<RevoluteJoint>(input);
    }
}

inline JointSettings read_joint_settings(ValueInput& input) {
    JointSettings settings;
    const std::uint8_t parts = input.byte();
    settings.collide_connected = (parts & 1) != 0;
    settings.enabled = (parts & 6) != 6;
    if ((parts & 24) == 24) {
        settings.frequency = 60.0f * input.size();
        settings.damping_ratio = input.size();
        settings.maximum_force = input.maximum();
        settings.maximum_torque = input.maximum();
    }
    if ((parts & 96) == 96) {
        settings.break_force = input.maximum();
        settings.break_torque = input.maximum();
    }
    settings.solver = input.enumeration<JointSolver>(3);
    return settings;
}

}  // namespace drystone::test
