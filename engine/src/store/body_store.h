#pragma once

#include <drystone/body.h>
#include <drystone/collision/mass.h>

#include "core/definition_array.h"
#include "core/index.h"
#include "core/slot_pool.h"
#include "store/solver_state.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drystone {

/// Pose of a body: centre of mass [m] and rotation as cosine and sine.
struct BodyPose {
    float x = 0.0f;
    float y = 0.0f;
    float c = 1.0f;
    float s = 0.0f;
};
static_assert(sizeof(BodyPose) == 16);

/// Part of a body's pose that rounding has cut off: the exact pose is the sum. Without it, a body stops whose
/// movement in a step is below half a unit in the last place of its coordinates.
struct PoseRemainder {
    float x = 0.0f;     ///< [m]
    float y = 0.0f;     ///< [m]
    float turn = 0.0f;  ///< [rad]
    float unused = 0.0f;
};
static_assert(sizeof(PoseRemainder) == 16);

/// Velocity of the centre of mass [m/s] and angular velocity [rad/s].
struct BodyVelocity {
    float x = 0.0f;
    float y = 0.0f;
    float w = 0.0f;
    float still_time = 0.0f;  ///< Time for which the body has been still [s].
};
static_assert(sizeof(BodyVelocity) == 16);

/// Mass data of a body, as two rows that lanes gather.
///
/// `normalisation` is g with g^2 = (1/I) / (1/m), see `BodySolverState`; 1 if the body has no mass or does
/// not turn. `arm_scale` is the factor on arms about the centre of mass: g, or 0 if the body does not turn.
struct BodyMass {
    float center_x = 0.0f;  ///< Centre of mass in the body's frame [m].
    float center_y = 0.0f;
    float inverse_mass = 0.0f;     ///< [1/kg]; 0 if nothing moves the body.
    float inverse_inertia = 0.0f;  ///< [1/(kg m^2)]

    float normalisation = 1.0f;
    float arm_scale = 1.0f;
    float inverse_mass_again = 0.0f;
    /// Number of touching contacts of the body, plus 0.5 if joints hold it that are not solved exactly. If it
    /// is 0, the body gains half of its velocity change by forces after it has moved, see `IntegrationBlock`.
    float constraint_count = 0.0f;
};
static_assert(sizeof(BodyMass) == 32);

inline BodyMass make_body_mass(float center_x, float center_y, float inverse_mass, float inverse_inertia) {
    const bool turns = inverse_mass == 0.0f || inverse_inertia > 0.0f;
    const bool has_finite_mass = inverse_mass > 0.0f && inverse_inertia > 0.0f;
    const float g = has_finite_mass ? std::sqrt(inverse_inertia / inverse_mass) : 1.0f;
    return {center_x, center_y, inverse_mass, inverse_inertia, g, turns ? g : 0.0f, inverse_mass, 0.0f};
}

/// Loads of a body in the next step: force [N], torque [N m], and the factor on gravity.
struct BodyForce {
    float x = 0.0f;
    float y = 0.0f;
    float torque = 0.0f;
    float gravity_scale = 1.0f;
};
static_assert(sizeof(BodyForce) == 16);

/// Damping of a body and the threshold below which it counts as still.
struct BodyDampingAndSleep {
    float linear_damping = 0.0f;
    float angular_damping = 0.0f;
    float sleep_speed = 0.05f;  ///< Speed of the fastest point [m/s]; negative if the body may not sleep.
    float extent = 0.0f;        ///< Distance of the farthest point of a shape from the centre of mass [m].
};
static_assert(sizeof(BodyDampingAndSleep) == 16);

/// Data of a body that lanes do not read.
struct BodyRecord {
    std::uint64_t user_data = 0;
    float mass = 0.0f;
    float inertia = 0.0f;
    std::uint32_t first_shape = no_index;
    std::uint32_t first_contact = no_index;  ///< Contact number times two plus side (0: as A, 1: as B).
    std::uint32_t island = no_index;         ///< Sleeping island of the body; `no_index`: none.
    float sleep_speed = 0.05f;  ///< [m/s]; the one in `BodyDampingAndSleep` is negative if sleep is off.
    AxisLocks locks{};
    bool can_sleep : 1 = true;
    bool enabled : 1 = true;
    bool bullet : 1 = false;
    bool special : 1 = false;          ///< The body has an entry in `all_motion_limits`.
    bool own_mass : 1 = false;         ///< The user gave the mass; it does not follow the shapes.
    bool mass_stale : 1 = false;       ///< Shapes have changed since the mass was last computed.
    bool reported_asleep : 1 = false;  ///< Sleep state in the last published event.
    bool sped_up : 1 = false;          ///< The body is in `BodyStore::sped_up`.
    bool discrete : 1 = false;         ///< Continuous collision leaves it out.
    bool of_character : 1 = false;     ///< A `Character` moves the body to where it is itself.
    std::int8_t dominance_group = 0;
    std::uint8_t extra_iterations = 0;  ///< Extra solver iterations of all that is connected with the body.
};
static_assert(sizeof(BodyRecord) == 40);

