#pragma once

#include "growth/growth_rows.h"

#include <drystone/drystone.h>

#include <cmath>
#include <vector>

/// Parts of the worlds that grow.
namespace bench::grown {

using namespace drystone;

inline constexpr float dt = 1.0f / 60.0f;

inline World still_world() { return World({.gravity = {0.0f, 0.0f}}); }

inline void step(World& world, int steps = 1) {
    for (int i = 0; i < steps; ++i) {
        world.step(dt);
    }
}

/// Returns the place of number i in a square grid.
inline Vec2 grid_place(int i, int count, float spacing) {
    const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<float>(count))));
    return {spacing * static_cast<float>(i % columns), spacing * static_cast<float>(i / columns)};
}

inline BodyId add_disc(World& world, const Vec2& place, float radius = 0.5f, BodyDefinition definition = {},
                       const ShapeDefinition& shape = {}) {
    definition.position = place;
    const BodyId body = world.create_body(definition);
    world.create_shape(body, Circle{{}, radius}, shape);
    return body;
}

inline BodyId add_box(World& world, const Vec2& place, const Vec2& half, BodyDefinition definition = {},
                      const ShapeDefinition& shape = {}) {
    definition.position = place;
    const BodyId body = world.create_body(definition);
    world.create_shape(body, make_box(half.x, half.y), shape);
    return body;
}

inline BodyId add_floor(World& world, float half_width, const ShapeDefinition& shape = {}) {
    return add_box(world, {0.0f, -1.0f}, {half_width, 1.0f}, {.type = BodyType::Static}, shape);
}

/// Adds discs in a square grid and returns their bodies.
inline std::vector<BodyId> add_grid(World& world, int count, float spacing = 2.0f,
                                    const BodyDefinition& definition = {},
                                    const ShapeDefinition& shape = {}) {
    std::vector<BodyId> bodies;
    for (int i = 0; i < count; ++i) {
        bodies.push_back(add_disc(world, grid_place(i, count, spacing), 0.5f, definition, shape));
    }
    return bodies;
}

/// Adds boxes of half a metre side by side on a floor, which is the first body.
inline std::vector<BodyId> add_row_on_floor(World& world, int count, const ShapeDefinition& shape = {}) {
    std::vector<BodyId> bodies{add_floor(world, static_cast<float>(count), shape)};
    for (int i = 0; i < count; ++i) {
        bodies.push_back(add_box(world,
                                 {1.5f * static_cast<float>(i) - 0.75f * static_cast<float>(count), 0.25f},
                                 {0.25f, 0.25f}, {}, shape));
    }
    return bodies;
}

}  // namespace bench::grown
