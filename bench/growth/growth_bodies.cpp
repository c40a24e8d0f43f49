#include "growth/growth_worlds.h"

#include <algorithm>

namespace bench {

using namespace grown;

namespace {

void bodies_apart(int count, GrowthMeter& meter) {
    World world = still_world();
    add_grid(world, count);
    meter.time_longest(3, [&] { step(world); });
}

void bodies_in_line(int count, GrowthMeter& meter) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        add_disc(world, {0.0f, 2.0f * static_cast<float>(i)}, 0.5f, {.linear_velocity = {1.0f, 0.0f}});
    }
    meter.time_longest(3, [&] { step(world); });
}

void static_line(int count, GrowthMeter& meter) {
    World world;
    meter.time([&] {
        for (int i = 0; i < count; ++i) {
            add_box(world, {static_cast<float>(i), 0.0f}, {0.5f, 0.5f}, {.type = BodyType::Static});
        }
        step(world, 2);
    });
}

auto at_one_place(BodyType type, bool sensor, int group) {
    return [=](int count, GrowthMeter& meter) {
        World world;
        for (int i = 0; i < count; ++i) {
            add_disc(world, {}, 0.5f, {.type = type}, {.filter = {.group = group}, .sensor = sensor});
        }
        meter.time_longest(12, [&] { step(world); });
    };
}

void freed_pile(int count, GrowthMeter& meter) {
    World world;
    std::vector<BodyId> bodies;
    for (int i = 0; i < count; ++i) {
        bodies.push_back(add_disc(world, {}));
    }
    step(world);
    for (std::size_t i = 1; i < bodies.size(); ++i) {
        world.destroy_body(bodies[i]);
    }
    step(world, 20);
    meter.time([&] { step(world); });
}

void heap(int count, GrowthMeter& meter) {
    World world;
    const float side = std::sqrt(static_cast<float>(count));
    add_floor(world, side);
    add_box(world, {-0.5f * side, side}, {0.1f, side}, {.type = BodyType::Static});
    add_box(world, {0.5f * side, side}, {0.1f, side}, {.type = BodyType::Static});
    for (int i = 0; i < count; ++i) {
        add_disc(world, grid_place(i, count, 0.9f) + Vec2{0.5f - 0.45f * side, 0.5f}, 0.45f);
    }
    step(world, 30);
    meter.time([&] { step(world, 5); });
}

void creation(int count, GrowthMeter& meter) {
    World world;
    meter.time([&] { add_grid(world, count); });
}

void destruction(int count, GrowthMeter& meter, bool reverse) {
    World world;
    std::vector<BodyId> bodies = add_row_on_floor(world, count);
    step(world, 2);
    if (reverse) {
        std::reverse(bodies.begin(), bodies.end());
    }
    meter.time([&] {
        for (const BodyId body : bodies) {
            world.destroy_body(body);
        }
        step(world);
    });
}

void churn(int count, GrowthMeter& meter) {
    World world;
    std::vector<BodyId> bodies = add_row_on_floor(world, count);
    step(world, 2);
    meter.time([&] {
        for (int i = 0; i < count; ++i) {
            const Vec2 place = world[bodies[static_cast<std::size_t>(i) + 1]].position();
            world.destroy_body(bodies[static_cast<std::size_t>(i) + 1]);
            bodies[static_cast<std::size_t>(i) + 1] = add_box(world, place, {0.25f, 0.25f});
        }
        step(world);
    });
}

}  // namespace

std::vector<GrowthRow> growth_rows_of_bodies() {
    const char* const all_pairs = "each pair overlaps: N^2 contacts";
    const char* const all_boxes =
        "each pair of boxes overlaps: N^2 pairs, and room is kept for as many contacts";
    return {
        {"bodies: apart, in a grid", 1000, bodies_apart},
        {"bodies: apart, in a column", 1000, bodies_in_line},
        {"bodies: static, in a line", 1000, static_line},
        {"bodies: in a heap", 250, heap},
        {"bodies: at one place, dynamic", 32, at_one_place(BodyType::Dynamic, false, 0), all_pairs},
        {"bodies: at one place, static", 250, at_one_place(BodyType::Static, false, 0), all_boxes},
        {"bodies: at one place, kinematic", 250, at_one_place(BodyType::Kinematic, false, 0), all_boxes},
        {"bodies: at one place, sensors", 250, at_one_place(BodyType::Dynamic, true, 0), all_boxes},
        {"bodies: at one place, filtered", 250, at_one_place(BodyType::Dynamic, false, -1), all_boxes},
        {"bodies: at one place, once", 32, freed_pile,
         "the store of contacts keeps the room of their largest number"},
        {"bodies: created", 1000, creation},
        {"bodies: destroyed one by one", 1000,
         [](int n, GrowthMeter& meter) { destruction(n, meter, false); }},
        {"bodies: destroyed, last first", 1000,
         [](int n, GrowthMeter& meter) { destruction(n, meter, true); }},
        {"bodies: replaced one by one", 1000, churn},
    };
}

}  // namespace bench
