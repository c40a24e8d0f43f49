#include <drystone/world.h>

#include <drystone/collision/casts.h>

#include "world/checks.h"

#include <algorithm>
#include <string>

namespace drystone {

namespace {

bool passes(const QueryFilter& query, const Filter& shape) {
    return (query.mask & shape.category) != 0 && (shape.mask & query.category) != 0;
}

Pose shape_pose(const WorldState& world, std::uint32_t shape) {
    const std::uint32_t body = world.shapes.cores[shape].body;
    return origin_pose(world.bodies.poses[body], world.bodies.masses[body]);
}

/// Calls `visitor(shape)` for the shapes whose fat box overlaps, in the order of the trees; false stops.
template <class Visitor>
void visit_boxes(const WorldState& world, const Aabb& box, const QueryFilter& filter, Visitor&& visitor) {
    const ReadScope reading(world);
    bool go_on = true;
    for (const AabbTree& tree : world.broad_phase.trees()) {
        if (!go_on) {
            return;
        }
        tree.query(box, filter.mask, [&](AabbTree::Proxy proxy) {
            const std::uint32_t shape = tree.user_data(proxy);
            if (passes(filter, world.shapes.records[shape].filter)) {
                go_on = visitor(shape);
            }
            return go_on;
        });
    }
}

}  // namespace

std::optional<RayHit> World::cast_ray(const RayCast& ray) const {
    const char* const function = "World::cast_ray";
    check_finite(function, "ray.origin", ray.origin);
    check_finite(function, "ray.translation", ray.translation);
    const WorldState& world = *state_;
    std::optional<RayHit> best;
    float nearest = 1.0f;
    for (const AabbTree& tree : world.broad_phase.trees()) {
        tree.cast_ray(ray.origin, ray.translation, ray.filter.mask, [&](AabbTree::Proxy proxy, float limit) {
            const std::uint32_t shape = tree.user_data(proxy);
            limit = std::min(limit, nearest);
            if (!passes(ray.filter, world.shapes.records[shape].filter)) {
                return limit;
            }
            const Pose pose = shape_pose(world, shape);
            const RayCastHit hit =
                drystone::cast_ray(world.shapes.view(shape), inverse_transform(pose, ray.origin),
                                   inverse_rotate(pose.rotation, ray.translation));
            const bool earlier = hit.hit && (hit.fraction < limit || (!best && hit.fraction <= limit));
            if (!earlier) {
                return limit;
            }
            best = RayHit{world.shapes.slots.handle<ShapeId>(shape, world.number), transform(pose, hit.point),
                          rotate(pose.rotation, hit.normal), hit.fraction};
            nearest = hit.fraction;
            return hit.fraction;
        });
    }
    return best;
}

void World::overlap(const Aabb& box, const std::function<bool(ShapeId)>& visitor,
                    const QueryFilter& filter) const {
    if (!drystone::is_valid(box)) {
        fail(
            "World::overlap", "box", "finite with lower <= upper",
            std::string("lower ").append(describe(box.lower)).append(", upper ").append(describe(box.upper)));
    }
    const WorldState& world = *state_;
    visit_boxes(world, box, filter, [&](std::uint32_t shape) {
        const bool inside = overlaps(box, compute_aabb(world.shapes.view(shape), shape_pose(world, shape)));
        return !inside || visitor(world.shapes.slots.handle<ShapeId>(shape, world.number));
    });
}

void World::overlap(const Vec2& point, const std::function<bool(ShapeId)>& visitor,
                    const QueryFilter& filter) const {
    check_finite("World::overlap", "point", point);
    const WorldState& world = *state_;
    visit_boxes(world, Aabb{point, point}, filter, [&](std::uint32_t shape) {
        const bool inside =
            contains(world.shapes.view(shape), inverse_transform(shape_pose(world, shape), point));
        return !inside || visitor(world.shapes.slots.handle<ShapeId>(shape, world.number));
    });
}

}  // namespace drystone
