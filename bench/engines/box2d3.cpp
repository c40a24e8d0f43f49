#include "engine.h"

#include <box2d/box2d.h>
#include <box2d/constants.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bench {
namespace {

using scenes::BodyNumber;

b2Vec2 to_b2(scenes::Point p) { return {p.x, p.y}; }

b2BodyType to_type(scenes::BodyKind kind) {
    switch (kind) {
        case scenes::BodyKind::Kinematic: return b2_kinematicBody;
        case scenes::BodyKind::Dynamic: return b2_dynamicBody;
        case scenes::BodyKind::Static: break;
    }
    return b2_staticBody;
}

b2Polygon to_polygon(const scenes::PolygonShape& polygon) {
    if (const auto half = as_centered_box(polygon)) {
        return b2MakeBox(half->x, half->y);
    }
    b2Vec2 points[B2_MAX_POLYGON_VERTICES];
    int count = 0;
    for (const scenes::Point& vertex : polygon.vertices) {
        points[count++] = to_b2(vertex);
    }
    const b2Hull hull = b2ComputeHull(points, count);
    return b2MakePolygon(&hull, polygon.radius);
}

/// Visitor that creates a shape.
struct ShapeMaker {
    b2BodyId body;
    const b2ShapeDef& definition;

    void operator()(const scenes::CircleShape& circle) const {
        const b2Circle shape{to_b2(circle.center), circle.radius};
        b2CreateCircleShape(body, &definition, &shape);
    }
    void operator()(const scenes::CapsuleShape& capsule) const {
        const b2Capsule shape{to_b2(capsule.a), to_b2(capsule.b), capsule.radius};
        b2CreateCapsuleShape(body, &definition, &shape);
    }
    void operator()(const scenes::SegmentShape& segment) const {
        const b2Segment shape{to_b2(segment.a), to_b2(segment.b)};
        b2CreateSegmentShape(body, &definition, &shape);
    }
    void operator()(const scenes::PolygonShape& polygon) const {
        const b2Polygon shape = to_polygon(polygon);
        b2CreatePolygonShape(body, &definition, &shape);
    }
};

b2Rot to_rotation(scenes::Point axis) { return {axis.x, axis.y}; }

/// Visitor that creates a joint; returns the null id if the engine does not have this kind. Springs without a
/// frequency of their own stay off.
struct JointMaker {
    b2WorldId world;
    const scenes::JointDescription& description;
    b2BodyId body_a;
    b2BodyId body_b;

