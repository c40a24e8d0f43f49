#include "world/checks.h"
#include "world/save/check_saved.h"

#include <drystone/error.h>

#include <cmath>
#include <string>

namespace drystone {

void require(bool holds, const char* fact) {
    if (!holds) {
        fail(std::string("World::load: the bytes are damaged, not so: ").append(fact));
    }
}

void check_slots(const SlotPool& slots, std::size_t items, const char* fact) {
    SlotPool::visit_state(
        slots, [&](const auto& generations, const auto& live, const auto& free, std::uint32_t live_count) {
            require(generations.size() == items && live.size() == items, fact);
            std::uint32_t found = 0;
            for (std::size_t slot = 0; slot < live.size(); ++slot) {
                require(live[slot] <= 1 && generations[slot] != 0, fact);
                require(live[slot] == 0 || generations[slot] != 0xffff, fact);
                found += live[slot];
            }
            require(found == live_count, fact);
            NumberSet unused(live.size());
            for (const std::uint32_t slot : free) {
                unused.add(slot, fact);
                require(live[slot] == 0 && generations[slot] != 0xffff, fact);
            }
        });
}

void check_trees(const WorldState& world) {
    for (const AabbTree& tree : world.systems.broad_phase.trees()) {
        tree.validate();
    }
    world.stores.sensors.tree.validate();
}

namespace {

/// Throws an `Error` that tells the fact, unless all numbers are finite.
template <class... Numbers>
void require_finite(const char* fact, const Numbers&... numbers) {
    require((... && is_finite(numbers)), fact);
}

void check_body(const BodyStore& bodies, std::uint32_t body) {
    const BodyPose& pose = bodies.poses[body];
    require_finite("the pose of a body is finite", pose.x, pose.y, pose.c, pose.s);
    require(std::abs(pose.x) <= largest_coordinate && std::abs(pose.y) <= largest_coordinate,
            "a body is within 1e30 m of zero");
    const PoseRemainder& remainder = bodies.pose_remainders[body];
    require_finite("the remainder of a pose is finite", remainder.x, remainder.y, remainder.turn);
    const float length = pose.c * pose.c + pose.s * pose.s;
    require(length > 0.99f && length < 1.01f, "a body's rotation has length 1");
    const BodyVelocity& velocity = bodies.velocities[body];
    require_finite("the velocity of a body is finite", velocity.x, velocity.y, velocity.w,
                   velocity.still_time);
    const BodyMass& mass = bodies.masses[body];
    require_finite("the mass of a body is finite", mass.center_x, mass.center_y, mass.inverse_mass,
                   mass.inverse_inertia, mass.normalisation, mass.arm_scale, mass.inverse_mass_again);
    require(std::abs(mass.center_x) <= largest_coordinate && std::abs(mass.center_y) <= largest_coordinate,
            "the centre of mass is within 1e30 m of the origin");
    require(mass.inverse_mass >= 0.0f && mass.inverse_inertia >= 0.0f && mass.normalisation > 0.0f,
            "a body's mass is not negative");
    const BodyForce& force = bodies.forces[body];
    require_finite("the force on a body is finite", force.x, force.y, force.torque, force.gravity_scale);
    const BodyDampingAndSleep& damping = bodies.damping_and_sleep[body];
    require_finite("the damping of a body is finite", damping.linear_damping, damping.angular_damping,
                   damping.sleep_speed, damping.extent);
    const BodyRecord& record = bodies.records[body];
    require_finite("the mass of a body is finite", record.mass, record.inertia, record.sleep_speed);
}

/// Checks the lists of bodies with settings that few have.
void check_special_bodies(const BodyStore& bodies) {
    NumberSet special(bodies.slots.size());
    std::uint32_t end = 0;
    for (const MotionLimits& limits : bodies.all_motion_limits) {
        require(limits.body >= end, "motion limits are sorted by body");
        special.add(limits.body, "each body has at most one entry of motion limits");
        require(is_finite(limits.gravity.value_or(Vec2{})) && limits.maximum_linear_speed > 0.0f &&
                    limits.maximum_angular_speed > 0.0f,
                "motion limits are valid");
        end = limits.body + 1;
    }
    NumberSet extra(bodies.slots.size());
    end = 0;
    for (const std::uint32_t body : bodies.with_extra_iterations) {
        require(body >= end, "bodies with extra iterations are sorted");
        extra.add(body, "each body with extra iterations is listed once");
        end = body + 1;
    }
    for (std::uint32_t body = 0; body < bodies.slots.size(); ++body) {
        const BodyRecord& record = bodies.records[body];
        const bool live = bodies.slots.is_live(body);
        require(special.contains(body) == (live && record.special), "a body knows its motion limits");
        require(extra.contains(body) == (live && record.extra_iterations != 0),
                "a body knows its extra iterations");
    }
}

}  // namespace

namespace {

void check_constant_forces(const BodyStore& bodies) {
    std::uint32_t before = no_index;
    for (const ConstantForce& force : bodies.constant_forces) {
        require(bodies.slots.is_live(force.body) && (before == no_index || before < force.body) &&
                    is_finite(Vec2{force.x, force.y}) && is_finite(force.torque),
                "constant forces are finite, of living bodies, and sorted");
        before = force.body;
    }
}

}  // namespace

void check_bodies(WorldState& world) {
    BodyStore& bodies = world.stores.bodies;
    const std::size_t count = bodies.slots.size();
    check_slots(bodies.slots, bodies.poses.size(), "the slots of bodies are consistent");
    if (bodies.pose_remainders.empty()) {
        bodies.pose_remainders.resize(count);  // An older file has none.
    }
    require(bodies.pose_remainders.size() == count && bodies.velocities.size() == count &&
                bodies.masses.size() == count && bodies.forces.size() == count &&
                bodies.damping_and_sleep.size() == count && bodies.types.size() == count &&
                bodies.records.size() == count && bodies.names.size() <= count,
            "all arrays of bodies have the same size");
    std::uint32_t kinematic = 0;
    visit_live(bodies.slots, [&](std::uint32_t body) {
        check_body(bodies, body);
        kinematic += bodies.types[body] == BodyType::Kinematic ? 1 : 0;
        bodies.has_bullets = bodies.has_bullets || bodies.records[body].bullet;
        bodies.has_discrete = bodies.has_discrete || bodies.records[body].discrete;
        bodies.has_groups = bodies.has_groups || bodies.records[body].dominance_group != 0;
    });
    require(kinematic == bodies.kinematic_count, "the kinematic bodies are counted");
    check_special_bodies(bodies);
    check_constant_forces(bodies);
    for (const std::uint32_t body : bodies.sped_up) {
        require(body < count && !bodies.records[body].sped_up, "bodies that were sped up are listed once");
        bodies.records.edit(body).sped_up = true;
    }
    bodies.solver_slots.assign(count, 0);
    for (std::size_t k = 0; k < bodies.awake.size(); ++k) {
        const std::uint32_t body = bodies.awake[k];
        require(bodies.slots.is_live(body) && bodies.solver_slots[body] == 0 &&
                    bodies.types[body] != BodyType::Static && bodies.records[body].enabled &&
                    bodies.records[body].island == no_index,
                "awake bodies are alive, enabled, not static, and listed once");
        bodies.solver_slots[body] = first_slot + static_cast<std::uint32_t>(k);
    }
}

void check_islands(const WorldState& world) {
    const BodyStore& bodies = world.stores.bodies;
    const IslandStore& islands = world.stores.islands;
    NumberSet asleep(bodies.slots.size());
    NumberSet unused(islands.sleeping.size());
    for (const std::uint32_t island : islands.free) {
        unused.add(island, "each unused island is listed once");
        require(islands.sleeping[island].empty(), "unused islands are empty");
    }
    for (std::uint32_t island = 0; island < islands.sleeping.size(); ++island) {
        require(islands.sleeping[island].empty() == unused.contains(island), "empty islands are unused");
        for (const std::uint32_t body : islands.sleeping[island]) {
            asleep.add(body, "a sleeping body is in one island");
            require(bodies.slots.is_live(body) && bodies.is_dynamic(body) && !bodies.is_awake(body) &&
                        bodies.records[body].island == island,
                    "a sleeping body knows its island");
        }
    }
    visit_live(bodies.slots, [&](std::uint32_t body) {
        require(asleep.contains(body) || bodies.records[body].island == no_index,
                "the island of a body lists it");
        const bool moves = bodies.types[body] != BodyType::Static && bodies.records[body].enabled;
        require(moves == (asleep.contains(body) || bodies.is_awake(body)),
                "enabled bodies that are not static are awake or in a sleeping island");
    });
    for (const std::uint32_t body : islands.changed) {
        require(body < bodies.slots.size(), "bodies whose sleep has changed exist");
    }
    require(islands.steps >= 0 && islands.steps < 1024, "steps between searches for islands are few");
}

}  // namespace drystone
