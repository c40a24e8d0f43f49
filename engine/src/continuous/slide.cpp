#include "continuous/impacts.h"

#include <drystone/collision/epa.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace drystone {

namespace {

/// Normals that differ by less, 45 degrees, are those of one wall.
constexpr float same_wall = 0.7f;

Pose pose_of(const ContinuousContext& context, std::uint32_t shape) {
    const std::uint32_t body = context.shapes.cores[shape].body;
    return origin_pose(context.bodies.poses[body], context.bodies.masses[body]);
}

/// For ways along walls, which must not lead into them bit by bit, see `usual_tolerance`.
constexpr float along_tolerance = 0.05f;

/// Does a static shape, in about that direction, touch the body?
bool leans_on(const ContinuousContext& context, std::uint32_t body, const Vec2& normal) {
    bool found = false;
    const Sweep standing = standing_at(context.bodies, body);
    visit_met(context, context.broad_phase.tree(BodyType::Static), body, standing,
              context.speculative_distance, [&](std::uint32_t shape, const Aabb&, std::uint32_t other) {
                  if (found || !context.may_collide(shape, other)) {
                      return;
                  }
                  const Pose pose = pose_of(context, shape);
                  const Penetration touch =
                      penetration(context.shapes.view(shape), context.shapes.view(other),
                                  inverse_multiply(pose, pose_of(context, other)));
                  found = touch.status != PenetrationStatus::NotFinite &&
                          touch.depth > -context.speculative_distance &&
                          rotate(pose.rotation, touch.normal).dot(normal) > same_wall;
              });
    return found;
}

/// The way on which a body goes by `shift` from where it is, as it is turned.
Sweep way_by(const ContinuousContext& context, std::uint32_t body, const Vec2& shift) {
    Sweep way = standing_at(context.bodies, body);
    way.center_end += shift;
    return way;
}

void shift_by(const ContinuousContext& context, std::span<const std::uint32_t> bodies, const Vec2& shift) {
    for (const std::uint32_t body : bodies) {
        put_at(context.bodies, body, way_by(context, body, shift), 1.0f);
    }
}

/// Moves bodies together, as far as nothing static is in the way of any, and returns what is.
FixedImpact go_together(const ContinuousContext& context, std::span<const std::uint32_t> bodies,
                        const Vec2& shift) {
    FixedImpact first{1.0f, false};
    for (const std::uint32_t body : bodies) {
        const Sweep way = way_by(context, body, shift);
        put_at(context.bodies, body, way, 1.0f);
        const FixedImpact met =
            first_fixed_impact(context, BodyType::Static, body, way, first.fraction, 0.0f, along_tolerance);
        first = met.fraction < first.fraction ? met : first;
        put_at(context.bodies, body, way, 0.0f);
    }
    shift_by(context, bodies, first.fraction * shift);
    return first;
}

}  // namespace

FixedImpact go(const ContinuousContext& context, std::uint32_t body, const Sweep& way) {
    put_at(context.bodies, body, way, 1.0f);
    const FixedImpact met = first_fixed_impact(context, BodyType::Static, body, way, 1.0f);
    if (met.fraction < 1.0f) {
        put_at(context.bodies, body, way, met.fraction);
    }
    return met;
}

void slide_along(const ContinuousContext& context, std::span<const std::uint32_t> bodies, const Vec2& way,
                 FixedImpact met) {
    constexpr std::size_t most_walls = 8;
    const float least_way = 0.5f * context.speculative_distance;
    std::array<Vec2, most_walls> walls;
    Vec2 left = way;
    for (std::size_t i = 0; i < most_walls && met.fraction < 1.0f; ++i) {
        walls[i] = met.normal;
        left *= 1.0f - met.fraction;
        left -= std::max(left.dot(met.normal), 0.0f) * met.normal;
        // Between two walls of a corner, along one is into the other.
        const bool leads_into_wall =
            std::any_of(walls.begin(), walls.begin() + static_cast<std::ptrdiff_t>(i),
                        [&](const Vec2& wall) { return left.dot(wall) > 0.0f; });
        if (leads_into_wall || left.squaredNorm() < least_way * least_way) {
            return;
        }
        met = go_together(context, bodies, left);
        if (met.fraction == 1.0f && std::none_of(bodies.begin(), bodies.end(), [&](std::uint32_t body) {
                return leans_on(context, body, walls[i]);
            })) {
            shift_by(context, bodies, -left);
        }
    }
}

}  // namespace drystone
