#pragma once

#include "world_calls.h"

/// Calls of public functions that read and change single bodies and shapes.
namespace drystone::test {

inline constexpr WorldCall body_calls[] = {
    {"read a body",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         use(f.world.is_valid(id));
         use(f.world[id].type());
         expect(is_finite(f.world[id].pose()), "poses are finite");
         use(f.world[id].angle());
         use(f.world[id].center_of_mass());
         use(f.world[id].shapes());
         use(f.world[id].locks());
         use(f.world[id].mass());
         use(f.world[id].name());
         use(f.world[id].user_data());
         use(f.world[id].own_gravity());
         use(f.world[id].linear_damping() + f.world[id].angular_damping() + f.world[id].gravity_scale());
         use(f.world[id].maximum_linear_speed() + f.world[id].maximum_angular_speed());
         use(f.world[id].is_awake() && f.world[id].can_sleep() && f.world[id].is_bullet());
         use(f.world[id].kinetic_energy() + f.world[id].potential_energy() + f.world.energy());
         use(f.world[id].momentum());
         use(f.world.momentum());
     }},
    {"points of a body",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 point = f.input.vector();
         use(f.world[id].velocity_at(point));
         use(f.world[id].world_point(point));
         use(f.world[id].local_point(point));
         use(f.world[id].world_vector(point));
         use(f.world[id].local_vector(point));
         use(f.world[id].angular_momentum(point) + f.world.angular_momentum(point));
         const float time = f.input.number();
         use(f.world[id].predict_pose(time));
         use(f.world[id].predict_free_flight(time));
     }},
    {"set_pose",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 position = f.input.vector();
         f.world[id].set_pose(position, f.input.number());
     }},
    {"set_linear_velocity",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_linear_velocity(f.input.vector());
     }},
    {"set_angular_velocity",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_angular_velocity(f.input.number());
     }},
    {"set_target_pose",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 position = f.input.vector();
         const float angle = f.input.number();
         f.world[id].set_target_pose(position, angle, f.input.size());
     }},
    {"apply_force",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].apply_force(f.input.vector());
     }},
    {"apply_force (at a point)",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 force = f.input.vector();
         f.world[id].apply_force(force, f.input.vector());
     }},
    {"apply_torque",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].apply_torque(f.input.number());
     }},
    {"apply_impulse",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 impulse = f.input.vector();
         f.world[id].apply_impulse(impulse);
     }},
    {"apply_impulse (at a point)",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 impulse = f.input.vector();
         f.world[id].apply_impulse(impulse, f.input.vector());
     }},
    {"apply_angular_impulse",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].apply_angular_impulse(f.input.number());
     }},
    {"set_type",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_type(f.input.enumeration<BodyType>(3));
     }},
    {"set_enabled",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_enabled(f.input.flag());
         use(f.world[id].is_enabled());
     }},
    {"set_locks",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_locks(f.input.locks());
     }},
    {"set_dominance_group",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_dominance_group(f.input.below(32) == 0 ? 128 : f.input.below(5) - 2);
         use(f.world[id].dominance_group());
     }},
    {"set_extra_iterations",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_extra_iterations(f.input.below(32) == 0 ? 256 : f.input.below(8));
         use(f.world[id].extra_iterations());
     }},
    {"scale_time",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].scale_time(f.input.number());
     }},
    {"set_discrete",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_discrete(f.input.flag());
     }},
    {"set_bullet",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_bullet(f.input.flag());
     }},
    {"set_name",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_name("another");
         f.world[id].set_user_data(f.input.bits(4));
     }},
    {"set_mass_properties",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const float mass = f.input.size();
         const Vec2 center = f.input.vector();
         f.world[id].set_mass_properties({mass, center, f.input.size()});
     }},
    {"reset_mass_properties", [](WorldFuzzer& f) { f.world[f.body()].reset_mass_properties(); }},
    {"update_mass", [](WorldFuzzer& f) { f.world[f.body()].update_mass(); }},
    {"set_gravity_scale",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_gravity_scale(f.input.number());
     }},
    {"set_constant_force",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 force = f.input.vector();
         f.world[id].set_constant_force(force, f.input.number());
     }},
    {"set_own_gravity",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_own_gravity(f.input.flag() ? std::optional<Vec2>{} : f.input.vector());
     }},
    {"set_damping",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const float linear = f.input.size();
         f.world[id].set_damping(linear, f.input.size());
     }},
    {"set_maximum_speeds (body)",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const float linear = f.input.size();
         f.world[id].set_maximum_speeds(linear, f.input.size());
     }},
    {"wake", [](WorldFuzzer& f) { f.world[f.body()].wake(); }},
    {"put_to_sleep", [](WorldFuzzer& f) { use(f.world[f.body()].put_to_sleep()); }},
    {"set_can_sleep",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_can_sleep(f.input.flag());
     }},
    {"set_sleep_speed",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world[id].set_sleep_speed(f.input.size());
         use(f.world[id].sleep_speed());
     }},
};

inline constexpr WorldCall shape_calls[] = {
    {"read a shape",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         use(f.world.is_valid(id));
         use(f.world[id].body());
         use(f.world[id].geometry());
         use(f.world[id].material());
         use(f.world[id].filter());
         use(f.world[id].density());
         use(f.world[id].mass());
         use(f.world[id].contact_events() && f.world[id].hit_events());
         use(f.world[id].user_data());
         expect(is_valid(f.world[id].aabb()), "a shape has a box");
         use(f.world[id].fat_aabb());
     }},
    {"contains",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         const Vec2 point = f.input.vector();
         use(f.world[id].contains(point));
         const NearestPoint nearest = f.world[id].closest_point(point);
         expect(nearest.distance >= 0.0f && is_unit_or_zero(nearest.normal), "a nearest point is one");
     }},
    {"set_geometry",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world[id].set_geometry(f.input.geometry());
     }},
    {"set_material",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world[id].set_material(f.input.material());
     }},
    {"set_density",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         const float density = f.input.size();
         f.world[id].set_density(density, f.input.flag());
     }},
    {"set_enabled of a shape",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world[id].set_enabled(f.input.flag());
     }},
    {"set_filter",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world[id].set_filter(f.input.filter());
     }},
    {"set_solver_filter",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world[id].set_solver_filter(f.input.filter());
         use(f.world[id].solver_filter() == Filter{});
     }},
    {"refilter", [](WorldFuzzer& f) { f.world[f.shape()].refilter(); }},
    {"set events",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world[id].set_contact_events(f.input.flag());
         f.world[id].set_hit_events(f.input.flag());
         f.world[id].set_user_data(f.input.bits(4));
     }},
};

}  // namespace drystone::test
