#include "growth/growth_worlds.h"

namespace bench {

using namespace grown;

namespace {

/// Returns a world of discs in a line along x, or at one place.
World line(int count, float spacing) {
    World world = still_world();
    for (int i = 0; i < count; ++i) {
        add_disc(world, {spacing * static_cast<float>(i), 0.0f}, 0.4f, {.type = BodyType::Static});
    }
    step(world);
    return world;
}

auto query(float spacing, void (*ask)(const World&, float)) {
    return [=](int count, GrowthMeter& meter) {
        const World world = line(count, spacing);
        meter.time([&] { ask(world, static_cast<float>(count)); });
    };
}

void ray_all(const World& world, float count) {
    for (int i = 0; i < 5; ++i) {
        static_cast<void>(world.cast_ray_all({.origin = {-5.0f, 0.0f}, .translation = {2.0f * count, 0.0f}}));
    }
}

void ray_first(const World& world, float count) {
    for (int i = 0; i < 1000; ++i) {
        static_cast<void>(world.cast_ray({.origin = {0.45f * count, 50.0f}, .translation = {0.0f, -100.0f}}));
    }
}

void ray_ignoring(const World& world, float count) {
    RayCast ray{.origin = {-5.0f, 0.0f}, .translation = {2.0f * count, 0.0f}};
    ray.filter.accepts = [](ShapeId) { return false; };
    for (int i = 0; i < 5; ++i) {
        static_cast<void>(world.cast_ray(ray));
    }
}

void rays(const World& world, float count) {
    std::vector<RayCast> casts;
    for (int i = 0; i < static_cast<int>(count); ++i) {
        casts.push_back({.origin = {static_cast<float>(i), 50.0f}, .translation = {0.3f, -100.0f}});
    }
    static_cast<void>(world.cast_rays(casts));
}

void shape_all(const World& world, float count) {
    for (int i = 0; i < 5; ++i) {
        static_cast<void>(world.cast_shape_all({.geometry = Circle{{}, 0.3f},
                                                .pose = {{-5.0f, 0.0f}, {}},
                                                .translation = {2.0f * count, 0.0f}}));
    }
}

void shape_first(const World& world, float count) {
    for (int i = 0; i < 20; ++i) {
        static_cast<void>(world.cast_shape({.geometry = Circle{{}, 0.3f},
                                            .pose = {{-5.0f, 0.75f}, {}},
                                            .translation = {2.0f * count, 0.0f}}));
    }
}

void overlap(const World& world, float count) {
    for (int i = 0; i < 5; ++i) {
        int found = 0;
        world.overlap(Aabb{{-1.0f, -1.0f}, {2.0f * count, 1.0f}}, [&](ShapeId) { return ++found != 0; });
    }
}

void overlap_shape(const World& world, float count) {
    for (int i = 0; i < 5; ++i) {
        int found = 0;
        world.overlap(make_box(count, 1.0f), Pose{}, [&](ShapeId) { return ++found != 0; });
    }
}

void nearest(const World& world, float count) {
    for (int i = 0; i < 5; ++i) {
        static_cast<void>(world.nearest_shapes({0.0f, 3.0f}, 10.0f + 2.0f * count, static_cast<int>(count)));
    }
}

void nearest_one(const World& world, float count) {
    for (int i = 0; i < 1000; ++i) {
        static_cast<void>(world.nearest({0.4f * count, 3.0f}, 100.0f));
    }
}

void contacts_of(const World& world, float count) {
    std::vector<ShapeContact> found;
    world.contacts_of(make_box(count, 0.3f), Pose{{0.0f, 0.5f}, {}}, found);
}

void cast_contact(const World& world, float count) {
    static_cast<void>(
        world.cast_contact(make_box(count, 0.3f), Pose{{0.0f, 5.0f}, {}}, {.translation = {0.0f, -10.0f}}));
}

}  // namespace

std::vector<GrowthRow> growth_rows_of_queries() {
    return {
        {"queries: ray, all hits", 1000, query(1.0f, ray_all)},
        {"queries: ray, all hits at one place", 1000, query(0.0f, ray_all)},
        {"queries: ray, first hit", 1000, query(1.0f, ray_first)},
        {"queries: ray that all refuse", 1000, query(1.0f, ray_ignoring)},
        {"queries: rays", 1000, query(1.0f, rays)},
        {"queries: cast shape, all hits", 500, query(1.0f, shape_all)},
        {"queries: cast shape, all hits at one place", 500, query(0.0f, shape_all)},
        {"queries: cast shape past all", 500, query(1.0f, shape_first)},
        {"queries: box over all", 1000, query(1.0f, overlap)},
        {"queries: shape over all", 1000, query(1.0f, overlap_shape)},
        {"queries: all by distance", 500, query(1.0f, nearest)},
        {"queries: all by distance, at one place", 500, query(0.0f, nearest)},
        {"queries: nearest", 1000, query(1.0f, nearest_one)},
        {"queries: contacts with all", 500, query(1.0f, contacts_of)},
        {"queries: contacts with all at one place", 500, query(0.0f, contacts_of)},
        {"queries: cast contact", 500, query(1.0f, cast_contact)},
    };
}

}  // namespace bench
