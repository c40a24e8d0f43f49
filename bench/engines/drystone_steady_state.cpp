#include "micro/steady_state_cases.h"

#include <drystone/drystone.h>

#include <optional>

namespace bench {
namespace {

using namespace drystone;

Vec2 to_vec(scenes::Point p) { return {p.x, p.y}; }

BodyId add_box(World& world, BodyType type, const SteadyStatePlace& place, bool awake = true) {
    const BodyId body = world.create_body(
        {.type = type, .position = to_vec(place.position), .angle = place.angle, .awake = awake});
    world.create_shape(body, make_box(0.5f, 0.5f));
    return body;
}

std::vector<BodyId> add_grid(World& world, BodyType type, int side, bool awake = true) {
    std::vector<BodyId> bodies;
    bodies.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    for (int i = 0; i < side * side; ++i) {
        bodies.push_back(add_box(world, type, grid_place(i, side), awake));
    }
    return bodies;
}

void step(World& world) { world.step(steady_state_time_step, steady_state_sub_steps); }

class Queries final : public SteadyStateRunner {
public:
    Queries(SteadyStateTask task, const SteadyStateSize& size) : task_(task) {
        const bool moving = task == SteadyStateTask::RayMoving || task == SteadyStateTask::BoxMoving ||
                            task == SteadyStateTask::DiscMoving;
        const int side = moving ? size.moving_side : size.static_side;
        add_grid(world_, moving ? BodyType::Dynamic : BodyType::Static, side);
        step(world_);
        probes_ = steady_state_probes(side, size.queries);
        for (const SteadyStateProbe& probe : probes_) {
            rays_.push_back({.origin = to_vec(probe.origin), .translation = to_vec(probe.translation)});
        }
    }
    void run() override {
        answer_ = 0.0;
        if (task_ == SteadyStateTask::RaysAtOnce) {
            for (const std::optional<RayHit>& hit : world_.cast_rays(rays_)) {
                take(hit);
            }
            return;
        }
        for (std::size_t i = 0; i < probes_.size(); ++i) {
            ask(probes_[i], rays_[i]);
        }
    }

private:
    void take(const std::optional<RayHit>& hit) { answer_ += hit ? static_cast<double>(hit->fraction) : 1.0; }
    void ask(const SteadyStateProbe& probe, const RayCast& ray) {
        const auto count = [this](ShapeId /*shape*/) {
            answer_ += 1.0;
            return true;
        };
        const Vec2 half{probe.half, probe.half};
        switch (task_) {
            case SteadyStateTask::RayStatic:
            case SteadyStateTask::RayMoving: take(world_.cast_ray(ray)); break;
            case SteadyStateTask::BoxStatic:
            case SteadyStateTask::BoxMoving:
                world_.overlap(Aabb{ray.origin - half, ray.origin + half}, count);
                break;
            case SteadyStateTask::DiscStatic:
            case SteadyStateTask::DiscMoving:
                world_.overlap(Circle{{0.0f, 0.0f}, probe.half}, Pose{ray.origin, {}}, count);
                break;
            case SteadyStateTask::DiscCast:
                take(world_.cast_shape({.geometry = Circle{{0.0f, 0.0f}, 0.25f},
                                        .pose = {ray.origin, {}},
                                        .translation = ray.translation}));
                break;
            default:
                take(world_.cast_shape({.geometry = Capsule{{-0.2f, 0.0f}, {0.2f, 0.0f}, 0.1f},
                                        .pose = {ray.origin, {}},
                                        .translation = ray.translation}));
        }
    }

