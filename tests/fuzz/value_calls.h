#pragma once

#include "world_calls.h"

/// The public entries that read and change single bodies and shapes.
namespace drystone::test {

inline constexpr WorldCall body_calls[] = {
    {"read a body",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         use(f.world.is_valid(id));
         use(f.world.type(id));
         expect(is_finite(f.world.pose(id)), "poses are finite");
         use(f.world.angle(id));
         use(f.world.center_of_mass(id));
         use(f.world.shapes(id));
         use(f.world.locks(id));
         use(f.world.mass(id));
         use(f.world.name(id));
         use(f.world.user_data(id));
         use(f.world.own_gravity(id));
         use(f.world.linear_damping(id) + f.world.angular_damping(id) + f.world.gravity_scale(id));
         use(f.world.maximum_linear_speed(id) + f.world.maximum_angular_speed(id));
         use(f.world.is_awake(id) && f.world.can_sleep(id) && f.world.is_bullet(id));
         use(f.world.kinetic_energy(id) + f.world.potential_energy(id) + f.world.energy());
         use(f.world.momentum(id));
         use(f.world.momentum());
     }},
    {"points of a body",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 point = f.input.vector();
         use(f.world.velocity_at(id, point));
         use(f.world.world_point(id, point));
         use(f.world.local_point(id, point));
         use(f.world.world_vector(id, point));
         use(f.world.local_vector(id, point));
         use(f.world.angular_momentum(id, point) + f.world.angular_momentum(point));
         const float time = f.input.number();
         use(f.world.predict_pose(id, time));
         use(f.world.predict_free_flight(id, time));
     }},
    {"set_pose",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 position = f.input.vector();
         f.world.set_pose(id, position, f.input.number());
     }},
    {"set_linear_velocity",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_linear_velocity(id, f.input.vector());
     }},
    {"set_angular_velocity",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_angular_velocity(id, f.input.number());
     }},
    {"set_target_pose",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 position = f.input.vector();
         const float angle = f.input.number();
         f.world.set_target_pose(id, position, angle, f.input.size());
     }},
    {"apply_force",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 force = f.input.vector();
         f.world.apply_force(id, force);
         f.world.apply_force(id, force, f.input.vector());
         f.world.apply_torque(id, f.input.number());
     }},
    {"apply_impulse",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 impulse = f.input.vector();
         f.world.apply_impulse(id, impulse);
     }},
    {"apply_impulse (at a point)",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const Vec2 impulse = f.input.vector();
         f.world.apply_impulse(id, impulse, f.input.vector());
     }},
    {"apply_angular_impulse",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.apply_angular_impulse(id, f.input.number());
     }},
    {"set_type",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_type(id, f.input.enumeration<BodyType>(3));
     }},
    {"set_enabled",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_enabled(id, f.input.flag());
         use(f.world.is_enabled(id));
     }},
    {"set_locks",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_locks(id, f.input.locks());
     }},
    {"set_dominance_group",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_dominance_group(id, f.input.below(32) == 0 ? 128 : f.input.below(5) - 2);
         use(f.world.dominance_group(id));
     }},
    {"set_extra_iterations",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_extra_iterations(id, f.input.below(32) == 0 ? 256 : f.input.below(8));
         use(f.world.extra_iterations(id));
     }},
    {"set_bullet",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_bullet(id, f.input.flag());
     }},
    {"set_name",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_name(id, "another");
         f.world.set_user_data(id, f.input.bits(4));
     }},
    {"set_mass_properties",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const float mass = f.input.size();
         const Vec2 center = f.input.vector();
         f.world.set_mass_properties(id, {mass, center, f.input.size()});
     }},
    {"reset_mass_properties", [](WorldFuzzer& f) { f.world.reset_mass_properties(f.body()); }},
    {"update_mass", [](WorldFuzzer& f) { f.world.update_mass(f.body()); }},
    {"set_gravity_scale",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_gravity_scale(id, f.input.number());
     }},
    {"set_own_gravity",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_own_gravity(id, f.input.flag() ? std::optional<Vec2>{} : f.input.vector());
     }},
    {"set_damping",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const float linear = f.input.size();
         f.world.set_damping(id, linear, f.input.size());
     }},
    {"set_maximum_speeds (body)",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         const float linear = f.input.size();
         f.world.set_maximum_speeds(id, linear, f.input.size());
     }},
    {"wake", [](WorldFuzzer& f) { f.world.wake(f.body()); }},
    {"put_to_sleep", [](WorldFuzzer& f) { use(f.world.put_to_sleep(f.body())); }},
    {"set_can_sleep",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_can_sleep(id, f.input.flag());
     }},
    {"set_sleep_speed",
     [](WorldFuzzer& f) {
         const BodyId id = f.body();
         f.world.set_sleep_speed(id, f.input.size());
         use(f.world.sleep_speed(id));
     }},
};

inline constexpr WorldCall shape_calls[] = {
    {"read a shape",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         use(f.world.is_valid(id));
         use(f.world.body(id));
         use(f.world.geometry(id));
         use(f.world.material(id));
         use(f.world.filter(id));
         use(f.world.density(id));
         use(f.world.mass(id));
         use(f.world.contact_events(id) && f.world.hit_events(id));
         use(f.world.user_data(id));
         expect(is_valid(f.world.aabb(id)), "a shape has a box");
         use(f.world.fat_aabb(id));
     }},
    {"contains",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         const Vec2 point = f.input.vector();
         use(f.world.contains(id, point));
         const NearestPoint nearest = f.world.closest_point(id, point);
         expect(nearest.distance >= 0.0f && is_unit_or_zero(nearest.normal), "a nearest point is one");
     }},
    {"set_geometry",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world.set_geometry(id, f.input.geometry());
     }},
    {"set_material",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world.set_material(id, f.input.material());
     }},
    {"set_density",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         const float density = f.input.size();
         f.world.set_density(id, density, f.input.flag());
     }},
    {"set_enabled of a shape",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world.set_enabled(id, f.input.flag());
     }},
    {"set_filter",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world.set_filter(id, f.input.filter());
     }},
    {"set_solver_filter",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world.set_solver_filter(id, f.input.filter());
         use(f.world.solver_filter(id) == Filter{});
     }},
    {"refilter", [](WorldFuzzer& f) { f.world.refilter(f.shape()); }},
    {"set events",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world.set_contact_events(id, f.input.flag());
         f.world.set_hit_events(id, f.input.flag());
         f.world.set_user_data(id, f.input.bits(4));
     }},
};

}  // namespace drystone::test
