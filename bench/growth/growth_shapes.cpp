#include "growth/growth_worlds.h"

#include <algorithm>

namespace bench {

using namespace grown;

namespace {

std::vector<ShapeId> add_shapes(World& world, BodyId body, int count, float spacing = 0.5f,
                                bool update = false, const ShapeDefinition& given = {}) {
    std::vector<ShapeId> shapes;
    ShapeDefinition definition = given;
    definition.update_mass = update;
    for (int i = 0; i < count; ++i) {
        shapes.push_back(
            world.create_shape(body, Circle{{spacing * static_cast<float>(i), 0.0f}, 0.2f}, definition));
    }
    return shapes;
}

/// Returns a world in which each shape of a body touches one of another body.
struct TwoRows {
    explicit TwoRows(int count, const ShapeDefinition& definition = {}) : world(still_world()) {
        lower = world.create_body({.type = BodyType::Static});
        upper = world.create_body({.position = {0.0f, 0.39f}});
        shapes_below = add_shapes(world, lower, count, 0.5f, false, definition);
        shapes_above = add_shapes(world, upper, count, 0.5f, false, definition);
        world[upper].update_mass();
        step(world, 2);
    }
    World world;
    BodyId lower, upper;
    std::vector<ShapeId> shapes_below, shapes_above;
};

void shapes_created(int count, GrowthMeter& meter, bool update) {
    World world;
    const BodyId body = world.create_body();
    meter.time([&] { add_shapes(world, body, count, 0.5f, update); });
}

void shapes_step(int count, GrowthMeter& meter) {
    World world;
    const BodyId body = world.create_body({.linear_velocity = {5.0f, 0.0f}});
    add_shapes(world, body, count);
    world[body].update_mass();
    meter.time_longest(3, [&] { step(world); });
}

void shapes_at_one_place(int count, GrowthMeter& meter) {
    World world;
    const BodyId body = world.create_body();
    add_shapes(world, body, count, 0.0f);
    world[body].update_mass();
    meter.time_longest(3, [&] { step(world); });
}

void shapes_destroyed(int count, GrowthMeter& meter, bool reverse, bool update) {
    TwoRows rows(count);
    if (reverse) {
        std::reverse(rows.shapes_above.begin(), rows.shapes_above.end());
    }
    meter.time([&] {
        for (const ShapeId shape : rows.shapes_above) {
            rows.world.destroy_shape(shape, update);
        }
        step(rows.world);
    });
}

auto rows_of_shapes(void (*change)(World&, ShapeId, int)) {
    return [change](int count, GrowthMeter& meter) {
        TwoRows rows(count);
        meter.time([&] {
            for (int i = 0; i < count; ++i) {
                change(rows.world, rows.shapes_above[static_cast<std::size_t>(i)], i);
            }
            step(rows.world);
        });
    };
}

void rows_step(int count, GrowthMeter& meter) {
    TwoRows rows(count);
    meter.time([&] { step(rows.world, 5); });
}

void body_of_shapes_destroyed(int count, GrowthMeter& meter) {
    TwoRows rows(count);
    meter.time([&] {
        rows.world.destroy_body(rows.upper);
        step(rows.world);
    });
}

void body_type_changes(int count, GrowthMeter& meter) {
    TwoRows rows(count);
    meter.time([&] {
        rows.world[rows.upper].set_type(BodyType::Kinematic);
        rows.world[rows.upper].set_type(BodyType::Dynamic);
        rows.world[rows.upper].set_enabled(false);
        rows.world[rows.upper].set_enabled(true);
        step(rows.world);
    });
}

std::vector<Vec2> star(int count) {
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) {
        const float angle = 2.0f * pi * static_cast<float>(i) / static_cast<float>(count);
        const float radius = (i % 2 == 0 ? 1.0f : 0.7f) * 0.05f * static_cast<float>(count);
        points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return points;
}

std::vector<Vec2> comb(int count) {
    std::vector<Vec2> points{{static_cast<float>(count), 0.0f}, {static_cast<float>(count), 5.0f}};
    for (int i = count / 2 - 1; i >= 0; --i) {
        points.push_back({2.0f * static_cast<float>(i) + 1.0f, 1.0f});
        points.push_back({2.0f * static_cast<float>(i), 5.0f});
    }
    points.push_back({0.0f, 0.0f});
    return points;
}

std::vector<Vec2> collinear(int count) {
    std::vector<Vec2> points;
    const int side = count / 4;
    const Vec2 corners[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < side; ++k) {
            const float part = static_cast<float>(k) / static_cast<float>(side);
            points.push_back(static_cast<float>(side) *
                             (corners[i] + part * (corners[(i + 1) % 4] - corners[i])));
        }
    }
    return points;
}

std::vector<Vec2> spiral(int count) {
    std::vector<Vec2> points;
    const int half = count / 2;
    const auto at = [](int i, float extra) {
        const float angle = 0.2f * static_cast<float>(i);
        const float radius = 2.0f + 0.2f * angle + extra;
        return Vec2{radius * std::cos(angle), radius * std::sin(angle)};
    };
    for (int i = 0; i < half; ++i) {
        points.push_back(at(i, 0.6f));
    }
    for (int i = half - 1; i >= 0; --i) {
        points.push_back(at(i, 0.0f));
    }
    return points;
}

auto outline(std::vector<Vec2> (*make)(int)) {
    return [make](int count, GrowthMeter& meter) {
        World world;
        const std::vector<Vec2> points = make(count);
        const BodyId body = world.create_body();
        meter.time([&] {
            world.create_outline(body, points);
            step(world);
        });
    };
}

void outline_with_holes(int count, GrowthMeter& meter) {
    World world;
    const int side = static_cast<int>(std::sqrt(static_cast<float>(count))) + 1;
    const float size = 3.0f * static_cast<float>(side);
    const std::vector<Vec2> border{{0.0f, 0.0f}, {size, 0.0f}, {size, size}, {0.0f, size}};
    std::vector<std::vector<Vec2>> holes;
    for (int i = 0; i < count; ++i) {
        const Vec2 at{3.0f * static_cast<float>(i % side) + 1.0f, 3.0f * static_cast<float>(i / side) + 1.0f};
        holes.push_back({at, at + Vec2{0.0f, 1.0f}, at + Vec2{1.0f, 1.0f}, at + Vec2{1.0f, 0.0f}});
    }
    const BodyId body = world.create_body();
    meter.time([&] { world.create_outline(body, border, holes); });
}

std::vector<Vec2> hills(int count, float height = 0.3f) {
    std::vector<Vec2> points;
    for (int i = count; i >= 0; --i) {
        points.push_back({static_cast<float>(i), height * std::sin(0.7f * static_cast<float>(i))});
    }
    return points;
}

void chain_created(int count, GrowthMeter& meter) {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    meter.time([&] {
        world.create_chain(body, {.points = hills(count)});
        step(world);
    });
}

void chain_changed(int count, GrowthMeter& meter, bool destroyed) {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const ChainId chain = world.create_chain(body, {.points = hills(count)});
    for (int i = 0; i < count / 4; ++i) {
        add_disc(world, {4.0f * static_cast<float>(i) + 2.0f, 0.8f}, 0.4f);
    }
    step(world, 3);
    meter.time([&] {
        if (destroyed) {
            world.destroy_chain(chain);
        } else {
            world[chain].set_points(hills(count, 0.31f));
        }
        step(world);
    });
}

void chain_on_mover(int count, GrowthMeter& meter) {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Kinematic, .linear_velocity = {1.0f, 0.0f}});
    world.create_chain(body, {.points = hills(count)});
    meter.time([&] { step(world, 3); });
}

}  // namespace

