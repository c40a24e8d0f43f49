#pragma once

#include <drystone/joint.h>

#include "world/save/saved_values.h"

#include <string>

namespace drystone {

template <>
struct Saved<JointSpring> {
    static std::string name() { return "JointSpring"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("frequency", self.frequency);
        archive("damping_ratio", self.damping_ratio);
        archive("target", self.target);
        archive("maximum", self.maximum);
        archive.limited("sense", self.sense, SpringSense::Pull);
    }
};

template <>
struct Saved<JointMotor> {
    static std::string name() { return "JointMotor"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("speed", self.speed);
        archive("maximum", self.maximum);
    }
};

template <>
struct Saved<JointLimit> {
    static std::string name() { return "JointLimit"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("lower", self.lower);
        archive("upper", self.upper);
    }
};

template <>
struct Saved<DistanceJoint> {
    static std::string name() { return "DistanceJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("anchor_a", self.anchor_a);
        archive("anchor_b", self.anchor_b);
        archive("length", self.length);
        archive("spring", self.spring);
        archive("limit", self.limit);
        archive("motor", self.motor);
    }
};

template <>
struct Saved<RevoluteJoint> {
    static std::string name() { return "RevoluteJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("anchor_a", self.anchor_a);
        archive("anchor_b", self.anchor_b);
        archive("reference_angle", self.reference_angle);
        archive("limit", self.limit);
        archive("motor", self.motor);
        archive("spring", self.spring);
    }
};

template <>
struct Saved<PrismaticJoint> {
    static std::string name() { return "PrismaticJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("anchor_a", self.anchor_a);
        archive("anchor_b", self.anchor_b);
        archive("axis_a", self.axis_a);
        archive("reference_angle", self.reference_angle);
        archive("limit", self.limit);
        archive("motor", self.motor);
        archive("spring", self.spring);
    }
};

template <>
struct Saved<WheelJoint> {
    static std::string name() { return "WheelJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("anchor_a", self.anchor_a);
        archive("anchor_b", self.anchor_b);
        archive("axis_a", self.axis_a);
        archive("limit", self.limit);
        archive("motor", self.motor);
        archive("suspension", self.suspension);
    }
};

template <>
struct Saved<WeldJoint> {
    static std::string name() { return "WeldJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("anchor_a", self.anchor_a);
        archive("anchor_b", self.anchor_b);
        archive("reference_angle", self.reference_angle);
        archive("linear_spring", self.linear_spring);
        archive("angular_spring", self.angular_spring);
    }
};

template <>
struct Saved<MotorJoint> {
    static std::string name() { return "MotorJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("anchor_a", self.anchor_a);
        archive("anchor_b", self.anchor_b);
        archive("reference_angle", self.reference_angle);
        archive("linear_velocity", self.linear_velocity);
        archive("maximum_force", self.maximum_force);
        archive("angular_velocity", self.angular_velocity);
        archive("maximum_torque", self.maximum_torque);
        archive("linear_spring", self.linear_spring);
        archive("angular_spring", self.angular_spring);
    }
};

template <>
struct Saved<MouseJoint> {
    static std::string name() { return "MouseJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("target", self.target);
        archive("anchor_b", self.anchor_b);
        archive("frequency", self.frequency);
        archive("damping_ratio", self.damping_ratio);
        archive("maximum_force", self.maximum_force);
    }
};

template <>
struct Saved<FrictionJoint> {
    static std::string name() { return "FrictionJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("anchor_a", self.anchor_a);
        archive("anchor_b", self.anchor_b);
        archive("maximum_force", self.maximum_force);
        archive("maximum_torque", self.maximum_torque);
    }
};

template <>
struct Saved<RatchetJoint> {
    static std::string name() { return "RatchetJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("tooth", self.tooth);
        archive("phase", self.phase);
    }
};

template <>
struct Saved<GearJoint> {
    static std::string name() { return "GearJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("first", self.first);
        archive("second", self.second);
        archive("ratio", self.ratio);
    }
};

template <>
struct Saved<PulleyJoint> {
    static std::string name() { return "PulleyJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("ground_a", self.ground_a);
        archive("ground_b", self.ground_b);
        archive("anchor_a", self.anchor_a);
        archive("anchor_b", self.anchor_b);
        archive("length", self.length);
        archive("ratio", self.ratio);
    }
};

template <>
struct Saved<RopePoint> {
    static std::string name() { return "RopePoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("body", self.body);
        archive("anchor", self.anchor);
    }
};

template <>
struct Saved<RopeJoint> {
    static std::string name() { return "RopeJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("points", self.points);
        archive("length", self.length);
    }
};

template <>
struct Saved<FilterJoint> {
    static std::string name() { return "FilterJoint"; }
    template <class Self, class Archive>
    static void fields(Self& /*self*/, Archive& /*archive*/) {}
};

template <>
struct Saved<DegreeOfFreedom> {
    static std::string name() { return "DegreeOfFreedom"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("locked", self.locked);
        archive("limit", self.limit);
        archive("motor", self.motor);
        archive("spring", self.spring);
    }
};

template <>
struct Saved<GenericJoint> {
    static std::string name() { return "GenericJoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("anchor_a", self.anchor_a);
        archive("anchor_b", self.anchor_b);
        archive("axis_a", self.axis_a);
        archive("reference_angle", self.reference_angle);
        archive("along", self.along);
        archive("across", self.across);
        archive("angle", self.angle);
    }
};

}  // namespace drystone
