#pragma once

#include <drystone/collision/casts.h>
#include <drystone/collision/gjk.h>

#include "support/world_random.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

namespace drystone::test {

/// Calls the visitor with the convex core of a geometry.
template <class Visitor>
auto with_core(const drystone::ShapeGeometry& geometry, Visitor&& visitor) {
    return std::visit(
        [&](const auto& each) {
            const auto core = make_core(each);
            if constexpr (std::is_same_v<std::decay_t<decltype(core)>, drystone::SmallCore>) {
                return visitor(core.view());
            } else {
                return visitor(core);
            }
        },
        geometry);
}

/// Returns the distance of a geometry in a pose from a shape of the world, 0 if they overlap.
inline double gap(const World& world, ShapeId shape, const drystone::ShapeGeometry& geometry,
                  const drystone::Pose& pose) {
    const drystone::Pose own = world[world[shape].body()].pose();
    return with_core(world[shape].geometry(), [&](const drystone::ConvexCore& a) {
        return with_core(geometry, [&](const drystone::ConvexCore& b) {
            return double{distance(a, b, inverse_multiply(own, pose)).distance};
        });
    });
}

/// Builds a world of bodies with random shapes in random places and of three categories.
inline World scattered_world(std::uint32_t seed, int bodies = 60) {
    World world;
    Random random(seed);
    for (int i = 0; i < bodies; ++i) {
        const BodyId body = world.create_body({.type = static_cast<BodyType>(i % 3),
                                               .position = {random.between(-10, 10), random.between(-10, 10)},
                                               .angle = random.between(-3, 3)});
        world.create_shape(body, random_geometry(random, 1.5f),
                           {.filter = {.category = std::uint64_t{1} << random.below(3)}});
    }
    world.step(1e-3f);
    return world;
}

inline drystone::RayCast random_ray(Random& random, float radius = 0.0f) {
    drystone::RayCast ray{{random.between(-12, 12), random.between(-12, 12)},
                          {random.between(-20, 20), random.between(-20, 20)},
                          {},
                          radius};
    ray.filter.mask = random.below(3) == 0 ? 3u : 7u;
    return ray;
}

inline bool in_order(const std::vector<drystone::RayHit>& hits) {
    return std::is_sorted(hits.begin(), hits.end(), [](const drystone::RayHit& a, const drystone::RayHit& b) {
        return a.fraction != b.fraction ? a.fraction < b.fraction : a.shape.index1 < b.shape.index1;
    });
}

}  // namespace drystone::test
