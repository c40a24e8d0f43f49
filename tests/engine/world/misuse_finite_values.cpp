// Tables of the numbers that must be finite.
#include "engine/world/misuse_values.h"

#include <vector>

using namespace drystone;
using test::misuse::Entry;
using test::misuse::Setup;

namespace {

/// Definitions of bodies.
std::vector<Entry> new_body_entries() {
    return {
        {"World::create_body", "position",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .position = {x, 0.0f}});
         }},
        {"World::create_body", "position",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .position = {0.0f, x}});
         }},
        {"World::create_body", "angle",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .angle = x}); }},
        {"World::create_body", "linear_velocity",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .linear_velocity = {x, x}});
         }},
        {"World::create_body", "angular_velocity",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .angular_velocity = x}); }},
        {"World::create_body", "gravity_scale",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .gravity_scale = x}); }},
        {"World::create_body", "gravity",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .own_gravity = Vec2{0.0f, x}});
         }},
    };
}

/// Forces and impulses on bodies.
std::vector<Entry> force_entries() {
    return {
        {"BodyRef::apply_force", "force",
         [](Setup& s, float x) {
             s.world[s.body].apply_force({x, 0.0f});
         }},
        {"BodyRef::apply_force", "force",
         [](Setup& s, float x) {
             s.world[s.body].apply_force({x, 0.0f}, {0.0f, 0.0f});
         }},
        {"BodyRef::apply_force", "world_point",
         [](Setup& s, float x) {
             s.world[s.body].apply_force({1.0f, 0.0f}, {x, 0.0f});
         }},
        {"BodyRef::set_constant_force", "force",
         [](Setup& s, float x) {
             s.world[s.body].set_constant_force({x, 0.0f});
         }},
        {"BodyRef::set_constant_force", "torque",
         [](Setup& s, float x) {
             s.world[s.body].set_constant_force({0.0f, 0.0f}, x);
         }},
        {"BodyRef::apply_torque", "torque", [](Setup& s, float x) { s.world[s.body].apply_torque(x); }},
        {"BodyRef::apply_impulse", "impulse",
         [](Setup& s, float x) {
             s.world[s.body].apply_impulse({x, 0.0f});
         }},
        {"BodyRef::apply_impulse", "impulse",
         [](Setup& s, float x) {
             s.world[s.body].apply_impulse({x, 0.0f}, {0.0f, 0.0f});
         }},
        {"BodyRef::apply_impulse", "world_point",
         [](Setup& s, float x) {
             s.world[s.body].apply_impulse({1.0f, 0.0f}, {x, 0.0f});
         }},
        {"BodyRef::apply_angular_impulse", "impulse",
         [](Setup& s, float x) { s.world[s.body].apply_angular_impulse(x); }},
    };
}

/// Changes of bodies.
std::vector<Entry> body_change_entries() {
    return {
        {"BodyRef::set_pose", "position",
         [](Setup& s, float x) {
             s.world[s.body].set_pose({x, 0.0f}, 0.0f);
         }},
        {"BodyRef::set_pose", "angle",
         [](Setup& s, float x) {
             s.world[s.body].set_pose({0.0f, 0.0f}, x);
         }},
        {"BodyRef::set_linear_velocity", "velocity",
         [](Setup& s, float x) {
             s.world[s.body].set_linear_velocity({0.0f, x});
         }},
        {"BodyRef::set_angular_velocity", "angular_velocity",
         [](Setup& s, float x) { s.world[s.body].set_angular_velocity(x); }},
        {"BodyRef::set_target_pose", "position",
         [](Setup& s, float x) {
             s.world[s.body].set_target_pose({x, 0.0f}, 0.0f, 1.0f);
         }},
        {"BodyRef::set_target_pose", "angle",
         [](Setup& s, float x) {
             s.world[s.body].set_target_pose({0.0f, 0.0f}, x, 1.0f);
         }},
        {"BodyRef::set_gravity_scale", "scale",
         [](Setup& s, float x) { s.world[s.body].set_gravity_scale(x); }},
        {"BodyRef::set_own_gravity", "gravity",
         [](Setup& s, float x) {
             s.world[s.body].set_own_gravity(Vec2{x, 0.0f});
         }},
        {"BodyRef::set_mass_properties", "mass.center",
         [](Setup& s, float x) {
             s.world[s.body].set_mass_properties({1.0f, {x, 0.0f}, 1.0f});
         }},
    };
}

