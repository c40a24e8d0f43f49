#pragma once

#include "support/world_state_access.h"

#include <drystone/drystone.h>

#include <string>
#include <vector>

namespace drystone::test {

/// Names for all custom shapes of a world, and for its callbacks.
inline SaveOptions name_all(World& world) {
    SaveOptions options{.collision_filter = "filter", .material_mixing = "mixing", .pre_solve = "pre-solve"};
    for (const ShapeId shape : world.shapes()) {
        if (const std::optional<CustomShape> custom = world[shape].custom_shape()) {
            std::string name = "shape " + std::to_string(shape.index1);
            options.custom_shapes.push_back({std::move(name), *custom});
        }
    }
    return options;
}

/// Returns the world as its save file gives it, with the same callbacks and custom shapes.
inline World reload(World& world, int threads = 1, SimdTarget simd = SimdTarget::Widest) {
    const SaveOptions names = name_all(world);
    LoadOptions options{.threads = threads, .simd = simd};
    const ContactRules& rules = state_of(world).rules;
    options.collision_filters.push_back({names.collision_filter, rules.filter});
    options.material_mixings.push_back({names.material_mixing, rules.mixing});
    options.pre_solves.push_back({names.pre_solve, rules.pre_solve});
    options.custom_shapes = names.custom_shapes;
    return World::load(world.save(names), options);
}

}  // namespace drystone::test
