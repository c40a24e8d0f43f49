// Tables of the numbers that must be finite and not negative.
#include "engine/world/misuse_values.h"

#include <vector>

using namespace drystone;
using test::misuse::Entry;
using test::misuse::Setup;

namespace {

/// Definitions and changes of bodies.
std::vector<Entry> body_entries() {
    return {
        {"World::create_body", "linear_damping",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .linear_damping = x}); }},
        {"World::create_body", "angular_damping",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .angular_damping = x}); }},
        {"World::create_body", "sleep_speed",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .sleep_speed = x}); }},
        {"BodyRef::set_damping", "linear", [](Setup& s, float x) { s.world[s.body].set_damping(x, 0.0f); }},
        {"BodyRef::set_damping", "angular", [](Setup& s, float x) { s.world[s.body].set_damping(0.0f, x); }},
        {"BodyRef::set_target_pose", "time_step",
         [](Setup& s, float x) {
             s.world[s.body].set_target_pose({0.0f, 0.0f}, 0.0f, x);
         }},
        {"BodyRef::set_mass_properties", "mass.mass",
         [](Setup& s, float x) {
             s.world[s.body].set_mass_properties({x, {0.0f, 0.0f}, 1.0f});
         }},
        {"BodyRef::set_mass_properties", "mass.inertia",
         [](Setup& s, float x) {
             s.world[s.body].set_mass_properties({1.0f, {0.0f, 0.0f}, x});
         }},
        {"World::create_body", "maximum_linear_speed",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .maximum_linear_speed = x});
         }},
        {"World::create_body", "maximum_angular_speed",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .maximum_angular_speed = x});
         }},
        {"BodyRef::set_maximum_speeds", "linear",
         [](Setup& s, float x) { s.world[s.body].set_maximum_speeds(x, 1.0f); }},
        {"BodyRef::set_maximum_speeds", "angular",
         [](Setup& s, float x) { s.world[s.body].set_maximum_speeds(1.0f, x); }},
        {"BodyRef::set_sleep_speed", "speed", [](Setup& s, float x) { s.world[s.body].set_sleep_speed(x); }},
    };
}

/// Definitions and changes of shapes.
std::vector<Entry> shape_entries() {
    return {
        {"World::create_shape", "density",
         [](Setup& s, float x) { s.world.create_shape(s.body, Circle{}, {.density = x}); }},
        {"World::create_shape", "friction",
         [](Setup& s, float x) { s.world.create_shape(s.body, Circle{}, {.material = {.friction = x}}); }},
        {"World::create_shape", "restitution",
         [](Setup& s, float x) { s.world.create_shape(s.body, Circle{}, {.material = {.restitution = x}}); }},
        {"World::create_shape", "radius",
         [](Setup& s, float x) {
             s.world.create_shape(s.body, Circle{{0.0f, 0.0f}, x});
         }},
        {"World::create_shape", "radius",
         [](Setup& s, float x) {
             s.world.create_shape(s.body, Capsule{{0.0f, 0.0f}, {1.0f, 0.0f}, x});
         }},
        {"ShapeRef::set_material", "friction",
         [](Setup& s, float x) { s.world[s.shape].set_material({.friction = x}); }},
        {"ShapeRef::set_material", "restitution",
         [](Setup& s, float x) { s.world[s.shape].set_material({.restitution = x}); }},
        {"ShapeRef::set_density", "density", [](Setup& s, float x) { s.world[s.shape].set_density(x); }},
        {"ShapeRef::set_geometry", "radius",
         [](Setup& s, float x) {
             s.world[s.shape].set_geometry(Circle{{0.0f, 0.0f}, x});
         }},
    };
}

/// Queries of a world.
std::vector<Entry> query_entries() {
    return {
        {"World::cast_ray", "ray.radius",
         [](Setup& s, float x) { static_cast<void>(s.world.cast_ray({.radius = x})); }},
        {"World::cast_shape", "radius",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_shape({.geometry = Circle{{0.0f, 0.0f}, x}}));
         }},
        {"World::overlap", "radius",
         [](Setup& s, float x) {
             s.world.overlap(Circle{{0.0f, 0.0f}, x}, Pose{}, [](ShapeId) { return true; });
         }},
        {"World::nearest", "max_distance",
         [](Setup& s, float x) {
             static_cast<void>(s.world.nearest({0.0f, 0.0f}, x));
         }},
        {"World::nearest_shapes", "max_distance",
         [](Setup& s, float x) {
             static_cast<void>(s.world.nearest_shapes({0.0f, 0.0f}, x, 2));
         }},
    };
}

/// Steps and settings of a world.
std::vector<Entry> world_entries() {
    return {
        {"World::step", "time_step", [](Setup& s, float x) { s.world.step(x); }},
        {"World::set_maximum_speeds", "linear",
         [](Setup& s, float x) { s.world.set_maximum_speeds(x, 1.0f); }},
        {"World::set_maximum_speeds", "angular",
         [](Setup& s, float x) { s.world.set_maximum_speeds(1.0f, x); }},
        {"World::set_restitution_threshold", "speed",
         [](Setup& s, float x) { s.world.set_restitution_threshold(x); }},
        {"World::set_hit_threshold", "speed", [](Setup& s, float x) { s.world.set_hit_threshold(x); }},
        {"World::set_contact_tuning", "contact.max_push_out_velocity",
         [](Setup& s, float x) { s.world.set_contact_tuning({.max_push_out_velocity = x}); }},
        {"World::World", "maximum_angular_speed",
         [](Setup&, float x) { World({.maximum_angular_speed = x}); }},
        {"World::World", "contact.frequency", [](Setup&, float x) { World({.contact = {.frequency = x}}); }},
        {"World::World", "contact.damping_ratio",
         [](Setup&, float x) { World({.contact = {.damping_ratio = x}}); }},
        {"World::World", "contact.max_push_out_velocity",
         [](Setup&, float x) { World({.contact = {.max_push_out_velocity = x}}); }},
        {"World::World", "restitution_threshold",
         [](Setup&, float x) { World({.restitution_threshold = x}); }},
        {"World::World", "speculative_distance", [](Setup&, float x) { World({.speculative_distance = x}); }},
        {"World::World", "time_to_sleep", [](Setup&, float x) { World({.time_to_sleep = x}); }},
        {"World::World", "maximum_linear_speed", [](Setup&, float x) { World({.maximum_linear_speed = x}); }},
    };
}

}  // namespace

namespace drystone::test::misuse {

const std::vector<Entry>& positive_entries() {
    static const std::vector<Entry> entries =
        joined({body_entries(), shape_entries(), query_entries(), world_entries()});
    return entries;
}

}  // namespace drystone::test::misuse
