#include "growth/growth_worlds.h"

#include <drystone/contact_handlers.h>
#include <algorithm>

namespace bench {

using namespace grown;

namespace {

auto on_floor(void (*act)(World&, std::vector<BodyId>&), const ShapeDefinition& shape = {}) {
    return [=](int count, GrowthMeter& meter) {
        World world;
        world.set_sleeping(false);
        std::vector<BodyId> bodies = add_row_on_floor(world, count, shape);
        step(world, 3);
        meter.time([&] { act(world, bodies); });
    };
}

void plank(int count, GrowthMeter& meter) {
    World world;
    add_floor(world, static_cast<float>(count));
    add_box(world, {0.0f, 0.25f}, {0.8f * static_cast<float>(count), 0.25f});
    for (int i = 0; i < count; ++i) {
        add_box(world, {1.5f * static_cast<float>(i) - 0.75f * static_cast<float>(count), 0.75f},
                {0.25f, 0.25f});
    }
    step(world, 3);
    meter.time([&] { step(world, 5); });
}

void wheel_in_gravel(int count, GrowthMeter& meter) {
    World world = still_world();
    const float radius = 0.5f * static_cast<float>(count) / (2.0f * pi);
    add_disc(world, {}, radius - 0.2f);
    for (int i = 0; i < count; ++i) {
        const float angle = 2.0f * pi * static_cast<float>(i) / static_cast<float>(count);
        add_disc(world, Vec2{radius * std::cos(angle), radius * std::sin(angle)}, 0.2f);
    }
    step(world, 3);
    meter.time([&] { step(world, 5); });
}

void contacts_begin(int count, GrowthMeter& meter) {
    World world;
    add_row_on_floor(world, count);
    meter.time([&] { step(world); });
}

void overlap_at_creation(int count, GrowthMeter& meter) {
    World world;
    add_floor(world, static_cast<float>(count));
    for (int i = 0; i < count; ++i) {
        add_box(world, {0.45f * static_cast<float>(i), 0.2f}, {0.25f, 0.25f});
    }
    meter.time([&] { step(world, 3); });
}

void handlers(int count, GrowthMeter& meter) {
    World world = still_world();
    add_row_on_floor(world, count);
    ContactHandlers dispatch;
    dispatch.add({.begin = [](const ContactBegin&) {}, .end = [](const ContactEnd&) {}});
    step(world);
    meter.time([&] {
        dispatch.dispatch(world);
        for (BodyRef body : world.bodies()) {
            if (body.type() == BodyType::Dynamic) {
                body.set_pose(body.position() + Vec2{0.0f, 100.0f}, 0.0f);
            }
        }
        step(world, 2);
        dispatch.dispatch(world);
    });
}

void many_handlers(int count, GrowthMeter& meter) {
    World world = still_world();
    add_row_on_floor(world, 4);
    ContactHandlers dispatch;
    meter.time([&] {
        for (int i = 0; i < count; ++i) {
            dispatch.add({.begin = [](const ContactBegin&) {}});
        }
        step(world);
        dispatch.dispatch(world);
    });
}

void one_way_floor(int count, GrowthMeter& meter) {
    World world;
    add_floor(world, static_cast<float>(count), {.one_way = Vec2{0.0f, 1.0f}});
    for (int i = 0; i < count; ++i) {
        add_box(world, {1.5f * static_cast<float>(i) - 0.75f * static_cast<float>(count), -0.2f},
                {0.25f, 0.25f}, {.linear_velocity = {0.0f, 3.0f}});
    }
    meter.time([&] { step(world, 10); });
}

void pre_solve(int count, GrowthMeter& meter) {
    World world;
    long calls = 0;
    add_row_on_floor(world, count, {.pre_solve = true});
    world.set_pre_solve_callback([&](PreSolveContact&) { return ++calls != 0; });
    meter.time([&] { step(world, 5); });
}

void filter(int count, GrowthMeter& meter) {
    World world;
    long calls = 0;
    add_row_on_floor(world, count);
    world.set_collision_filter([&](ShapeId, ShapeId) { return ++calls % 2 == 0; });
    meter.time([&] { step(world, 5); });
}

void excluded_pairs(int count, GrowthMeter& meter, bool chained) {
    World world;
    std::vector<BodyId> bodies = add_row_on_floor(world, count);
    meter.time([&] {
        for (std::size_t i = bodies.size(); --i > 1;) {
            world.set_collision(chained ? bodies[i - 1] : bodies.front(), bodies[i], false);
        }
        step(world, 3);
        for (std::size_t i = 1; i < bodies.size(); ++i) {
            world.destroy_body(bodies[i]);
        }
    });
}

void tower(int count, GrowthMeter& meter) {
    World world;
    add_floor(world, 10.0f);
    for (int i = 0; i < count; ++i) {
        add_box(world, {0.0f, 0.25f + 0.5f * static_cast<float>(i)}, {0.5f, 0.25f});
    }
    step(world, 3);
    meter.time([&] { step(world, 5); });
}

void extra_iterations(int count, GrowthMeter& meter) {
    World world;
    add_floor(world, static_cast<float>(count));
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 2; ++k) {
            add_box(world,
                    {1.5f * static_cast<float>(i) - 0.75f * static_cast<float>(count),
                     0.25f + 0.5f * static_cast<float>(k)},
                    {0.25f, 0.25f}, {.extra_iterations = 2});
        }
    }
    meter.time([&] { step(world, 5); });
}

