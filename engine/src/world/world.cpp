#include <drystone/world.h>

#include "simd/targets.h"
#include "step/contacts.h"
#include "step/finalize.h"
#include "world/body_mass.h"
#include "world/checks.h"

#include <drystone/thread_pool.h>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace drystone {

namespace {

/// Numbers worlds so that a handle of one is refused by another. No result of a simulation depends on it.
std::uint16_t next_world_number() {
    static std::atomic<std::uint16_t> last{0};
    return ++last;
}

void check(const WorldDefinition& definition) {
    const char* const function = "World::World";
    check_finite(function, "gravity", definition.gravity);
    check_not_negative(function, "contact.frequency", definition.contact.frequency);
    check_not_negative(function, "contact.damping_ratio", definition.contact.damping_ratio);
    check_not_negative(function, "contact.push_speed", definition.contact.push_speed);
    check_not_negative(function, "restitution_threshold", definition.restitution_threshold);
    check_not_negative(function, "hit_threshold", definition.hit_threshold);
    check_not_negative(function, "speculative_distance", definition.speculative_distance);
    check_not_negative(function, "time_to_sleep", definition.time_to_sleep);
    check_positive(function, "maximum_linear_speed", definition.maximum_linear_speed);
    if (definition.threads < 1) {
        fail(function, "threads", "at least 1", static_cast<double>(definition.threads));
    }
    const std::vector<SimdTarget> targets = simd_targets();
    if (std::find(targets.begin(), targets.end(), resolve(definition.simd)) == targets.end()) {
        fail(function, "simd", "one of simd_targets()", std::string(simd_target_name(definition.simd)));
    }
    check_not_negative(function, "body_capacity", static_cast<float>(definition.body_capacity));
    check_not_negative(function, "shape_capacity", static_cast<float>(definition.shape_capacity));
    check_not_negative(function, "contact_capacity", static_cast<float>(definition.contact_capacity));
}

void check(const BodyDefinition& definition) {
    const char* const function = "World::create_body";
    check_finite(function, "position", definition.position);
    check_finite(function, "angle", definition.angle);
    check_finite(function, "linear_velocity", definition.linear_velocity);
    check_finite(function, "angular_velocity", definition.angular_velocity);
    check_not_negative(function, "linear_damping", definition.linear_damping);
    check_not_negative(function, "angular_damping", definition.angular_damping);
    check_finite(function, "gravity_scale", definition.gravity_scale);
    check_not_negative(function, "sleep_speed", definition.sleep_speed);
}

void wake_everything(WorldState& world) {
    for (std::uint32_t body = 0; body < world.bodies.slots.size(); ++body) {
        if (world.bodies.slots.is_live(body)) {
            wake(sleep_context(world), body);
        }
    }
}

void destroy_joints_of_body(WorldState& world, std::uint32_t body) {
    while (body < world.joints.of_body.size() && !world.joints.of_body[body].empty()) {
        destroy_joint(world, world.joints.of_body[body].back());
    }
}

void destroy_contacts_of_body(WorldState& world, std::uint32_t body) {
    while (world.bodies.records[body].first_contact != no_index) {
        destroy_contact(world, world.bodies.records[body].first_contact / 2, world.pending_ends);
    }
}

}  // namespace