    SteadyStateTask task_;
    World world_{{.gravity = {0.0f, 0.0f}, .sleeping = false}};
    std::vector<SteadyStateProbe> probes_;
    std::vector<RayCast> rays_;
};

class Making final : public SteadyStateRunner {
public:
    Making(SteadyStateTask task, const SteadyStateSize& size) : task_(task), size_(size) {
        for (int i = 0; task == SteadyStateTask::MakeJoints && i < rope_bodies(size.joints); ++i) {
            bodies_.push_back(add_box(world_, BodyType::Dynamic, rope_place(i)));
            world_[bodies_.back()].set_can_sleep(false);
        }
    }
    void run() override {
        if (task_ == SteadyStateTask::MakeJoints) {
            make_joints();
            return;
        }
        if (task_ == SteadyStateTask::MakeStatic) {
            World world({.gravity = {0.0f, 0.0f}});
            add_grid(world, BodyType::Static, size_.static_side);
            step(world);
            answer_ = static_cast<double>(world.counters().bodies);
            return;
        }
        bodies_.clear();
        for (int i = 0; i < size_.replaced; ++i) {
            bodies_.push_back(add_box(world_, BodyType::Dynamic, grid_place(i, 100)));
        }
        step(world_);
        answer_ = static_cast<double>(world_.counters().bodies);
        for (const BodyId body : bodies_) {
            world_.destroy_body(body);
        }
        step(world_);
    }

private:
    void make_joints() {
        joints_.clear();
        for (std::size_t i = 0; i + 1 < bodies_.size(); ++i) {
            if (!is_end_of_rope(static_cast<int>(i))) {
                joints_.push_back(
                    world_.create_joint(bodies_[i], bodies_[i + 1],
                                        RevoluteJoint{.anchor_a = {1.0f, 0.0f}, .anchor_b = {-1.0f, 0.0f}}));
            }
        }
        step(world_);
        answer_ = static_cast<double>(joints_.size());
        for (const JointId joint : joints_) {
            world_.destroy_joint(joint);
        }
        step(world_);
    }

    SteadyStateTask task_;
    SteadyStateSize size_;
    World world_{{.gravity = {0.0f, 0.0f}}};
    std::vector<BodyId> bodies_;
    std::vector<JointId> joints_;
};

class Steps final : public SteadyStateRunner {
public:
    Steps(SteadyStateTask task, const SteadyStateSize& size) : task_(task) {
        switch (task) {
            case SteadyStateTask::SleepingWorld: {
                World& world = add_world({0.0f, -10.0f});
                for (int i = 0; i < size.sleepers; ++i) {
                    add_box(world, BodyType::Dynamic, grid_place(i, 300), false);
                }
                break;
            }
            case SteadyStateTask::OneAmongStatic: {
                World& world = add_world({0.0f, 0.0f});
                add_grid(world, BodyType::Static, size.static_side);
                subject_ = add_box(world, BodyType::Dynamic, {{1.0f, 1.0f}, 0.0f});
                world[subject_].set_can_sleep(false);
                world[subject_].set_linear_velocity({3.0f, 2.0f});
                break;
            }
            case SteadyStateTask::SmallWorlds: add_small_worlds(size.worlds); break;
            case SteadyStateTask::MoveStatic:
                bodies_ = add_grid(add_world({0.0f, 0.0f}), BodyType::Static, size.moving_side);
                side_ = size.moving_side;
                break;
            case SteadyStateTask::KinematicShapes: add_kinematic(size.shapes); break;
            case SteadyStateTask::Sensors: add_sensors(size.sensors); break;
            default: add_pile(size.pile_side);
        }
        for (World& world : worlds_) {
            step(world);
        }
        inside_ = static_cast<double>(worlds_.front().sensor_begins().size());
    }

