// Pieces of docs/manual/bodies.md and units.md.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

using namespace drystone;

TEST_CASE("bodies of the three types move as the page says") {
    World world({.gravity = {0.0f, -10.0f}});
    // [types]
    const BodyId wall = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    const BodyId lift = world.create_body({.type = BodyType::Kinematic, .linear_velocity = {0.0f, 1.0f}});
    const BodyId crate = world.create_body({.position = {10.0f, 0.0f}, .angle = 0.5f, .name = "crate"});
    world.create_shape(crate, make_box(0.5f, 0.5f), {.density = 2.0f});
    // [/types]
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 60.0f);
    }
    CHECK(world[wall].position().y == -1.0f);
    CHECK(world[lift].position().y == doctest::Approx(1.0f).epsilon(1e-5));
    CHECK(world[crate].position().y == doctest::Approx(-5.0f).epsilon(1e-4));  // g t^2 / 2
    CHECK(world[crate].mass().mass == doctest::Approx(2.0f));                  // 2 kg/m^2 on 1 m^2
    CHECK(world[crate].name() == "crate");

    // [references]
    BodyRef body = world[crate];
    body.set_linear_velocity({3.0f, 0.0f});
    body.apply_impulse({0.0f, 4.0f});  // changes the velocity at once
    body.apply_force({0.0f, 20.0f});   // acts during the next step, then is cleared
    body.apply_force({0.0f, 20.0f}, body.world_point({0.5f, 0.0f}));  // off centre: it also turns
    // [/references]
    CHECK(body.linear_velocity().y == doctest::Approx(2.0f));  // 4 N s on 2 kg
    world.step(1.0f / 60.0f);
    // 40 N against a weight of 20 N: 10 m/s^2 upwards; the second force turns.
    CHECK(body.linear_velocity().y == doctest::Approx(2.0f + 10.0f / 60.0f).epsilon(1e-4));
    CHECK(body.angular_velocity() > 0.0f);

    // [stale]
    world.destroy_body(crate);
    const bool exists = world.is_valid(crate);  // false, also after the slot was used again
    CHECK_THROWS_AS(static_cast<void>(world[crate].position()), Error);
    // [/stale]
    CHECK(!exists);
}

TEST_CASE("every kind of shape is made as the page says") {
    World world;
    const BodyId body = world.create_body();
    const BodyId ground = world.create_body({.type = BodyType::Static});
    // [shapes]
    world.create_shape(body, Circle{{0.0f, 0.0f}, 0.5f});
    world.create_shape(body, Capsule{{0.0f, -0.5f}, {0.0f, 0.5f}, 0.25f});
    world.create_shape(body, make_box(1.0f, 0.5f));                      // half extents: 2 m by 1 m
    world.create_shape(body, make_box(0.5f, 0.5f, Pose{{2.0f, 0.0f}}));  // beside the origin
    world.create_shape(body, make_rounded_box(0.4f, 0.4f, 0.1f));
    world.create_shape(body, make_polygon({{0.0f, 0.0f}, {1.0f, 0.0f}, {0.5f, 1.0f}}));
    world.create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
    world.create_chain(ground, {.points = {{30.0f, 0.0f}, {24.0f, 2.0f}, {20.0f, 0.0f}}});
    // [/shapes]
    CHECK(world[body].shapes().size() == 6);
    CHECK(world[ground].shapes().size() == 3);

    // [outline]
    const std::vector<Vec2> arrow{{0.0f, 0.0f}, {2.0f, 1.0f}, {0.0f, 2.0f}, {0.5f, 1.0f}};
    const std::vector<ShapeId> pieces = world.create_outline(body, arrow);
    // [/outline]
    float area = 0.0f;
    for (const ShapeId piece : pieces) {
        area += world[piece].mass().mass;
    }
    CHECK(area == doctest::Approx(1.5f).epsilon(1e-5));  // the triangle of 2 m^2 less the notch of 0.5 m^2
}

