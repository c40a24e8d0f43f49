#pragma once

#include <samples/sample.h>

#include <drystone/world.h>
#include <scenes/building.h>
#include <scenes/colors.h>

#include <string>

/// What several samples build with. Points are in the world, unless they say otherwise [m].
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

/// The definition of a shape that wears a colour of `scenes::color`; negative: by kind of body.
ShapeDefinition painted(int color, ShapeDefinition definition = {});
/// The same for a shape that collides with nothing: a part of a mechanism.
ShapeDefinition ghost(int color, ShapeDefinition definition = {});

BodyId add_body(World& world, const drystone::BodyDefinition& body, const ShapeGeometry& geometry,
                const ShapeDefinition& definition = {});
BodyId add_dynamic(World& world, const Vec2& at, const ShapeGeometry& geometry,
                   const ShapeDefinition& definition = {}, float angle = 0.0f);
BodyId add_static(World& world, const Vec2& at, const ShapeGeometry& geometry,
                  const ShapeDefinition& definition = {}, float angle = 0.0f);
/// Static ground, its upper face at height 0 between -half_width and half_width, its origin at (0, 0).
BodyId add_ground(World& world, float half_width);
/// Four static walls around the box, outside of it, on one body.
BodyId add_room(World& world, const drystone::Aabb& inside, const ShapeDefinition& definition = {});
/// A bar between two points, with a round end at each; its origin is midway and its x axis points to `b`.
BodyId add_bar(World& world, const Vec2& a, const Vec2& b, float radius, const ShapeDefinition& definition);

/// Joints with their anchors where the given points now lie, in the poses that the bodies have now: the
/// angles count from there.
JointId pin(World& world, BodyId a, BodyId b, const Vec2& at, const drystone::RevoluteJoint& joint = {},
            const JointSettings& settings = {});
JointId weld(World& world, BodyId a, BodyId b, const Vec2& at, const drystone::WeldJoint& joint = {},
             const JointSettings& settings = {});
/// `joint.axis_a` is in the frame of A.
JointId slide(World& world, BodyId a, BodyId b, const Vec2& at, const drystone::PrismaticJoint& joint,
              const JointSettings& settings = {});
JointId suspend(World& world, BodyId a, BodyId b, const Vec2& at, const drystone::WheelJoint& joint,
                const JointSettings& settings = {});
/// `joint.length` is what the points are apart.
JointId tie(World& world, BodyId a, const Vec2& at_a, BodyId b, const Vec2& at_b,
            drystone::DistanceJoint joint = {}, const JointSettings& settings = {});
/// Sets the speed of the motor of a hinge, a slide or a wheel.
void set_motor(World& world, JointId joint, float speed, float maximum);

/// The entry of the sample `T` in the menu.
template <class T>
scenes::SceneInfo entry(const char* group, const char* name, const char* title, const char* description,
                        const scenes::View& view, const scenes::WorldSettings& settings = {},
                        int steps = 600) {
    return scenes::describe<T>({.name = name,
                                .title = title,
                                .group = group,
                                .description = description,
                                .world = settings,
                                .view = view,
                                .steps = steps,
                                .create = {}});
}

/// "impacts: 3"
std::string count_text(const char* what, int count);
/// A number with two places.
std::string number_text(float value);

}  // namespace samples
