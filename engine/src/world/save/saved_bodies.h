#pragma once

#include "islands/islands.h"
#include "store/body_store.h"
#include "world/save/saved_containers.h"
#include "world/save/saved_values.h"

#include <cstdint>
#include <string>
#include <type_traits>

namespace drystone {

template <>
struct Saved<BodyPose> {
    static std::string name() { return "BodyPose"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("x", self.x);
        archive("y", self.y);
        archive("c", self.c);
        archive("s", self.s);
    }
};

template <>
struct Saved<PoseRemainder> {
    static std::string name() { return "PoseRemainder"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("x", self.x);
        archive("y", self.y);
        archive("turn", self.turn);
    }
};

template <>
struct Saved<BodyVelocity> {
    static std::string name() { return "BodyVelocity"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("x", self.x);
        archive("y", self.y);
        archive("w", self.w);
        archive("still_time", self.still_time);
    }
};

template <>
struct Saved<BodyMass> {
    static std::string name() { return "BodyMass"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("center_x", self.center_x);
        archive("center_y", self.center_y);
        archive("inverse_mass", self.inverse_mass);
        archive("inverse_inertia", self.inverse_inertia);
        archive("normalisation", self.normalisation);
        archive("arm_scale", self.arm_scale);
        archive("inverse_mass_again", self.inverse_mass_again);
        archive("constraint_count", self.constraint_count);
    }
};

template <>
struct Saved<BodyForce> {
    static std::string name() { return "BodyForce"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("x", self.x);
        archive("y", self.y);
        archive("torque", self.torque);
        archive("gravity_scale", self.gravity_scale);
    }
};

template <>
struct Saved<BodyDampingAndSleep> {
    static std::string name() { return "BodyDampingAndSleep"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("linear_damping", self.linear_damping);
        archive("angular_damping", self.angular_damping);
        archive("sleep_speed", self.sleep_speed);
        archive("extent", self.extent);
    }
};

template <>
struct Saved<AxisLocks> {
    static std::string name() { return "AxisLocks"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("linear_x", self.linear_x);
        archive("linear_y", self.linear_y);
        archive("rotation", self.rotation);
    }
};

template <>
struct Saved<BodyRecord> {
    static std::string name() { return "BodyRecord"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("user_data", self.user_data);
        archive("mass", self.mass);
        archive("inertia", self.inertia);
        archive("first_shape", self.first_shape);
        archive("first_contact", self.first_contact);
        archive("island", self.island);
        archive("sleep_speed", self.sleep_speed);
        archive("locks", self.locks);
        archive.packed("flags", flags_of(self), [&](unsigned flags) { set_flags(self, flags); });
        archive("dominance_group", self.dominance_group);
        archive("extra_iterations", self.extra_iterations);
    }

private:
    static std::uint16_t flags_of(const BodyRecord& record) {
        return static_cast<std::uint16_t>((record.can_sleep ? 1u : 0u) | (record.enabled ? 2u : 0u) |
                                          (record.bullet ? 4u : 0u) | (record.special ? 8u : 0u) |
                                          (record.own_mass ? 16u : 0u) | (record.mass_stale ? 32u : 0u) |
                                          (record.reported_asleep ? 64u : 0u) |
                                          (record.discrete ? 128u : 0u) | (record.of_character ? 256u : 0u));
    }
    template <class Self>
    static void set_flags(Self& record, unsigned flags) {
        if constexpr (!std::is_const_v<Self>) {
            record.can_sleep = (flags & 1u) != 0;
            record.enabled = (flags & 2u) != 0;
            record.bullet = (flags & 4u) != 0;
            record.special = (flags & 8u) != 0;
            record.own_mass = (flags & 16u) != 0;
            record.mass_stale = (flags & 32u) != 0;
            record.reported_asleep = (flags & 64u) != 0;
            record.discrete = (flags & 128u) != 0;
            record.of_character = (flags & 256u) != 0;
        }
    }
};

template <>
struct Saved<MotionLimits> {
    static std::string name() { return "MotionLimits"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("body", self.body);
        archive("locks", self.locks);
        archive("gravity", self.gravity);
        archive("maximum_linear_speed", self.maximum_linear_speed);
        archive("maximum_angular_speed", self.maximum_angular_speed);
    }
};

template <>
struct Saved<ConstantForce> {
    static std::string name() { return "ConstantForce"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("body", self.body);
        archive("x", self.x);
        archive("y", self.y);
        archive("torque", self.torque);
    }
};

template <>
struct Saved<BodyStore> {
    static std::string name() { return "Bodies"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        BodyStore::visit_state(
            self,
            [&](auto& slots, auto& poses, auto& pose_remainders, auto& velocities, auto& masses, auto& forces,
                auto& damping_and_sleep, auto& types, auto& records, auto& /*solver_slots*/, auto& awake,
                auto& kinematic_count, auto& has_bullets, auto& has_groups, auto& /*has_discrete*/,
                auto& order_version, auto& sped_up, auto& all_motion_limits, auto& with_extra_iterations,
                auto& names, auto& constant_forces, auto& ordered_version) {
                archive("slots", slots);
                archive("poses", poses);
                archive("pose_remainders", pose_remainders);
                archive("velocities", velocities);
                archive("masses", masses);
                archive("forces", forces);
                archive("damping_and_sleep", damping_and_sleep);
                archive.limited_list("types", types, BodyType::Dynamic);
                archive("records", records);
                archive("awake", awake);
                archive("kinematic_count", kinematic_count);
                archive("has_bullets", has_bullets);
                archive("has_groups", has_groups);
                archive("order_version", order_version);
                archive("sped_up", sped_up);
                archive("all_motion_limits", all_motion_limits);
                archive("with_extra_iterations", with_extra_iterations);
                archive("names", names);
                archive("constant_forces", constant_forces);
                archive("ordered_version", ordered_version);
            });
    }
};

template <>
struct Saved<IslandStore> {
    static std::string name() { return "Islands"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        IslandStore::visit_state(self, [&](auto& sleeping, auto& free, auto& changed, auto& steps) {
            archive("sleeping", sleeping);
            archive("free", free);
            archive("changed", changed);
            archive("steps", steps);
        });
    }
};

}  // namespace drystone