    b2JointId operator()(const scenes::RevoluteJoint& joint) const {
        b2RevoluteJointDef definition = b2DefaultRevoluteJointDef();
        fill(definition.base);
        definition.base.localFrameA.q = b2MakeRot(joint.reference_angle);
        if (joint.limit) {
            definition.enableLimit = true;
            definition.lowerAngle = joint.limit->lower;
            definition.upperAngle = joint.limit->upper;
        }
        if (joint.motor) {
            definition.enableMotor = true;
            definition.motorSpeed = joint.motor->speed;
            definition.maxMotorTorque = joint.motor->maximum;
        }
        if (joint.spring) {
            set_spring(definition, *joint.spring);
            definition.targetAngle = joint.spring->target;
        }
        return b2CreateRevoluteJoint(world, &definition);
    }
    /// Enables a spring of 0 Hz, which has no effect: without a spring, the engine ignores the limit.
    b2JointId operator()(const scenes::DistanceJoint& joint) const {
        b2DistanceJointDef definition = b2DefaultDistanceJointDef();
        fill(definition.base);
        definition.length = joint.spring ? joint.spring->target : joint.length;
        definition.enableSpring = joint.spring || joint.limit;
        definition.hertz = 0.0f;
        if (joint.spring) {
            set_spring(definition, *joint.spring);
        }
        if (joint.limit) {
            definition.enableLimit = true;
            definition.minLength = joint.limit->lower;
            definition.maxLength = joint.limit->upper;
        }
        return b2CreateDistanceJoint(world, &definition);
    }
    b2JointId operator()(const scenes::PrismaticJoint& joint) const {
        b2PrismaticJointDef definition = b2DefaultPrismaticJointDef();
        fill(definition.base);
        definition.base.localFrameA.q = to_rotation(joint.axis);
        definition.base.localFrameB.q =
            b2InvMulRot(b2MakeRot(joint.reference_angle), definition.base.localFrameA.q);
        set_translation(definition, joint.limit);
        if (joint.motor) {
            definition.enableMotor = true;
            definition.motorSpeed = joint.motor->speed;
            definition.maxMotorForce = joint.motor->maximum;
        }
        if (joint.spring) {
            set_spring(definition, *joint.spring);
            definition.targetTranslation = joint.spring->target;
        }
        return b2CreatePrismaticJoint(world, &definition);
    }
    /// Refuses a spring with a target other than 0, which the engine cannot represent.
    b2JointId operator()(const scenes::WheelJoint& joint) const {
        if (joint.spring && joint.spring->target != 0.0f) {
            return b2_nullJointId;
        }
        b2WheelJointDef definition = b2DefaultWheelJointDef();
        fill(definition.base);
        definition.base.localFrameA.q = to_rotation(joint.axis);
        set_translation(definition, joint.limit);
        definition.enableSpring = false;
        if (joint.motor) {
            definition.enableMotor = true;
            definition.motorSpeed = joint.motor->speed;
            definition.maxMotorTorque = joint.motor->maximum;
        }
        if (joint.spring) {
            set_spring(definition, *joint.spring);
        }
        return b2CreateWheelJoint(world, &definition);
    }
    b2JointId operator()(const scenes::WeldJoint& joint) const {
        b2WeldJointDef definition = b2DefaultWeldJointDef();
        fill(definition.base);
        definition.base.localFrameA.q = b2MakeRot(joint.reference_angle);
        return b2CreateWeldJoint(world, &definition);
    }
    b2JointId operator()(const scenes::GearJoint& /*joint*/) const { return b2_nullJointId; }
    b2JointId operator()(const scenes::PulleyJoint& /*joint*/) const { return b2_nullJointId; }

private:
    void fill(b2JointDef& base) const {
        base.bodyIdA = body_a;
        base.bodyIdB = body_b;
        base.localFrameA.p = to_b2(description.anchor_a);
        base.localFrameB.p = to_b2(description.anchor_b);
        base.collideConnected = description.collide_connected;
    }
    template <class Definition>
    static void set_spring(Definition& definition, const scenes::JointSpring& spring) {
        definition.enableSpring = true;
        definition.hertz = spring.frequency;
        definition.dampingRatio = spring.damping_ratio;
    }
    template <class Definition>
    static void set_translation(Definition& definition, const std::optional<scenes::JointLimit>& limit) {
        if (limit) {
            definition.enableLimit = true;
            definition.lowerTranslation = limit->lower;
            definition.upperTranslation = limit->upper;
        }
    }
};

class Box2d3Keeper final : public StateKeeper {
public:
    explicit Box2d3Keeper(const b2WorldId& world) : world_(world) {}

    /// Writes into the memory of the earlier frame if that is large enough, as nearly always.
    void save(int number, std::optional<int> /*base*/) override {
        std::vector<std::uint8_t>& frame = frames_[static_cast<std::size_t>(number)];
        int size = b2World_Snapshot(world_, frame.data(), static_cast<int>(frame.size()));
        if (size > static_cast<int>(frame.size()) || frame.empty()) {
            frame.resize(static_cast<std::size_t>(size));
            size = b2World_Snapshot(world_, frame.data(), size);
        }
        sizes_[static_cast<std::size_t>(number)] = size;
    }
    void restore(int number) override {
        const auto place = static_cast<std::size_t>(number);
        b2World_Restore(world_, frames_[place].data(), sizes_[place]);
    }
    [[nodiscard]] std::size_t bytes(int number) const override {
        return static_cast<std::size_t>(sizes_[static_cast<std::size_t>(number)]);
    }
    [[nodiscard]] std::size_t own_bytes(int number) const override { return bytes(number); }

private:
    const b2WorldId& world_;
    std::array<std::vector<std::uint8_t>, state_frames> frames_;
    std::array<int, state_frames> sizes_{};
};

class Box2d3Engine final : public Engine {
public:
    Box2d3Engine(const scenes::WorldSettings& settings, const EngineOptions& options)
        : settings_(settings), bytes_before_(b2GetByteCount()) {
        b2WorldDef definition = b2DefaultWorldDef();
        definition.gravity = to_b2(settings.gravity);
        definition.enableSleep = settings.sleeping;
        definition.workerCount = options.threads;
        world_ = b2CreateWorld(&definition);
    }
    ~Box2d3Engine() override { b2DestroyWorld(world_); }
    Box2d3Engine(const Box2d3Engine&) = delete;
    Box2d3Engine& operator=(const Box2d3Engine&) = delete;

