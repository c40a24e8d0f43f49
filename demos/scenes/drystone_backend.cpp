#include <scenes/drystone_backend.h>

#include <drystone/collision/curved_shapes.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace scenes {
namespace {

using drystone::Vec2;

Vec2 to_vec2(Point p) { return {p.x, p.y}; }

drystone::BodyType to_type(BodyKind kind) {
    switch (kind) {
        case BodyKind::Kinematic: return drystone::BodyType::Kinematic;
        case BodyKind::Dynamic: return drystone::BodyType::Dynamic;
        case BodyKind::Static: break;
    }
    return drystone::BodyType::Static;
}

struct ToGeometry {
    drystone::ShapeGeometry operator()(const CircleShape& circle) const {
        return drystone::Circle{to_vec2(circle.center), circle.radius};
    }
    drystone::ShapeGeometry operator()(const CapsuleShape& capsule) const {
        return drystone::Capsule{to_vec2(capsule.a), to_vec2(capsule.b), capsule.radius};
    }
    drystone::ShapeGeometry operator()(const SegmentShape& segment) const {
        return drystone::Segment{to_vec2(segment.a), to_vec2(segment.b)};
    }
    drystone::ShapeGeometry operator()(const PolygonShape& polygon) const {
        std::vector<Vec2> points;
        points.reserve(polygon.vertices.size());
        for (const Point& vertex : polygon.vertices) {
            points.push_back(to_vec2(vertex));
        }
        return drystone::make_hull(points, polygon.radius);
    }
};

/// Converts everything except the colour, which becomes the user data.
drystone::ShapeDefinition to_definition(const ShapeDescription& shape, std::uint64_t user_data) {
    return {.density = shape.density,
            .material = {.friction = shape.friction,
                         .restitution = shape.restitution,
                         .rolling_resistance = shape.rolling_resistance,
                         .tangent_speed = shape.tangent_speed,
                         .frequency = shape.softness_frequency,
                         .damping_ratio = shape.softness_damping},
            .filter = {.category = shape.category, .mask = shape.mask, .group = shape.group},
            .hit_events = shape.hit_events,
            .one_way = shape.one_way ? std::optional(to_vec2(*shape.one_way)) : std::nullopt,
            .sensor = shape.sensor,
            .force_events = shape.force_events,
            .user_data = user_data};
}

std::vector<Vec2> to_points(std::span<const Point> points) {
    std::vector<Vec2> result;
    result.reserve(points.size());
    for (const Point& point : points) {
        result.push_back(to_vec2(point));
    }
    return result;
}

drystone::ChainDefinition to_chain(std::span<const Point> points, const drystone::ShapeDefinition& own) {
    drystone::ChainDefinition chain;
    chain.points = to_points(points);
    chain.materials = {own.material};
    chain.filter = own.filter;
    chain.hit_events = own.hit_events;
    chain.user_data = own.user_data;
    return chain;
}

std::optional<drystone::JointLimit> to_limit(const std::optional<JointLimit>& limit) {
    return limit ? std::optional(drystone::JointLimit{limit->lower, limit->upper}) : std::nullopt;
}

std::optional<drystone::JointMotor> to_motor(const std::optional<JointMotor>& motor) {
    return motor ? std::optional(drystone::JointMotor{motor->speed, motor->maximum}) : std::nullopt;
}

std::optional<drystone::JointSpring> to_spring(const std::optional<JointSpring>& spring) {
    return spring ? std::optional(
                        drystone::JointSpring{spring->frequency, spring->damping_ratio, spring->target})
                  : std::nullopt;
}

struct ToJoint {
    Vec2 a;
    Vec2 b;

