#include "world/bodies/body_mass.h"

#include "contacts/contact_lifecycle.h"
#include "core/finite.h"

#include <algorithm>

namespace drystone {

namespace {

/// Factor on the mass of a body that may only turn: at an arm of its radius of gyration, rotation then yields
/// this many times more than translation. A much larger factor would let a contact that hits off centre by a
/// rounding error turn the body wildly.
constexpr float turning_only_factor = 4096.0f;

/// Minimum mass [kg] and inertia [kg m^2]: the inverse of a smaller one may not be finite, so it counts as
/// zero.
constexpr float min_inertia = 1e-36f;
/// Largest ratio of mass to inertia and of inertia to mass that bodies move with: the square of the factor on
/// their angular velocity, `BodyMass::normalisation`, must be finite and positive.
constexpr float max_ratio = 1e36f;

/// Returns the inverse masses of a dynamic body with its axis locks.
BodyMass make_locked_mass(const MassProperties& mass, const AxisLocks& locks) {
    const bool turns = mass.inertia > min_inertia && !locks.rotation;
    const bool shifts = !(locks.linear_x && locks.linear_y);
    float inverse_mass = mass.mass > min_inertia ? 1.0f / mass.mass : 0.0f;
    if (!shifts) {
        inverse_mass = turns ? inverse_mass / turning_only_factor : 0.0f;
    }
    float inverse_inertia = turns ? 1.0f / mass.inertia : 0.0f;
    if (turns && inverse_mass > 0.0f) {
        inverse_inertia = std::clamp(inverse_inertia, inverse_mass / max_ratio, inverse_mass * max_ratio);
    }
    return make_body_mass(mass.center.x, mass.center.y, inverse_mass, inverse_inertia);
}

}  // namespace

void close_contacts_until_step(WorldState& world, std::uint32_t body) {
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, body, [&](std::uint32_t contact) {
        if (world.stores.contacts.contacts[contact].touching) {
            close_until_step(world.stores.contacts, world.stores.graph, contact);
        }
    });
}

MassProperties sum_of_shapes(const WorldState& world, std::uint32_t body) {
    MassProperties sum;
    for (std::uint32_t shape = world.stores.bodies.records[body].first_shape; shape != no_index;
         shape = world.stores.shapes.records[shape].next) {
        const float density = world.stores.shapes.records[shape].density;
        if (density > 0.0f) {
            sum = combine(sum, world.stores.shapes.mass(shape, density));
        }
    }
    return sum;
}

void set_body_mass(WorldState& world, std::uint32_t body, const MassProperties& mass) {
    BodyStore& bodies = world.stores.bodies;
    const Pose origin = origin_pose(bodies.poses[body], bodies.masses[body]);
    const Vec2 old_center{bodies.poses[body].x, bodies.poses[body].y};
    BodyRecord& record = bodies.records.edit(body);
    const Vec2 old_center_in_body{bodies.masses[body].center_x, bodies.masses[body].center_y};
    record.mass = mass.mass;
    record.inertia = mass.inertia;
    if (has_joints(world.stores.joints, body)) {
        world.stores.joints.touch(body);  // The choice of joint solver depends on masses.
    }
    bodies.set_mass(body, bodies.types[body] == BodyType::Dynamic
                              ? make_locked_mass(mass, record.locks)
                              : make_body_mass(mass.center.x, mass.center.y, 0.0f, 0.0f));

    // Lanes contain the body's mass and arms about its centre of mass.
    close_contacts_until_step(world, body);
    if (mass.center == old_center_in_body) {
        return;  // The body must not move even by a rounding error: its boxes may have no margin.
    }

    const Vec2 center = transform(origin, mass.center);
    bodies.poses[body].x = center.x;
    bodies.poses[body].y = center.y;
    BodyVelocity& velocity = bodies.velocities[body];
    const Vec2 shifted = Vec2{velocity.x, velocity.y} + cross(velocity.w, center - old_center);
    if (is_finite(shifted)) {  // Otherwise the body turns too fast: keep the finite velocity.
        velocity.x = shifted.x;
        velocity.y = shifted.y;
    }
    for (std::uint32_t shape = record.first_shape; shape != no_index;
         shape = world.stores.shapes.records[shape].next) {
        world.stores.shapes.set_mass_center(shape, mass.center);
    }
}

void update_mass(WorldState& world, std::uint32_t body) {
    BodyRecord& record = world.stores.bodies.records.edit(body);
    if (!record.own_mass) {
        record.mass_stale = false;
        set_body_mass(world, body,
                      world.stores.bodies.is_dynamic(body) ? sum_of_shapes(world, body) : MassProperties{});
    }
    update_extent(world, body);
    move_boxes(world, body);
}

void move_boxes(WorldState& world, std::uint32_t body) {
    for (std::uint32_t shape = world.stores.bodies.records[body].first_shape; shape != no_index;
         shape = world.stores.shapes.records[shape].next) {
        if (world.stores.shapes.is_present(shape)) {
            move_box(world, shape);
        }
    }
}

void move_box(WorldState& world, std::uint32_t shape) {
    const BodyType type = world.stores.bodies.types[world.stores.shapes.cores[shape].body];
    AabbTree& tree = world.systems.broad_phase.tree(type);
    const Aabb tight = tight_box(world, shape);
    if (!contains(tree.box(world.stores.shapes.proxies[shape]), tight)) {
        set_fat_box(world.stores.shapes, tree, shape, type == BodyType::Static ? tight : with_margin(tight));
    }
}

float reach_of(const WorldState& world, std::uint32_t shape) {
    const BodyMass& mass = world.stores.bodies.masses[world.stores.shapes.cores[shape].body];
    const ConvexCore core = world.stores.shapes.view(shape);
    float reach = 0.0f;
    for (int i = 0; i < core.count; ++i) {
        reach = std::max(reach, length(core.points[i] - Vec2{mass.center_x, mass.center_y}) + core.radius);
    }
    // Squares of coordinates beyond 1e19 m are infinite.
    return nearest_finite(reach);
}

void update_extent(WorldState& world, std::uint32_t body) {
    float extent = 0.0f;
    for (std::uint32_t shape = world.stores.bodies.records[body].first_shape; shape != no_index;
         shape = world.stores.shapes.records[shape].next) {
        extent = std::max(extent, reach_of(world, shape));
    }
    world.stores.bodies.damping_and_sleep.edit(body).extent = extent;
}

MassProperties body_mass(const BodyStore& bodies, std::uint32_t body) {
    return {bodies.records[body].mass, Vec2{bodies.masses[body].center_x, bodies.masses[body].center_y},
            bodies.records[body].inertia};
}

}  // namespace drystone