void heavy_on_light(int count, GrowthMeter& meter) {
    World world;
    add_floor(world, static_cast<float>(count));
    for (int i = 0; i < count; ++i) {
        add_box(world, {1.5f * static_cast<float>(i) - 0.75f * static_cast<float>(count), 0.25f},
                {0.25f, 0.25f});
    }
    add_box(world, {0.0f, 1.0f}, {0.8f * static_cast<float>(count), 0.5f}, {}, {.density = 50.0f});
    step(world, 3);
    meter.time([&] { step(world, 5); });
}

}  // namespace

std::vector<GrowthRow> growth_rows_of_contacts() {
    return {
        {"contacts: of one floor", 1000,
         on_floor([](World& world, std::vector<BodyId>&) { step(world, 5); })},
        {"contacts: begin on one floor", 1000, contacts_begin},
        {"contacts: of a dynamic plank", 500, plank},
        {"contacts: of a wheel in gravel", 500, wheel_in_gravel},
        {"contacts: under a heavy plank", 125, heavy_on_light,
         "contacts under a load take more Newton steps the more they are"},
        {"contacts: of a tower", 100, tower},
        {"contacts: bodies created in each other", 250, overlap_at_creation},
        {"contacts: end by teleporting", 500, on_floor([](World& world, std::vector<BodyId>& bodies) {
             for (std::size_t i = 1; i < bodies.size(); ++i) {
                 world[bodies[i]].set_pose({2.0f * static_cast<float>(i), 50.0f}, 0.0f);
             }
             step(world, 2);
         })},
        {"contacts: floor destroyed", 1000, on_floor([](World& world, std::vector<BodyId>& bodies) {
             world.destroy_body(bodies.front());
             step(world);
         })},
        {"contacts: read body by body", 1000, on_floor([](World& world, std::vector<BodyId>& bodies) {
             for (const BodyId body : bodies) {
                 world[body].visit_contacts([](const ContactView&) {});
             }
         })},
        {"contacts: hits, forces and events", 500,
         on_floor([](World& world, std::vector<BodyId>&) { step(world, 5); },
                  {.hit_events = true, .force_events = true}),
         "the lists of some thousand contacts outgrow the cache; above that, 1.2"},
        {"contacts: handlers", 1000, handlers},
        {"contacts: number of handlers", 1000, many_handlers},
        {"contacts: one-way floor", 500, one_way_floor},
        {"contacts: pre-solve", 500, pre_solve},
        {"contacts: filter callback", 500, filter},
        {"contacts: pairs excluded, of one body", 500,
         [](int n, GrowthMeter& meter) { excluded_pairs(n, meter, false); },
         "each body that is destroyed looks through all excluded pairs"},
        {"contacts: pairs excluded, in a chain", 500,
         [](int n, GrowthMeter& meter) { excluded_pairs(n, meter, true); },
         "each body that is destroyed looks through all excluded pairs"},
        {"contacts: extra iterations", 500, extra_iterations,
         "its contacts outgrow the cache; instructions grow by 1.0"},
    };
}

}  // namespace bench