    void run() override {
        if (task_ == SteadyStateTask::MoveStatic) {
            turn_ = -turn_;
            for (std::size_t i = 0; i < bodies_.size(); i += 10) {
                const SteadyStatePlace place = grid_place(static_cast<int>(i), side_);
                worlds_.front()[bodies_[i]].set_pose(to_vec(place.position) + Vec2{turn_, 0.0f}, place.angle);
            }
        } else if (task_ == SteadyStateTask::WakePile) {
            worlds_.front()[subject_].wake();
        } else if (task_ == SteadyStateTask::Sensors && ++steps_ % steps_one_way == 0) {
            send_back();
        }
        for (World& world : worlds_) {
            step(world);
        }
        // Not the counters, which also sum up memory.
        answer_ = static_cast<double>(worlds_.front().moved_bodies().size());
        if (task_ == SteadyStateTask::WakePile) {
            worlds_.front()[subject_].put_to_sleep();
        } else if (task_ == SteadyStateTask::Sensors) {
            inside_ += static_cast<double>(worlds_.front().sensor_begins().size()) -
                       static_cast<double>(worlds_.front().sensor_ends().size());
            answer_ = inside_;
        }
    }

private:
    World& add_world(const Vec2& gravity) {
        return worlds_.emplace_back(WorldDefinition{.gravity = gravity});
    }
    static void add_ground(World& world, float half) {
        const BodyId ground = world.create_body({.type = BodyType::Static});
        world.create_shape(ground, Segment{{-half, 0.0f}, {half, 0.0f}});
    }
    void add_small_worlds(int count) {
        worlds_.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) {
            World& world = add_world({0.0f, -10.0f});
            world.set_sleeping(false);
            add_ground(world, 20.0f);
            for (int k = 0; k < small_world_boxes; ++k) {
                add_box(world, BodyType::Dynamic, small_world_place(k));
            }
        }
    }
    void add_kinematic(int shapes) {
        World& world = add_world({0.0f, -10.0f});
        world.set_sleeping(false);
        const BodyId body = world.create_body({.type = BodyType::Kinematic, .angular_velocity = 0.01f});
        for (int i = 0; i < shapes; ++i) {
            const float x = static_cast<float>(i - shapes / 2);
            world.create_shape(body, make_box(0.5f, 0.1f, {{x, 0.0f}, {}}));
        }
        for (int i = 0; i < kinematic_riders; ++i) {
            add_box(world, BodyType::Dynamic, rider_place(i));
        }
    }
    void add_sensors(int count) {
        World& world = add_world({0.0f, 0.0f});
        for (int i = 0; i < count; ++i) {
            const SteadyStatePlace place = sensor_place(i);
            const BodyId body = world.create_body(
                {.type = BodyType::Static, .position = to_vec(place.position), .angle = place.angle});
            world.create_shape(body, make_box(0.5f, 0.5f),
                               {.filter = {.category = 1, .mask = 2}, .sensor = true});
        }
        for (int i = 0; i < count; ++i) {
            bodies_.push_back(world.create_body({.type = BodyType::Dynamic,
                                                 .position = to_vec(visitor_place(i)),
                                                 .linear_velocity = {visitor_speed, 0.0f}}));
            world.create_shape(bodies_.back(), Circle{{0.0f, 0.0f}, visitor_radius},
                               {.filter = {.category = 2, .mask = 1}});
        }
    }
    void send_back() {
        for (const BodyId body : bodies_) {
            worlds_.front()[body].set_linear_velocity(-worlds_.front()[body].linear_velocity());
        }
    }
    void add_pile(int side) {
        World& world = add_world({0.0f, -10.0f});
        add_ground(world, 100.0f);
        for (const scenes::Point& place : pyramid_places(side)) {
            subject_ = add_box(world, BodyType::Dynamic, {place, 0.0f});
        }
        for (int i = 0; i < pile_steps; ++i) {
            step(world);
        }
        world[subject_].put_to_sleep();
    }

    SteadyStateTask task_;
    std::vector<World> worlds_;
    std::vector<BodyId> bodies_;
    BodyId subject_{};
    int side_ = 0;
    float turn_ = 0.2f;
    int steps_ = 0;
    double inside_ = 0.0;
};

}  // namespace

std::unique_ptr<SteadyStateRunner> make_drystone_steady_state(SteadyStateTask task,
                                                              const SteadyStateSize& size) {
    if (is_digging(task)) {
        return make_drystone_digging(task, size);
    }
    return task == SteadyStateTask::Characters ? make_drystone_characters(size)
                                               : make_steady_state<Making, Steps, Queries>(task, size);
}

}  // namespace bench
