#pragma once

#include "joints/joint_solver.h"
#include "store/joint_store.h"
#include "world/save/saved_containers.h"
#include "world/save/saved_joint_definitions.h"

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace drystone {

template <>
struct Saved<JointSettings> {
    static std::string name() { return "JointSettings"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        // Set in all that is saved, so that files do not depend on the defaults.
        archive.packed("collide_connected", self.collide_connected.value_or(false), [&](bool value) {
            if constexpr (!std::is_const_v<Self>) {
                self.collide_connected = value;
            }
        });
        archive("enabled", self.enabled);
        archive("frequency", self.frequency);
        archive("damping_ratio", self.damping_ratio);
        archive("maximum_force", self.maximum_force);
        archive("maximum_torque", self.maximum_torque);
        archive("break_force", self.break_force);
        archive("break_torque", self.break_torque);
        archive("force_events", self.force_events);
        archive("force_threshold", self.force_threshold);
        archive("torque_threshold", self.torque_threshold);
        archive.limited("solver", self.solver, JointSolver::Direct);
        archive("user_data", self.user_data);
    }
};

template <>
struct Saved<JointImpulses> {
    static std::string name() { return "JointImpulses"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("lock", self.lock);
        archive("spring", self.spring);
        archive("motor", self.motor);
        archive("lower", self.lower);
        archive("upper", self.upper);
        archive("held", self.held);
    }
};

/// A living joint as it is saved: its rows and lanes follow from the definition.
struct SavedJoint {
    JointDefinition definition{};
    JointSettings settings{};
    std::uint32_t body_a = no_index;
    std::uint32_t body_b = no_index;
    bool direct = false;
    JointImpulses impulses{};
    JointLimit ratchet{};  ///< Limit of the angle; ratchets move it.
    float angle = 0.0f;
    float second_angle = 0.0f;
    float gear_constant = 0.0f;
    float max_force = 0.0f;
    float max_torque = 0.0f;
    std::string name{};
};

template <>
struct Saved<SavedJoint> {
    static std::string name() { return "Joint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("definition", self.definition);
        archive("settings", self.settings);
        archive("body_a", self.body_a);
        archive("body_b", self.body_b);
        archive("direct", self.direct);
        archive("impulses", self.impulses);
        archive("ratchet", self.ratchet);
        archive("angle", self.angle);
        archive("second_angle", self.second_angle);
        archive("gear_constant", self.gear_constant);
        archive("max_force", self.max_force);
        archive("max_torque", self.max_torque);
        archive("name", self.name);
    }
};

/// Energy that a mechanism lacks, see `DirectJoints::Deficit`.
template <>
struct Saved<MechanismDeficit> {
    static std::string name() { return "MechanismDeficit"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("joints", self.joints);
        archive("missing_energy", self.missing_energy);
    }
};

/// The joints of a world, without what follows from them.
struct SavedJoints {
    SlotPool slots;
    std::vector<SavedJoint> living;  ///< In the order of their slots.
    std::vector<std::vector<std::uint32_t>> of_body;
    std::vector<std::uint32_t> held;
    std::vector<MechanismDeficit> deficits;
    float h = 0.0f;
    float inverse_h = 0.0f;
};

template <>
struct Saved<SavedJoints> {
    static std::string name() { return "Joints"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("slots", self.slots);
        archive("living", self.living);
        archive("of_body", self.of_body);
        archive("held", self.held);
        archive("deficits", self.deficits);
        archive("h", self.h);
        archive("inverse_h", self.inverse_h);
    }
};

/// Returns the joints with the impulses from their lanes.
SavedJoints collect_joints(const JointStore& joints, const JointConstraintSolver& solver);

}  // namespace drystone
