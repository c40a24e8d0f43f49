#pragma once

#include "support/world_build.h"

#include <vector>

namespace drystone::test {

using drystone::JointId;

/// Returns the definition of a world without sleep, for tests in which only joints act.
inline drystone::WorldDefinition without_sleep(const Vec2& gravity) {
    drystone::WorldDefinition definition;
    definition.gravity = gravity;
    definition.sleeping = false;
    return definition;
}

inline BodyId add_static(World& world, const Vec2& position = {0.0f, 0.0f}) {
    return world.create_body({.type = drystone::BodyType::Static, .position = position});
}

/// Adds a box that does not collide, with density 1 by default.
inline BodyId add_ghost_box(World& world, const Vec2& position, float half_width = 0.5f,
                            float half_height = 0.5f, float density = 1.0f) {
    const BodyId body = world.create_body({.type = drystone::BodyType::Dynamic, .position = position});
    world.create_shape(body, drystone::make_box(half_width, half_height),
                       {.density = density, .filter = {.category = 1, .mask = 0}});
    return body;
}

inline void step(World& world, int count) {
    for (int i = 0; i < count; ++i) {
        world.step(dt);
    }
}

/// Links of 1 m x 0.2 m and 2 kg that extend along x from a static body at the origin, and a disc at their
/// end whose mass is `ratio` times that of a link.
struct Chain {
    std::vector<BodyId> links;
    std::vector<JointId> joints;
    BodyId disc;
};

inline Chain add_chain(World& world, int count, float ratio, drystone::JointSolver solver) {
    Chain chain;
    BodyId last = add_static(world);
    for (int i = 0; i < count; ++i) {
        const BodyId link = add_ghost_box(world, {0.5f + static_cast<float>(i), 0.0f}, 0.5f, 0.1f, 10.0f);
        chain.joints.push_back(world.create_joint(
            last, link,
            drystone::RevoluteJoint{.anchor_a = {i == 0 ? 0.0f : 0.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}},
            {.solver = solver}));
        chain.links.push_back(link);
        last = link;
    }
    chain.disc = world.create_body(
        {.type = drystone::BodyType::Dynamic, .position = {static_cast<float>(count), 0.0f}});
    world.create_shape(chain.disc, drystone::Circle{{0.0f, 0.0f}, 1.0f},
                       {.density = 2.0f * ratio / drystone::pi, .filter = {.category = 1, .mask = 0}});
    chain.joints.push_back(world.create_joint(
        last, chain.disc, drystone::RevoluteJoint{.anchor_a = {0.5f, 0.0f}}, {.solver = solver}));
    return chain;
}

}  // namespace drystone::test
