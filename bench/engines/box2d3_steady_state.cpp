#include "micro/steady_state_cases.h"

#include <box2d/box2d.h>

namespace bench {
namespace {

b2Vec2 to_b2(scenes::Point p) { return {p.x, p.y}; }

/// World with the same settings as Drystone's.
class OwnedWorld {
public:
    explicit OwnedWorld(b2Vec2 gravity, bool sleeping = true) {
        b2WorldDef definition = b2DefaultWorldDef();
        definition.gravity = gravity;
        definition.enableSleep = sleeping;
        id_ = b2CreateWorld(&definition);
    }
    ~OwnedWorld() {
        if (B2_IS_NON_NULL(id_)) {
            b2DestroyWorld(id_);
        }
    }
    OwnedWorld(OwnedWorld&& other) noexcept : id_(other.id_) { other.id_ = b2_nullWorldId; }
    OwnedWorld(const OwnedWorld&) = delete;
    OwnedWorld& operator=(const OwnedWorld&) = delete;
    OwnedWorld& operator=(OwnedWorld&&) = delete;

    void step() const { b2World_Step(id_, steady_state_time_step, steady_state_sub_steps); }
    [[nodiscard]] b2WorldId id() const { return id_; }

private:
    b2WorldId id_{};
};

b2BodyId add_box(b2WorldId world, b2BodyType type, const SteadyStatePlace& place, bool awake = true) {
    b2BodyDef definition = b2DefaultBodyDef();
    definition.type = type;
    definition.position = to_b2(place.position);
    definition.rotation = b2MakeRot(place.angle);
    definition.isAwake = awake;
    const b2BodyId body = b2CreateBody(world, &definition);
    const b2ShapeDef shape = b2DefaultShapeDef();
    const b2Polygon box = b2MakeBox(0.5f, 0.5f);
    b2CreatePolygonShape(body, &shape, &box);
    return body;
}

std::vector<b2BodyId> add_grid(b2WorldId world, b2BodyType type, int side) {
    std::vector<b2BodyId> bodies;
    bodies.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    for (int i = 0; i < side * side; ++i) {
        bodies.push_back(add_box(world, type, grid_place(i, side)));
    }
    return bodies;
}

bool count_shape(b2ShapeId /*shape*/, void* context) {
    *static_cast<double*>(context) += 1.0;
    return true;
}

/// Keeps the nearest hit and shortens the cast to it. An initial overlap counts as a fraction of zero, as in
/// Drystone.
float keep_nearest(b2ShapeId /*shape*/, b2Pos /*point*/, b2Vec2 /*normal*/, float fraction, void* context) {
    *static_cast<float*>(context) = fraction;
    return fraction;
}

class Queries final : public SteadyStateRunner {
public:
    Queries(SteadyStateTask task, const SteadyStateSize& size) : task_(task) {
        const bool moving = task == SteadyStateTask::RayMoving || task == SteadyStateTask::BoxMoving ||
                            task == SteadyStateTask::DiscMoving;
        const int side = moving ? size.moving_side : size.static_side;
        add_grid(world_.id(), moving ? b2_dynamicBody : b2_staticBody, side);
        world_.step();
        probes_ = steady_state_probes(side, size.queries);
    }
    void run() override {
        answer_ = 0.0;
        for (const SteadyStateProbe& probe : probes_) {
            ask(probe);
        }
    }

private:
    void cast(const SteadyStateProbe& probe, const b2ShapeProxy& proxy) {
        float fraction = 1.0f;
        b2World_CastShape(world_.id(), to_b2(probe.origin), &proxy, to_b2(probe.translation), filter_,
                          keep_nearest, &fraction);
        answer_ += static_cast<double>(fraction);
    }
    void ask(const SteadyStateProbe& probe) {
        const b2Vec2 nowhere{0.0f, 0.0f};
        switch (task_) {
            case SteadyStateTask::BoxStatic:
            case SteadyStateTask::BoxMoving:
                b2World_OverlapAABB(world_.id(), to_b2(probe.origin),
                                    {{-probe.half, -probe.half}, {probe.half, probe.half}}, filter_,
                                    count_shape, &answer_);
                break;
            case SteadyStateTask::DiscStatic:
            case SteadyStateTask::DiscMoving: {
                const b2ShapeProxy disc = b2MakeProxy(&nowhere, 1, probe.half);
                b2World_OverlapShape(world_.id(), to_b2(probe.origin), &disc, filter_, count_shape, &answer_);
                break;
            }
            case SteadyStateTask::DiscCast: cast(probe, b2MakeProxy(&nowhere, 1, 0.25f)); break;
            case SteadyStateTask::CapsuleCast: {
                const b2Vec2 ends[2] = {{-0.2f, 0.0f}, {0.2f, 0.0f}};
                cast(probe, b2MakeProxy(ends, 2, 0.1f));
                break;
            }
            default: {
                const b2RayResult hit = b2World_CastRayClosest(world_.id(), to_b2(probe.origin),
                                                               to_b2(probe.translation), filter_);
                answer_ += hit.hit ? static_cast<double>(hit.fraction) : 1.0;
            }
        }
    }

