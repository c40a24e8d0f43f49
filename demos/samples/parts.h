#pragma once

#include <samples/sample.h>

#include <drystone/world.h>
#include <scenes/building.h>
#include <scenes/colors.h>

#include <string>
#include <utility>
#include <vector>

/// Building blocks of several samples. Points are in the world frame [m] unless stated otherwise.
namespace samples {

namespace color = scenes::color;
using drystone::BodyId;
using drystone::BodyType;
using drystone::JointId;
using drystone::JointSettings;
using drystone::ShapeDefinition;
using drystone::ShapeGeometry;
using drystone::ShapeId;
using drystone::World;
using scenes::ParameterKind;

/// Returns the definition of a shape with a colour of `scenes::color`; negative: by kind of body.
ShapeDefinition painted(int color, ShapeDefinition definition = {});
/// Returns the definition of a coloured shape that collides with nothing: a part of a mechanism.
ShapeDefinition ghost(int color, ShapeDefinition definition = {});

BodyId add_body(World& world, const drystone::BodyDefinition& body, const ShapeGeometry& geometry,
                const ShapeDefinition& definition = {});
BodyId add_dynamic(World& world, const Vec2& at, const ShapeGeometry& geometry,
                   const ShapeDefinition& definition = {}, float angle = 0.0f);
BodyId add_static(World& world, const Vec2& at, const ShapeGeometry& geometry,
                  const ShapeDefinition& definition = {}, float angle = 0.0f);
/// Adds static ground, its upper face at height 0 between -half_width and half_width, its origin at (0, 0).
BodyId add_ground(World& world, float half_width);
/// Adds four static walls around the box, outside of it, on one body.
BodyId add_room(World& world, const drystone::Aabb& inside, const ShapeDefinition& definition = {});
/// Adds a bar between two points, with round ends; its origin is midway and its x axis points to `b`.
BodyId add_bar(World& world, const Vec2& a, const Vec2& b, float radius, const ShapeDefinition& definition);

/// Connect bodies, with anchors at the given points and in the current poses, which are the zero of angles.
JointId pin(World& world, BodyId a, BodyId b, const Vec2& at, const drystone::RevoluteJoint& joint = {},
            const JointSettings& settings = {});
JointId weld(World& world, BodyId a, BodyId b, const Vec2& at, const drystone::WeldJoint& joint = {},
             const JointSettings& settings = {});
/// `joint.axis_a` is in the frame of A.
JointId slide(World& world, BodyId a, BodyId b, const Vec2& at, const drystone::PrismaticJoint& joint,
              const JointSettings& settings = {});
JointId suspend(World& world, BodyId a, BodyId b, const Vec2& at, const drystone::WheelJoint& joint,
                const JointSettings& settings = {});
/// `joint.length` is set to the distance of the points.
JointId tie(World& world, BodyId a, const Vec2& at_a, BodyId b, const Vec2& at_b,
            drystone::DistanceJoint joint = {}, const JointSettings& settings = {});
/// Sets the motor speed of a revolute, prismatic or wheel joint.
void set_motor(World& world, JointId joint, float speed, float maximum);

/// Makes the menu entry of the sample `T`.
template <class T>
scenes::SceneInfo entry(const char* group, const char* name, const char* title, const char* description,
                        const scenes::View& view, const scenes::WorldSettings& settings = {}, int steps = 600,
                        std::vector<scenes::Parameter> parameters = {}) {
    return scenes::describe<T>({.name = name,
                                .title = title,
                                .group = group,
                                .description = description,
                                .world = settings,
                                .view = view,
                                .steps = steps,
                                .parameters = std::move(parameters),
                                .create = {}});
}

/// Formats a count: "impacts: 3".
std::string count_text(const char* what, int count);
/// Formats a number with two decimals.
std::string number_text(float value);

}  // namespace samples
