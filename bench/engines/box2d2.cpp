#include "engine.h"

#include <box2d/box2d.h>

#include <cmath>
#include <string>
#include <utility>

namespace bench {
namespace {

using scenes::BodyNumber;
using scenes::Point;

b2Vec2 to_b2(Point p) { return {p.x, p.y}; }

b2BodyType to_type(scenes::BodyKind kind) {
    switch (kind) {
        case scenes::BodyKind::Kinematic: return b2_kinematicBody;
        case scenes::BodyKind::Dynamic: return b2_dynamicBody;
        case scenes::BodyKind::Static: break;
    }
    return b2_staticBody;
}

/// Returns the polygon with every edge moved outward by the radius and sharp corners: this engine has no
/// rounded polygons.
scenes::PolygonShape grow(const scenes::PolygonShape& polygon) {
    const std::vector<Point>& points = polygon.vertices;
    const std::size_t count = points.size();
    const auto normal = [&](std::size_t edge) {
        const Point from = points[edge % count];
        const Point to = points[(edge + 1) % count];
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        return Point{(to.y - from.y) / length, (from.x - to.x) / length};
    };
    scenes::PolygonShape grown;
    for (std::size_t i = 0; i < count; ++i) {
        const Point before = normal(i + count - 1);
        const Point after = normal(i);
        const float scale = polygon.radius / (1.0f + before.x * after.x + before.y * after.y);
        grown.vertices.push_back(
            {points[i].x + scale * (before.x + after.x), points[i].y + scale * (before.y + after.y)});
    }
    return grown;
}

/// Visitor that creates the fixtures of a shape.
struct FixtureMaker {
    b2Body* body;
    b2FixtureDef definition;

    void operator()(const scenes::CircleShape& circle) { add_circle(circle.center, circle.radius); }

    /// Creates a box with a circle at each end. Half of each circle lies in the box: half the density gives
    /// the mass.
    void operator()(const scenes::CapsuleShape& capsule) {
        const float dx = capsule.b.x - capsule.a.x;
        const float dy = capsule.b.y - capsule.a.y;
        const float length = std::hypot(dx, dy);
        if (!(length > 0.0f)) {
            add_circle(capsule.a, capsule.radius);
            return;
        }
        b2PolygonShape middle;
        middle.SetAsBox(0.5f * length, capsule.radius,
                        {0.5f * (capsule.a.x + capsule.b.x), 0.5f * (capsule.a.y + capsule.b.y)},
                        std::atan2(dy, dx));
        add(middle);
        definition.density *= 0.5f;
        add_circle(capsule.a, capsule.radius);
        add_circle(capsule.b, capsule.radius);
    }

    void operator()(const scenes::SegmentShape& segment) {
        b2EdgeShape edge;
        edge.SetTwoSided(to_b2(segment.a), to_b2(segment.b));
        add(edge);
    }

    void operator()(const scenes::PolygonShape& polygon) {
        b2PolygonShape shape;
        if (const auto half = as_centered_box(polygon)) {
            shape.SetAsBox(half->x, half->y);
        } else {
            const scenes::PolygonShape sharp = polygon.radius > 0.0f ? grow(polygon) : polygon;
            b2Vec2 points[b2_maxPolygonVertices];
            int32 count = 0;
            for (const Point& vertex : sharp.vertices) {
                points[count++] = to_b2(vertex);
            }
            shape.Set(points, count);
        }
        add(shape);
    }

private:
    void add_circle(Point center, float radius) {
        b2CircleShape shape;
        shape.m_p = to_b2(center);
        shape.m_radius = radius;
        add(shape);
    }
    void add(const b2Shape& shape) {
        definition.shape = &shape;
        body->CreateFixture(&definition);
    }
};

/// Visitor that creates a joint; returns null if the engine does not have this kind.
struct JointMaker {
    b2World& world;
    const scenes::JointDescription& description;
    b2Body* body_a;
    b2Body* body_b;

