#include <drystone/world.h>

#include "world/bodies/body_mass.h"
#include "world/checks.h"
#include "world/recording/recorded_call.h"

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

/// Returns the gravity that acts on the body, with its scale [m/s^2].
Vec2d gravity_on(const WorldState& world, std::uint32_t body) {
    const Vec2 gravity = world.stores.bodies.motion_limits(body).gravity.value_or(world.settings.gravity);
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

/// Calls `visitor(body)` for all enabled dynamic bodies.
template <class Visitor>
void visit_masses(const WorldState& world, Visitor&& visitor) {
    for (std::uint32_t body = 0; body < world.stores.bodies.slots.size(); ++body) {
        if (world.stores.bodies.slots.is_live(body) && world.stores.bodies.is_dynamic(body) &&
            world.stores.bodies.records[body].enabled) {
            visitor(body);
        }
    }
}

/// Returns the pose of the origin after the centre of mass has moved and the body has turned.
Pose moved_pose(const WorldState& world, std::uint32_t body, const Vec2& way, float turn) {
    const BodyPose& pose = world.stores.bodies.poses[body];
    const BodyMass& mass = world.stores.bodies.masses[body];
    const Rot rotation = multiply(Rot::from_angle(turn), Rot{pose.c, pose.s});
    const Vec2 center = Vec2{pose.x, pose.y} + way;
    return {center - rotate(rotation, Vec2{mass.center_x, mass.center_y}), rotation};
}

}  // namespace

BodyDefinition ConstBodyRef::definition() const {
    const std::uint32_t index = body_index(*state_, "BodyRef::definition", id_);
    const BodyStore& bodies = state_->stores.bodies;
    const BodyRecord& record = bodies.records[index];
    const BodyVelocity& velocity = bodies.velocities[index];
    const MotionLimits motion = bodies.motion_limits(index);
    const Pose pose = pose_of(*state_, index);
    return {.type = bodies.types[index],
            .position = pose.position,
            .angle = pose.rotation.angle(),
            .linear_velocity = {velocity.x, velocity.y},
            .angular_velocity = velocity.w,
            .linear_damping = bodies.damping_and_sleep[index].linear_damping,
            .angular_damping = bodies.damping_and_sleep[index].angular_damping,
            .gravity_scale = bodies.forces[index].gravity_scale,
            .own_gravity = motion.gravity,
            .maximum_linear_speed = motion.maximum_linear_speed,
            .maximum_angular_speed = motion.maximum_angular_speed,
            .can_sleep = record.can_sleep,
            .awake = !bodies.is_dynamic(index) || !record.enabled || bodies.is_awake(index),
            .sleep_speed = record.sleep_speed,
            .locks = record.locks,
            .dominance_group = record.dominance_group,
            .extra_iterations = record.extra_iterations,
            .bullet = record.bullet,
            .discrete = record.discrete,
            .enabled = record.enabled,
            .name = bodies.name(index),
            .user_data = record.user_data};
}

MassProperties ConstBodyRef::mass() const {
    const std::uint32_t index = body_index(*state_, "BodyRef::mass", id_);
    const MassProperties own = body_mass(state_->stores.bodies, index);
    return state_->stores.bodies.is_dynamic(index) ? own : MassProperties{0.0f, own.center, 0.0f};
}

std::optional<MassProperties> ConstBodyRef::mass_override() const {
    const std::uint32_t index = body_index(*state_, "BodyRef::mass_override", id_);
    const BodyStore& bodies = state_->stores.bodies;
    return bodies.records[index].own_mass ? std::optional(body_mass(bodies, index)) : std::nullopt;
}

double ConstBodyRef::kinetic_energy() const {
    const std::uint32_t index = body_index(*state_, "BodyRef::kinetic_energy", id_);
    return state_->stores.bodies.is_dynamic(index) ? kinetic_energy_of(state_->stores.bodies, index) : 0.0;
}

double ConstBodyRef::potential_energy() const {
    const std::uint32_t index = body_index(*state_, "BodyRef::potential_energy", id_);
    return state_->stores.bodies.is_dynamic(index) ? potential_energy_of(*state_, index) : 0.0;
}

