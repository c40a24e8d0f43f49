#include <drystone/detail/presence.h>
#include <drystone/world.h>

#include "contacts/contact_lifecycle.h"
#include "fields/field_step.h"
#include "parallel/worker_threads.h"
#include "simd/targets.h"
#include "world/bodies/body_lifecycle.h"
#include "world/bodies/body_mass.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"
#include "world/shapes/shape_boxes.h"
#include "world/stepping.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace drystone {

namespace {

/// Maximum number of objects that memory is reserved for: more is taken for a mistake.
constexpr int max_capacity = 50'000'000;

/// Returns a number for a new world, so that other worlds refuse its handles. Wraps after 2^16 worlds. No
/// result of a simulation depends on it.
std::uint16_t next_world_number() {
    static std::atomic<std::uint16_t> last{0};
    return ++last;
}

void check(const char* function, const ContactTuning& contact) {
    check_not_negative(function, "contact.frequency", contact.frequency);
    check_not_negative(function, "contact.damping_ratio", contact.damping_ratio);
    check_not_negative(function, "contact.max_push_out_velocity", contact.max_push_out_velocity);
    if (!(contact.compliance > 0.0f && contact.compliance <= 1.0f)) {
        fail(function, "contact.compliance", "in (0, 1]", static_cast<double>(contact.compliance));
    }
}

void check_capacity(const char* function, const char* argument, int count) {
    if (count < 0 || count > max_capacity) {
        fail(function, argument, "in [0, 50000000]", static_cast<double>(count));
    }
}

/// Makes room for a number of objects; throws `Error` if there is no memory for it.
template <class Reserve>
void reserve(const char* function, const char* argument, int count, const Reserve& reserve_objects) {
#if defined(__cpp_exceptions)
    try {
        reserve_objects(static_cast<std::size_t>(count));
    } catch (const std::bad_alloc&) {
        if (count == 0) {
            throw;
        }
        fail(function, argument, "a number that there is memory for", static_cast<double>(count));
    }
#else
    reserve_objects(static_cast<std::size_t>(count));
#endif
}

void check(const WorldDefinition& definition) {
    const char* const function = "World::World";
    check_finite(function, "gravity", definition.gravity);
    check(function, definition.contact);
    check_not_negative(function, "restitution_threshold", definition.restitution_threshold);
    check_not_negative(function, "hit_threshold", definition.hit_threshold);
    check_not_negative(function, "speculative_distance", definition.speculative_distance);
    if (definition.speculative_distance > largest_reach) {
        fail(function, "speculative_distance", "at most 1e15 m",
             static_cast<double>(definition.speculative_distance));
    }
    check_not_negative(function, "time_to_sleep", definition.time_to_sleep);
    check_positive(function, "maximum_linear_speed", definition.maximum_linear_speed);
    check_positive(function, "maximum_angular_speed", definition.maximum_angular_speed);
    check_threads(function, "threads", definition.threads);
    check_scheduler(function, definition.scheduler);
    check_enumeration(function, "narrow_phase", definition.narrow_phase, NarrowPhase::Scalar);
    check_enumeration(function, "simd", definition.simd, SimdTarget::Wasm);
    const std::vector<SimdTarget> targets = simd_targets();
    if (std::find(targets.begin(), targets.end(), resolve(definition.simd)) == targets.end()) {
        fail(function, "simd", "one of simd_targets()", std::string(simd_target_name(definition.simd)));
    }
    check_capacity(function, "body_capacity", definition.body_capacity);
    check_capacity(function, "shape_capacity", definition.shape_capacity);
    check_capacity(function, "contact_capacity", definition.contact_capacity);
}

void check(const BodyDefinition& definition) {
    const char* const function = "World::create_body";
    check_enumeration(function, "type", definition.type, BodyType::Dynamic);
    check_place(function, "position", definition.position);
    check_finite(function, "angle", definition.angle);
    check_finite(function, "linear_velocity", definition.linear_velocity);
    check_finite(function, "angular_velocity", definition.angular_velocity);
    if (definition.type == BodyType::Static &&
        (definition.linear_velocity != Vec2{} || definition.angular_velocity != 0.0f)) {
        fail(std::string(function).append(": the velocities of a static body must be zero"));
    }
    check_not_negative(function, "linear_damping", definition.linear_damping);
    check_not_negative(function, "angular_damping", definition.angular_damping);
    check_finite(function, "gravity_scale", definition.gravity_scale);
    check_finite(function, "own_gravity", definition.own_gravity.value_or(Vec2{0.0f, 0.0f}));
    check_positive(function, "maximum_linear_speed", definition.maximum_linear_speed);
    check_positive(function, "maximum_angular_speed", definition.maximum_angular_speed);
    check_not_negative(function, "sleep_speed", definition.sleep_speed);
    check_dominance_group(function, definition.dominance_group);
    check_extra_iterations(function, definition.extra_iterations);
}

void wake_everything(WorldState& world) {
    for (std::uint32_t body = 0; body < world.stores.bodies.slots.size(); ++body) {
        if (world.stores.bodies.slots.is_live(body)) {
            wake(sleep_context(world), body);
        }
    }
}

void destroy_joints_of_body(WorldState& world, std::uint32_t body) {
    while (has_joints(world.stores.joints, body)) {
        destroy_joint(joint_lifecycle_context(world), world.stores.joints.of_body.last(body));
    }
}

void destroy_fields_of_body(WorldState& world, std::uint32_t body) {
    for (std::uint32_t field = 0; field < world.stores.fields.slots.size(); ++field) {
        if (world.stores.fields.slots.is_live(field) && world.stores.fields.records[field].body == body) {
            world.stores.fields.destroy(field);
        }
    }
}

/// Fills the members of a body that are not read in every step.
void fill_record(BodyStore& bodies, std::uint32_t body, const BodyDefinition& definition) {
    BodyRecord& record = bodies.records.edit(body);
    record.user_data = definition.user_data;
    record.sleep_speed = definition.sleep_speed;
    record.can_sleep = definition.can_sleep;
    record.locks = definition.locks;
    record.enabled = definition.enabled;
    record.bullet = definition.bullet;
    record.discrete = definition.discrete;
    bodies.set_dominance_group(body, definition.dominance_group);
    bodies.set_extra_iterations(body, definition.extra_iterations);
    bodies.has_bullets = bodies.has_bullets || definition.bullet;
    bodies.has_discrete = bodies.has_discrete || definition.discrete;
    bodies.set_motion_limits(body, {body, definition.locks, definition.own_gravity,
                                    definition.maximum_linear_speed, definition.maximum_angular_speed});
    bodies.set_name(body, definition.name);
}

}  // namespace