/// Data that few bodies have, kept apart from what lanes read of every body.
struct MotionLimits {
    std::uint32_t body = no_index;
    AxisLocks locks{};  ///< Linear locks only; rotation is locked by the body's mass.
    std::optional<Vec2> gravity{};
    float maximum_linear_speed = std::numeric_limits<float>::max();
    float maximum_angular_speed = std::numeric_limits<float>::max();

    [[nodiscard]] bool is_default() const {
        return !locks.linear_x && !locks.linear_y && !gravity &&
               maximum_linear_speed == std::numeric_limits<float>::max() &&
               maximum_angular_speed == std::numeric_limits<float>::max();
    }
};

/// Force at the centre of mass [N] and torque [N m] that act on a body in every step.
struct ConstantForce {
    std::uint32_t body = no_index;
    float x = 0.0f;
    float y = 0.0f;
    float torque = 0.0f;
};

/// All bodies of a world, one array per kind of access; the index is the slot.
struct BodyStore {
    SlotPool slots;
    std::vector<BodyPose> poses;
    std::vector<PoseRemainder> pose_remainders;
    std::vector<BodyVelocity> velocities;
    DefinitionArray<BodyMass> masses;
    std::vector<BodyForce> forces;
    DefinitionArray<BodyDampingAndSleep> damping_and_sleep;
    DefinitionArray<BodyType> types;
    DefinitionArray<BodyRecord> records;
    /// Index of the body in the solver's arrays; 0, the dummy, if the solver does not move it.
    std::vector<std::uint32_t> solver_slots;
    /// Bodies that the solver moves, in its order: number k has solver slot `first_slot` + k. Sorted by body
    /// number, except for bodies that came or went since `put_in_order` last sorted.
    std::vector<std::uint32_t> awake;
    std::uint32_t kinematic_count = 0;
    bool has_bullets = false;   ///< Some body is or was a bullet.
    bool has_groups = false;    ///< Some body is or was in a dominance group other than 0.
    bool has_discrete = false;  ///< Some body is or was left out of continuous collision.
    /// Counts bodies that entered or left the solver, and reorderings of all.
    std::uint32_t order_version = 0;
    /// Bodies that were given a velocity, or shapes, since the last step of some length: their fat boxes do
    /// not reach ahead yet. None is listed twice, and some may have been destroyed.
    std::vector<std::uint32_t> sped_up;
    /// Sorted by slot.
    std::vector<MotionLimits> all_motion_limits;
    /// Bodies with extra solver iterations, sorted by slot.
    std::vector<std::uint32_t> with_extra_iterations;
    /// Indexed by slot; shorter than the other arrays if later bodies have no name.
    std::vector<std::string> names;
    /// Sorted by slot; none is zero.
    std::vector<ConstantForce> constant_forces;