    /// Ignores springs: hinges have none in this engine.
    b2Joint* operator()(const scenes::RevoluteJoint& joint) {
        b2RevoluteJointDef definition;
        definition.referenceAngle = joint.reference_angle;
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
        return make(definition);
    }
    /// A distance joint with limits only has neither stiffness nor equal limits.
    b2Joint* operator()(const scenes::DistanceJoint& joint) {
        b2DistanceJointDef definition;
        definition.length = joint.spring ? joint.spring->target : joint.length;
        if (joint.spring) {
            b2LinearStiffness(definition.stiffness, definition.damping, joint.spring->frequency,
                              joint.spring->damping_ratio, body_a, body_b);
        }
        if (joint.limit) {
            definition.minLength = joint.limit->lower;
            definition.maxLength = joint.limit->upper;
        } else if (!joint.spring) {
            definition.minLength = joint.length;
            definition.maxLength = joint.length;
        }
        return make(definition);
    }
    b2Joint* operator()(const scenes::PrismaticJoint& joint) {
        if (joint.spring) {
            return nullptr;
        }
        b2PrismaticJointDef definition;
        definition.localAxisA = to_b2(joint.axis);
        definition.referenceAngle = joint.reference_angle;
        if (joint.limit) {
            definition.enableLimit = true;
            definition.lowerTranslation = joint.limit->lower;
            definition.upperTranslation = joint.limit->upper;
        }
        if (joint.motor) {
            definition.enableMotor = true;
            definition.motorSpeed = joint.motor->speed;
            definition.maxMotorForce = joint.motor->maximum;
        }
        return make(definition);
    }
    b2Joint* operator()(const scenes::WeldJoint& joint) {
        b2WeldJointDef definition;
        definition.referenceAngle = joint.reference_angle;
        return make(definition);
    }
    template <class Other>
    b2Joint* operator()(const Other& /*joint*/) {
        return nullptr;
    }

private:
    template <class Definition>
    b2Joint* make(Definition& definition) {
        definition.bodyA = body_a;
        definition.bodyB = body_b;
        definition.localAnchorA = to_b2(description.anchor_a);
        definition.localAnchorB = to_b2(description.anchor_b);
        definition.collideConnected = description.collide_connected;
        return world.CreateJoint(&definition);
    }
};

class Box2d2Engine final : public Engine {
public:
    Box2d2Engine(const scenes::WorldSettings& settings, EngineOptions options)
        : options_(std::move(options)), sleeping_(settings.sleeping), world_(to_b2(settings.gravity)) {
        world_.SetAllowSleeping(settings.sleeping);
    }

    BodyNumber create_body(const scenes::BodyDescription& body) override {
        b2BodyDef definition;
        definition.type = to_type(body.kind);
        definition.position = to_b2(body.position);
        definition.angle = body.angle;
        definition.linearVelocity = to_b2(body.velocity);
        definition.angularVelocity = body.angular_velocity;
        definition.linearDamping = body.linear_damping;
        definition.allowSleep = body.can_sleep;
        definition.awake = body.awake || !sleeping_;
        definition.bullet = body.bullet;
        bodies_.push_back(world_.CreateBody(&definition));
        return static_cast<BodyNumber>(bodies_.size()) - 1;
    }

    /// Truncates the filter: categories, masks and groups have 16 bits in this engine.
    void create_shape(BodyNumber body, const scenes::ShapeDescription& shape) override {
        b2FixtureDef definition;
        definition.density = shape.density;
        definition.friction = shape.friction;
        definition.restitution = shape.restitution;
        definition.filter.categoryBits = static_cast<uint16>(shape.category);
        definition.filter.maskBits = static_cast<uint16>(shape.mask);
        definition.filter.groupIndex = static_cast<int16>(shape.group);
        std::visit(FixtureMaker{at(body), definition}, shape.shape);
    }

    void add_box(BodyNumber body, Point half) override {
        const scenes::ShapeDescription surface{};
        b2PolygonShape shape;
        shape.SetAsBox(half.x, half.y);
        b2FixtureDef definition;
        definition.shape = &shape;
        definition.density = surface.density;
        definition.friction = surface.friction;
        at(body)->CreateFixture(&definition);
    }

