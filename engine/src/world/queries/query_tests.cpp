#include "world/queries/query_tests.h"

#include <drystone/collision/casts.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/shape_bounds.h>
#include <drystone/collision/time_of_impact.h>

#include "world/checks.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Returns the distance of two shapes, rounding radii included.
Distance measure(const AnyShape& a, const AnyShape& b, const Pose& b_in_a) {
    return a.custom == nullptr && b.custom == nullptr ? distance(a.core, b.core, b_in_a)
                                                      : distance<AnyShape, AnyShape>(a, b, b_in_a);
}

/// Support mapping of a shape without its radius.
struct BareShape {
    const AnyShape& shape;

    [[nodiscard]] Vec2 support(const Vec2& direction) const { return shape.support(direction); }
};

Distance measure_bare(const AnyShape& a, const AnyShape& b, const Pose& b_in_a, SimplexCache& cache) {
    if (a.custom != nullptr || b.custom != nullptr) {
        return distance(BareShape{a}, BareShape{b}, b_in_a);
    }
    const ConvexCore bare_a{a.core.points, a.core.normals, a.core.count, 0.0f};
    const ConvexCore bare_b{b.core.points, b.core.normals, b.core.count, 0.0f};
    return distance(bare_a, bare_b, b_in_a, &cache);
}

/// Returns whether a hit with this normal comes from the side from which a chain is not solid.
bool comes_from_behind(const ShapeStore& shapes, std::uint32_t shape, const Vec2& normal) {
    return shapes.is_one_sided(shape) && dot(shapes.view(shape).normals[0], normal) < 0.0f;
}

std::optional<RayHit> in_world(const WorldState& world, std::uint32_t shape, const Pose& pose,
                               const SweepHit& hit) {
    if (!hit.hit || comes_from_behind(world.stores.shapes, shape, hit.normal)) {
        return std::nullopt;
    }
    return RayHit{shape_id(world, shape), transform(pose, hit.point), rotate(pose.rotation, hit.normal),
                  hit.fraction};
}

}  // namespace

float reach(const AnyShape& shape) {
    const ConvexCore& core = shape.core;
    float reach = 0.0f;
    for (int i = 0; i < core.count; ++i) {
        reach = std::max(reach, length(core.points[i]));
    }
    return reach + core.radius;
}

Pose shape_pose(const WorldState& world, std::uint32_t shape) {
    const std::uint32_t body = world.stores.shapes.cores[shape].body;
    return origin_pose(world.stores.bodies.poses[body], world.stores.bodies.masses[body]);
}

SweepHit advance(const AnyShape& target, const AnyShape& moving, const Pose& moving_in_target,
                 const Vec2& translation, float gap) {
    constexpr int max_steps = 128;
    const float target_radius = core_radius(target);
    const float radius = target_radius + core_radius(moving) + gap;
    const float size = reach(target) + reach(moving);
    // In double precision: a short way to the hit may be a tiny part of a long cast.
    double fraction = 0.0;
    SimplexCache cache;
    SweepHit hit;
    for (int i = 0; i < max_steps; ++i) {
        const Pose pose{to_float(to_double(moving_in_target.position) + fraction * to_double(translation)),
                        moving_in_target.rotation};
        // Rounding error of a distance of zero at this place.
        const float touching = 2e-7f * (size + length(pose.position));
        // The cores without their radii are still separated where the shapes touch, and give the normal
        // there.
        const Distance found = measure_bare(target, moving, pose, cache);
        if (found.status == DistanceStatus::Separated) {
            hit.normal = found.normal;
            hit.point = found.point_a + target_radius * found.normal;
        }
        const float rest = found.distance - radius;
        const double closing = -dot(to_double(translation), to_double(hit.normal));
        if (!(closing > 0.0)) {
            return {};
        }
        const double next = fraction + static_cast<double>(rest) / closing;
        if (rest <= touching || next == fraction) {
            break;
        }
        if (next > 1.0) {
            return {};
        }
        fraction = next;
    }
    hit.fraction = static_cast<float>(fraction);
    hit.hit = true;
    return hit;
}

SweepHit sweep(const AnyShape& target, const AnyShape& moving, const Pose& moving_in_target,
               const Vec2& translation) {
    const Distance start = measure(target, moving, moving_in_target);
    if (start.status != DistanceStatus::Separated) {
        return {start.status == DistanceStatus::Overlapping, 0.0f, start.point_a, Vec2{0.0f, 0.0f}};
    }
    return advance(target, moving, moving_in_target, translation, 0.0f);
}

