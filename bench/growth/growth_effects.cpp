#include "growth/growth_worlds.h"

namespace bench {

using namespace grown;

namespace {

auto one_field(const FieldDefinition& field) {
    return [=](int count, GrowthMeter& meter) {
        World world = still_world();
        add_grid(world, count);
        world.create_field(field);
        meter.time([&] { step(world, 3); });
    };
}

void fields_apart(int count, GrowthMeter& meter) {
    World world = still_world();
    add_grid(world, count, 5.0f);
    for (int i = 0; i < count; ++i) {
        world.create_field({.kind = DirectionalField{.strength = {1.0f, 0.0f}},
                            .region = Circle{{}, 1.0f},
                            .pose = {grid_place(i, count, 5.0f), {}}});
    }
    meter.time([&] { step(world, 2); });
}

void fields_at_one_place(int count, GrowthMeter& meter) {
    World world = still_world();
    add_grid(world, 16);
    meter.time([&] {
        std::vector<FieldId> fields;
        for (int i = 0; i < count; ++i) {
            fields.push_back(world.create_field({.kind = WindField{}, .region = Circle{{}, 3.0f}}));
        }
        step(world);
        for (const FieldId field : fields) {
            world.destroy_field(field);
        }
    });
}

void fields_on_bodies(int count, GrowthMeter& meter) {
    World world = still_world();
    const std::vector<BodyId> bodies = add_grid(world, count, 5.0f);
    meter.time([&] {
        for (const BodyId body : bodies) {
            world.create_field(
                {.kind = RadialField{.strength = 1.0f}, .region = Circle{{}, 1.0f}, .body = body});
        }
        step(world);
        for (const BodyId body : bodies) {
            world.destroy_body(body);
        }
    });
}

void fields_of_sleepers(int count, GrowthMeter& meter) {
    World world = still_world();
    std::vector<BodyId> bodies = add_grid(world, count, 5.0f, {.awake = false});
    for (int i = 0; i < count; ++i) {
        world.create_field({.kind = DirectionalField{.strength = {1.0f, 0.0f}},
                            .region = Circle{{}, 1.0f},
                            .pose = {grid_place(i, count, 5.0f) + Vec2{0.0f, 2.5f}, {}}});
    }
    step(world);
    meter.time([&] { step(world, 3); });
}

void one_sensor(int count, GrowthMeter& meter) {
    World world = still_world();
    add_box(world, {}, {3.0f * static_cast<float>(count), 1000.0f}, {.type = BodyType::Static},
            {.sensor = true});
    add_grid(world, count);
    meter.time([&] { step(world, 3); });
}

void sensors_apart(int count, GrowthMeter& meter) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        const Vec2 place = grid_place(i, count, 5.0f);
        add_disc(world, place, 1.0f, {.type = BodyType::Static}, {.sensor = true});
        add_disc(world, place, 0.5f, {.linear_velocity = {10.0f, 0.0f}});
    }
    meter.time([&] { step(world, 20); });
}

void sensors_at_one_place(int count, GrowthMeter& meter) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        add_disc(world, {}, 1.0f, {.type = BodyType::Static}, {.sensor = true});
    }
    add_disc(world, {}, 0.5f);
    meter.time([&] { step(world, 3); });
}

void sensor_of_shapes(int count, GrowthMeter& meter) {
    World world = still_world();
    const BodyId body = world.create_body({.type = BodyType::Kinematic, .linear_velocity = {1.0f, 0.0f}});
    for (int i = 0; i < count; ++i) {
        world.create_shape(body, Circle{{static_cast<float>(i), 0.0f}, 0.4f},
                           {.update_mass = false, .sensor = true});
        add_disc(world, {static_cast<float>(i), 0.3f}, 0.2f);
    }
    meter.time([&] { step(world, 3); });
}

void visitors_destroyed(int count, GrowthMeter& meter) {
    World world = still_world();
    add_box(world, {}, {3.0f * static_cast<float>(count), 1000.0f}, {.type = BodyType::Static},
            {.sensor = true});
    const std::vector<BodyId> bodies = add_grid(world, count);
    step(world);
    meter.time([&] {
        for (const BodyId body : bodies) {
            world.destroy_body(body);
        }
        step(world);
    });
}

void fast_through_sensors(int count, GrowthMeter& meter) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        add_box(world, {static_cast<float>(i), 0.0f}, {0.05f, 1.0f}, {.type = BodyType::Static},
                {.sensor = true});
    }
    add_disc(world, {-1.0f, 0.0f}, 0.2f, {.linear_velocity = {60.0f * static_cast<float>(count), 0.0f}});
    meter.time([&] { step(world, 2); });
}

void explosion(int count, GrowthMeter& meter) {
    World world = still_world();
    add_grid(world, count);
    step(world);
    meter.time([&] {
        world.explode({.radius = 1e5f});
        step(world);
    });
}

void explosions(int count, GrowthMeter& meter) {
    World world = still_world();
    add_grid(world, count);
    step(world);
    meter.time([&] {
        for (int i = 0; i < count; ++i) {
            world.explode({.center = grid_place(i, count, 2.0f), .radius = 1.0f});
        }
        step(world);
    });
}

}  // namespace

std::vector<GrowthRow> growth_rows_of_effects() {
    return {
        {"fields: bodies in a field", 1000, one_field({.kind = DirectionalField{.strength = {1.0f, 0.0f}}})},
        {"fields: bodies in wind", 500, one_field({.kind = WindField{.velocity = {1.0f, 0.0f}}})},
        {"fields: bodies in water", 500, one_field({.kind = BuoyancyField{}, .region = Circle{{}, 1e4f}})},
        {"fields: with regions, one for each body", 250, fields_apart},
        {"fields: with regions, beside sleepers", 250, fields_of_sleepers},
        {"fields: at one place", 250, fields_at_one_place},
        {"fields: on bodies", 250, fields_on_bodies, "each body that is destroyed looks through all fields"},
        {"sensors: visitors of one", 500, one_sensor},
        {"sensors: visitors of one destroyed", 500, visitors_destroyed},
        {"sensors: apart, with a visitor each", 250, sensors_apart},
        {"sensors: at one place, one visitor", 500, sensors_at_one_place,
         "each sensor looks at all boxes within it, those of other sensors too"},
        {"sensors: of one body", 250, sensor_of_shapes},
        {"sensors: that a body passes in a step", 500, fast_through_sensors},
        {"explosion: of all bodies", 1000, explosion},
        {"explosion: one for each body", 500, explosions},
    };
}

}  // namespace bench