void detail::fail_broken() {
    fail("World: an earlier call ran out of memory halfway: the world can only be destroyed or restored");
}

void detail::fail_moved_from() {
    fail("the object was moved from: it can only be destroyed, or assigned another");
}

void detail::fail_moved_from(const char* function) {
    fail(std::string(function).append(
        ": the object was moved from: it can only be destroyed, or assigned another"));
}

World::World(const WorldDefinition& definition, detail::StandardLibrary) {
    check(definition);
    state_ = detail::Owned(new WorldState());
    state_->settings = definition;
    state_->number = next_world_number();
    state_->systems.solver.kernels = &solver_kernels(definition.simd);
    state_->systems.narrow_kernels = &narrow_kernels(definition.simd);
    state_->systems.fat_boxes.kernels = &fat_box_kernels(definition.simd);
    state_->systems.joint_solver.kernels = &joint_kernels(definition.simd);
    const char* const function = "World::World";
    if (definition.scheduler == nullptr) {
        state_->execution.own_scheduler = make_pool(function, "threads", definition.threads);
    }
    state_->execution.team = std::make_unique<Team>(
        definition.scheduler != nullptr ? definition.scheduler : state_->execution.own_scheduler.get());
    WorldState& state = *state_;
    reserve(function, "body_capacity", definition.body_capacity,
            [&](std::size_t count) { state.stores.bodies.reserve(count); });
    reserve(function, "shape_capacity", definition.shape_capacity, [&](std::size_t count) {
        state.stores.shapes.reserve(count);
        state.systems.broad_phase.reserve(count);
    });
    reserve(function, "contact_capacity", definition.contact_capacity,
            [&](std::size_t count) { state.stores.contacts.reserve(count); });
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

BodyId World::create_body(const BodyDefinition& definition) {
    const RecordedCall call(*state_, Operation::CreateBody, definition);
    check(definition);
    WorldState& world = *state_;
    check_not_reading(world, "World::create_body");
    const BodyId body = world.stores.bodies.slots.handle<BodyId>(add_body(world, definition), world.number);
    if (HintNotes::looks_like_degrees(definition.angle, 15.0f)) {
        world.hint_notes.body_angles.add(body, definition.angle);
    }
    return body;
}

std::uint32_t add_body(WorldState& world, const BodyDefinition& definition) {
    BodyStore& bodies = world.stores.bodies;
    prepare_room(bodies.awake, 1);
    prepare_room(world.stores.islands.changed, 1);
    const std::uint32_t body = bodies.create(definition.type);
    Undo undo([&] { bodies.destroy(body); });
    const Rot rotation = Rot::from_angle(definition.angle);
    world.stores.bodies.poses[body] = {definition.position.x, definition.position.y, rotation.c, rotation.s};
    const bool is_static = definition.type == BodyType::Static;
    const AxisLocks locks = definition.type == BodyType::Dynamic ? definition.locks : AxisLocks{};
    world.stores.bodies.velocities[body] = {is_static || locks.linear_x ? 0.0f : definition.linear_velocity.x,
                                            is_static || locks.linear_y ? 0.0f : definition.linear_velocity.y,
                                            is_static || locks.rotation ? 0.0f : definition.angular_velocity,
                                            0.0f};
    world.stores.bodies.damping_and_sleep.edit(body) = {definition.linear_damping, definition.angular_damping,
                                                        definition.can_sleep ? definition.sleep_speed : -1.0f,
                                                        0.0f};
    world.stores.bodies.forces[body].gravity_scale = definition.gravity_scale;
    fill_record(world.stores.bodies, body, definition);
    if (!is_static && definition.enabled) {
        world.stores.bodies.enter_solver(body);
    }
    if (definition.type == BodyType::Dynamic && definition.enabled && !definition.awake &&
        world.settings.sleeping) {
        drystone::put_to_sleep(sleep_context(world), body);
        world.stores.bodies.records.edit(body).reported_asleep = true;
    }
    undo.keep();
    return body;
}

void World::destroy_body(BodyId body) {
    const RecordedCall call(*state_, Operation::DestroyBody, body);
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, "World::destroy_body", body);
    check_not_reading(world, "World::destroy_body");
    if (world.stores.tile_grids.of_body.find(index) != nullptr) {
        fail("World::destroy_body", "body", "no part of a tile grid", describe(body));
    }
    prepare_change(world, index);
    drop_body(world, index);
}

