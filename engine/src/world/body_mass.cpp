#include "world/body_mass.h"

#include <algorithm>

namespace drystone {

MassProperties sum_of_shapes(const WorldState& world, std::uint32_t body) {
    MassProperties sum;
    for (std::uint32_t shape = world.bodies.records[body].first_shape; shape != no_index;
         shape = world.shapes.records[shape].next) {
        const float density = world.shapes.records[shape].density;
        if (density > 0.0f) {
            sum = combine(sum, compute_mass(world.shapes.geometry(shape), density));
        }
    }
    return sum;
}

void set_body_mass(WorldState& world, std::uint32_t body, const MassProperties& mass) {
    BodyStore& bodies = world.bodies;
    const Pose origin = origin_pose(bodies.poses[body], bodies.masses[body]);
    const Vec2 old_center{bodies.poses[body].x, bodies.poses[body].y};
    BodyRecord& record = bodies.records[body];
    BodyMass& own = bodies.masses[body];
    const Vec2 old_center_in_body{own.center_x, own.center_y};
    record.mass = mass.mass;
    record.inertia = mass.inertia;
    const bool moved_by_forces = bodies.types[body] == BodyType::Dynamic;
    const float inverse_mass = moved_by_forces && mass.mass > 0.0f ? 1.0f / mass.mass : 0.0f;
    const bool turned_by_forces = moved_by_forces && mass.inertia > 0.0f && !record.fixed_rotation;
    own = make_body_mass(mass.center.x(), mass.center.y(), inverse_mass,
                         turned_by_forces ? 1.0f / mass.inertia : 0.0f);

    const Vec2 center = transform(origin, mass.center);
    bodies.poses[body].x = center.x();
    bodies.poses[body].y = center.y();
    BodyVelocity& velocity = bodies.velocities[body];
    const Vec2 shift = cross(velocity.w, center - old_center);
    velocity.x += shift.x();
    velocity.y += shift.y();
    if (mass.center != old_center_in_body) {
        for (std::uint32_t shape = record.first_shape; shape != no_index;
             shape = world.shapes.records[shape].next) {
            world.shapes.set_mass_center(shape, mass.center);
        }
    }
}

void move_boxes(WorldState& world, std::uint32_t body) {
    AabbTree& tree = world.broad_phase.tree(world.bodies.types[body]);
    for (std::uint32_t shape = world.bodies.records[body].first_shape; shape != no_index;
         shape = world.shapes.records[shape].next) {
        const Aabb tight = tight_box(world, shape);
        if (!contains(tree.box(world.shapes.proxies[shape]), tight)) {
            set_fat_box(world.shapes, tree, shape,
                        world.bodies.types[body] == BodyType::Static ? tight : with_margin(tight));
        }
    }
}

void update_extent(WorldState& world, std::uint32_t body) {
    const Vec2 center{world.bodies.masses[body].center_x, world.bodies.masses[body].center_y};
    float extent = 0.0f;
    for (std::uint32_t shape = world.bodies.records[body].first_shape; shape != no_index;
         shape = world.shapes.records[shape].next) {
        const ConvexCore core = world.shapes.view(shape);
        for (int i = 0; i < core.count; ++i) {
            extent = std::max(extent, (core.points[i] - center).norm() + core.radius);
        }
    }
    world.bodies.rests[body].extent = extent;
}

MassProperties body_mass(const BodyStore& bodies, std::uint32_t body) {
    return {bodies.records[body].mass, Vec2{bodies.masses[body].center_x, bodies.masses[body].center_y},
            bodies.records[body].inertia};
}

}  // namespace drystone