TEST_CASE("materials slide, grip and bounce as the page says") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ShapeId floor = world.create_shape(ground, Segment{{-50.0f, 0.0f}, {50.0f, 0.0f}});
    // [material]
    const BodyId ball = world.create_body({.position = {-3.0f, 1.5f}});
    world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.5f}, {.material = {.restitution = 0.8f}});

    const BodyId crate = world.create_body({.position = {0.0f, 0.5f}, .linear_velocity = {2.0f, 0.0f}});
    world.create_shape(crate, make_box(0.5f, 0.5f), {.material = {.friction = 0.2f}});

    world[floor].set_material({.friction = 0.8f});
    // [/material]
    float peak = 0.0f;
    bool bounced = false;
    for (int i = 0; i < 240; ++i) {
        world.step(1.0f / 240.0f);
        bounced = bounced || world[ball].linear_velocity().y > 0.0f;
        peak = bounced ? std::max(peak, world[ball].position().y - 0.5f) : peak;
    }
    CHECK(peak == doctest::Approx(0.64f).epsilon(0.03));  // e^2 h
    // The geometric mean of 0.2 and 0.8 is 0.4: it stops after v^2 / (2 mu g) = 0.5 m.
    CHECK(world[crate].position().x == doctest::Approx(0.5f).epsilon(0.02));

    // [belt]
    world[floor].set_material({.friction = 0.8f, .tangent_speed = 1.5f});
    // [/belt]
    for (int i = 0; i < 480; ++i) {
        world.step(1.0f / 240.0f);
    }
    CHECK(world[crate].linear_velocity().x == doctest::Approx(1.5f).epsilon(0.01));
}

TEST_CASE("a body's mass is that of its shapes unless it is set") {
    World world;
    const BodyId hammer = world.create_body();
    // [mass]
    world.create_shape(hammer, make_box(0.05f, 0.5f), {.density = 10.0f, .update_mass = false});
    world.create_shape(hammer, make_box(0.2f, 0.1f, Pose{{0.0f, 0.6f}}), {.density = 100.0f});
    const MassProperties from_shapes = world[hammer].mass();

    world[hammer].set_mass_properties({.mass = 5.0f, .center = {0.0f, 0.5f}, .inertia = 0.4f});
    world[hammer].reset_mass_properties();
    // [/mass]
    CHECK(from_shapes.mass == doctest::Approx(1.0f + 8.0f));
    CHECK(from_shapes.center.y == doctest::Approx(0.6f * 8.0f / 9.0f));
    CHECK(world[hammer].mass().mass == from_shapes.mass);
}

TEST_CASE("bad input throws and changes nothing") {
    World world;
    // [error]
    try {
        world.create_body({.position = {NAN, 0.0f}});
    } catch (const Error& error) {
        std::puts(error.what());  // names the function, the argument and the value
    }
    // [/error]
    CHECK(world.bodies().empty());
}

TEST_CASE("a tile grid is made and dug into as the page says") {
    World world;
    // [tile-grid]
    enum : std::uint8_t { empty, rock, slope, plank };
    const TileGridId cave = world.create_tile_grid(
        {.position = {-3.0f, 0.0f},
         .cell_size = 1.0f,
         .width = 6,
         .height = 3,
         .types = {{.material = {.friction = 0.8f}},
                   {.left_height = 0.0f},
                   {.left_height = 0.2f, .right_height = 0.2f, .hangs = true, .one_way = Vec2{0.0f, 1.0f}}},
         .cells = {rock, rock, rock, rock, rock, rock,     // the lowest row
                   empty, empty, slope, rock, rock, rock,  //
                   plank, plank, empty, empty, empty, empty}});
    // [/tile-grid]
    // [dig]
    if (const auto hit = world.cast_ray({.origin = {1.5f, 5.0f}, .translation = {0.0f, -10.0f}})) {
        const TileGridRef grid = world[cave];
        const TileCell cell = grid.cell_of(hit->shape, hit->point);
        grid.set_cell(cell.x, cell.y, empty);
    }
    // [/dig]
    CHECK(world[cave].cell(4, 1) == empty);
    CHECK(world[cave].cell(4, 0) == rock);
    CHECK(world[cave].shape_at(4, 1).is_null());
    CHECK(world[world[cave].shape_at(5, 1)].tiles() == TileRange{5, 1, 1, 1});
}