Vec2d ConstBodyRef::momentum() const {
    const std::uint32_t index = body_index(*state_, "BodyRef::momentum", id_);
    return state_->stores.bodies.is_dynamic(index) ? momentum_of(state_->stores.bodies, index)
                                                   : Vec2d{0.0, 0.0};
}

double ConstBodyRef::angular_momentum(const Vec2& about) const {
    const std::uint32_t index = body_index(*state_, "BodyRef::angular_momentum", id_);
    check_finite("BodyRef::angular_momentum", "about", about);
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

Vec2 ConstBodyRef::world_point(const Vec2& local_point) const {
    const std::uint32_t index = body_index(*state_, "BodyRef::world_point", id_);
    check_finite("BodyRef::world_point", "local_point", local_point);
    return transform(pose_of(*state_, index), local_point);
}

Vec2 ConstBodyRef::local_point(const Vec2& world_point) const {
    const std::uint32_t index = body_index(*state_, "BodyRef::local_point", id_);
    check_finite("BodyRef::local_point", "world_point", world_point);
    return inverse_transform(pose_of(*state_, index), world_point);
}

Vec2 ConstBodyRef::world_vector(const Vec2& local_vector) const {
    const std::uint32_t index = body_index(*state_, "BodyRef::world_vector", id_);
    check_finite("BodyRef::world_vector", "local_vector", local_vector);
    return rotate(pose_of(*state_, index).rotation, local_vector);
}

Vec2 ConstBodyRef::local_vector(const Vec2& world_vector) const {
    const std::uint32_t index = body_index(*state_, "BodyRef::local_vector", id_);
    check_finite("BodyRef::local_vector", "world_vector", world_vector);
    return inverse_rotate(pose_of(*state_, index).rotation, world_vector);
}

Pose ConstBodyRef::predict_pose(float time) const {
    const std::uint32_t index = body_index(*state_, "BodyRef::predict_pose", id_);
    check_finite("BodyRef::predict_pose", "time", time);
    const BodyVelocity& velocity = state_->stores.bodies.velocities[index];
    return moved_pose(*state_, index, time * Vec2{velocity.x, velocity.y}, time * velocity.w);
}

Pose ConstBodyRef::predict_free_flight(float time) const {
    const std::uint32_t index = body_index(*state_, "BodyRef::predict_free_flight", id_);
    check_finite("BodyRef::predict_free_flight", "time", time);
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

bool ConstBodyRef::is_bullet() const {
    return state_->stores.bodies.records[body_index(*state_, "BodyRef::is_bullet", id_)].bullet;
}

bool ConstBodyRef::is_discrete() const {
    return state_->stores.bodies.records[body_index(*state_, "BodyRef::is_discrete", id_)].discrete;
}

void BodyRef::set_discrete(bool discrete) const {
    const RecordedCall call(*state_, Operation::SetDiscrete, id_, discrete);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::set_discrete", id_);
    state_->stores.bodies.records.edit(index).discrete = discrete;
    state_->stores.bodies.has_discrete = state_->stores.bodies.has_discrete || discrete;
}

void BodyRef::set_bullet(bool bullet) const {
    const RecordedCall call(*state_, Operation::SetBullet, id_, bullet);
    state_->stores.bodies.records.edit(changed_body_index(*state_, "BodyRef::set_bullet", id_)).bullet =
        bullet;
    state_->stores.bodies.has_bullets = state_->stores.bodies.has_bullets || bullet;
}

std::string_view ConstBodyRef::name() const {
    return state_->stores.bodies.name(body_index(*state_, "BodyRef::name", id_));
}

void BodyRef::set_name(std::string_view name) const {
    const RecordedCall call(*state_, Operation::SetName, id_, name);
    state_->stores.bodies.set_name(changed_body_index(*state_, "BodyRef::set_name", id_), name);
}

std::uint64_t ConstBodyRef::user_data() const {
    return state_->stores.bodies.records[body_index(*state_, "BodyRef::user_data", id_)].user_data;
}

void BodyRef::set_user_data(std::uint64_t user_data) const {
    const RecordedCall call(*state_, Operation::SetBodyUserData, id_, user_data);
    state_->stores.bodies.records.edit(changed_body_index(*state_, "BodyRef::set_user_data", id_)).user_data =
        user_data;
}

}  // namespace drystone