    bool add_chain(BodyNumber body, std::span<const Point> points,
                   const scenes::ShapeDescription& surface) override {
        std::vector<b2Vec2> vertices(points.size());
        std::transform(points.begin(), points.end(), vertices.begin(), to_b2);
        b2ChainShape chain;
        const auto inner = static_cast<int32>(vertices.size()) - 2;
        chain.CreateChain(vertices.data() + 1, inner, vertices.front(), vertices.back());
        add_chain_fixture(body, chain, surface);
        return true;
    }
    void create_loop(BodyNumber body, std::span<const Point> points,
                     scenes::ShapeDescription surface) override {
        std::vector<b2Vec2> vertices(points.size());
        std::transform(points.begin(), points.end(), vertices.begin(), to_b2);
        b2ChainShape chain;
        chain.CreateLoop(vertices.data(), static_cast<int32>(vertices.size()));
        add_chain_fixture(body, chain, surface);
    }
    scenes::JointNumber create_joint(const scenes::JointDescription& joint) override {
        // A gear joint names joints, not bodies.
        if (joint.body_a < 0 || joint.body_b < 0) {
            return scenes::no_joint;
        }
        JointMaker maker{world_, joint, at(joint.body_a), at(joint.body_b)};
        return std::visit(maker, joint.joint) != nullptr ? joint_count_++ : scenes::no_joint;
    }

    void destroy_body(BodyNumber body) override {
        world_.DestroyBody(at(body));
        bodies_[static_cast<std::size_t>(body)] = nullptr;
    }
    void set_target_pose(BodyNumber body, Point position, float angle, float time_step) override {
        const b2Vec2 way = to_b2(position) - at(body)->GetPosition();
        at(body)->SetLinearVelocity((1.0f / time_step) * way);
        at(body)->SetAngularVelocity(std::remainder(angle - at(body)->GetAngle(), 2.0f * b2_pi) / time_step);
    }
    void set_velocity(BodyNumber body, Point velocity, float angular_velocity) override {
        at(body)->SetLinearVelocity(to_b2(velocity));
        at(body)->SetAngularVelocity(angular_velocity);
    }

    [[nodiscard]] std::string version() const override {
        return std::to_string(b2_version.major) + "." + std::to_string(b2_version.minor) + "." +
               std::to_string(b2_version.revision);
    }
    [[nodiscard]] std::string configuration() const override {
        return std::to_string(options_.velocity_iterations) + " velocity and " +
               std::to_string(options_.position_iterations) + " position iterations";
    }
    [[nodiscard]] Capabilities capabilities() const override {
        return {.hit_events = false,
                .capsules = false,
                .rounded_polygons = false,
                .sleep_speeds = false,
                .hinge_springs = false};
    }

    /// Ignores the sub-steps: this engine has iterations instead.
    void step(float time_step, int /*sub_steps*/) override {
        world_.Step(time_step, options_.velocity_iterations, options_.position_iterations);
    }

    [[nodiscard]] scenes::WorldPose pose(BodyNumber body) const override {
        const b2Transform& transform = at(body)->GetTransform();
        return {transform.p.x, transform.p.y, transform.q.c, transform.q.s};
    }
    [[nodiscard]] Motion motion(BodyNumber body) const override {
        const b2Vec2 velocity = at(body)->GetLinearVelocity();
        return {velocity.x, velocity.y, at(body)->GetAngularVelocity()};
    }
    [[nodiscard]] bool awake(BodyNumber body) const override { return at(body)->IsAwake(); }
    [[nodiscard]] int touching_contacts() const override {
        int touching = 0;
        for (const b2Contact* contact = world_.GetContactList(); contact != nullptr;
             contact = contact->GetNext()) {
            touching += contact->IsTouching() ? 1 : 0;
        }
        return touching;
    }
    [[nodiscard]] std::optional<int> pairs() const override { return world_.GetContactCount(); }

private:
    [[nodiscard]] b2Body* at(BodyNumber body) const { return bodies_[static_cast<std::size_t>(body)]; }

    void add_chain_fixture(BodyNumber body, const b2ChainShape& chain,
                           const scenes::ShapeDescription& surface) {
        b2FixtureDef definition;
        definition.shape = &chain;
        definition.friction = surface.friction;
        definition.restitution = surface.restitution;
        at(body)->CreateFixture(&definition);
    }

    EngineOptions options_;
    bool sleeping_;
    b2World world_;
    std::vector<b2Body*> bodies_;
    scenes::JointNumber joint_count_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_box2d2(const scenes::WorldSettings& settings, const EngineOptions& options) {
    return std::make_unique<Box2d2Engine>(settings, options);
}

}  // namespace bench
