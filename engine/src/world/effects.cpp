#include <drystone/world.h>

#include "world/checks.h"
#include "world/queries/query_tests.h"
#include "world/recording/recorded_call.h"
#include "world/recording/saved_arguments.h"

#include <drystone/collision/clipped_area.h>
#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace drystone {

namespace {

void check(const Explosion& explosion) {
    const char* const function = "World::explode";
    check_finite(function, "center", explosion.center);
    check_not_negative(function, "radius", explosion.radius);
    check_not_negative(function, "falloff", explosion.falloff);
    check_finite(function, "impulse_per_length", explosion.impulse_per_length);
}

/// Returns the length of the shape perpendicular to a direction of its body's frame [m].
float shown_length(const ConvexCore& core, const Vec2& direction) {
    const Vec2 across = left_perp(direction);
    float lower = dot(across, core.points[0]);
    float upper = lower;
    for (int i = 1; i < core.count; ++i) {
        const float place = dot(across, core.points[i]);
        lower = std::min(lower, place);
        upper = std::max(upper, place);
    }
    return (upper - lower) + 2.0f * core.radius;
}

/// Returns the centroid of the shape's area, or the midpoint of a line, in the world.
Vec2 middle_of(const WorldState& world, std::uint32_t shape) {
    const ConvexCore core = world.stores.shapes.view(shape);
    const Pose pose = shape_pose(world, shape);
    const ClippedArea whole = clipped_area(core, pose, {});
    return whole.area > 0.0 ? to_float(whole.centroid)
                            : transform(pose, 0.5f * (core.points[0] + core.points[core.count - 1]));
}

/// Returns the fraction of the full strength at a distance.
float strength_at(const Explosion& explosion, float distance) {
    const float beyond = distance - explosion.radius;
    if (beyond <= 0.0f) {
        return 1.0f;
    }
    return beyond < explosion.falloff ? 1.0f - beyond / explosion.falloff : 0.0f;
}

/// Effect of the explosion on a shape: an impulse at a point of the world.
struct ExplosionSample {
    Vec2 point{0.0f, 0.0f};
    Vec2 impulse{0.0f, 0.0f};
};

ExplosionSample sample_of(const WorldState& world, const Explosion& explosion, std::uint32_t shape) {
    const NearestPoint nearest = find_closest_point(world, shape, explosion.center);
    ExplosionSample sample{nearest.point, {0.0f, 0.0f}};
    Vec2 direction = -nearest.normal;
    if (nearest.distance == 0.0f) {
        // If the shape contains the centre, the impulse acts at the shape's middle, away from the centre.
        sample.point = middle_of(world, shape);
        const Vec2 way = sample.point - explosion.center;
        direction = length_squared(way) > 0.0f ? normalized(way) : Vec2{0.0f, 0.0f};
    }
    const Vec2 own = inverse_rotate(shape_pose(world, shape).rotation, direction);
    const float size = explosion.impulse_per_length * shown_length(world.stores.shapes.view(shape), own) *
                       strength_at(explosion, nearest.distance);
    sample.impulse = size * direction;
    return sample;
}

void push(WorldState& world, std::uint32_t body, const ExplosionSample& sample) {
    world.stores.bodies.mark_sped_up(body);
    wake(sleep_context(world), body);
    BodyStore& bodies = world.stores.bodies;
    const BodyMass& mass = bodies.masses[body];
    const AxisLocks& locks = bodies.records[body].locks;
    BodyVelocity& velocity = bodies.velocities[body];
    const Vec2 arm = sample.point - Vec2{bodies.poses[body].x, bodies.poses[body].y};
    velocity.x += locks.linear_x ? 0.0f : mass.inverse_mass * sample.impulse.x;
    velocity.y += locks.linear_y ? 0.0f : mass.inverse_mass * sample.impulse.y;
    velocity.w += mass.inverse_inertia * cross(arm, sample.impulse);
    velocity.still_time = 0.0f;
}

/// Shapes in reach of an explosion.
struct ReachedShapes {
    std::vector<std::uint32_t> accepted;  ///< Sorted.
    std::vector<ShapeId> refused;  ///< Empty if the filter has neither a predicate nor an ignored body.
};

/// Calls the predicate of the filter once for each shape: a second call may have another result.
ReachedShapes find_reached(const WorldState& world, const Explosion& explosion, float reach) {
    const QueryFilter& filter = explosion.filter;
    const bool can_refuse = filter.accepts || !filter.ignored_body.is_null();
    const ReadScope reading(world);
    const AabbTree& tree = world.systems.broad_phase.tree(BodyType::Dynamic);
    ReachedShapes shapes;
    tree.query(expand(Aabb{explosion.center, explosion.center}, reach), filter.mask,
               [&](AabbTree::Proxy proxy) {
                   const std::uint32_t shape = tree.user_data(proxy);
                   if (passes(world, filter, shape)) {
                       shapes.accepted.push_back(shape);
                   } else if (can_refuse) {
                       shapes.refused.push_back(shape_id(world, shape));
                   }
                   return true;
               });
    sort_items(shapes.accepted.begin(), shapes.accepted.end());
    return shapes;
}

}  // namespace

int World::explode(const Explosion& explosion) {
    const char* const function = "World::explode";
    check(explosion);
    check_not_reading(*state_, function);
    const float reach = explosion.radius + explosion.falloff;
    check_finite(function, "radius + falloff", reach);
    ReachedShapes reached = find_reached(*state_, explosion, reach);
    const RecordedCall call(*state_, Operation::Explode,
                            RecordedExplosion(explosion, std::move(reached.refused)));
    const std::vector<std::uint32_t>& shapes = reached.accepted;
    std::vector<ExplosionSample> samples;
    samples.reserve(shapes.size());
    for (const std::uint32_t shape : shapes) {
        samples.push_back(sample_of(*state_, explosion, shape));
    }
    prepare_to_wake(sleep_context(*state_));
    const BrokenScope broken(*state_);
    int hit = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (length_squared(samples[i].impulse) > 0.0f && is_finite(samples[i].impulse)) {
            push(*state_, state_->stores.shapes.cores[shapes[i]].body, samples[i]);
            ++hit;
        }
    }
    return hit;
}

}  // namespace drystone
