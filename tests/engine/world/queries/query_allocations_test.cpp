#include <doctest/doctest.h>

#include "support/counted_allocations.h"
#include "support/world_build.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

using namespace drystone;
using test::allocations_of;
using test::counting;

TEST_CASE("allocation: queries into arrays that were used before need none") {
    World world;
    test::add_pyramid(world, 10);
    const RayCast ray{.origin = {-20.0f, 2.0f}, .translation = {40.0f, 0.0f}};
    const ShapeCastInput cast{
        .geometry = Circle{{0.0f, 0.0f}, 0.5f}, .pose = {{-20.0f, 2.0f}, {}}, .translation = {40.0f, 0.0f}};
    const std::vector<RayCast> rays(3, ray);
    std::vector<RayHit> hits;
    std::vector<std::optional<RayHit>> firsts(rays.size());
    std::vector<NearestPoint> near;
    std::vector<ShapeContact> contacts;
    int overlaps = 0;
    const auto ask = [&] {
        world.cast_ray_all(ray, hits);
        world.cast_shape_all(cast, hits);
        world.cast_rays(rays, firsts);
        world.nearest_shapes({0.0f, 20.0f}, 50.0f, 5, near);
        world.contacts_of(Circle{{0.0f, 0.0f}, 2.0f}, {{0.0f, 3.0f}, {}}, contacts);
        world.overlap(Aabb{{-2.0f, 0.0f}, {2.0f, 4.0f}}, [&](ShapeId) { return ++overlaps > 0; });
    };
    ask();
    const long count = allocations_of(ask);
    CHECK((!counting() || count == 0));
    CHECK(overlaps > 20);
    REQUIRE(hits.size() == world.cast_shape_all(cast).size());
    for (std::size_t i = 0; i < hits.size(); ++i) {
        CHECK(hits[i].shape == world.cast_shape_all(cast)[i].shape);
    }
    for (const std::optional<RayHit>& first : firsts) {
        REQUIRE(first);
        CHECK(first->shape == world.cast_ray(ray)->shape);
    }
    CHECK(near.size() == 5);
    CHECK_THROWS_AS(world.cast_rays(rays, std::span(firsts).first(2)), Error);
}
