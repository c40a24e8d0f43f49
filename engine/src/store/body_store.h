#pragma once

#include <drystone/body.h>
#include <drystone/collision/mass.h>

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

/// Where a body is: its centre of mass [m] and its rotation.
struct BodyPose {
    float x = 0.0f;
    float y = 0.0f;
    float c = 1.0f;
    float s = 0.0f;
};
static_assert(sizeof(BodyPose) == 16);

/// Of the centre of mass [m/s] and [rad/s].
struct BodyVelocity {
    float x = 0.0f;
    float y = 0.0f;
    float w = 0.0f;
    float still_time = 0.0f;  ///< How long the body has been still [s].
};
static_assert(sizeof(BodyVelocity) == 16);

/// What a body weighs, as two rows that lanes gather.
///
/// `normalisation` is g with g^2 = (1/I) / (1/m), see `BodySolverState`; 1 where the body has no mass or does
/// not turn. `arm_scale` is what arms about the centre of mass are multiplied by: g, or 0 where the body does
/// not turn.
struct BodyMass {
    float center_x = 0.0f;  ///< Centre of mass in the body's frame [m].
    float center_y = 0.0f;
    float inverse_mass = 0.0f;     ///< [1/kg]; 0 for what nothing moves.
    float inverse_inertia = 0.0f;  ///< [1/(kg m^2)]

    float normalisation = 1.0f;
    float arm_scale = 1.0f;
    float inverse_mass_again = 0.0f;
    /// Number of touching contacts of the body, and a half more where joints hold it otherwise than exactly.
    /// With none, the body gains half of what forces give it after it has moved, see `IntegrationBlock`.
    float constraint_count = 0.0f;
};
static_assert(sizeof(BodyMass) == 32);

inline BodyMass make_body_mass(float center_x, float center_y, float inverse_mass, float inverse_inertia) {
    const bool turns = inverse_mass == 0.0f || inverse_inertia > 0.0f;
    const bool has_finite_mass = inverse_mass > 0.0f && inverse_inertia > 0.0f;
    const float g = has_finite_mass ? std::sqrt(inverse_inertia / inverse_mass) : 1.0f;
    return {center_x, center_y, inverse_mass, inverse_inertia, g, turns ? g : 0.0f, inverse_mass, 0.0f};
}

/// What pushes a body during the next step: force [N], torque [N m], and the factor on gravity.
struct BodyForce {
    float x = 0.0f;
    float y = 0.0f;
    float torque = 0.0f;
    float gravity_scale = 1.0f;
};
static_assert(sizeof(BodyForce) == 16);

/// How a body loses speed and when it counts as still.
struct BodyDampingAndSleep {
    float linear_damping = 0.0f;
    float angular_damping = 0.0f;
    float sleep_speed = 0.05f;  ///< Of the fastest point [m/s]; negative where the body may not sleep.
    float extent = 0.0f;        ///< Distance of the farthest point of a shape from the centre of mass [m].
};
static_assert(sizeof(BodyDampingAndSleep) == 16);

/// What only the public interface asks for.
struct BodyRecord {
    std::uint64_t user_data = 0;
    float mass = 0.0f;
    float inertia = 0.0f;
    std::uint32_t first_shape = no_index;
    std::uint32_t first_contact = no_index;  ///< Contact number times two plus side (0: as A, 1: as B).
    std::uint32_t island = no_index;         ///< Sleeping island that holds the body; `no_index`: not asleep.
    float sleep_speed = 0.05f;  ///< [m/s]; `BodyDampingAndSleep` has a negative one where sleep is off.
    AxisLocks locks{};
    bool can_sleep : 1 = true;
    bool enabled : 1 = true;
    bool bullet : 1 = false;
    bool special : 1 = false;      ///< Has an entry among the special motions.
    bool own_mass : 1 = false;     ///< The user gave the mass; it does not follow the shapes.
    bool mass_stale : 1 = false;   ///< Shapes have changed since the mass was computed from them.
    bool told_asleep : 1 = false;  ///< What the user was last told.
    std::int8_t dominance_group = 0;
    std::uint8_t extra_iterations = 0;  ///< Of the solver, for all that the body hangs together with.
};
static_assert(sizeof(BodyRecord) == 40);

/// What few bodies have, kept apart from what lanes read of every body.
struct MotionLimits {
    std::uint32_t body = no_index;
    AxisLocks locks{};  ///< The linear ones; rotation is locked by the body's mass.
    std::optional<Vec2> gravity{};
    float maximum_linear_speed = std::numeric_limits<float>::max();
    float maximum_angular_speed = std::numeric_limits<float>::max();

    [[nodiscard]] bool is_default() const {
        return !locks.linear_x && !locks.linear_y && !gravity &&
               maximum_linear_speed == std::numeric_limits<float>::max() &&
               maximum_angular_speed == std::numeric_limits<float>::max();
    }
};

