#include "growth/growth_worlds.h"

namespace bench {

using namespace grown;

namespace {

constexpr float fast = 30.0f;

/// Adds a body of some discs in a column or at one place, that moves along x.
BodyId add_column(World& world, int count, float spacing, float x, float speed,
                  const BodyDefinition& given = {}) {
    BodyDefinition definition = given;
    definition.position = {x, 0.0f};
    definition.linear_velocity = {speed, 0.0f};
    const BodyId body = world.create_body(definition);
    for (int i = 0; i < count; ++i) {
        const float y = spacing * (static_cast<float>(i) - 0.5f * static_cast<float>(count));
        world.create_shape(body, Circle{{0.0f, y}, 0.1f}, {.update_mass = false});
    }
    if (definition.type == BodyType::Dynamic) {
        world[body].update_mass();
    }
    return body;
}

auto bodies_meet(float spacing, float speed, const BodyDefinition& definition = {}) {
    return [=](int count, GrowthMeter& meter) {
        World world = still_world();
        add_column(world, count, spacing, -1.0f, speed, definition);
        add_column(world, count, spacing, 1.0f, -speed);
        meter.time_longest(8, [&] { step(world); });
    };
}

void meets_wall(int count, GrowthMeter& meter) {
    World world = still_world();
    add_column(world, count, 0.05f, -1.0f, fast);
    add_column(world, count, 0.05f, 1.0f, 0.0f, {.type = BodyType::Static});
    meter.time_longest(8, [&] { step(world); });
}

void meets_discs(int count, GrowthMeter& meter) {
    World world = still_world();
    add_column(world, count, 0.25f, -1.0f, fast);
    for (int i = 0; i < count; ++i) {
        const float y = 0.25f * (static_cast<float>(i) - 0.5f * static_cast<float>(count));
        add_disc(world, {1.0f, y}, 0.1f, {.linear_velocity = {-fast, 0.0f}});
    }
    meter.time_longest(8, [&] { step(world); });
}

void clouds_meet(int count, GrowthMeter& meter) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        const float side = i % 2 == 0 ? -1.0f : 1.0f;
        const Vec2 place = grid_place(i / 2, count / 2, 0.3f);
        add_disc(world, {side * (place.x + 0.3f), place.y + 0.1f * side}, 0.1f,
                 {.linear_velocity = {-fast * side, 0.0f}});
    }
    meter.time_longest(6, [&] { step(world); });
}

void columns_meet(int count, GrowthMeter& meter) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        const float side = i % 2 == 0 ? -1.0f : 1.0f;
        add_disc(world, {0.7f * side, 0.3f * static_cast<float>(i / 2) + 0.05f * side}, 0.1f,
                 {.linear_velocity = {-fast * side, 0.0f}});
    }
    meter.time_longest(6, [&] { step(world); });
}

void bullets(int count, GrowthMeter& meter, bool meet) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        const float side = i % 2 == 0 || !meet ? -1.0f : 1.0f;
        add_disc(world, {0.7f * side, 0.3f * static_cast<float>(i / 2) + 0.15f * static_cast<float>(i % 2)},
                 0.1f, {.linear_velocity = {-fast * side, 0.0f}, .bullet = true});
    }
    meter.time_longest(6, [&] { step(world); });
}

void bullet_row(int count, GrowthMeter& meter) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        add_disc(world, {-0.21f * static_cast<float>(i), 0.0f}, 0.1f,
                 {.linear_velocity = {fast, 0.0f}, .bullet = true});
    }
    add_box(world, {0.5f, 0.0f}, {0.1f, 1.0f}, {.type = BodyType::Static});
    meter.time_longest(6, [&] { step(world); });
}

void rain_on_floor(int count, GrowthMeter& meter) {
    World world;
    add_floor(world, static_cast<float>(count));
    for (int i = 0; i < count; ++i) {
        add_disc(world, {static_cast<float>(i) - 0.5f * static_cast<float>(count), 1.0f}, 0.1f,
                 {.linear_velocity = {0.0f, -2.0f * fast}});
    }
    meter.time_longest(4, [&] { step(world); });
}

