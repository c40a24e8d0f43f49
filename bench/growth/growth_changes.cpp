#include "growth/growth_worlds.h"

#include <algorithm>

namespace bench {

using namespace grown;

namespace {

auto each_body(void (*change)(World&, BodyId, int), bool reverse = false, bool touching = true) {
    return [=](int count, GrowthMeter& meter) {
        World world;
        world.set_sleeping(false);
        std::vector<BodyId> bodies = touching ? add_row_on_floor(world, count) : add_grid(world, count);
        if (touching) {
            bodies.erase(bodies.begin());
        }
        step(world, 2);
        if (reverse) {
            std::reverse(bodies.begin(), bodies.end());
        }
        meter.time([&] {
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                change(world, bodies[i], static_cast<int>(i));
            }
            step(world);
        });
    };
}

/// A pile that sleeps, one island of all.
struct SleepingRow {
    explicit SleepingRow(int count) {
        add_floor(world, static_cast<float>(count));
        for (int i = 0; i < count; ++i) {
            bodies.push_back(add_box(world, {0.5f * static_cast<float>(i), 0.25f}, {0.25f, 0.25f}));
        }
        for (int i = 0; i < 120 && world.counters().awake_bodies > 0; ++i) {
            step(world);
        }
    }
    World world;
    std::vector<BodyId> bodies;
};

void wakes(int count, GrowthMeter& meter) {
    SleepingRow row(count);
    meter.time([&] {
        row.world[row.bodies.front()].wake();
        step(row.world);
    });
}

void falls_asleep(int count, GrowthMeter& meter) {
    SleepingRow row(count);
    row.world[row.bodies.front()].wake();
    step(row.world);
    meter.time([&] {
        static_cast<void>(row.world[row.bodies.front()].put_to_sleep());
        step(row.world);
    });
}

void asleep_in_turn(int count, GrowthMeter& meter) {
    SleepingRow row(count);
    row.world[row.bodies.front()].wake();
    meter.time([&] {
        for (const BodyId body : row.bodies) {
            static_cast<void>(row.world[body].put_to_sleep());
        }
        step(row.world);
    });
}

void sleepers_destroyed(int count, GrowthMeter& meter) {
    SleepingRow row(count);
    meter.time([&] {
        for (const BodyId body : row.bodies) {
            row.world.destroy_body(body);
        }
        step(row.world);
    });
}

void sleepers_moved(int count, GrowthMeter& meter) {
    SleepingRow row(count);
    meter.time([&] {
        for (std::size_t i = 0; i < row.bodies.size(); ++i) {
            row.world[row.bodies[i]].set_pose({0.5f * static_cast<float>(i), 100.0f}, 0.0f);
        }
        step(row.world);
    });
}

void sleeping_world(int count, GrowthMeter& meter) {
    SleepingRow row(count);
    meter.time([&] { step(row.world, 500); });
}

void islands_apart(int count, GrowthMeter& meter) {
    World world;
    add_row_on_floor(world, count);
    for (int i = 0; i < 45; ++i) {
        step(world);
    }
    meter.time([&] { step(world, 10); });
}

void woken_by_touch(int count, GrowthMeter& meter) {
    SleepingRow row(count);
    add_box(row.world, {-1.0f, 0.25f}, {0.25f, 0.25f}, {.linear_velocity = {5.0f, 0.0f}});
    meter.time([&] { step(row.world, 12); });
}

}  // namespace

std::vector<GrowthRow> growth_rows_of_changes() {
    return {
        {"changes: poses", 500, each_body([](World& world, BodyId body, int) {
             world[body].set_pose(world[body].position() + Vec2{0.0f, 0.01f}, 0.0f);
         })},
        {"changes: velocities", 500, each_body([](World& world, BodyId body, int) {
             world[body].set_linear_velocity({0.1f, 0.0f});
         })},
        {"changes: types", 250, each_body([](World& world, BodyId body, int i) {
             world[body].set_type(i % 2 == 0 ? BodyType::Kinematic : BodyType::Static);
         })},
        {"changes: switched off and on", 500, each_body([](World& world, BodyId body, int) {
             world[body].set_enabled(false);
             world[body].set_enabled(true);
         })},
        {"changes: locks", 1000,
         each_body([](World& world, BodyId body, int) { world[body].set_locks({.linear_x = true}); })},
        {"changes: locks, last first", 1000,
         each_body([](World& world, BodyId body, int) { world[body].set_locks({.linear_x = true}); }, true)},
        {"changes: own gravity, last first", 1000,
         each_body(
             [](World& world, BodyId body, int) {
                 world[body].set_own_gravity(Vec2{0.0f, -1.0f});
             },
             true, false),
         "kept sorted by body: each entry moves those of later bodies"},
        {"changes: own gravity set and removed", 1000,
         each_body(
             [](World& world, BodyId body, int) {
                 world[body].set_own_gravity(Vec2{0.0f, -1.0f});
                 world[body].set_own_gravity({});
             },
             true, false)},
        {"changes: constant forces, last first", 1000,
         each_body(
             [](World& world, BodyId body, int) {
                 world[body].set_constant_force({0.1f, 0.0f});
             },
             true, false),
         "kept sorted by body: each entry moves those of later bodies"},
        {"changes: extra iterations, last first", 1000,
         each_body([](World& world, BodyId body, int) { world[body].set_extra_iterations(1); }, true, false),
         "kept sorted by body: each entry moves those of later bodies"},
        {"changes: dominance", 500,
         each_body([](World& world, BodyId body, int i) { world[body].set_dominance_group(i % 3); })},
        {"changes: bullets", 500,
         each_body([](World& world, BodyId body, int) { world[body].set_bullet(true); })},
        {"changes: masses", 500, each_body([](World& world, BodyId body, int) {
             world[body].set_mass_properties({.mass = 2.0f, .inertia = 1.0f});
         })},
        {"sleep: an island wakes", 500, wakes},
        {"sleep: an island wakes by touch", 500, woken_by_touch},
        {"sleep: an island falls asleep", 500, falls_asleep},
        {"sleep: bodies put to sleep one by one", 500, asleep_in_turn},
        {"sleep: sleepers destroyed one by one", 500, sleepers_destroyed},
        {"sleep: sleepers moved one by one", 500, sleepers_moved},
        {"sleep: steps of a world asleep", 500, sleeping_world},
        {"sleep: many islands fall asleep", 500, islands_apart},
    };
}

}  // namespace bench
