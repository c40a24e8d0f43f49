#include "world/query_tests.h"

#include <drystone/collision/casts.h>
#include <drystone/collision/gjk.h>

#include "world/checks.h"

#include <algorithm>

namespace drystone {

namespace {

/// The reach of a core from its frame's origin.
float reach(const ConvexCore& core) {
    float reach = 0.0f;
    for (int i = 0; i < core.count; ++i) {
        reach = std::max(reach, core.points[i].norm());
    }
    return reach + core.radius;
}

std::optional<RayHit> in_world(const WorldState& world, std::uint32_t shape, const Pose& pose,
                               const SweepHit& hit) {
    if (!hit.hit) {
        return std::nullopt;
    }
    return RayHit{world.shapes.slots.handle<ShapeId>(shape, world.number), transform(pose, hit.point),
                  rotate(pose.rotation, hit.normal), hit.fraction};
}

}  // namespace

Pose shape_pose(const WorldState& world, std::uint32_t shape) {
    const std::uint32_t body = world.shapes.cores[shape].body;
    return origin_pose(world.bodies.poses[body], world.bodies.masses[body]);
}

SweepHit sweep(const ConvexCore& target, const ConvexCore& moving, const Pose& moving_in_target,
               const Vec2& translation) {
    constexpr int most_steps = 128;
    const Distance start = distance(target, moving, moving_in_target);
    if (start.status != DistanceStatus::Separated) {
        return {start.status == DistanceStatus::Overlapping, 0.0f, start.point_a, Vec2{0.0f, 0.0f}};
    }
    // The cores without their radii are still apart where the shapes touch, and tell the normal there.
    const ConvexCore bare_target{target.points, target.normals, target.count, 0.0f};
    const ConvexCore bare_moving{moving.points, moving.normals, moving.count, 0.0f};
    // What rounding leaves of a distance of zero.
    const float touching = 2e-7f * (reach(target) + reach(moving) + translation.norm());
    SimplexCache cache;
    SweepHit hit;
    for (int i = 0; i < most_steps; ++i) {
        const Pose pose{moving_in_target.position + hit.fraction * translation, moving_in_target.rotation};
        const Distance found = distance(bare_target, bare_moving, pose, &cache);
        if (found.status == DistanceStatus::Separated) {
            hit.normal = found.normal;
            hit.point = found.point_a + target.radius * found.normal;
        }
        const float gap = found.distance - (target.radius + moving.radius);
        const float closing = -translation.dot(hit.normal);
        if (!(closing > 0.0f)) {
            return {};
        }
        const float next = hit.fraction + gap / closing;
        if (gap <= touching || next == hit.fraction) {
            break;
        }
        if (next > 1.0f) {
            return {};
        }
        hit.fraction = next;
    }
    hit.hit = true;
    return hit;
}

bool holds_point(const WorldState& world, std::uint32_t shape, const Vec2& point) {
    return contains(world.shapes.view(shape), inverse_transform(shape_pose(world, shape), point));
}

bool passes(const WorldState& world, const QueryFilter& query, std::uint32_t shape) {
    const Filter& own = world.shapes.records[shape].filter;
    return (query.sensors || !world.shapes.records[shape].sensor) && (query.mask & own.category) != 0 &&
           (own.mask & query.category) != 0 &&
           (!query.accepts || query.accepts(world.shapes.slots.handle<ShapeId>(shape, world.number)));
}

NearestPoint find_closest_point(const WorldState& world, std::uint32_t shape, const Vec2& point) {
    const ShapeId id = world.shapes.slots.handle<ShapeId>(shape, world.number);
    const Pose pose = shape_pose(world, shape);
    const Vec2 own = inverse_transform(pose, point);
    const Vec2 origin{0.0f, 0.0f};
    const ConvexCore dot{&origin, nullptr, 1, 0.0f};
    const Distance found = distance(world.shapes.view(shape), dot, Pose{own, Rot{}});
    if (found.status != DistanceStatus::Separated) {
        return {id, point, Vec2{0.0f, 0.0f}, 0.0f};
    }
    return {id, transform(pose, found.point_a), rotate(pose.rotation, found.normal), found.distance};
}

void check_ray(const char* function, const RayCast& ray) {
    check_finite(function, "ray.origin", ray.origin);
    check_finite(function, "ray.translation", ray.translation);
    check_not_negative(function, "ray.radius", ray.radius);
}

std::optional<RayHit> RayTest::operator()(std::uint32_t shape) const {
    const Pose pose = shape_pose(world_, shape);
    const Vec2 origin = inverse_transform(pose, ray_.origin);
    const Vec2 translation = inverse_rotate(pose.rotation, ray_.translation);
    if (ray_.radius > 0.0f) {
        const Vec2 middle{0.0f, 0.0f};
        const ConvexCore disc{&middle, nullptr, 1, ray_.radius};
        return in_world(world_, shape, pose,
                        sweep(world_.shapes.view(shape), disc, Pose{origin, Rot{}}, translation));
    }
    const RayCastHit hit = drystone::cast_ray(world_.shapes.view(shape), origin, translation);
    return in_world(world_, shape, pose, {hit.hit, hit.fraction, hit.point, hit.normal});
}

std::optional<RayHit> SweepTest::operator()(std::uint32_t shape) const {
    const Pose pose = shape_pose(world_, shape);
    const Pose start = inverse_multiply(pose, pose_);
    return in_world(
        world_, shape, pose,
        sweep(world_.shapes.view(shape), core_, start, inverse_rotate(pose.rotation, translation_)));
}

}  // namespace drystone