/// Values that a body computes.
std::vector<Entry> body_value_entries() {
    return {
        {"BodyRef::velocity_at", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].velocity_at({x, 0.0f}));
         }},
        {"BodyRef::angular_momentum", "about",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].angular_momentum({x, 0.0f}));
         }},
        {"BodyRef::predict_pose", "time",
         [](Setup& s, float x) { static_cast<void>(s.world[s.body].predict_pose(x)); }},
        {"BodyRef::predict_free_flight", "time",
         [](Setup& s, float x) { static_cast<void>(s.world[s.body].predict_free_flight(x)); }},
        {"BodyRef::world_point", "local_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].world_point({x, 0.0f}));
         }},
        {"BodyRef::local_point", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].local_point({x, 0.0f}));
         }},
        {"BodyRef::world_vector", "local_vector",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].world_vector({x, 0.0f}));
         }},
        {"BodyRef::local_vector", "world_vector",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].local_vector({x, 0.0f}));
         }},
    };
}

/// Queries of one shape.
std::vector<Entry> shape_query_entries() {
    return {
        {"ShapeRef::contains", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.shape].contains({x, 0.0f}));
         }},
        {"ShapeRef::closest_point", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.shape].closest_point({x, 0.0f}));
         }},
        {"ShapeRef::cast_ray", "ray.origin",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.shape].cast_ray({.origin = {x, 0.0f}}));
         }},
    };
}

/// Queries of a world.
std::vector<Entry> world_query_entries() {
    return {
        {"World::cast_ray", "ray.origin",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_ray({.origin = {x, 0.0f}}));
         }},
        {"World::cast_ray", "ray.translation",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_ray({.translation = {x, 0.0f}}));
         }},
        {"World::overlap", "point",
         [](Setup& s, float x) {
             s.world.overlap(Vec2{x, 0.0f}, [](ShapeId) { return true; });
         }},
        {"World::overlap", "box",
         [](Setup& s, float x) {
             s.world.overlap(Aabb{{0.0f, 0.0f}, {x, 0.0f}}, [](ShapeId) { return true; });
         }},
        {"World::cast_ray_all", "ray.origin",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_ray_all({.origin = {x, 0.0f}}));
         }},
        {"World::cast_ray_any", "ray.translation",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_ray_any({.translation = {x, 0.0f}}));
         }},
        {"World::cast_rays", "ray.origin",
         [](Setup& s, float x) {
             const std::vector<RayCast> rays{{}, {.origin = {x, 0.0f}}};
             static_cast<void>(s.world.cast_rays(rays));
         }},
        {"World::cast_shape", "cast.translation",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_shape({.translation = {x, 0.0f}}));
         }},
        {"World::cast_shape", "cast.turn",
         [](Setup& s, float x) { static_cast<void>(s.world.cast_shape({.turn = x})); }},
        {"World::cast_shape_all", "cast.translation",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_shape_all({.translation = {x, 0.0f}}));
         }},
        {"World::nearest", "point",
         [](Setup& s, float x) {
             static_cast<void>(s.world.nearest({x, 0.0f}, 1.0f));
         }},
        {"World::nearest_shapes", "point",
         [](Setup& s, float x) {
             static_cast<void>(s.world.nearest_shapes({x, 0.0f}, 1.0f, 2));
         }},
    };
}

/// Settings and values of a world.
std::vector<Entry> world_entries() {
    return {
        {"World::shift_origin", "origin",
         [](Setup& s, float x) {
             s.world.shift_origin({0.0f, x});
         }},
        {"World::set_gravity", "gravity",
         [](Setup& s, float x) {
             s.world.set_gravity({0.0f, x});
         }},
        {"World::angular_momentum", "about",
         [](Setup& s, float x) {
             static_cast<void>(s.world.angular_momentum(Vec2{x, 0.0f}));
         }},
        {"World::World", "gravity",
         [](Setup&, float x) {
             World({.gravity = {x, 0.0f}});
         }},
    };
}

}  // namespace

namespace drystone::test::misuse {

const std::vector<Entry>& finite_entries() {
    static const std::vector<Entry> entries =
        joined({new_body_entries(), force_entries(), body_change_entries(), body_value_entries(),
                shape_query_entries(), world_query_entries(), world_entries()});
    return entries;
}

}  // namespace drystone::test::misuse
