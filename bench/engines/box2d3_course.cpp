#include "course/course.h"

#include <box2d/box2d.h>

#include <array>
#include <cfloat>
#include <vector>

namespace bench {
namespace {

/// Values of the character of Box2D's sample: spring to the ground, and where a ray may end.
constexpr float pogo_rest_length = 0.9f;
constexpr float pogo_frequency = 5.0f;
constexpr float pogo_damping_ratio = 0.8f;
constexpr float pogo_min_normal = 0.7f;

struct PogoPlanes {
    std::array<b2CollisionPlane, 16> planes{};
    std::array<b2ShapeId, 16> shapes{};
    std::array<b2Vec2, 16> points{};
    int count = 0;
};

bool keep_pogo_plane(b2ShapeId shape, const b2PlaneResult* result, void* context) {
    PogoPlanes& planes = *static_cast<PogoPlanes*>(context);
    const auto i = static_cast<std::size_t>(planes.count);
    if (result->hit && i < planes.planes.size()) {
        planes.planes[i] = {result->plane, FLT_MAX, 0.0f, true};
        planes.shapes[i] = shape;
        planes.points[i] = result->point;
        ++planes.count;
    }
    return true;
}

class Box2dCourse final : public CourseRunner {
public:
    Box2dCourse() {
        b2WorldDef world = b2DefaultWorldDef();
        world.gravity = {0.0f, -course_gravity};
        world_ = b2CreateWorld(&world);
    }
    ~Box2dCourse() override { b2DestroyWorld(world_); }
    Box2dCourse(const Box2dCourse&) = delete;
    Box2dCourse& operator=(const Box2dCourse&) = delete;

    int add(const CourseShape& shape) override {
        b2BodyDef body = b2DefaultBodyDef();
        body.type = shape.kind == CourseBody::Static      ? b2_staticBody
                    : shape.kind == CourseBody::Kinematic ? b2_kinematicBody
                                                          : b2_dynamicBody;
        body.position = {shape.center.x, shape.center.y};
        body.rotation = b2MakeRot(shape.angle);
        body.enableSleep = false;
        const b2BodyId id = b2CreateBody(world_, &body);
        b2ShapeDef definition = b2DefaultShapeDef();
        definition.density = shape.density;
        definition.material.friction = 0.6f;
        definition.material.tangentSpeed = shape.belt_speed;
        if (shape.radius > 0.0f) {
            const b2Circle circle{{0.0f, 0.0f}, shape.radius};
            b2CreateCircleShape(id, &definition, &circle);
        } else {
            const b2Polygon box = b2MakeBox(shape.half.x, shape.half.y);
            b2CreatePolygonShape(id, &definition, &box);
        }
        bodies_.push_back(id);
        return static_cast<int>(bodies_.size()) - 1;
    }
    void set_velocity(int body, scenes::Point velocity, float spin) override {
        b2Body_SetLinearVelocity(bodies_[static_cast<std::size_t>(body)], {velocity.x, velocity.y});
        b2Body_SetAngularVelocity(bodies_[static_cast<std::size_t>(body)], spin);
    }
    void start(scenes::Point position) override { position_ = {position.x, position.y}; }
    void step(float time_step, const CourseInput& input) override {
        b2World_Step(world_, time_step, 4);
        velocity_.x = input.speed;
        find_ground(time_step, input);
        const b2Vec2 wanted = b2MulAdd(b2MulSV(time_step, velocity_), time_step * pogo_speed_, {0.0f, 1.0f});
        move(b2Add(position_, wanted));
        push_bodies();
        velocity_ = b2ClipVector(velocity_, planes_.planes.data(), planes_.count);
    }
    [[nodiscard]] scenes::WorldPose pose(int body) const override {
        const b2BodyId id = bodies_[static_cast<std::size_t>(body)];
        const b2Vec2 place = b2Body_GetPosition(id);
        const b2Rot rotation = b2Body_GetRotation(id);
        return {place.x, place.y, rotation.c, rotation.s};
    }
    [[nodiscard]] scenes::Point position() const override { return {position_.x, position_.y}; }

private:
    /// Casts a ray from the lower end of the capsule, and lets its spring hold the character above the hit.
    void find_ground(float time_step, const CourseInput& input) {
        const float reach = on_ground_ ? 2.0f * pogo_rest_length : pogo_rest_length;
        const b2Vec2 origin{position_.x, position_.y - course_half_length};
        const b2RayResult below = b2World_CastRayClosest(world_, origin, {0.0f, -reach}, filter_);
        const bool has_ground = below.hit && below.normal.y > pogo_min_normal;
        on_ground_ = has_ground && (on_ground_ || velocity_.y <= 0.01f);
        if (on_ground_ && input.jump) {
            velocity_.y = course_jump_speed;
            on_ground_ = false;
            pogo_speed_ = 0.0f;
            return;
        }
        if (!on_ground_) {
            velocity_.y -= course_gravity * time_step;
            pogo_speed_ = 0.0f;
            return;
        }
        velocity_.y = 0.0f;
        const float offset = below.fraction * reach - pogo_rest_length;
        pogo_speed_ = b2SpringDamper(pogo_frequency, pogo_damping_ratio, offset, pogo_speed_, time_step);
    }
    void move(b2Vec2 target) {
        const b2Capsule capsule{{0.0f, -course_half_length}, {0.0f, course_half_length}, course_radius};
        constexpr int max_iterations = 5;
        constexpr float tolerance = 0.01f;
        for (int i = 0; i < max_iterations; ++i) {
            planes_.count = 0;
            b2World_CollideMover(world_, position_, &capsule, filter_, keep_pogo_plane, &planes_);
            const b2PlaneSolverResult solved =
                b2SolvePlanes(b2Sub(target, position_), planes_.planes.data(), planes_.count);
            const float fraction = b2World_CastMover(world_, position_, &capsule, solved.delta, filter_);
            const b2Vec2 moved = b2MulSV(fraction, solved.delta);
            position_ = b2Add(position_, moved);
            if (b2LengthSquared(moved) < tolerance * tolerance) {
                break;
            }
        }
    }
    /// Gives touched bodies the velocity of the character along the normal, as an infinite mass would.
    void push_bodies() {
        for (std::size_t i = 0; i < static_cast<std::size_t>(planes_.count); ++i) {
            const b2BodyId body = b2Shape_GetBody(planes_.shapes[i]);
            if (b2Body_GetType(body) != b2_dynamicBody) {
                continue;
            }
            const b2Vec2 normal = b2Neg(planes_.planes[i].plane.normal);
            const b2Vec2 speed = b2Sub(b2Body_GetLinearVelocity(body), velocity_);
            const float impulse = -b2Body_GetMass(body) * b2Dot(speed, normal);
            if (impulse > 0.0f) {
                b2Body_ApplyLinearImpulseToCenter(body, b2MulSV(impulse, normal), true);
            }
        }
    }

    b2WorldId world_{};
    b2QueryFilter filter_ = b2DefaultQueryFilter();
    std::vector<b2BodyId> bodies_;
    b2Vec2 position_{};
    b2Vec2 velocity_{};
    float pogo_speed_ = 0.0f;
    bool on_ground_ = false;
    PogoPlanes planes_;
};

}  // namespace

std::unique_ptr<CourseRunner> make_box2d3_course() { return std::make_unique<Box2dCourse>(); }

}  // namespace bench