/// All bodies of a world, one array per kind of access; the index is the slot.
struct BodyStore {
    SlotPool slots;
    std::vector<BodyPose> poses;
    std::vector<BodyVelocity> velocities;
    std::vector<BodyMass> masses;
    std::vector<BodyForce> forces;
    std::vector<BodyDampingAndSleep> damping_and_sleep;
    std::vector<BodyType> types;
    std::vector<BodyRecord> records;
    /// Place of the body in the solver's arrays; 0, the dummy, for static bodies.
    std::vector<std::uint32_t> solver_slots;
    /// Bodies that the solver moves, in its order: number k has solver slot `first_slot` + k. That of their
    /// own numbers, except for some that have come or gone since `put_in_order` found it worth the while.
    std::vector<std::uint32_t> awake;
    std::uint32_t kinematic_count = 0;
    bool has_bullets = false;  ///< Or had.
    bool has_groups = false;   ///< Of dominance, or had: bodies in others than group 0.
    /// Counts bodies that entered or left the solver, and how often all were put in order.
    std::uint32_t order_version = 0;
    /// In the order of slots.
    std::vector<MotionLimits> all_motion_limits;
    /// Those that ask for extra iterations of the solver, in the order of slots.
    std::vector<std::uint32_t> with_extra_iterations;
    /// By slot, as far as there are any.
    std::vector<std::string> names;

    std::uint32_t create(BodyType type);
    void destroy(std::uint32_t body);
    void set_type(std::uint32_t body, BodyType type);
    /// Puts the body at the end of the solver's order.
    void enter_solver(std::uint32_t body);
    /// Takes the body out of the solver's order; the last one moves into its place.
    void leave_solver(std::uint32_t body);
    /// Puts those that are awake into the order of their numbers, if many have come or gone: bodies that were
    /// made together, and mostly are together, then lie together in the solver, for each of its workers.
    void put_in_order();
    /// The special motion of a body, or a usual one.
    [[nodiscard]] MotionLimits motion_limits(std::uint32_t body) const;
    /// Keeps it for as long as the body lives or it is replaced.
    void set_motion_limits(std::uint32_t body, const MotionLimits& motion);
    void set_extra_iterations(std::uint32_t body, int count);
    void set_name(std::uint32_t body, std::string_view name);
    [[nodiscard]] std::string_view name(std::uint32_t body) const {
        return body < names.size() ? std::string_view(names[body]) : std::string_view();
    }
    void reserve(std::size_t count);
    /// A step begins: gives back what a burst of new bodies has left over.
    void shrink_to_fit();
    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] bool is_dynamic(std::uint32_t body) const { return types[body] == BodyType::Dynamic; }
    /// Along one axis, but not along both: then it has infinite mass.
    [[nodiscard]] bool is_locked_along_one(std::uint32_t body) const {
        const AxisLocks& locks = records[body].locks;
        return is_dynamic(body) && locks.linear_x != locks.linear_y;
    }
    /// Is the body not pushed by the other, which it pushes? Between dynamic ones.
    [[nodiscard]] bool dominates(std::uint32_t body, std::uint32_t other) const {
        return has_groups && records[body].dominance_group > records[other].dominance_group &&
               is_dynamic(body) && is_dynamic(other);
    }
    void set_dominance_group(std::uint32_t body, int group) {
        records[body].dominance_group = static_cast<std::int8_t>(group);
        has_groups = has_groups || group != 0;
    }
    [[nodiscard]] bool is_awake(std::uint32_t body) const { return solver_slots[body] != 0; }
    /// One more touching contact, one less.
    void add_contact(std::uint32_t body) { masses[body].constraint_count += 1.0f; }
    void remove_contact(std::uint32_t body) { masses[body].constraint_count -= 1.0f; }
    [[nodiscard]] bool is_held_by_joint(std::uint32_t body) const {
        return masses[body].constraint_count != contact_count(body);
    }
    void set_held_by_joint(std::uint32_t body, bool held) {
        masses[body].constraint_count = contact_count(body) + (held ? 0.5f : 0.0f);
    }
    /// Replaces what the body weighs.
    void set_mass(std::uint32_t body, BodyMass mass) {
        mass.constraint_count = masses[body].constraint_count;
        masses[body] = mass;
    }

private:
    /// Of touching ones, without the half of a joint.
    [[nodiscard]] float contact_count(std::uint32_t body) const {
        return static_cast<float>(static_cast<std::int32_t>(masses[body].constraint_count));
    }
    /// Calls `visitor(array)` for those that have an item for each slot.
    template <class Visitor>
    void visit_arrays(Visitor&& visitor) {
        visitor(poses);
        visitor(velocities);
        visitor(masses);
        visitor(forces);
        visitor(damping_and_sleep);
        visitor(types);
        visitor(records);
        visitor(solver_slots);
    }
    void grow(std::size_t count);

    GrowthPolicy growth_;
    std::uint32_t ordered_version_ = 0;  ///< `order_version` when all were last in order.
};

/// Pose of the body's origin.
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
