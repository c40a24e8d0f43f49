#include <doctest/doctest.h>

#include "support/recording_draw.h"
#include "support/world_build.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

using namespace drystone;
using test::dt;
using test::RecordingDraw;

namespace {

RecordingDraw draw(const World& world, const DebugDrawOptions& options) {
    RecordingDraw out;
    world.draw(out, options);
    return out;
}

DebugDrawOptions only(bool DebugDrawOptions::*what) {
    DebugDrawOptions options = test::nothing();
    options.*what = true;
    return options;
}

bool near(const Vec2& a, const Vec2& b, float tolerance = 1e-5f) { return length(a - b) <= tolerance; }

const std::array<bool DebugDrawOptions::*, 19> switches{
    &DebugDrawOptions::fields,
    &DebugDrawOptions::shapes,
    &DebugDrawOptions::tree,
    &DebugDrawOptions::fat_bounds,
    &DebugDrawOptions::bounds,
    &DebugDrawOptions::islands,
    &DebugDrawOptions::joints,
    &DebugDrawOptions::joint_axes,
    &DebugDrawOptions::joint_forces,
    &DebugDrawOptions::graph_colors,
    &DebugDrawOptions::contact_points,
    &DebugDrawOptions::contact_normals,
    &DebugDrawOptions::contact_impulses,
    &DebugDrawOptions::friction_impulses,
    &DebugDrawOptions::contact_features,
    &DebugDrawOptions::centers_of_mass,
    &DebugDrawOptions::frames,
    &DebugDrawOptions::velocities,
    &DebugDrawOptions::names,
};

}  // namespace

TEST_CASE("debug draw: shapes are where the geometry is, with the pose of their body") {
    World world;
    const BodyId body =
        world.create_body({.type = BodyType::Dynamic, .position = {3.0f, -2.0f}, .angle = 0.7f});
    const Polygon polygon = make_regular_polygon(5, 0.8f, 0.1f);
    const ShapeId five = world.create_shape(body, polygon);
    const ShapeId disc = world.create_shape(body, Circle{{0.5f, 0.25f}, 0.3f});
    const ShapeId pill = world.create_shape(body, Capsule{{-1.0f, 0.0f}, {0.0f, 1.0f}, 0.2f});
    const ShapeId line = world.create_shape(body, Segment{{-2.0f, 0.0f}, {2.0f, 0.5f}});
    const auto items = draw(world, only(&DebugDrawOptions::shapes)).items;
    REQUIRE(items.size() == 4);
    const auto item_of = [&](ShapeId shape) {
        return *std::find_if(items.begin(), items.end(),
                             [&](const RecordingDraw::Item& item) { return item.style.shape == shape; });
    };
    CHECK(item_of(five).kind == "polygon");
    CHECK(item_of(five).radius == polygon.radius());
    REQUIRE(item_of(five).points.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(near(item_of(five).points[i], world[body].world_point(polygon.vertices()[i])));
    }
    CHECK(item_of(disc).kind == "circle");
    CHECK(item_of(disc).radius == 0.3f);
    CHECK(near(item_of(disc).points[0], world[body].world_point({0.5f, 0.25f})));
    CHECK(item_of(disc).rotation.angle() == doctest::Approx(0.7f));
    CHECK(item_of(pill).kind == "capsule");
    CHECK(item_of(pill).radius == 0.2f);
    CHECK(near(item_of(pill).points[0], world[body].world_point({-1.0f, 0.0f})));
    CHECK(near(item_of(pill).points[1], world[body].world_point({0.0f, 1.0f})));
    CHECK(item_of(line).kind == "segment");
    CHECK(near(item_of(line).points[0], world[body].world_point({-2.0f, 0.0f})));
    CHECK(near(item_of(line).points[1], world[body].world_point({2.0f, 0.5f})));
    for (const RecordingDraw::Item& item : items) {
        CHECK(item.style.body == body);
        CHECK(item.style.filled);
        CHECK(item.style.role == DebugRole::DynamicShape);
    }
}

