// Calls that once broke a world: each is now refused and changes nothing, or does no harm.
#include <doctest/doctest.h>

#include "support/recording_draw.h"
#include "support/world_build.h"

#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

constexpr float largest = std::numeric_limits<float>::max();

/// Checks that calls on a box on the ground are refused.
void check_refused(const std::vector<std::function<void(World&, BodyId)>>& calls) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
        CAPTURE(i);
        World world;
        test::add_ground(world);
        const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        test::run(world, 5);
        const std::uint64_t before = world.state_hash();
        CHECK_FALSE(test::error_of([&] { calls[i](world, box); }).empty());
        CHECK(world.state_hash() == before);
        world.validate();
        test::run(world, 5);
        CHECK(test::all_finite(world));
    }
}

}  // namespace

TEST_CASE("fuzz: values of no enumeration are refused") {
    check_refused({[](World& world, BodyId) { world.create_body({.type = static_cast<BodyType>(7)}); },
                   [](World& world, BodyId box) { world[box].set_type(static_cast<BodyType>(3)); },
                   [](World& world, BodyId box) {
                       world.create_joint(world.bodies()[0], box, RevoluteJoint{},
                                          {.solver = static_cast<JointSolver>(9)});
                   },
                   [](World&, BodyId) { const World other({.narrow_phase = static_cast<NarrowPhase>(5)}); },
                   [](World&, BodyId) { const World other({.simd = static_cast<SimdTarget>(99)}); }});
}

TEST_CASE(
    "fuzz: places and shapes so far out that boxes would not be finite are refused before anything changes") {
    check_refused({[](World& world, BodyId) {
                       world.create_body({.type = BodyType::Static, .position = {largest, 0.0f}});
                   },
                   [](World& world, BodyId box) {
                       world[box].set_pose({0.0f, -largest}, 0.0f);
                   },
                   [](World& world, BodyId box) {
                       world.create_shape(box, Circle{{largest, 0.0f}, 1.0f}, {.density = 0.0f});
                   },
                   [](World& world, BodyId box) {
                       world[world[box].shapes()[0]].set_geometry(Segment{{0.0f, 0.0f}, {1e38f, 1e38f}});
                   },
                   [](World& world, BodyId box) {
                       world[box].set_mass_properties({1.0f, {1e38f, 0.0f}, 1.0f});
                   },
                   [](World& world, BodyId box) {
                       world.create_joint(world.bodies()[0], box, RevoluteJoint{.anchor_a = {1e38f, 0.0f}});
                   }});
}

TEST_CASE("fuzz: finite arguments whose sum or product is not finite are refused before anything changes") {
    check_refused(
        {[](World& world, BodyId box) {
             world[box].apply_impulse({0.0f, largest}, {1e30f, 0.0f});
         },
         [](World& world, BodyId box) {
             world[box].apply_force({0.0f, 1e20f}, {1e30f, 0.0f});
         },
         [](World& world, BodyId box) {
             world[box].set_target_pose({1e30f, 0.0f}, 0.0f, 1e-30f);
         },
         // The linear part alone would be valid.
         [](World& world, BodyId box) { world[box].set_target_pose(world[box].position(), 3.0f, 1e-42f); }});
}

TEST_CASE("fuzz: a fast body so large that no box holds its motion does not end the step") {
    World world({.maximum_linear_speed = 1e30f});
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId giant = world.create_body({.type = BodyType::Dynamic, .position = {3.0f, 5.0f}});
    world.create_shape(giant, make_box(1e14f, 1e14f), {.density = 1e-20f});
    world.create_shape(giant, Circle{{9e14f, 0.0f}, 1.0f}, {.density = 1e-20f});
    world[giant].set_linear_velocity({1e12f, -1e12f});
    world[giant].set_angular_velocity(1e12f);
    for (int i = 0; i < 5; ++i) {
        world.step(dt);
        REQUIRE(test::all_finite(world));
        world.validate();
    }
    CHECK(world.is_valid(box));
}

TEST_CASE("fuzz: masses whose inverse is not finite count as none") {
    World world;
    const BodyId mote = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 5.0f}});
    world.create_shape(mote, Circle{{0.0f, 0.0f}, 1e-20f});
    world[mote].set_mass_properties(
        {std::numeric_limits<float>::denorm_min(), {0.0f, 0.0f}, std::numeric_limits<float>::denorm_min()});
    world[mote].apply_force({1.0f, 1.0f});
    test::run(world, 3);
    CHECK(test::all_finite(world));
    CHECK(world[mote].position() == Vec2{0.0f, 5.0f});
}

TEST_CASE("fuzz: visitors that are empty are refused") {
    const std::function<void(const ContactView&)> no_contacts;
    const std::function<void(int, const Aabb&)> no_tree;
    const std::function<bool(ShapeId)> no_shapes;
    check_refused({[&](World& world, BodyId) { world.visit_contacts(no_contacts); },
                   [&](World& world, BodyId) { world.visit_tree(no_tree); },
                   [&](World& world, BodyId) {
                       world.overlap(Vec2{0.0f, 0.5f}, no_shapes);
                   },
                   [&](World& world, BodyId) {
                       world.overlap(Aabb{{-1.0f, 0.0f}, {1.0f, 1.0f}}, no_shapes);
                   }});
}