    std::uint32_t create(BodyType type);
    void destroy(std::uint32_t body);
    void set_type(std::uint32_t body, BodyType type);
    /// Puts the body at a pose that is exact.
    void set_pose(std::uint32_t body, const BodyPose& pose) {
        poses[body] = pose;
        pose_remainders[body] = {};
    }
    /// Appends the body to the solver's order.
    void enter_solver(std::uint32_t body);
    /// Removes the body from the solver's order; the last one moves into its place.
    void leave_solver(std::uint32_t body);
    /// Sorts the awake bodies by number, if many have come or gone: bodies that were created together, and
    /// mostly are close together, then are adjacent in the solver, for each of its workers.
    void put_in_order();
    /// Returns the motion limits of a body; the defaults if it has none of its own.
    [[nodiscard]] MotionLimits motion_limits(std::uint32_t body) const;
    /// Stores the limits until the body is destroyed or they are replaced.
    void set_motion_limits(std::uint32_t body, const MotionLimits& motion);
    /// Adds the body to `sped_up`.
    void mark_sped_up(std::uint32_t body) {
        if (!records[body].sped_up) {
            sped_up.push_back(body);
            records.edit(body).sped_up = true;
        }
    }
    void set_extra_iterations(std::uint32_t body, int count);
    /// Returns the constant force of a body; zero if it has none.
    [[nodiscard]] ConstantForce constant_force(std::uint32_t body) const;
    /// Stores the force until the body is destroyed or it is replaced; zero removes it.
    void set_constant_force(const ConstantForce& force);
    /// Adds the constant forces to those of the next step.
    void add_constant_forces();
    void set_name(std::uint32_t body, std::string_view name);
    [[nodiscard]] std::string_view name(std::uint32_t body) const {
        return body < names.size() ? std::string_view(names[body]) : std::string_view();
    }
    void reserve(std::size_t count);
    /// Releases memory that a burst of new bodies left; called at the beginning of a step.
    void shrink_to_fit();
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.slots, self.poses, self.pose_remainders, self.velocities, self.masses, self.forces,
                self.damping_and_sleep, self.types, self.records, self.solver_slots, self.awake,
                self.kinematic_count, self.has_bullets, self.has_groups, self.has_discrete,
                self.order_version, self.sped_up, self.all_motion_limits, self.with_extra_iterations,
                self.names, self.constant_forces, self.ordered_version_);
    }
    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] bool is_dynamic(std::uint32_t body) const { return types[body] == BodyType::Dynamic; }
    /// Returns whether a dynamic body is locked along exactly one axis. Locked along both, it has infinite
    /// mass.
    [[nodiscard]] bool is_locked_along_one(std::uint32_t body) const {
        const AxisLocks& locks = records[body].locks;
        return is_dynamic(body) && locks.linear_x != locks.linear_y;
    }
    /// Returns whether contacts of these two bodies push `other` alone: both are dynamic, and `body` has the
    /// higher dominance group.
    [[nodiscard]] bool dominates(std::uint32_t body, std::uint32_t other) const {
        return has_groups && records[body].dominance_group > records[other].dominance_group &&
               is_dynamic(body) && is_dynamic(other);
    }
    void set_dominance_group(std::uint32_t body, int group) {
        records.edit(body).dominance_group = static_cast<std::int8_t>(group);
        has_groups = has_groups || group != 0;
    }
    [[nodiscard]] bool is_awake(std::uint32_t body) const { return solver_slots[body] != 0; }
    /// Adds or removes a touching contact.
    void add_contact(std::uint32_t body) { masses.edit(body).constraint_count += 1.0f; }
    void remove_contact(std::uint32_t body) { masses.edit(body).constraint_count -= 1.0f; }
    [[nodiscard]] bool is_held_by_joint(std::uint32_t body) const {
        return masses[body].constraint_count != contact_count(body);
    }
    void set_held_by_joint(std::uint32_t body, bool held) {
        masses.edit(body).constraint_count = contact_count(body) + (held ? 0.5f : 0.0f);
    }
    /// Replaces the mass; keeps `constraint_count`.
    void set_mass(std::uint32_t body, BodyMass mass) {
        mass.constraint_count = masses[body].constraint_count;
        masses.edit(body) = mass;
    }

private:
    /// Returns the number of touching contacts, without the half for a joint.
    [[nodiscard]] float contact_count(std::uint32_t body) const {
        return static_cast<float>(static_cast<std::int32_t>(masses[body].constraint_count));
    }
    /// Calls `visitor(array)` for each array with one item per slot.
    template <class Visitor>
    void visit_arrays(Visitor&& visitor) {
        visitor(pose_remainders);
        visitor(velocities);
        visitor(masses);
        visitor(forces);
        visitor(damping_and_sleep);
        visitor(types);
        visitor(records);
        visitor(solver_slots);
        visitor(poses);  // Last: its capacity says whether the others have room.
    }
    void grow(std::size_t count);

    GrowthPolicy growth_;
    std::uint32_t ordered_version_ = 0;  ///< `order_version` when all bodies were last sorted.
};

/// Returns the pose of the body's origin.
inline Pose origin_pose(const BodyPose& pose, const BodyMass& mass) {
    const Rot q{pose.c, pose.s};
    return {Vec2{pose.x, pose.y} - rotate(q, Vec2{mass.center_x, mass.center_y}), q};
}

/// Returns the velocity of a point of a body, both in the frame of the world [m/s].
inline Vec2 velocity_at(const BodyStore& bodies, std::uint32_t body, const Vec2& point) {
    const BodyVelocity& velocity = bodies.velocities[body];
    const BodyPose& pose = bodies.poses[body];
    return Vec2{velocity.x, velocity.y} + cross(velocity.w, point - Vec2{pose.x, pose.y});
}

}  // namespace drystone