TEST_CASE("debug draw: the role tells the state of a shape's body") {
    World world;
    const auto add = [&](const BodyDefinition& definition) {
        world.create_shape(world.create_body(definition), Circle{});
        return world.bodies().back();
    };
    const std::vector<std::pair<BodyId, DebugRole>> expected{
        {add({.type = BodyType::Static}), DebugRole::StaticShape},
        {add({.type = BodyType::Kinematic, .position = {2.0f, 0.0f}}), DebugRole::KinematicShape},
        {add({.type = BodyType::Dynamic, .position = {4.0f, 0.0f}}), DebugRole::DynamicShape},
        {add({.type = BodyType::Dynamic, .position = {6.0f, 0.0f}, .bullet = true}), DebugRole::BulletShape},
        {add({.type = BodyType::Dynamic, .position = {8.0f, 0.0f}, .awake = false}),
         DebugRole::SleepingShape},
        {add({.type = BodyType::Dynamic, .position = {9.0f, 0.0f}, .enabled = false}),
         DebugRole::DisabledShape},
    };
    const auto items = draw(world, only(&DebugDrawOptions::shapes)).items;
    REQUIRE(items.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(items[i].style.body == expected[i].first);
        CHECK(items[i].style.role == expected[i].second);
    }
}

TEST_CASE("debug draw: each switch draws its own and nothing else") {
    World world;
    test::add_pyramid(world, 4);
    const BodyId hung = test::add_disc(world, {20.0f, 5.0f}, 0.5f);
    const BodyId anchor =
        world.create_body({.type = BodyType::Static, .position = {20.0f, 6.0f}, .name = "anchor"});
    world.create_joint(anchor, hung,
                       RevoluteJoint{.anchor_b = {0.0f, 1.0f}, .limit = JointLimit{-1.0f, 1.0f}});
    test::run(world, 5);
    CHECK(draw(world, test::nothing()).items.empty());
    DebugDrawOptions all = test::nothing();
    std::size_t sum = 0;
    for (bool DebugDrawOptions::*const own : switches) {
        all.*own = true;
        const std::size_t count = draw(world, only(own)).items.size();
        CHECK((count > 0) == (own != &DebugDrawOptions::fields));
        sum += count;
    }
    CHECK(draw(world, all).items.size() == sum);
}

TEST_CASE("debug draw: boxes are those that the world tells") {
    World world;
    test::add_pyramid(world, 3);
    test::run(world, 3);
    for (const auto& [own, role] : {std::pair{&DebugDrawOptions::bounds, DebugRole::Bounds},
                                    std::pair{&DebugDrawOptions::fat_bounds, DebugRole::FatBounds}}) {
        const auto items = draw(world, only(own)).of(role);
        REQUIRE(items.size() == world.shapes().size());
        for (const RecordingDraw::Item& item : items) {
            const Aabb box = role == DebugRole::Bounds ? world[item.style.shape].aabb()
                                                       : world[item.style.shape].fat_aabb();
            REQUIRE(item.points.size() == 4);
            CHECK(near(item.points[0], box.lower));
            CHECK(near(item.points[2], box.upper));
            CHECK_FALSE(item.style.filled);
        }
    }
    std::size_t nodes = 0;
    world.visit_tree([&](int, const Aabb&) { ++nodes; });
    CHECK(draw(world, only(&DebugDrawOptions::tree)).of(DebugRole::Tree).size() == nodes);
}

TEST_CASE("debug draw: contacts are those that the world tells, impulses to the scale that is asked for") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 20);
    DebugDrawOptions options = test::nothing();
    options.contact_points = options.contact_normals = options.contact_impulses = true;
    options.impulse_scale = 0.125f;
    options.arrow_length = 10.0f;
    options.mark_length = 0.5f;
    const RecordingDraw out = draw(world, options);
    std::vector<ContactPointView> points;
    Vec2 normal{0.0f, 0.0f};
    world.visit_contacts([&](const ContactView& contact) {
        points.insert(points.end(), contact.points, contact.points + contact.count);
        normal = contact.normal;
    });
    REQUIRE(points.size() == 2);
    REQUIRE(out.items.size() == 6);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(near(out.of(DebugRole::ContactPoint)[i].points[0], points[i].point));
        CHECK(out.of(DebugRole::ContactPoint)[i].style.filled);
        const auto arrow = out.of(DebugRole::ContactImpulse)[i];
        CHECK(near(arrow.points[0], points[i].point));
        CHECK(near(arrow.points[1] - arrow.points[0], 0.125f * points[i].normal_impulse * normal));
        const auto mark = out.of(DebugRole::ContactNormal)[i];
        CHECK(near(mark.points[1] - mark.points[0], 0.5f * normal));
    }
    // Among equal impulses, all count as large.
    options.impulse_scale = 0.0f;
    options.arrow_length = 0.75f;
    for (const RecordingDraw::Item& arrow : draw(world, options).of(DebugRole::ContactImpulse)) {
        CHECK(length(arrow.points[1] - arrow.points[0]) == doctest::Approx(0.75f).epsilon(0.01));
    }
    // It sleeps where it lies, as do its contacts.
    test::run(world, 120);
    REQUIRE_FALSE(world[box].is_awake());
    CHECK(draw(world, options).items.size() == 6);
}

