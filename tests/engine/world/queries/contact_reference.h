#pragma once

#include "engine/world/queries/scattered_world.h"
#include "support/signed_distance_reference.h"

#include <algorithm>
#include <cstdint>
#include <vector>

/// Contacts of a given shape with a world, in double precision, and worlds to try them in.
namespace drystone::test {

struct Reference {
    double separation = 0.0;
    Vec2d normal{0.0, 0.0};
};

/// Returns the signed distance of a shape of the world from a geometry, and the unit vector towards it.
inline Reference reference_of(const World& world, ShapeId shape, const ShapeGeometry& geometry,
                              const Pose& pose) {
    return with_core(world[shape].geometry(), [&](const ConvexCore& a) {
        return with_core(geometry, [&](const ConvexCore& b) {
            const ReferenceDistance found =
                reference_distance(place_exactly(points_of(a), exact(world[world[shape].body()].pose())),
                                   place_exactly(points_of(b), exact(pose)));
            return Reference{found.value - static_cast<double>(a.radius) - static_cast<double>(b.radius),
                             found.normal};
        });
    });
}

/// Returns the separation along a direction in the world of the surfaces of two shapes.
inline double separation_along(const World& world, ShapeId shape, const ShapeGeometry& geometry,
                               const Pose& pose, const Vec2& direction) {
    return with_core(world[shape].geometry(), [&](const ConvexCore& a) {
        return with_core(geometry, [&](const ConvexCore& b) {
            return separation_along(place_exactly(points_of(a), exact(world[world[shape].body()].pose())),
                                    place_exactly(points_of(b), exact(pose)), to_double(direction)) -
                   static_cast<double>(a.radius) - static_cast<double>(b.radius);
        });
    });
}

/// Returns a world of random shapes that was never stepped: none has internal edges.
inline World loose_world(std::uint32_t seed, int bodies) {
    World world;
    Random random(seed);
    for (int i = 0; i < bodies; ++i) {
        const BodyId body = world.create_body({.type = static_cast<BodyType>(i % 3),
                                               .position = {random.between(-10, 10), random.between(-10, 10)},
                                               .angle = random.between(-3, 3)});
        world.create_shape(body, random_geometry(random, 1.5f));
    }
    return world;
}

inline Pose random_pose(Random& random, float reach) {
    return {{random.between(-reach, reach), random.between(-reach, reach)},
            Rot::from_angle(random.between(-3.0f, 3.0f))};
}

inline const ShapeContact* find_contact(const std::vector<ShapeContact>& contacts, ShapeId shape) {
    const auto found = std::find_if(contacts.begin(), contacts.end(),
                                    [&](const ShapeContact& contact) { return contact.shape == shape; });
    return found != contacts.end() ? &*found : nullptr;
}

/// Returns a row of flush tiles with their tops at y = 0, after the step that finds their internal edges.
inline World tiled_floor(int tiles) {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    for (int i = 0; i < tiles; ++i) {
        world.create_shape(ground, make_box(0.5f, 0.5f, Pose{Vec2{static_cast<float>(i), -0.5f}, Rot{}}));
    }
    world.step(1e-3f);
    return world;
}

}  // namespace drystone::test