    BodyNumber create_body(const scenes::BodyDescription& body) override {
        b2BodyDef definition = b2DefaultBodyDef();
        definition.type = to_type(body.kind);
        definition.position = {body.position.x, body.position.y};
        definition.rotation = b2MakeRot(body.angle);
        definition.linearVelocity = to_b2(body.velocity);
        definition.angularVelocity = body.angular_velocity;
        definition.linearDamping = body.linear_damping;
        definition.sleepThreshold = body.sleep_speed;
        definition.enableSleep = body.can_sleep;
        definition.isAwake = body.awake || !settings_.sleeping;
        definition.isBullet = body.bullet;
        bodies_.push_back(b2CreateBody(world_, &definition));
        return static_cast<BodyNumber>(bodies_.size()) - 1;
    }

    void create_shape(BodyNumber body, const scenes::ShapeDescription& shape) override {
        b2ShapeDef definition = b2DefaultShapeDef();
        definition.density = shape.density;
        definition.material.friction = shape.friction;
        definition.material.restitution = shape.restitution;
        definition.enableHitEvents = shape.hit_events;
        definition.filter.categoryBits = shape.category;
        definition.filter.maskBits = shape.mask;
        definition.filter.groupIndex = shape.group;
        std::visit(ShapeMaker{id(body), definition}, shape.shape);
    }

    void add_box(BodyNumber body, scenes::Point half) override {
        const scenes::ShapeDescription surface{};
        b2ShapeDef definition = b2DefaultShapeDef();
        definition.density = surface.density;
        definition.material.friction = surface.friction;
        const b2Polygon box = b2MakeBox(half.x, half.y);
        b2CreatePolygonShape(id(body), &definition, &box);
    }

    bool add_chain(BodyNumber body, std::span<const scenes::Point> points,
                   const scenes::ShapeDescription& surface) override {
        make_chain(body, points, surface, false);
        return true;
    }
    void create_loop(BodyNumber body, std::span<const scenes::Point> points,
                     scenes::ShapeDescription surface) override {
        make_chain(body, points, surface, true);
    }
    scenes::JointNumber create_joint(const scenes::JointDescription& joint) override {
        // A gear joint names joints, not bodies.
        const bool joins = joint.body_a >= 0 && joint.body_b >= 0;
        const b2JointId made =
            joins ? std::visit(JointMaker{world_, joint, id(joint.body_a), id(joint.body_b)}, joint.joint)
                  : b2_nullJointId;
        return B2_IS_NULL(made) ? scenes::no_joint : joint_count_++;
    }

    void destroy_body(BodyNumber body) override {
        b2DestroyBody(id(body));
        bodies_[static_cast<std::size_t>(body)] = b2_nullBodyId;
    }
    void set_target_pose(BodyNumber body, scenes::Point position, float angle, float time_step) override {
        b2Body_SetTargetTransform(id(body), {{position.x, position.y}, b2MakeRot(angle)}, time_step, true);
    }
    void set_velocity(BodyNumber body, scenes::Point velocity, float angular_velocity) override {
        b2Body_SetLinearVelocity(id(body), to_b2(velocity));
        b2Body_SetAngularVelocity(id(body), angular_velocity);
    }

    [[nodiscard]] std::string version() const override {
        const b2Version version = b2GetVersion();
        return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
               std::to_string(version.revision);
    }
    [[nodiscard]] std::string configuration() const override {
        return std::to_string(settings_.sub_steps) + " sub-steps";
    }
    [[nodiscard]] Capabilities capabilities() const override { return {.max_threads = B2_MAX_WORKERS}; }