void drop_body(WorldState& world, std::uint32_t index) {
    wake_in_fields_of(field_wake_context(world), index);
    const BrokenScope broken(world);
    wake_touching(sleep_context(world), index);
    destroy_contacts_of_body(world, index);
    destroy_joints_of_body(world, index);
    destroy_fields_of_body(world, index);
    if (world.stores.bodies.records[index].enabled) {
        remove_boxes(world, index);
    }
    std::uint32_t shape = world.stores.bodies.records[index].first_shape;
    while (shape != no_index) {
        const std::uint32_t next = world.stores.shapes.records[shape].next;
        forget_shape(world, shape);
        world.stores.chains.forget_shape(shape);
        world.stores.tile_grids.of_shape.clear(shape);
        world.stores.shapes.destroy(shape);
        shape = next;
    }
    // Destroyed shapes leave the list.
    const std::vector<std::uint32_t>& disabled = world.stores.shapes.disabled;
    for (std::size_t i = 0; i < disabled.size();) {
        const std::uint32_t hidden = disabled[i];
        if (world.stores.shapes.cores[hidden].body == index) {
            forget_shape(world, hidden);
            world.stores.shapes.destroy(hidden);
        } else {
            ++i;
        }
    }
    world.rules.forget(index);
    world.stores.tile_grids.of_body.clear(index);
    world.stores.bodies.destroy(index);
}