    SteadyStateTask task_;
    OwnedWorld world_{{0.0f, 0.0f}, false};
    b2QueryFilter filter_ = b2DefaultQueryFilter();
    std::vector<SteadyStateProbe> probes_;
};

class Making final : public SteadyStateRunner {
public:
    Making(SteadyStateTask task, const SteadyStateSize& size) : task_(task), size_(size) {
        for (int i = 0; task == SteadyStateTask::MakeJoints && i < rope_bodies(size.joints); ++i) {
            bodies_.push_back(add_box(world_.id(), b2_dynamicBody, rope_place(i)));
            b2Body_EnableSleep(bodies_.back(), false);
        }
    }
    void run() override {
        if (task_ == SteadyStateTask::MakeJoints) {
            make_joints();
            return;
        }
        if (task_ == SteadyStateTask::MakeStatic) {
            const OwnedWorld world({0.0f, 0.0f});
            add_grid(world.id(), b2_staticBody, size_.static_side);
            world.step();
            answer_ = static_cast<double>(b2World_GetCounters(world.id()).bodyCount);
            return;
        }
        bodies_.clear();
        for (int i = 0; i < size_.replaced; ++i) {
            bodies_.push_back(add_box(world_.id(), b2_dynamicBody, grid_place(i, 100)));
        }
        world_.step();
        answer_ = static_cast<double>(b2World_GetCounters(world_.id()).bodyCount);
        for (const b2BodyId body : bodies_) {
            b2DestroyBody(body);
        }
        world_.step();
    }

private:
    void make_joints() {
        joints_.clear();
        for (std::size_t i = 0; i + 1 < bodies_.size(); ++i) {
            if (!is_end_of_rope(static_cast<int>(i))) {
                b2RevoluteJointDef definition = b2DefaultRevoluteJointDef();
                definition.base.bodyIdA = bodies_[i];
                definition.base.bodyIdB = bodies_[i + 1];
                definition.base.localFrameA.p = {1.0f, 0.0f};
                definition.base.localFrameB.p = {-1.0f, 0.0f};
                joints_.push_back(b2CreateRevoluteJoint(world_.id(), &definition));
            }
        }
        world_.step();
        answer_ = static_cast<double>(joints_.size());
        for (const b2JointId joint : joints_) {
            b2DestroyJoint(joint);
        }
        world_.step();
    }

    SteadyStateTask task_;
    SteadyStateSize size_;
    OwnedWorld world_{{0.0f, 0.0f}};
    std::vector<b2BodyId> bodies_;
    std::vector<b2JointId> joints_;
};

class Steps final : public SteadyStateRunner {
public:
    Steps(SteadyStateTask task, const SteadyStateSize& size) : task_(task) {
        switch (task) {
            case SteadyStateTask::SleepingWorld: {
                const b2WorldId world = add_world({0.0f, -10.0f});
                for (int i = 0; i < size.sleepers; ++i) {
                    add_box(world, b2_dynamicBody, grid_place(i, 300), false);
                }
                break;
            }
            case SteadyStateTask::OneAmongStatic: {
                const b2WorldId world = add_world({0.0f, 0.0f});
                add_grid(world, b2_staticBody, size.static_side);
                subject_ = add_box(world, b2_dynamicBody, {{1.0f, 1.0f}, 0.0f});
                b2Body_EnableSleep(subject_, false);
                b2Body_SetLinearVelocity(subject_, {3.0f, 2.0f});
                break;
            }
            case SteadyStateTask::SmallWorlds: add_small_worlds(size.worlds); break;
            case SteadyStateTask::MoveStatic:
                bodies_ = add_grid(add_world({0.0f, 0.0f}), b2_staticBody, size.moving_side);
                side_ = size.moving_side;
                break;
            case SteadyStateTask::KinematicShapes: add_kinematic(size.shapes); break;
            case SteadyStateTask::Sensors: add_sensors(size.sensors); break;
            default: add_pile(size.pile_side);
        }
        for (const OwnedWorld& world : worlds_) {
            world.step();
        }
        inside_ = newly_inside();
    }