void rain_through_column(int count, GrowthMeter& meter) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        add_disc(world, {0.0f, 0.3f * static_cast<float>(i)}, 0.1f,
                 {.linear_velocity = {0.0f, i % 2 == 0 ? fast : -fast}});
    }
    meter.time_longest(4, [&] { step(world); });
}

void slides_over_boxes(int count, GrowthMeter& meter) {
    World world;
    for (int i = 0; i < count; ++i) {
        add_box(world, {0.2f * static_cast<float>(i), -0.1f}, {0.1f, 0.1f}, {.type = BodyType::Static});
    }
    for (int i = 0; i < count / 8; ++i) {
        add_box(world, {1.6f * static_cast<float>(i), 0.25f}, {0.25f, 0.25f},
                {.linear_velocity = {fast, 0.0f}});
    }
    meter.time_longest(5, [&] { step(world); });
}

void mover_among_bodies(int count, GrowthMeter& meter) {
    World world = still_world();
    const float length = 0.5f * static_cast<float>(count);
    add_box(world, {-0.5f, 0.5f * length}, {0.1f, length},
            {.type = BodyType::Kinematic, .linear_velocity = {fast, 0.0f}});
    for (int i = 0; i < count; ++i) {
        add_disc(world, {0.0f, 0.5f * static_cast<float>(i)}, 0.1f);
    }
    meter.time_longest(5, [&] { step(world); });
}

void movers_among_bodies(int count, GrowthMeter& meter) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        const Vec2 place = grid_place(i, count, 2.0f);
        add_box(world, place, {0.8f, 0.1f}, {.type = BodyType::Kinematic, .angular_velocity = 20.0f});
        add_disc(world, place + Vec2{0.0f, 0.5f}, 0.1f);
    }
    meter.time_longest(5, [&] { step(world); });
}

void jointed_train(int count, GrowthMeter& meter) {
    World world;
    add_floor(world, static_cast<float>(count));
    BodyId last{};
    for (int i = 0; i < count; ++i) {
        const BodyId car = add_box(world, {0.5f * static_cast<float>(i), 1.0f}, {0.2f, 0.05f},
                                   {.linear_velocity = {0.0f, -60.0f}});
        if (i != 0) {
            world.create_joint(last, car,
                               RevoluteJoint{.anchor_a = {0.25f, 0.0f}, .anchor_b = {-0.25f, 0.0f}},
                               {.solver = JointSolver::Iterative});
        }
        last = car;
    }
    meter.time_longest(4, [&] { step(world); });
}

}  // namespace

std::vector<GrowthRow> growth_rows_of_impacts() {
    return {
        {"impacts: two bodies of N shapes", 40, bodies_meet(0.05f, fast)},
        {"impacts: two bodies of N shapes, slow", 40, bodies_meet(0.05f, 3.0f)},
        {"impacts: a bullet of N shapes", 40, bodies_meet(0.05f, fast, {.bullet = true})},
        {"impacts: a mover of N shapes", 40, bodies_meet(0.05f, fast, {.type = BodyType::Kinematic})},
        {"impacts: two bodies, shapes at one place", 16, bodies_meet(0.0f, fast),
         "each shape meets each of the other body: N^2 contacts"},
        {"impacts: N shapes and a wall of N", 40, meets_wall,
         "up to 128 impacts of a sub-step follow each other, each of N shapes; linear from then on"},
        {"impacts: N shapes and N discs", 40, meets_discs},
        {"impacts: two clouds", 250, clouds_meet},
        {"impacts: two columns", 250, columns_meet},
        {"impacts: a column through itself", 250, rain_through_column},
        {"impacts: bullets side by side", 250, [](int n, GrowthMeter& meter) { bullets(n, meter, false); }},
        {"impacts: bullets that meet", 250, [](int n, GrowthMeter& meter) { bullets(n, meter, true); }},
        {"impacts: bullets in a row", 100, bullet_row},
        {"impacts: rain on a floor", 500, rain_on_floor},
        {"impacts: slides over many boxes", 500, slides_over_boxes},
        {"impacts: a mover among bodies", 250, mover_among_bodies},
        {"impacts: movers among bodies", 250, movers_among_bodies},
        {"impacts: a jointed train", 250, jointed_train},
    };
}

}  // namespace bench