TEST_CASE("fuzz: a box too thin to have a hull is refused before it hangs on a body") {
    // A body's mass is computed from the geometry that its shapes return: one that could not be returned
    // broke the others.
    check_refused({[](World& world, BodyId box) { world.create_shape(box, make_box(1e-30f, 1.0f)); },
                   [](World& world, BodyId box) {
                       world[world[box].shapes()[0]].set_geometry(make_box(1.0f, 1e-12f));
                   }});
}

TEST_CASE("fuzz: ghosts of a chain beyond what its points may reach are refused") {
    // A world that had one could be saved, but not loaded.
    check_refused({[](World& world, BodyId box) {
                       world.create_chain(box, {.points = {{-1.0f, 0.0f}, {1.0f, 0.0f}},
                                                .ghost_before = Vec2{-1e38f, 2.0f}});
                   },
                   [](World& world, BodyId box) {
                       world.create_chain(
                           box, {.points = {{-1.0f, 0.0f}, {1.0f, 0.0f}}, .ghost_after = Vec2{2.0f, 1e16f}});
                   }});
}

TEST_CASE("fuzz: fields so far out that their boxes would not be finite are refused") {
    check_refused({[](World& world, BodyId) {
                       world.create_field({.region = make_box(1.0f, 1.0f), .pose = {{0.0f, -largest}, {}}});
                   },
                   [](World& world, BodyId) { world.create_field({.region = make_box(1e20f, 1.0f)}); },
                   [](World& world, BodyId) {
                       world.create_field({.kind = BuoyancyField{.surface = FluidSurface{{0.0f, largest}}}});
                   }});
}

TEST_CASE("fuzz: a field of the strongest flow there is can be drawn") {
    World world;
    world.create_field({.kind = WindField{.velocity = {largest, largest}},
                        .pose = {{0.0f, 0.0f}, Rot::from_angle(0.7853982f)}});
    test::RecordingDraw out;
    world.draw(out);
    const auto flows = out.of(DebugRole::FieldFlow);
    REQUIRE(flows.size() == 1);
    const Vec2 way = flows[0].points[1] - flows[0].points[0];
    CHECK(length(way - Vec2{0.0f, DebugDrawOptions{}.mark_length}) < 1e-6f);
}

TEST_CASE("fuzz: a new centre of mass leaves the velocity finite, however fast the body turns") {
    World world;
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    world[box].set_enabled(false);
    world[box].set_angular_velocity(largest);
    world[box].set_mass_properties({1.0f, {2.0f, -7.0f}, 1.0f});
    CHECK(test::all_finite(world));
    world[box].set_enabled(true);
    world.step(dt);
    CHECK(test::all_finite(world));
    world.validate();
}

TEST_CASE("fuzz: impulses stay finite through steps of any lengths, also of contacts that sleep") {
    const float lengths[] = {dt, 1e-42f, 1e-30f, 1e-6f, 10.0f, 1000.0f, 1e38f};
    for (const float first : lengths) {
        for (const float second : lengths) {
            for (const int sub_steps : {4, 50}) {
                CAPTURE(first);
                CAPTURE(second);
                CAPTURE(sub_steps);
                World world;
                test::add_ground(world);
                const BodyId box = test::add_box(world, {0.0f, 0.49f}, 0.5f, 0.5f);
                const BodyId ball = world.create_body({.position = {3.0f, 0.49f}});
                world.create_shape(ball, Circle{}, {.material = {.rolling_resistance = 0.1f}});
                world.step(first, sub_steps);
                world.step(dt);
                world[box].put_to_sleep();
                world[ball].put_to_sleep();
                for (const float length : {second, dt, second, dt}) {
                    world.step(length, sub_steps);
                    world.visit_contacts([](const ContactView& contact) {
                        for (int i = 0; i < contact.count; ++i) {
                            CHECK(is_finite(contact.points[i].normal_impulse));
                            CHECK(is_finite(contact.points[i].friction_impulse));
                        }
                    });
                    world[box].wake();
                    world[ball].wake();
                }
                CHECK(test::all_finite(world));
                world.validate();
            }
        }
    }
}

TEST_CASE("fuzz: bodies stopped on their way stay finite, however much a step accelerates them") {
    for (const float gravity : {1e10f, 1e18f, 1e22f, 1e26f, 1e30f, 1e37f}) {
        for (const float time_step : {dt, 1.0f, 1e3f}) {
            CAPTURE(gravity);
            CAPTURE(time_step);
            World world({.gravity = {0.0f, -gravity}});
            test::add_ground(world);
            const BodyId box = test::add_box(world, {0.0f, 2.0f}, 0.5f, 0.5f);
            for (int i = 0; i < 3; ++i) {
                world.step(time_step);
                CHECK(test::all_finite(world));
            }
            world[box].set_linear_velocity({1e30f, -1e30f});
            world.step(time_step);
            CHECK(test::all_finite(world));
            world.validate();
        }
    }
}

TEST_CASE("fuzz: inside a step there is nothing to validate") {
    World world;
    test::add_ground(world);
    test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    std::string told;
    world.set_collision_filter([&](ShapeId, ShapeId) {
        told = test::error_of([&] { world.validate(); });
        return true;
    });
    world.step(dt);
    CHECK(told.find("World::validate") != std::string::npos);
    world.validate();
}
