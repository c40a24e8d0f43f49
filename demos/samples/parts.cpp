#include <samples/parts.h>

#include <string>
#include <type_traits>

#include <cstdio>

namespace samples {

using namespace drystone;

ShapeDefinition painted(int color, ShapeDefinition definition) {
    definition.user_data = scenes::DrystoneBackend::paint(color);
    return definition;
}

ShapeDefinition ghost(int color, ShapeDefinition definition) {
    definition.filter.mask = 0;
    return painted(color, definition);
}

BodyId add_body(World& world, const BodyDefinition& body, const ShapeGeometry& geometry,
                const ShapeDefinition& definition) {
    const BodyId made = world.create_body(body);
    world.create_shape(made, geometry, definition);
    return made;
}

BodyId add_dynamic(World& world, const Vec2& at, const ShapeGeometry& geometry,
                   const ShapeDefinition& definition, float angle) {
    return add_body(world, {.type = BodyType::Dynamic, .position = at, .angle = angle}, geometry, definition);
}

BodyId add_static(World& world, const Vec2& at, const ShapeGeometry& geometry,
                  const ShapeDefinition& definition, float angle) {
    return add_body(world, {.type = BodyType::Static, .position = at, .angle = angle}, geometry, definition);
}

BodyId add_ground(World& world, float half_width) {
    constexpr float depth = 10.0f;
    return add_static(world, {0.0f, 0.0f}, make_box(half_width, depth, Pose{{0.0f, -depth}, {}}));
}

BodyId add_room(World& world, const Aabb& inside, const ShapeDefinition& definition) {
    constexpr float half = 0.5f;
    const Vec2 middle = center(inside);
    const Vec2 extent = 0.5f * (inside.upper - inside.lower);
    const BodyId room = world.create_body({.type = BodyType::Static, .position = middle});
    for (const float side : {-1.0f, 1.0f}) {
        const Vec2 wall{side * (extent.x + half), 0.0f};
        world.create_shape(room, make_box(half, extent.y + 2.0f * half, Pose{wall, {}}), definition);
        const Vec2 floor{0.0f, side * (extent.y + half)};
        world.create_shape(room, make_box(extent.x + 2.0f * half, half, Pose{floor, {}}), definition);
    }
    return room;
}

BodyId add_bar(World& world, const Vec2& a, const Vec2& b, float radius, const ShapeDefinition& definition) {
    const Vec2 way = b - a;
    const float half = 0.5f * length(way);
    return add_dynamic(world, 0.5f * (a + b), Capsule{{-half, 0.0f}, {half, 0.0f}, radius}, definition,
                       arc_tangent(way.y, way.x));
}

/// Connects the bodies at a point of the world, in their current poses.
template <class Joint>
static JointId join_at(World& world, BodyId a, BodyId b, const Vec2& at, Joint joint,
                       const JointSettings& settings) {
    joint.anchor_a = world[a].local_point(at);
    joint.anchor_b = world[b].local_point(at);
    if constexpr (!std::is_same_v<Joint, WheelJoint>) {
        joint.reference_angle = world[b].angle() - world[a].angle();
    }
    return world.create_joint(a, b, joint, settings);
}

JointId pin(World& world, BodyId a, BodyId b, const Vec2& at, const RevoluteJoint& joint,
            const JointSettings& settings) {
    return join_at(world, a, b, at, joint, settings);
}

JointId weld(World& world, BodyId a, BodyId b, const Vec2& at, const WeldJoint& joint,
             const JointSettings& settings) {
    return join_at(world, a, b, at, joint, settings);
}

JointId slide(World& world, BodyId a, BodyId b, const Vec2& at, const PrismaticJoint& joint,
              const JointSettings& settings) {
    return join_at(world, a, b, at, joint, settings);
}

JointId suspend(World& world, BodyId a, BodyId b, const Vec2& at, const WheelJoint& joint,
                const JointSettings& settings) {
    return join_at(world, a, b, at, joint, settings);
}

JointId tie(World& world, BodyId a, const Vec2& at_a, BodyId b, const Vec2& at_b, DistanceJoint joint,
            const JointSettings& settings) {
    joint.anchor_a = world[a].local_point(at_a);
    joint.anchor_b = world[b].local_point(at_b);
    joint.length = length(at_b - at_a);
    return world.create_joint(a, b, joint, settings);
}

void set_motor(World& world, JointId joint, float speed, float maximum) {
    JointDefinition definition = world[joint].definition();
    const JointMotor motor{speed, maximum};
    if (auto* hinge = std::get_if<RevoluteJoint>(&definition)) {
        hinge->motor = motor;
    } else if (auto* rail = std::get_if<PrismaticJoint>(&definition)) {
        rail->motor = motor;
    } else if (auto* wheel = std::get_if<WheelJoint>(&definition)) {
        wheel->motor = motor;
    }
    world[joint].set_definition(definition);
}

std::string count_text(const char* what, int count) {
    return std::string(what) + ": " + std::to_string(count);
}

std::string number_text(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", static_cast<double>(value));
    return text;
}

}  // namespace samples