SweepHit sweep_turning(const AnyShape& target, const AnyShape& moving, const Pose& moving_in_target,
                       const Vec2& translation, float turn) {
    const Distance start = measure(target, moving, moving_in_target);
    if (start.status != DistanceStatus::Separated) {
        return {start.status == DistanceStatus::Overlapping, 0.0f, start.point_a, Vec2{0.0f, 0.0f}};
    }
    TimeOfImpactSettings settings;
    settings.tolerance = 0.0f;
    // Shapes that touch at the start hit where they come nearer.
    settings.initial_contact = InitialContact::Keep;
    // Splits the rotation into parts of at most one turn, so that the time of impact of each part converges.
    const int parts = 1 + static_cast<int>(std::abs(turn) / (2.0f * pi));
    const auto share = 1.0f / static_cast<float>(parts);
    Sweep way{Vec2{0.0f, 0.0f}, moving_in_target.position, Vec2{0.0f, 0.0f}, moving_in_target.rotation,
              share * turn};
    for (int part = 0; part < parts; ++part) {
        const float covered = share * static_cast<float>(part);
        way.center_start = moving_in_target.position + covered * translation;
        way.center_end = moving_in_target.position + (covered + share) * translation;
        way.rotation_start = multiply(Rot::from_angle(covered * turn), moving_in_target.rotation);
        const TimeOfImpact impact = time_of_impact(target.core, Sweep{}, moving.core, way, settings);
        if (impact.status == TimeOfImpactStatus::Hit || impact.status == TimeOfImpactStatus::IterationLimit) {
            return {true, std::min(1.0f, covered + share * impact.fraction),
                    impact.point - 0.5f * impact.separation * impact.normal, impact.normal};
        }
    }
    return {};
}

bool overlaps_shape(const AnyShape& a, const AnyShape& b, const Pose& b_in_a) {
    return a.custom == nullptr && b.custom == nullptr ? intersect(a.core, b.core, b_in_a)
                                                      : intersect<AnyShape, AnyShape>(a, b, b_in_a);
}

Aabb exact_aabb(const WorldState& world, std::uint32_t shape) {
    const AnyShape any = world.stores.shapes.any(shape);
    const Pose pose = shape_pose(world, shape);
    return any.custom != nullptr ? compute_aabb(*any.custom, pose) : compute_aabb(any.core, pose);
}

bool holds_point(const WorldState& world, std::uint32_t shape, const Vec2& point) {
    const AnyShape any = world.stores.shapes.any(shape);
    const Vec2 own = inverse_transform(shape_pose(world, shape), point);
    return any.custom != nullptr ? contains(*any.custom, own) : contains(any.core, own);
}

bool passes(const WorldState& world, const QueryFilter& query, std::uint32_t shape) {
    const Filter& own = world.stores.shapes.records[shape].filter;
    const bool is_ignored = !query.ignored_body.is_null() &&
                            query.ignored_body == world.stores.bodies.slots.handle<BodyId>(
                                                      world.stores.shapes.cores[shape].body, world.number);
    return !is_ignored && (query.sensors || !world.stores.shapes.records[shape].sensor) &&
           (query.mask & own.category) != 0 && (own.mask & query.category) != 0 &&
           (!query.accepts || query.accepts(shape_id(world, shape)));
}

NearestPoint find_closest_point(const WorldState& world, std::uint32_t shape, const Vec2& point) {
    const ShapeId id = shape_id(world, shape);
    const Pose pose = shape_pose(world, shape);
    const Vec2 own = inverse_transform(pose, point);
    const Vec2 origin{0.0f, 0.0f};
    const ConvexCore dot{&origin, nullptr, 1, 0.0f};
    const Distance found = measure(world.stores.shapes.any(shape), AnyShape{dot}, Pose{own, Rot{}});
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
    if (ray_.hits_initial_overlaps && ray_.radius == 0.0f && holds_point(world_, shape, ray_.origin)) {
        return RayHit{shape_id(world_, shape), ray_.origin, Vec2{0.0f, 0.0f}, 0.0f};
    }
    const Vec2 origin = inverse_transform(pose, ray_.origin);
    const Vec2 translation = inverse_rotate(pose.rotation, ray_.translation);
    const AnyShape any = world_.stores.shapes.any(shape);
    if (ray_.radius > 0.0f) {
        const Vec2 middle{0.0f, 0.0f};
        const ConvexCore disc{&middle, nullptr, 1, ray_.radius};
        return in_world(world_, shape, pose, sweep(any, AnyShape{disc}, Pose{origin, Rot{}}, translation));
    }
    const RayCastHit hit = any.custom != nullptr
                               ? drystone::cast_ray(*any.custom, origin, translation, RayCastSettings{})
                               : drystone::cast_ray(any.core, origin, translation);
    return in_world(world_, shape, pose, {hit.hit, hit.fraction, hit.point, hit.normal});
}

std::optional<RayHit> SweepTest::operator()(std::uint32_t shape) const {
    const Pose pose = shape_pose(world_, shape);
    const Pose start = inverse_multiply(pose, cast_.pose);
    const Vec2 translation = inverse_rotate(pose.rotation, cast_.translation);
    const AnyShape target = world_.stores.shapes.any(shape);
    return in_world(world_, shape, pose,
                    cast_.turn == 0.0f ? sweep(target, moving_, start, translation)
                                       : sweep_turning(target, moving_, start, translation, cast_.turn));
}

}  // namespace drystone