TEST_CASE("debug draw: edges of the constraint graph have the colours of the contacts") {
    World world({.sleeping = false});
    test::add_pyramid(world, 6);
    test::run(world, 10);
    std::multiset<std::uint32_t> expected;
    world.visit_contacts([&](const ContactView& contact) {
        if (contact.color >= 0) {
            expected.insert(static_cast<std::uint32_t>(contact.color));
        }
    });
    std::multiset<std::uint32_t> drawn;
    for (const RecordingDraw::Item& item : draw(world, only(&DebugDrawOptions::graph_colors)).items) {
        CHECK(item.style.role == DebugRole::GraphColor);
        drawn.insert(item.style.variety);
    }
    CHECK_FALSE(drawn.empty());
    CHECK(drawn == expected);
}

TEST_CASE("debug draw: an island is a pile, or what hangs together, awake or asleep") {
    World world;
    test::add_ground(world);
    // Two stacks of two, a pair connected by a rod, and a single one in the air.
    std::vector<BodyId> bodies;
    for (const float x : {-5.0f, 5.0f}) {
        bodies.push_back(test::add_box(world, {x, 0.5f}, 0.5f, 0.5f));
        bodies.push_back(test::add_box(world, {x, 1.5f}, 0.5f, 0.5f));
    }
    bodies.push_back(test::add_disc(world, {0.0f, 20.0f}, 0.5f));
    bodies.push_back(test::add_disc(world, {3.0f, 20.0f}, 0.5f));
    world.create_joint(bodies[4], bodies[5], DistanceJoint{.length = 3.0f});
    test::add_disc(world, {10.0f, 20.0f}, 0.5f);
    test::run(world, 3);
    const auto check_islands = [&] {
        DebugDrawOptions options = only(&DebugDrawOptions::islands);
        options.shapes = true;
        const RecordingDraw out = draw(world, options);
        std::set<std::uint32_t> islands;
        std::size_t boxes = 0;
        for (const RecordingDraw::Item& item : out.of(DebugRole::Island)) {
            islands.insert(item.style.variety);
            boxes += item.style.filled ? 0 : 1;
        }
        CHECK(islands.size() == 4);
        CHECK(boxes == 4);
        // The box around the first stack.
        const auto stack =
            std::find_if(out.items.begin(), out.items.end(), [&](const RecordingDraw::Item& item) {
                return !item.style.filled && item.style.variety == bodies[0].index1 - 1;
            });
        REQUIRE(stack != out.items.end());
        CHECK(near(stack->points[0], {-5.5f, 0.0f}, 0.02f));
        CHECK(near(stack->points[2], {-4.5f, 2.0f}, 0.02f));
    };
    check_islands();
    world[bodies[0]].put_to_sleep();
    check_islands();
}

TEST_CASE("debug draw: centres, frames, velocities and names") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                           .position = {1.0f, 1.0f},
                                           .angle = pi / 2.0f,
                                           .linear_velocity = {3.0f, -4.0f},
                                           .name = "brick"});
    world.create_shape(body, Circle{{2.0f, 0.0f}, 0.5f});
    world[body].set_linear_velocity({3.0f, -4.0f});
    DebugDrawOptions options = test::nothing();
    options.centers_of_mass = options.frames = options.velocities = options.names = true;
    options.mark_length = 0.5f;
    options.velocity_time = 2.0f;
    const RecordingDraw out = draw(world, options);
    REQUIRE(out.items.size() == 5);
    const Vec2 center{1.0f, 3.0f};
    CHECK(near(out.of(DebugRole::CenterOfMass)[0].points[0], center));
    CHECK(near(out.of(DebugRole::FrameX)[0].points[0], {1.0f, 1.0f}));
    CHECK(near(out.of(DebugRole::FrameX)[0].points[1], {1.0f, 1.5f}));
    CHECK(near(out.of(DebugRole::FrameY)[0].points[1], {0.5f, 1.0f}));
    CHECK(near(out.of(DebugRole::Velocity)[0].points[1], center + Vec2{6.0f, -8.0f}));
    CHECK(out.of(DebugRole::Name)[0].text == "brick");
}