World::World(const WorldDefinition& definition) {
    check(definition);
    state_ = std::make_unique<WorldState>();
    state_->settings = definition;
    state_->number = next_world_number();
    state_->solver.kernels = &solver_kernels(definition.simd);
    state_->narrow_kernels = &narrow_kernels(definition.simd);
    state_->fat_boxes.kernels = &fat_box_kernels(definition.simd);
    state_->joint_passes.kernels = &joint_kernels(definition.simd);
    if (definition.scheduler == nullptr && definition.threads > 1) {
        state_->own_scheduler = std::make_unique<ThreadPool>(definition.threads);
    }
    state_->team = std::make_unique<Team>(definition.scheduler != nullptr ? definition.scheduler
                                                                          : state_->own_scheduler.get());
    const auto bodies = static_cast<std::size_t>(definition.body_capacity);
    const auto shapes = static_cast<std::size_t>(definition.shape_capacity);
    state_->bodies.reserve(bodies);
    state_->shapes.reserve(shapes);
    state_->broad_phase.reserve(shapes);
    state_->contacts.reserve(static_cast<std::size_t>(definition.contact_capacity));
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

BodyId World::create_body(const BodyDefinition& definition) {
    check(definition);
    WorldState& world = *state_;
    check_not_reading(world, "World::create_body");
    const std::uint32_t body = world.bodies.create(definition.type);
    const Rot rotation = Rot::from_angle(definition.angle);
    world.bodies.poses[body] = {definition.position.x(), definition.position.y(), rotation.c, rotation.s};
    const bool moves = definition.type != BodyType::Static;
    const bool turns = moves && !(definition.fixed_rotation && definition.type == BodyType::Dynamic);
    world.bodies.velocities[body] = {moves ? definition.linear_velocity.x() : 0.0f,
                                     moves ? definition.linear_velocity.y() : 0.0f,
                                     turns ? definition.angular_velocity : 0.0f, 0.0f};
    world.bodies.rests[body] = {definition.linear_damping, definition.angular_damping,
                                definition.can_sleep ? definition.sleep_speed : -1.0f, 0.0f};
    world.bodies.forces[body].gravity_scale = definition.gravity_scale;
    world.bodies.records[body].user_data = definition.user_data;
    world.bodies.records[body].fixed_rotation = definition.fixed_rotation;
    if (moves) {
        world.bodies.enter_solver(body);
    }
    if (definition.type == BodyType::Dynamic && !definition.awake && world.settings.sleeping) {
        put_to_sleep(sleep_context(world), body);
    }
    return world.bodies.slots.handle<BodyId>(body, world.number);
}

void World::destroy_body(BodyId body) {
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, "World::destroy_body", body);
    check_not_reading(world, "World::destroy_body");
    wake_touching(sleep_context(world), index);
    destroy_contacts_of_body(world, index);
    destroy_joints_of_body(world, index);
    AabbTree& tree = world.broad_phase.tree(world.bodies.types[index]);
    std::uint32_t shape = world.bodies.records[index].first_shape;
    while (shape != no_index) {
        const std::uint32_t next = world.shapes.records[shape].next;
        tree.remove(world.shapes.proxies[shape]);
        world.shapes.destroy(shape);
        shape = next;
    }
    world.bodies.destroy(index);
}

void World::step(float time_step, int sub_steps) {
    check_not_negative("World::step", "time_step", time_step);
    if (sub_steps < 1) {
        fail("World::step", "sub_steps", "at least 1", static_cast<double>(sub_steps));
    }
    check_not_reading(*state_, "World::step");
    const auto start = std::chrono::steady_clock::now();
    step_world(*state_, time_step, sub_steps);
    const std::chrono::duration<float, std::milli> spent = std::chrono::steady_clock::now() - start;
    state_->profile.step = spent.count();
}

std::span<const ContactBegin> World::contact_begins() const { return state_->contact_begins; }
std::span<const ContactEnd> World::contact_ends() const { return state_->contact_ends; }
std::span<const ContactHit> World::contact_hits() const { return state_->contact_hits; }
std::span<const JointBreak> World::joint_breaks() const { return state_->joint_breaks; }
std::span<const BodyMoved> World::moved_bodies() const { return state_->moved_bodies; }

Vec2 World::gravity() const { return state_->settings.gravity; }

void World::set_gravity(const Vec2& gravity) {
    check_finite("World::set_gravity", "gravity", gravity);
    state_->settings.gravity = gravity;
    wake_everything(*state_);
}

SimdTarget World::simd_target() const { return resolve(state_->settings.simd); }

int World::threads() const { return state_->team->size(); }

const Profile& World::profile() const { return state_->profile; }

}  // namespace drystone