    void step(float time_step, int sub_steps) override { b2World_Step(world_, time_step, sub_steps); }

    [[nodiscard]] scenes::WorldPose pose(BodyNumber body) const override {
        const b2WorldTransform transform = b2Body_GetTransform(id(body));
        return {transform.p.x, transform.p.y, transform.q.c, transform.q.s};
    }
    [[nodiscard]] Motion motion(BodyNumber body) const override {
        const b2Vec2 velocity = b2Body_GetLinearVelocity(id(body));
        return {velocity.x, velocity.y, b2Body_GetAngularVelocity(id(body))};
    }
    [[nodiscard]] bool awake(BodyNumber body) const override { return b2Body_IsAwake(id(body)); }
    [[nodiscard]] int touching_contacts() const override {
        int sides = 0;
        std::vector<b2ContactData> contacts;
        for (const b2BodyId body : bodies_) {
            if (B2_IS_NON_NULL(body)) {
                contacts.resize(static_cast<std::size_t>(b2Body_GetContactCapacity(body)));
                sides += b2Body_GetContactData(body, contacts.data(), static_cast<int>(contacts.size()));
            }
        }
        return sides / 2;
    }
    [[nodiscard]] std::optional<int> pairs() const override {
        return b2World_GetCounters(world_).contactCount;
    }
    /// Returns the library's count for all worlds, less its count before this world was created.
    [[nodiscard]] std::optional<std::size_t> bytes() const override {
        return static_cast<std::size_t>(b2GetByteCount() - bytes_before_);
    }
    [[nodiscard]] std::vector<StageTime> stages() const override;
    [[nodiscard]] StateKeeper* state_keeper() override { return &keeper_; }

private:
    [[nodiscard]] b2BodyId id(BodyNumber body) const { return bodies_[static_cast<std::size_t>(body)]; }

    void make_chain(BodyNumber body, std::span<const scenes::Point> points,
                    const scenes::ShapeDescription& surface, bool loop) {
        std::vector<b2Vec2> vertices(points.size());
        std::transform(points.begin(), points.end(), vertices.begin(), to_b2);
        b2SurfaceMaterial material = b2DefaultSurfaceMaterial();
        material.friction = surface.friction;
        material.restitution = surface.restitution;
        b2ChainDef definition = b2DefaultChainDef();
        definition.points = vertices.data();
        definition.count = static_cast<int>(vertices.size());
        definition.isLoop = loop;
        definition.materials = &material;
        definition.materialCount = 1;
        b2CreateChain(id(body), &definition);
    }

    scenes::WorldSettings settings_;
    std::int64_t bytes_before_ = 0;
    b2WorldId world_{};
    std::vector<b2BodyId> bodies_;
    scenes::JointNumber joint_count_ = 0;
    Box2d3Keeper keeper_{world_};
};

/// Returns the stages that run one after the other. The splitting of islands runs in parallel with them and
/// is left out.
std::vector<StageTime> Box2d3Engine::stages() const {
    const b2Profile profile = b2World_GetProfile(world_);
    return {{"pairs", profile.pairs},
            {"collide", profile.collide},
            {"solver setup", profile.solverSetup},
            {"prepare", profile.prepareConstraints},
            {"integrate velocities", profile.integrateVelocities},
            {"warm start", profile.warmStart},
            {"solve", profile.solveImpulses},
            {"integrate positions", profile.integratePositions},
            {"relax", profile.relaxImpulses},
            {"restitution", profile.applyRestitution},
            {"store impulses", profile.storeImpulses},
            {"transforms", profile.transforms},
            {"hit events", profile.hitEvents},
            {"refit", profile.refit},
            {"bullets", profile.bullets},
            {"sleep islands", profile.sleepIslands},
            {"sensors", profile.sensors}};
}

}  // namespace

std::unique_ptr<Engine> make_box2d3(const scenes::WorldSettings& settings, const EngineOptions& options) {
    return std::make_unique<Box2d3Engine>(settings, options);
}

}  // namespace bench