TEST_CASE("debug draw: what is out of sight is left out, what is in sight is not") {
    World world({.gravity = {0.0f, 0.0f}});
    for (int i = 0; i < 10; ++i) {
        test::add_box(world, {3.0f * static_cast<float>(i), 0.0f}, 0.5f, 0.5f);
    }
    world.step(dt);
    DebugDrawOptions options = only(&DebugDrawOptions::shapes);
    options.centers_of_mass = options.bounds = true;
    options.visible = Aabb{{2.0f, -1.0f}, {7.0f, 1.0f}};
    const RecordingDraw out = draw(world, options);
    CHECK(out.of(DebugRole::DynamicShape).size() == 2);
    CHECK(out.of(DebugRole::CenterOfMass).size() == 2);
    CHECK(out.of(DebugRole::Bounds).size() == 2);
}

TEST_CASE("debug draw: a drawing of five functions gets arrows as segments and no text") {
    struct Least : DebugDraw {
        int segments = 0;
        void polygon(std::span<const Vec2>, float, const DebugStyle&) override {}
        void circle(const Vec2&, float, const Rot&, const DebugStyle&) override {}
        void capsule(const Vec2&, const Vec2&, float, const DebugStyle&) override {}
        void segment(const Vec2&, const Vec2&, const DebugStyle&) override { ++segments; }
        void point(const Vec2&, const DebugStyle&) override {}
    };
    World world({.gravity = {0.0f, 0.0f}});
    world[test::add_disc(world, {0.0f, 0.0f}, 1.0f)].set_linear_velocity({1.0f, 0.0f});
    world[world.bodies()[0]].set_name("disc");
    Least minimum;
    DebugDrawOptions options = only(&DebugDrawOptions::velocities);
    options.names = true;
    world.draw(minimum, options);
    CHECK(minimum.segments == 3);
}

TEST_CASE("debug draw: neighbouring varieties have colours of their own") {
    for (const DebugRole role : {DebugRole::Island, DebugRole::GraphColor}) {
        std::set<std::uint32_t> colors;
        for (std::uint32_t i = 0; i < 36; ++i) {
            const DebugColor color = debug_color({.role = role, .variety = i});
            colors.insert((color.red * 256u + color.green) * 256u + color.blue);
        }
        CHECK(colors.size() == 36);
    }
    CHECK(debug_color({.role = DebugRole::StaticShape}) ==
          debug_color({.role = DebugRole::StaticShape, .variety = 3}));
    CHECK_FALSE(debug_color({.role = DebugRole::StaticShape}) ==
                debug_color({.role = DebugRole::DynamicShape}));
}

TEST_CASE("debug draw: sizes that make no sense are refused") {
    const World world;
    RecordingDraw out;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float bad : {-1.0f, nan, std::numeric_limits<float>::infinity()}) {
        for (float DebugDrawOptions::*const size :
             {&DebugDrawOptions::mark_length, &DebugDrawOptions::arrow_length,
              &DebugDrawOptions::impulse_scale, &DebugDrawOptions::force_scale,
              &DebugDrawOptions::velocity_time}) {
            DebugDrawOptions options;
            options.*size = bad;
            CHECK(test::contains_text(test::error_of([&] { world.draw(out, options); }), "World::draw"));
        }
    }
    for (float DebugDrawOptions::*const length :
         {&DebugDrawOptions::mark_length, &DebugDrawOptions::arrow_length}) {
        DebugDrawOptions options;
        options.*length = 2e30f;
        CHECK(test::contains_text(test::error_of([&] { world.draw(out, options); }), "at most 1e30 m"));
    }
    DebugDrawOptions options;
    for (const Aabb& box : {Aabb{{1.0f, 0.0f}, {0.0f, 1.0f}}, Aabb{{0.0f, 0.0f}, {1.0f, 2e30f}}}) {
        options.visible = box;
        CHECK(test::contains_text(test::error_of([&] { world.draw(out, options); }), "visible"));
    }
    CHECK(out.items.empty());
}

TEST_CASE("debug draw: the world cannot be changed from inside") {
    struct Vandal : RecordingDraw {
        World& world;
        explicit Vandal(World& target) : world(target) {}
        void circle(const Vec2&, float, const Rot&, const DebugStyle&) override {
            world.create_body({.type = BodyType::Static});
        }
    };
    World world;
    test::add_disc(world, {0.0f, 0.0f}, 1.0f);
    Vandal vandal(world);
    CHECK(test::contains_text(test::error_of([&] { world.draw(vandal); }), "must not be changed"));
    CHECK_NOTHROW(world.create_body({.type = BodyType::Static}));
}