    void run() override {
        if (task_ == SteadyStateTask::MoveStatic) {
            turn_ = -turn_;
            for (std::size_t i = 0; i < bodies_.size(); i += 10) {
                const SteadyStatePlace place = grid_place(static_cast<int>(i), side_);
                b2Body_SetTransform(bodies_[i], {place.position.x + turn_, place.position.y},
                                    b2MakeRot(place.angle));
            }
        } else if (task_ == SteadyStateTask::WakePile) {
            b2Body_SetAwake(subject_, true);
        } else if (task_ == SteadyStateTask::Sensors && ++steps_ % steps_one_way == 0) {
            send_back();
        }
        for (const OwnedWorld& world : worlds_) {
            world.step();
        }
        answer_ = static_cast<double>(b2World_GetAwakeBodyCount(worlds_.front().id()));
        if (task_ == SteadyStateTask::WakePile) {
            b2Body_SetAwake(subject_, false);
        } else if (task_ == SteadyStateTask::Sensors) {
            answer_ = inside_ += newly_inside();
        }
    }

private:
    b2WorldId add_world(b2Vec2 gravity, bool sleeping = true) {
        return worlds_.emplace_back(gravity, sleeping).id();
    }
    static void add_ground(b2WorldId world, float half) {
        const b2BodyDef definition = b2DefaultBodyDef();
        const b2BodyId ground = b2CreateBody(world, &definition);
        const b2ShapeDef shape = b2DefaultShapeDef();
        const b2Segment segment{{-half, 0.0f}, {half, 0.0f}};
        b2CreateSegmentShape(ground, &shape, &segment);
    }
    void add_small_worlds(int count) {
        worlds_.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) {
            const b2WorldId world = add_world({0.0f, -10.0f}, false);
            add_ground(world, 20.0f);
            for (int k = 0; k < small_world_boxes; ++k) {
                add_box(world, b2_dynamicBody, small_world_place(k));
            }
        }
    }
    void add_kinematic(int shapes) {
        const b2WorldId world = add_world({0.0f, -10.0f}, false);
        b2BodyDef definition = b2DefaultBodyDef();
        definition.type = b2_kinematicBody;
        definition.angularVelocity = 0.01f;
        const b2BodyId body = b2CreateBody(world, &definition);
        const b2ShapeDef shape = b2DefaultShapeDef();
        for (int i = 0; i < shapes; ++i) {
            const float x = static_cast<float>(i - shapes / 2);
            const b2Polygon box = b2MakeOffsetBox(0.5f, 0.1f, {x, 0.0f}, b2Rot_identity);
            b2CreatePolygonShape(body, &shape, &box);
        }
        for (int i = 0; i < kinematic_riders; ++i) {
            add_box(world, b2_dynamicBody, rider_place(i));
        }
    }
    void add_sensors(int count) {
        const b2WorldId world = add_world({0.0f, 0.0f});
        b2ShapeDef shape = b2DefaultShapeDef();
        shape.enableSensorEvents = true;
        shape.isSensor = true;
        shape.filter.categoryBits = 1;
        shape.filter.maskBits = 2;
        const b2Polygon box = b2MakeBox(0.5f, 0.5f);
        b2BodyDef definition = b2DefaultBodyDef();
        for (int i = 0; i < count; ++i) {
            const SteadyStatePlace place = sensor_place(i);
            definition.position = to_b2(place.position);
            definition.rotation = b2MakeRot(place.angle);
            b2CreatePolygonShape(b2CreateBody(world, &definition), &shape, &box);
        }
        shape.isSensor = false;
        shape.filter.categoryBits = 2;
        shape.filter.maskBits = 1;
        const b2Circle disc{{0.0f, 0.0f}, visitor_radius};
        definition = b2DefaultBodyDef();
        definition.type = b2_dynamicBody;
        definition.linearVelocity = {visitor_speed, 0.0f};
        for (int i = 0; i < count; ++i) {
            definition.position = to_b2(visitor_place(i));
            bodies_.push_back(b2CreateBody(world, &definition));
            b2CreateCircleShape(bodies_.back(), &shape, &disc);
        }
    }
    void send_back() {
        for (const b2BodyId body : bodies_) {
            const b2Vec2 velocity = b2Body_GetLinearVelocity(body);
            b2Body_SetLinearVelocity(body, {-velocity.x, -velocity.y});
        }
    }
    [[nodiscard]] double newly_inside() const {
        const b2SensorEvents events = b2World_GetSensorEvents(worlds_.front().id());
        return static_cast<double>(events.beginCount) - static_cast<double>(events.endCount);
    }
    void add_pile(int side) {
        const b2WorldId world = add_world({0.0f, -10.0f});
        add_ground(world, 100.0f);
        for (const scenes::Point& place : pyramid_places(side)) {
            subject_ = add_box(world, b2_dynamicBody, {place, 0.0f});
        }
        for (int i = 0; i < pile_steps; ++i) {
            worlds_.front().step();
        }
        b2Body_SetAwake(subject_, false);
    }

    SteadyStateTask task_;
    std::vector<OwnedWorld> worlds_;
    std::vector<b2BodyId> bodies_;
    b2BodyId subject_{};
    int side_ = 0;
    float turn_ = 0.2f;
    int steps_ = 0;
    double inside_ = 0.0;
};

}  // namespace

std::unique_ptr<SteadyStateRunner> make_box2d3_steady_state(SteadyStateTask task,
                                                            const SteadyStateSize& size) {
    if (is_digging(task)) {
        return make_box2d3_digging(task, size);
    }
    return task == SteadyStateTask::Characters ? make_box2d3_characters(size)
                                               : make_steady_state<Making, Steps, Queries>(task, size);
}

}  // namespace bench