std::vector<GrowthRow> growth_rows_of_shapes() {
    const char* const masses = "each time, the mass of the body is computed from all of its shapes";
    const char* const lists = "each time, all contacts of the body are looked through";
    const char* const pieces = "boxes of long pieces overlap: more and more of them are near each edge";
    return {
        {"shapes: created on a body", 500, [](int n, GrowthMeter& meter) { shapes_created(n, meter, true); },
         masses},
        {"shapes: created, mass later", 1000,
         [](int n, GrowthMeter& meter) { shapes_created(n, meter, false); }},
        {"shapes: of a moving body", 1000, shapes_step},
        {"shapes: of a body, at one place", 250, shapes_at_one_place,
         "each pair of boxes overlaps: N^2 pairs, and room is kept for as many contacts"},
        {"shapes: of two bodies, touching", 500, rows_step},
        {"shapes: destroyed one by one", 250,
         [](int n, GrowthMeter& meter) { shapes_destroyed(n, meter, false, true); }, masses},
        {"shapes: destroyed, last first", 250,
         [](int n, GrowthMeter& meter) { shapes_destroyed(n, meter, true, true); }, masses},
        {"shapes: destroyed, mass later", 500,
         [](int n, GrowthMeter& meter) { shapes_destroyed(n, meter, false, false); },
         "each time, the extent of the body and its contacts are looked through"},
        {"shapes: destroyed with their body", 1000, body_of_shapes_destroyed},
        {"shapes: body changes its type", 500, body_type_changes},
        {"shapes: filters set one by one", 250, rows_of_shapes([](World& world, ShapeId shape, int i) {
             world[shape].set_filter({.category = 1u + static_cast<unsigned>(i % 2)});
         }),
         lists},
        {"shapes: materials set one by one", 250, rows_of_shapes([](World& world, ShapeId shape, int i) {
             world[shape].set_material({.friction = 0.1f + 0.1f * static_cast<float>(i % 2)});
         }),
         lists},
        {"shapes: geometry set one by one", 250, rows_of_shapes([](World& world, ShapeId shape, int i) {
             world[shape].set_geometry(Circle{{0.5f * static_cast<float>(i), 0.0f}, 0.21f});
         }),
         masses},
        {"shapes: contacts read one by one", 250, rows_of_shapes([](World& world, ShapeId shape, int) {
             world[shape].visit_contacts([](const ContactView&) {});
         }),
         lists},
        {"outline: star", 100, outline(star), pieces},
        {"outline: comb", 100, outline(comb), pieces},
        {"outline: collinear points", 400, outline(collinear),
         "the edges of a side that lies across the sweep are compared with each other"},
        {"outline: spiral", 100, outline(spiral), pieces},
        {"outline: holes", 16, outline_with_holes},
        {"chain: created", 1000, chain_created},
        {"chain: destroyed under discs", 1000,
         [](int n, GrowthMeter& meter) { chain_changed(n, meter, true); }},
        {"chain: points set under discs", 1000,
         [](int n, GrowthMeter& meter) { chain_changed(n, meter, false); }},
        {"chain: on a mover", 1000, chain_on_mover},
    };
}

}  // namespace bench