    drystone::JointDefinition operator()(const RevoluteJoint& joint) const {
        return drystone::RevoluteJoint{.anchor_a = a,
                                       .anchor_b = b,
                                       .reference_angle = joint.reference_angle,
                                       .limit = to_limit(joint.limit),
                                       .motor = to_motor(joint.motor),
                                       .spring = to_spring(joint.spring)};
    }
    drystone::JointDefinition operator()(const DistanceJoint& joint) const {
        return drystone::DistanceJoint{.anchor_a = a,
                                       .anchor_b = b,
                                       .length = joint.length,
                                       .spring = to_spring(joint.spring),
                                       .limit = to_limit(joint.limit)};
    }
    drystone::JointDefinition operator()(const PrismaticJoint& joint) const {
        return drystone::PrismaticJoint{.anchor_a = a,
                                        .anchor_b = b,
                                        .axis_a = to_vec2(joint.axis),
                                        .reference_angle = joint.reference_angle,
                                        .limit = to_limit(joint.limit),
                                        .motor = to_motor(joint.motor),
                                        .spring = to_spring(joint.spring)};
    }
    drystone::JointDefinition operator()(const WheelJoint& joint) const {
        return drystone::WheelJoint{.anchor_a = a,
                                    .anchor_b = b,
                                    .axis_a = to_vec2(joint.axis),
                                    .limit = to_limit(joint.limit),
                                    .motor = to_motor(joint.motor),
                                    .suspension = to_spring(joint.spring)};
    }
    drystone::JointDefinition operator()(const WeldJoint& joint) const {
        return drystone::WeldJoint{.anchor_a = a, .anchor_b = b, .reference_angle = joint.reference_angle};
    }
    drystone::JointDefinition operator()(const PulleyJoint& joint) const {
        return drystone::PulleyJoint{.ground_a = to_vec2(joint.ground_a),
                                     .ground_b = to_vec2(joint.ground_b),
                                     .anchor_a = a,
                                     .anchor_b = b,
                                     .length = joint.length,
                                     .ratio = joint.ratio};
    }
    /// Leaves out the joints, which are known by numbers: the backend fills them in.
    drystone::JointDefinition operator()(const GearJoint& joint) const {
        return drystone::GearJoint{.ratio = joint.ratio};
    }
};

}  // namespace

DrystoneBackend::DrystoneBackend(const WorldSettings& settings, drystone::WorldDefinition definition) {
    definition.gravity = to_vec2(settings.gravity);
    definition.sleeping = settings.sleeping;
    own_ = std::make_unique<drystone::World>(definition);
    world_ = own_.get();
}

DrystoneBackend::DrystoneBackend(drystone::World& world) : world_(&world) {}

std::unique_ptr<DrystoneBackend> DrystoneBackend::own(drystone::World&& world) {
    auto kept = std::make_unique<drystone::World>(std::move(world));
    auto backend = std::make_unique<DrystoneBackend>(*kept);
    backend->own_ = std::move(kept);
    return backend;
}

BodyNumber DrystoneBackend::create_body(const BodyDescription& body) {
    const BodyNumber number = body_count();
    numbers_.bodies.push_back(world_->create_body({.type = to_type(body.kind),
                                                   .position = to_vec2(body.position),
                                                   .angle = body.angle,
                                                   .linear_velocity = to_vec2(body.velocity),
                                                   .angular_velocity = body.angular_velocity,
                                                   .linear_damping = body.linear_damping,
                                                   .can_sleep = body.can_sleep,
                                                   .awake = body.awake,
                                                   .sleep_speed = body.sleep_speed,
                                                   .bullet = body.bullet,
                                                   .user_data = static_cast<std::uint64_t>(number)}));
    return number;
}

void DrystoneBackend::create_shape(BodyNumber body, const ShapeDescription& shape) {
    world_->create_shape(body_id(body), std::visit(ToGeometry{}, shape.shape),
                         to_definition(shape, paint(shape.color)));
}

void DrystoneBackend::create_chain(BodyNumber body, std::span<const Point> points, ShapeDescription surface) {
    world_->create_chain(body_id(body), to_chain(points, to_definition(surface, paint(surface.color))));
}

void DrystoneBackend::create_ellipse(BodyNumber body, Point half, float exponent, ShapeDescription surface) {
    const drystone::ShapeDefinition definition = to_definition(surface, paint(surface.color));
    if (exponent == 2.0f) {
        const drystone::CustomShape ellipse{drystone::Ellipse{half.x, half.y}};
        world_->create_shape(body_id(body), ellipse, definition);
    } else {
        const drystone::CustomShape curve{drystone::Superellipse{half.x, half.y, exponent}};
        world_->create_shape(body_id(body), curve, definition);
    }
}

