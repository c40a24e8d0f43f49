#include <doctest/doctest.h>

#include "support/recording_draw.h"
#include "support/world_build.h"

#include <algorithm>
#include <cmath>

using namespace drystone;
using test::RecordingDraw;

namespace {

RecordingDraw draw(const World& world, const DebugDrawOptions& options) {
    RecordingDraw out;
    world.draw(out, options);
    return out;
}

DebugDrawOptions only_joints() {
    DebugDrawOptions options = test::nothing();
    options.joints = true;
    return options;
}

bool near(const Vec2& a, const Vec2& b) { return length(a - b) <= 1e-5f; }

}  // namespace

TEST_CASE("debug draw: joints show anchors, axis, limits and force in the world") {
    World world({.sleeping = false});
    const BodyId frame = world.create_body({.type = BodyType::Static, .position = {1.0f, 2.0f}});
    const BodyId weight =
        world.create_body({.type = BodyType::Dynamic, .position = {1.0f, 1.0f}, .angle = 0.5f});
    world.create_shape(weight, Circle{{0.0f, 0.0f}, 0.5f}, {.density = 4.0f});
    const JointId slide = world.create_joint(
        frame, weight,
        PrismaticJoint{.axis_a = {0.0f, 1.0f}, .reference_angle = 0.5f, .limit = JointLimit{-1.0f, 0.5f}});
    test::run(world, 60);
    DebugDrawOptions options = test::nothing();
    options.joints = options.joint_axes = options.joint_forces = true;
    options.mark_length = 0.2f;
    options.force_scale = 0.01f;
    options.arrow_length = 10.0f;
    const RecordingDraw out = draw(world, options);
    const JointState state = world[slide].state();
    CHECK(near(state.anchor_a, {1.0f, 2.0f}));
    CHECK(near(state.anchor_b, world[weight].position()));
    CHECK(near(state.axis, {0.0f, 1.0f}));
    CHECK(dot(state.axis, state.anchor_b - state.anchor_a) == doctest::Approx(state.translation));

    const auto anchors = out.of(DebugRole::JointAnchor);
    REQUIRE(anchors.size() == 2);
    CHECK(near(anchors[0].points[0], state.anchor_a));
    CHECK(near(anchors[1].points[0], state.anchor_b));
    const auto limits = out.of(DebugRole::JointLimit);
    REQUIRE(limits.size() == 2);
    CHECK(near(0.5f * (limits[0].points[0] + limits[0].points[1]), {1.0f, 1.0f}));
    CHECK(near(0.5f * (limits[1].points[0] + limits[1].points[1]), {1.0f, 2.5f}));
    CHECK(std::abs(limits[0].points[1].x - limits[0].points[0].x) == doctest::Approx(0.2f));
    CHECK(out.of(DebugRole::JointAxis).size() == 1);
    const auto forces = out.of(DebugRole::JointForce);
    REQUIRE(forces.size() == 1);
    CHECK(forces[0].style.joint == slide);
    CHECK(near(forces[0].points[1] - forces[0].points[0], 0.01f * state.force));
    // The limit carries the weight: m g upwards.
    const float weight_force = world[weight].mass().mass * 10.0f;
    CHECK(state.force.y == doctest::Approx(weight_force).epsilon(0.01));
}

TEST_CASE("debug draw: ropes, pulleys and gears run from point to point") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId a = test::add_disc(world, {0.0f, 0.0f}, 0.2f);
    const BodyId b = test::add_disc(world, {2.0f, 0.0f}, 0.2f);
    const BodyId c = test::add_disc(world, {2.0f, 3.0f}, 0.2f);
    world.create_joint(
        RopeJoint{.points = {{a, {0.0f, 0.1f}}, {b, {0.0f, 0.0f}}, {c, {0.0f, 0.0f}}}, .length = 6.0f});
    auto out = draw(world, only_joints());
    const auto ways = out.of(DebugRole::Joint);
    REQUIRE(ways.size() == 2);
    CHECK(near(ways[0].points[0], {0.0f, 0.1f}));
    CHECK(near(ways[1].points[1], {2.0f, 3.0f}));
    CHECK(out.of(DebugRole::JointAnchor).size() == 3);

    const BodyId wall = world.create_body({.type = BodyType::Static});
    const JointId left = world.create_joint(wall, a, RevoluteJoint{});
    const JointId right = world.create_joint(wall, b, RevoluteJoint{.anchor_a = {2.0f, 0.0f}});
    const JointId gear = world.create_joint(GearJoint{left, right, 1.0f});
    const auto lines = draw(world, only_joints()).of(DebugRole::Joint);
    const auto line = std::find_if(lines.begin(), lines.end(),
                                   [&](const RecordingDraw::Item& item) { return item.style.joint == gear; });
    REQUIRE(line != lines.end());
    CHECK(near(line->points[0], {0.0f, 0.0f}));
    CHECK(near(line->points[1], {2.0f, 0.0f}));
}