std::span<const ContactBegin> World::contact_begins() const { return state_->events.contacts.begins; }
std::span<const ContactEnd> World::contact_ends() const { return state_->events.contacts.ends; }
std::span<const ContactHit> World::contact_hits() const { return state_->events.hits; }
std::span<const JointForce> World::joint_forces() const { return state_->events.joint_forces; }
std::span<const JointBreak> World::joint_breaks() const { return state_->events.joint_breaks; }
std::span<const BodyMoved> World::moved_bodies() const { return state_->events.moved_bodies; }

WorldDefinition World::definition() const {
    WorldDefinition definition = state_->settings;
    definition.scheduler = nullptr;
    definition.threads = threads();
    return definition;
}

Vec2 World::gravity() const { return state_->settings.gravity; }

void World::set_gravity(const Vec2& gravity) {
    const RecordedCall call(*state_, Operation::SetGravity, gravity);
    check_finite("World::set_gravity", "gravity", gravity);
    check_not_stepping(*state_, "World::set_gravity");
    wake_everything(*state_);
    state_->settings.gravity = gravity;
}

float World::maximum_linear_speed() const { return state_->settings.maximum_linear_speed; }
float World::maximum_angular_speed() const { return state_->settings.maximum_angular_speed; }

void World::set_maximum_speeds(float linear, float angular) {
    const RecordedCall call(*state_, Operation::SetWorldMaximumSpeeds, linear, angular);
    check_positive("World::set_maximum_speeds", "linear", linear);
    check_positive("World::set_maximum_speeds", "angular", angular);
    check_not_stepping(*state_, "World::set_maximum_speeds");
    state_->settings.maximum_linear_speed = linear;
    state_->settings.maximum_angular_speed = angular;
}

ContactTuning World::contact_tuning() const { return state_->settings.contact; }

void World::set_contact_tuning(const ContactTuning& tuning) {
    const RecordedCall call(*state_, Operation::SetContactTuning, tuning);
    const char* const function = "World::set_contact_tuning";
    check(function, tuning);
    check_not_stepping(*state_, function);
    wake_everything(*state_);
    state_->settings.contact = tuning;
}

float World::restitution_threshold() const { return state_->settings.restitution_threshold; }

void World::set_restitution_threshold(float speed) {
    const RecordedCall call(*state_, Operation::SetRestitutionThreshold, speed);
    check_not_negative("World::set_restitution_threshold", "speed", speed);
    check_not_stepping(*state_, "World::set_restitution_threshold");
    state_->settings.restitution_threshold = speed;
}

float World::hit_threshold() const { return state_->settings.hit_threshold; }

void World::set_hit_threshold(float speed) {
    const RecordedCall call(*state_, Operation::SetHitThreshold, speed);
    check_not_negative("World::set_hit_threshold", "speed", speed);
    check_not_stepping(*state_, "World::set_hit_threshold");
    state_->settings.hit_threshold = speed;
}

bool World::sleeping() const { return state_->settings.sleeping; }

void World::set_sleeping(bool sleeping) {
    const RecordedCall call(*state_, Operation::SetSleeping, sleeping);
    check_not_reading(*state_, "World::set_sleeping");
    if (!sleeping) {
        wake_everything(*state_);
    }
    state_->settings.sleeping = sleeping;
}

std::uint16_t World::number() const { return state_->number; }

std::uint64_t World::user_data() const { return state_->settings.user_data; }

void World::set_user_data(std::uint64_t user_data) {
    const RecordedCall call(*state_, Operation::SetWorldUserData, user_data);
    check_not_reading(*state_, "World::set_user_data");
    state_->settings.user_data = user_data;
}

SimdTarget World::simd_target() const { return resolve(state_->settings.simd); }

int World::threads() const { return state_->execution.team->size(); }

void World::set_threads(int count) {
    const char* const function = "World::set_threads";
    WorldState& world = *state_;
    check_threads(function, "count", count);
    check_not_reading(world, function);
    use_pool(world, make_pool(function, "count", count), count);
}

const Profile& World::profile() const { return state_->execution.profile; }

}  // namespace drystone