void DrystoneBackend::create_outline(BodyNumber body, std::span<const Point> points,
                                     const ShapeDescription& surface) {
    world_->create_outline(body_id(body), to_points(points), {},
                           to_definition(surface, paint(surface.color)));
}

JointNumber DrystoneBackend::create_joint(const JointDescription& joint) {
    const drystone::JointSettings settings{.collide_connected = joint.collide_connected};
    if (const auto* gear = std::get_if<GearJoint>(&joint.joint)) {
        numbers_.joints.push_back(world_->create_joint(
            drystone::GearJoint{
                .first = joint_id(gear->first), .second = joint_id(gear->second), .ratio = gear->ratio},
            settings));
    } else {
        const ToJoint convert{to_vec2(joint.anchor_a), to_vec2(joint.anchor_b)};
        numbers_.joints.push_back(world_->create_joint(body_id(joint.body_a), body_id(joint.body_b),
                                                       std::visit(convert, joint.joint), settings));
    }
    return static_cast<JointNumber>(numbers_.joints.size()) - 1;
}

void DrystoneBackend::destroy_body(BodyNumber body) {
    world_->destroy_body(body_id(body));
    numbers_.bodies[static_cast<std::size_t>(body)] = {};
}

void DrystoneBackend::set_target_pose(BodyNumber body, Point position, float angle, float time_step) {
    (*world_)[body_id(body)].set_target_pose(to_vec2(position), angle, time_step);
}

void DrystoneBackend::set_velocity(BodyNumber body, Point velocity, float angular_velocity) {
    (*world_)[body_id(body)].set_linear_velocity(to_vec2(velocity));
    (*world_)[body_id(body)].set_angular_velocity(angular_velocity);
}

std::vector<SensorEvent> DrystoneBackend::sensor_events() const {
    std::vector<SensorEvent> events;
    const auto add = [&](drystone::ShapeId sensor, drystone::ShapeId visitor, bool begins) {
        if (world_->is_valid(sensor) && world_->is_valid(visitor)) {
            events.push_back(
                {body_number((*world_)[sensor].body()), body_number((*world_)[visitor].body()), begins});
        }
    };
    for (const drystone::SensorBegin& begin : world_->sensor_begins()) {
        add(begin.sensor, begin.visitor, true);
    }
    for (const drystone::SensorEnd& end : world_->sensor_ends()) {
        add(end.sensor, end.visitor, false);
    }
    return events;
}

std::vector<ForceEvent> DrystoneBackend::force_events() const {
    std::vector<ForceEvent> events;
    for (const drystone::ContactForce& event : world_->contact_forces()) {
        if (world_->is_valid(event.shape_a) && world_->is_valid(event.shape_b)) {
            events.push_back({body_number((*world_)[event.shape_a].body()),
                              body_number((*world_)[event.shape_b].body()), event.magnitude});
        }
    }
    return events;
}

void DrystoneBackend::step(const WorldSettings& settings) {
    world_->step(settings.time_step, settings.sub_steps);
}

drystone::BodyId DrystoneBackend::body_id(BodyNumber body) const {
    if (body < 0 || body >= body_count()) {
        throw std::out_of_range("DrystoneBackend: no body has the number " + std::to_string(body));
    }
    return numbers_.bodies[static_cast<std::size_t>(body)];
}

drystone::JointId DrystoneBackend::joint_id(JointNumber joint) const {
    if (joint < 0 || joint >= static_cast<JointNumber>(numbers_.joints.size())) {
        throw std::out_of_range("DrystoneBackend: no joint has the number " + std::to_string(joint));
    }
    return numbers_.joints[static_cast<std::size_t>(joint)];
}

BodyNumber DrystoneBackend::body_number(drystone::BodyId body) const {
    return static_cast<BodyNumber>((*world_)[body].user_data());
}

int DrystoneBackend::color(const drystone::World& world, drystone::ShapeId shape) {
    return static_cast<int>(world[shape].user_data()) - 1;
}

std::uint64_t DrystoneBackend::paint(int color) {
    // Plus one, so that the default, zero, means "by kind".
    return static_cast<std::uint64_t>(color < 0 ? 0 : color + 1);
}

}  // namespace scenes
