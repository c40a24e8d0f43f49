#include "engine.h"

#include <chipmunk/chipmunk.h>

extern "C" {
#include <chipmunk/cpHastySpace.h>
}

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace bench {
namespace {

using scenes::BodyNumber;
using scenes::Point;

/// Iterations per step: the engine's default.
constexpr int iterations = 10;
/// Collision slop [m]. The engine's default of 0.1 is meant for pixels.
constexpr double slop = 0.005;
constexpr double time_to_sleep = 0.5;
constexpr double idle_speed = 0.05;

cpVect to_cp(Point p) { return cpv(p.x, p.y); }

/// Creates a space with the standard output redirected, since a library built with assertions prints a
/// greeting there. `assertions` returns whether it did.
cpSpace* make_space(bool threaded, bool& assertions) {
    std::fflush(stdout);
    const int terminal = dup(STDOUT_FILENO);
    std::FILE* sink = std::tmpfile();
    const bool turned = terminal >= 0 && sink != nullptr && dup2(fileno(sink), STDOUT_FILENO) >= 0;
    cpSpace* space = threaded ? cpHastySpaceNew() : cpSpaceNew();
    std::fflush(stdout);
    if (turned) {
        dup2(terminal, STDOUT_FILENO);
        assertions = assertions || lseek(fileno(sink), 0, SEEK_END) > 0;
    }
    if (terminal >= 0) {
        close(terminal);
    }
    if (sink != nullptr) {
        std::fclose(sink);
    }
    return space;
}

/// Visitor that creates a shape.
struct ShapeMaker {
    cpBody* body;

    cpShape* operator()(const scenes::CircleShape& circle) const {
        return cpCircleShapeNew(body, circle.radius, to_cp(circle.center));
    }
    cpShape* operator()(const scenes::CapsuleShape& capsule) const {
        return cpSegmentShapeNew(body, to_cp(capsule.a), to_cp(capsule.b), capsule.radius);
    }
    cpShape* operator()(const scenes::SegmentShape& segment) const {
        return cpSegmentShapeNew(body, to_cp(segment.a), to_cp(segment.b), 0.0);
    }
    cpShape* operator()(const scenes::PolygonShape& polygon) const {
        if (const auto half = as_centered_box(polygon)) {
            return cpBoxShapeNew(body, 2.0 * half->x, 2.0 * half->y, 0.0);
        }
        std::vector<cpVect> points;
        points.reserve(polygon.vertices.size());
        for (const Point& vertex : polygon.vertices) {
            points.push_back(to_cp(vertex));
        }
        return cpPolyShapeNewRaw(body, static_cast<int>(points.size()), points.data(), polygon.radius);
    }
};

cpBody* make_body(scenes::BodyKind kind) {
    switch (kind) {
        case scenes::BodyKind::Kinematic: return cpBodyNewKinematic();
        case scenes::BodyKind::Dynamic: return cpBodyNew(0.0, 0.0);
        case scenes::BodyKind::Static: break;
    }
    return cpBodyNewStatic();
}

/// Visitor that creates the constraints of a joint, one for each of its functions (anchor, limit, motor,
/// spring). Returns none if the engine does not have this kind.
struct ConstraintMaker {
    const scenes::JointDescription& description;
    cpBody* a;
    cpBody* b;

    using Constraints = std::vector<cpConstraint*>;

    Constraints operator()(const scenes::RevoluteJoint& joint) const {
        Constraints made{pivot()};
        const double zero = joint.reference_angle;
        if (joint.limit) {
            made.push_back(cpRotaryLimitJointNew(a, b, zero + joint.limit->lower, zero + joint.limit->upper));
        }
        if (joint.motor) {
            // The engine's rate is that of A relative to B.
            made.push_back(cpSimpleMotorNew(a, b, -joint.motor->speed));
            cpConstraintSetMaxForce(made.back(), joint.motor->maximum);
        }
        if (joint.spring) {
            // The engine's angle is that of A relative to B.
            const double inertia = 1.0 / (1.0 / cpBodyGetMoment(a) + 1.0 / cpBodyGetMoment(b));
            made.push_back(cpDampedRotarySpringNew(a, b, -(zero + joint.spring->target),
                                                   stiffness(*joint.spring, inertia),
                                                   damping(*joint.spring, inertia)));
        }
        return made;
    }
    Constraints operator()(const scenes::DistanceJoint& joint) const {
        const cpVect at_a = to_cp(description.anchor_a);
        const cpVect at_b = to_cp(description.anchor_b);
        Constraints made;
        if (joint.limit) {
            made.push_back(cpSlideJointNew(a, b, at_a, at_b, joint.limit->lower, joint.limit->upper));
        }
        if (joint.spring) {
            const double mass = 1.0 / (1.0 / cpBodyGetMass(a) + 1.0 / cpBodyGetMass(b));
            made.push_back(cpDampedSpringNew(a, b, at_a, at_b, joint.spring->target,
                                             stiffness(*joint.spring, mass), damping(*joint.spring, mass)));
        }
        if (made.empty()) {
            made.push_back(cpPinJointNew(a, b, at_a, at_b));
            cpPinJointSetDist(made.back(), joint.length);
        }
        return made;
    }
    Constraints operator()(const scenes::WeldJoint& joint) const {
        return {pivot(), cpRotaryLimitJointNew(a, b, joint.reference_angle, joint.reference_angle)};
    }
    template <class Other>
    Constraints operator()(const Other& /*joint*/) const {
        return {};
    }

private:
    [[nodiscard]] cpConstraint* pivot() const {
        return cpPivotJointNew2(a, b, to_cp(description.anchor_a), to_cp(description.anchor_b));
    }
    static double stiffness(const scenes::JointSpring& spring, double mass) {
        const double angular = 2.0 * CP_PI * spring.frequency;
        return mass * angular * angular;
    }
    static double damping(const scenes::JointSpring& spring, double mass) {
        return 2.0 * mass * spring.damping_ratio * (2.0 * CP_PI * spring.frequency);
    }
};

class ChipmunkEngine final : public Engine {
public:
    ChipmunkEngine(const scenes::WorldSettings& settings, const EngineOptions& options)
        : sleeping_(settings.sleeping), threaded_(options.threads > 1) {
        space_ = make_space(threaded_, library_asserts);
        if (threaded_) {
            cpHastySpaceSetThreads(space_, 2);
        }
        cpSpaceSetIterations(space_, iterations);
        cpSpaceSetGravity(space_, to_cp(settings.gravity));
        cpSpaceSetCollisionSlop(space_, slop);
        if (sleeping_) {
            cpSpaceSetSleepTimeThreshold(space_, time_to_sleep);
            cpSpaceSetIdleSpeedThreshold(space_, idle_speed);
        }
    }
    ~ChipmunkEngine() override;
    ChipmunkEngine(const ChipmunkEngine&) = delete;
    ChipmunkEngine& operator=(const ChipmunkEngine&) = delete;

    BodyNumber create_body(const scenes::BodyDescription& body) override;
    void create_shape(BodyNumber body, const scenes::ShapeDescription& shape) override {
        add(at(body), std::visit(ShapeMaker{at(body).body}, shape.shape), shape);
    }
    void add_box(BodyNumber body, Point half) override {
        add(at(body), cpBoxShapeNew(at(body).body, 2.0 * half.x, 2.0 * half.y, 0.0), {});
    }
    scenes::JointNumber create_joint(const scenes::JointDescription& joint) override;
    void destroy_body(BodyNumber body) override;
    void set_target_pose(BodyNumber body, Point position, float angle, float time_step) override;
    void set_velocity(BodyNumber body, Point velocity, float angular_velocity) override {
        cpBodySetVelocity(at(body).body, to_cp(velocity));
        cpBodySetAngularVelocity(at(body).body, angular_velocity);
    }

    [[nodiscard]] std::string version() const override { return cpVersionString; }
    [[nodiscard]] std::string configuration() const override {
        return std::to_string(iterations) + " iterations, slop 5 mm, double precision" +
               (library_asserts ? ", library built with its assertions" : "");
    }
    [[nodiscard]] Capabilities capabilities() const override {
        return {.hit_events = false,
                .bullets = false,
                .linear_damping = false,
                .sleep_speeds = false,
                .max_threads = 2};
    }

    void step(float time_step, int sub_steps) override;

    [[nodiscard]] scenes::WorldPose pose(BodyNumber body) const override {
        const cpVect position = cpBodyGetPosition(at(body).body);
        const cpVect rotation = cpBodyGetRotation(at(body).body);
        return {position.x, position.y, rotation.x, rotation.y};
    }
    [[nodiscard]] Motion motion(BodyNumber body) const override {
        const cpVect velocity = cpBodyGetVelocity(at(body).body);
        return {velocity.x, velocity.y, cpBodyGetAngularVelocity(at(body).body)};
    }
    [[nodiscard]] bool awake(BodyNumber body) const override {
        return cpBodyIsSleeping(at(body).body) == cpFalse;
    }
    [[nodiscard]] int touching_contacts() const override;

private:
    struct Owned {
        cpBody* body = nullptr;
        std::vector<cpShape*> shapes;
    };
    [[nodiscard]] Owned& at(BodyNumber body) { return bodies_[static_cast<std::size_t>(body)]; }
    [[nodiscard]] const Owned& at(BodyNumber body) const { return bodies_[static_cast<std::size_t>(body)]; }

    void add(Owned& owned, cpShape* made, const scenes::ShapeDescription& surface);

    /// True if the library was built with assertions. The library greets once per process, with the first
    /// space.
    static inline bool library_asserts = false;

    bool sleeping_;
    bool threaded_;
    cpSpace* space_ = nullptr;
    std::vector<Owned> bodies_;
    std::vector<BodyNumber> to_put_to_sleep_;
    scenes::JointNumber joint_count_ = 0;
};

void collect(cpConstraint* constraint, void* list) {
    static_cast<std::vector<cpConstraint*>*>(list)->push_back(constraint);
}

ChipmunkEngine::~ChipmunkEngine() {
    std::vector<cpConstraint*> constraints;
    cpSpaceEachConstraint(space_, collect, &constraints);
    if (threaded_) {
        cpHastySpaceFree(space_);
    } else {
        cpSpaceFree(space_);
    }
    for (cpConstraint* constraint : constraints) {
        cpConstraintFree(constraint);
    }
    for (Owned& owned : bodies_) {
        for (cpShape* shape : owned.shapes) {
            cpShapeFree(shape);
        }
        if (owned.body != nullptr) {
            cpBodyFree(owned.body);
        }
    }
}

BodyNumber ChipmunkEngine::create_body(const scenes::BodyDescription& body) {
    const auto number = static_cast<BodyNumber>(bodies_.size());
    cpBody* made = cpSpaceAddBody(space_, make_body(body.kind));
    cpBodySetPosition(made, to_cp(body.position));
    cpBodySetAngle(made, body.angle);
    if (body.kind != scenes::BodyKind::Static) {
        cpBodySetVelocity(made, to_cp(body.velocity));
        cpBodySetAngularVelocity(made, body.angular_velocity);
    }
    if (!body.awake && sleeping_) {
        to_put_to_sleep_.push_back(number);
    }
    bodies_.push_back({made, {}});
    return number;
}

/// Adds the shape. The engine multiplies the coefficients of a pair: the product of square roots is the
/// geometric mean.
void ChipmunkEngine::add(Owned& owned, cpShape* made, const scenes::ShapeDescription& surface) {
    if (cpBodyGetType(owned.body) == CP_BODY_TYPE_DYNAMIC) {
        cpShapeSetDensity(made, surface.density);
    }
    cpShapeSetFriction(made, std::sqrt(static_cast<double>(surface.friction)));
    cpShapeSetElasticity(made, std::sqrt(static_cast<double>(surface.restitution)));
    const cpGroup group = surface.group < 0 ? static_cast<cpGroup>(-surface.group) : CP_NO_GROUP;
    cpShapeSetFilter(made, cpShapeFilterNew(group, static_cast<cpBitmask>(surface.category),
                                            static_cast<cpBitmask>(surface.mask)));
    owned.shapes.push_back(cpSpaceAddShape(space_, made));
}

scenes::JointNumber ChipmunkEngine::create_joint(const scenes::JointDescription& joint) {
    // A gear joint names joints, not bodies.
    if (joint.body_a < 0 || joint.body_b < 0) {
        return scenes::no_joint;
    }
    // A joint between two bodies that do not move has no effect, and the engine aborts the program on it.
    const auto moves = [&](BodyNumber body) { return cpBodyGetType(at(body).body) == CP_BODY_TYPE_DYNAMIC; };
    if (!moves(joint.body_a) && !moves(joint.body_b)) {
        return joint_count_++;
    }
    const ConstraintMaker maker{joint, at(joint.body_a).body, at(joint.body_b).body};
    const std::vector<cpConstraint*> made = std::visit(maker, joint.joint);
    for (cpConstraint* constraint : made) {
        cpConstraintSetCollideBodies(constraint, joint.collide_connected ? cpTrue : cpFalse);
        cpSpaceAddConstraint(space_, constraint);
    }
    return made.empty() ? scenes::no_joint : joint_count_++;
}

void ChipmunkEngine::destroy_body(BodyNumber body) {
    Owned& owned = at(body);
    std::vector<cpConstraint*> constraints;
    cpBodyEachConstraint(
        owned.body, [](cpBody*, cpConstraint* constraint, void* list) { collect(constraint, list); },
        &constraints);
    for (cpConstraint* constraint : constraints) {
        cpSpaceRemoveConstraint(space_, constraint);
        cpConstraintFree(constraint);
    }
    for (cpShape* shape : owned.shapes) {
        cpSpaceRemoveShape(space_, shape);
        cpShapeFree(shape);
    }
    cpSpaceRemoveBody(space_, owned.body);
    cpBodyFree(owned.body);
    owned = {};
}

void ChipmunkEngine::set_target_pose(BodyNumber body, Point position, float angle, float time_step) {
    cpBody* moved = at(body).body;
    const double inverse = 1.0 / static_cast<double>(time_step);
    constexpr double turn = 2.0 * CP_PI;
    cpBodySetVelocity(moved, cpvmult(cpvsub(to_cp(position), cpBodyGetPosition(moved)), inverse));
    cpBodySetAngularVelocity(moved, std::remainder(angle - cpBodyGetAngle(moved), turn) * inverse);
}

/// Puts the bodies that start asleep to sleep before the first step, since adding a shape wakes a body, and
/// steps. Ignores the sub-steps: this engine has iterations instead.
void ChipmunkEngine::step(float time_step, int /*sub_steps*/) {
    for (const BodyNumber body : to_put_to_sleep_) {
        if (at(body).body != nullptr) {
            cpBodySleep(at(body).body);
        }
    }
    to_put_to_sleep_.clear();
    if (threaded_) {
        cpHastySpaceStep(space_, time_step);
    } else {
        cpSpaceStep(space_, time_step);
    }
}

/// Counts the touching pairs. A pair of two dynamic bodies is visited twice, any other pair once.
int ChipmunkEngine::touching_contacts() const {
    struct Count {
        int between_dynamic = 0;
        int others = 0;
    } count;
    const auto add = [](cpBody* body, cpArbiter* arbiter, void* data) {
        if (cpArbiterGetCount(arbiter) == 0) {
            return;
        }
        cpBody* first = nullptr;
        cpBody* second = nullptr;
        cpArbiterGetBodies(arbiter, &first, &second);
        cpBody* other = first == body ? second : first;
        const bool other_dynamic = cpBodyGetType(other) == CP_BODY_TYPE_DYNAMIC;
        auto& total = *static_cast<Count*>(data);
        (other_dynamic ? total.between_dynamic : total.others) += 1;
    };
    for (const Owned& owned : bodies_) {
        if (owned.body != nullptr && cpBodyGetType(owned.body) == CP_BODY_TYPE_DYNAMIC) {
            cpBodyEachArbiter(owned.body, add, &count);
        }
    }
    return count.between_dynamic / 2 + count.others;
}

}  // namespace

std::unique_ptr<Engine> make_chipmunk(const scenes::WorldSettings& settings, const EngineOptions& options) {
    return std::make_unique<ChipmunkEngine>(settings, options);
}

}  // namespace bench
