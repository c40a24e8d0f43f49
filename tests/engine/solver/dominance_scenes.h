#pragma once

#include "support/world_build.h"

namespace drystone::test {

/// Adds a dynamic body with one shape to a dominance group.
inline BodyId add_in_group(World& world, const Vec2& position, const drystone::ShapeGeometry& geometry,
                           int group, const drystone::ShapeDefinition& shape = {}) {
    const BodyId body =
        world.create_body({.type = BodyType::Dynamic, .position = position, .dominance_group = group});
    world.create_shape(body, geometry, shape);
    return body;
}

}  // namespace drystone::test
