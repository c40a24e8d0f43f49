#include <drystone/world.h>

#include "world/body_mass.h"
#include "world/checks.h"

namespace drystone {

namespace {

Pose pose_of(const WorldState& world, std::uint32_t body) {
    return origin_pose(world.stores.bodies.poses[body], world.stores.bodies.masses[body]);
}

Vec2d center_of(const BodyStore& bodies, std::uint32_t body) {
    return {bodies.poses[body].x, bodies.poses[body].y};
}

Vec2d velocity_of(const BodyStore& bodies, std::uint32_t body) {
    return {bodies.velocities[body].x, bodies.velocities[body].y};
}

/// What pulls at the body, scaled [m/s^2].
Vec2d gravity_on(const WorldState& world, std::uint32_t body) {
    const Vec2 gravity = world.stores.bodies.special_motion(body).gravity.value_or(world.settings.gravity);
    return double{world.stores.bodies.forces[body].gravity_scale} * to_double(gravity);
}

double kinetic_energy_of(const BodyStore& bodies, std::uint32_t body) {
    const double w = bodies.velocities[body].w;
    return 0.5 * bodies.records[body].mass * length_squared(velocity_of(bodies, body)) +
           0.5 * bodies.records[body].inertia * (w * w);
}

double potential_energy_of(const WorldState& world, std::uint32_t body) {
    return -double{world.stores.bodies.records[body].mass} *
           dot(gravity_on(world, body), center_of(world.stores.bodies, body));
}

Vec2d momentum_of(const BodyStore& bodies, std::uint32_t body) {
    return double{bodies.records[body].mass} * velocity_of(bodies, body);
}

double angular_momentum_of(const BodyStore& bodies, std::uint32_t body, const Vec2& about) {
    const Vec2d arm = center_of(bodies, body) - to_double(about);
    const Vec2d momentum = momentum_of(bodies, body);
    return double{bodies.records[body].inertia} * bodies.velocities[body].w +
           (arm.x * momentum.y - arm.y * momentum.x);
}

/// Calls `visitor(body)` for the bodies that mechanics speaks of: dynamic and enabled.
template <class Visitor>
void visit_masses(const WorldState& world, Visitor&& visitor) {
    for (std::uint32_t body = 0; body < world.stores.bodies.slots.size(); ++body) {
        if (world.stores.bodies.slots.is_live(body) && world.stores.bodies.is_dynamic(body) &&
            world.stores.bodies.records[body].enabled) {
            visitor(body);
        }
    }
}

/// The pose after the centre of mass has moved and the body has turned.
Pose moved_pose(const WorldState& world, std::uint32_t body, const Vec2& way, float turn) {
    const BodyPose& pose = world.stores.bodies.poses[body];
    const BodyMass& mass = world.stores.bodies.masses[body];
    const Rot rotation = multiply(Rot::from_angle(turn), Rot{pose.c, pose.s});
    const Vec2 center = Vec2{pose.x, pose.y} + way;
    return {center - rotate(rotation, Vec2{mass.center_x, mass.center_y}), rotation};
}

}  // namespace

MassProperties World::mass(BodyId body) const {
    const std::uint32_t index = body_index(*state_, "World::mass", body);
    const MassProperties own = body_mass(state_->stores.bodies, index);
    return state_->stores.bodies.is_dynamic(index) ? own : MassProperties{0.0f, own.center, 0.0f};
}

double World::kinetic_energy(BodyId body) const {
    const std::uint32_t index = body_index(*state_, "World::kinetic_energy", body);
    return state_->stores.bodies.is_dynamic(index) ? kinetic_energy_of(state_->stores.bodies, index) : 0.0;
}

double World::potential_energy(BodyId body) const {
    const std::uint32_t index = body_index(*state_, "World::potential_energy", body);
    return state_->stores.bodies.is_dynamic(index) ? potential_energy_of(*state_, index) : 0.0;
}

Vec2d World::momentum(BodyId body) const {
    const std::uint32_t index = body_index(*state_, "World::momentum", body);
    return state_->stores.bodies.is_dynamic(index) ? momentum_of(state_->stores.bodies, index)
                                                   : Vec2d{0.0, 0.0};
}

double World::angular_momentum(BodyId body, const Vec2& about) const {
    const std::uint32_t index = body_index(*state_, "World::angular_momentum", body);
    check_finite("World::angular_momentum", "about", about);
    return state_->stores.bodies.is_dynamic(index) ? angular_momentum_of(state_->stores.bodies, index, about)
                                                   : 0.0;
}

double World::kinetic_energy() const {
    double sum = 0.0;
    visit_masses(*state_, [&](std::uint32_t body) { sum += kinetic_energy_of(state_->stores.bodies, body); });
    return sum;
}

double World::potential_energy() const {
    double sum = 0.0;
    visit_masses(*state_, [&](std::uint32_t body) { sum += potential_energy_of(*state_, body); });
    return sum;
}

double World::energy() const { return kinetic_energy() + potential_energy(); }

Vec2d World::momentum() const {
    Vec2d sum{0.0, 0.0};
    visit_masses(*state_, [&](std::uint32_t body) { sum += momentum_of(state_->stores.bodies, body); });
    return sum;
}

double World::angular_momentum(const Vec2& about) const {
    check_finite("World::angular_momentum", "about", about);
    double sum = 0.0;
    visit_masses(*state_,
                 [&](std::uint32_t body) { sum += angular_momentum_of(state_->stores.bodies, body, about); });
    return sum;
}

Vec2 World::world_point(BodyId body, const Vec2& local_point) const {
    const std::uint32_t index = body_index(*state_, "World::world_point", body);
    check_finite("World::world_point", "local_point", local_point);
    return transform(pose_of(*state_, index), local_point);
}

Vec2 World::local_point(BodyId body, const Vec2& world_point) const {
    const std::uint32_t index = body_index(*state_, "World::local_point", body);
    check_finite("World::local_point", "world_point", world_point);
    return inverse_transform(pose_of(*state_, index), world_point);
}

Vec2 World::world_vector(BodyId body, const Vec2& local_vector) const {
    const std::uint32_t index = body_index(*state_, "World::world_vector", body);
    check_finite("World::world_vector", "local_vector", local_vector);
    return rotate(pose_of(*state_, index).rotation, local_vector);
}

Vec2 World::local_vector(BodyId body, const Vec2& world_vector) const {
    const std::uint32_t index = body_index(*state_, "World::local_vector", body);
    check_finite("World::local_vector", "world_vector", world_vector);
    return inverse_rotate(pose_of(*state_, index).rotation, world_vector);
}

Pose World::predict_pose(BodyId body, float time) const {
    const std::uint32_t index = body_index(*state_, "World::predict_pose", body);
    check_finite("World::predict_pose", "time", time);
    const BodyVelocity& velocity = state_->stores.bodies.velocities[index];
    return moved_pose(*state_, index, time * Vec2{velocity.x, velocity.y}, time * velocity.w);
}

Pose World::predict_free_flight(BodyId body, float time) const {
    const std::uint32_t index = body_index(*state_, "World::predict_free_flight", body);
    check_finite("World::predict_free_flight", "time", time);
    const BodyVelocity& velocity = state_->stores.bodies.velocities[index];
    Vec2 fall{0.0f, 0.0f};
    if (state_->stores.bodies.is_dynamic(index) && state_->stores.bodies.masses[index].inverse_mass > 0.0f) {
        const AxisLocks& locks = state_->stores.bodies.records[index].locks;
        const Vec2 gravity = to_float(gravity_on(*state_, index));
        fall =
            0.5f * time * time * Vec2{locks.linear_x ? 0.0f : gravity.x, locks.linear_y ? 0.0f : gravity.y};
    }
    return moved_pose(*state_, index, time * Vec2{velocity.x, velocity.y} + fall, time * velocity.w);
}

bool World::is_bullet(BodyId body) const {
    return state_->stores.bodies.records[body_index(*state_, "World::is_bullet", body)].bullet;
}

void World::set_bullet(BodyId body, bool bullet) {
    state_->stores.bodies.records[changed_body_index(*state_, "World::set_bullet", body)].bullet = bullet;
    state_->stores.bodies.has_bullets = state_->stores.bodies.has_bullets || bullet;
}

std::string World::name(BodyId body) const {
    return std::string(state_->stores.bodies.name(body_index(*state_, "World::name", body)));
}

void World::set_name(BodyId body, std::string_view name) {
    state_->stores.bodies.set_name(changed_body_index(*state_, "World::set_name", body), name);
}

std::uint64_t World::user_data(BodyId body) const {
    return state_->stores.bodies.records[body_index(*state_, "World::user_data", body)].user_data;
}

void World::set_user_data(BodyId body, std::uint64_t user_data) {
    state_->stores.bodies.records[changed_body_index(*state_, "World::set_user_data", body)].user_data =
        user_data;
}

}  // namespace drystone
