#include "continuous/impacts.h"
#include "continuous/swept_pair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace drystone {

namespace {

/// Normals with a larger dot product, within 45 degrees, belong to one wall.
constexpr float same_wall = 0.7f;

/// Maximum part of a way along a wall that leads into the wall by rounding alone.
constexpr float parallel = 1e-4f;

/// Returns the rule for the way of a body along walls, in which it must not sink into the walls step by step.
StoppingRule along_walls(const ContinuousContext& context, std::uint32_t body) {
    constexpr float finer = 0.25f;
    StoppingRule rule = at_surface(context, body, surface_tolerance);
    rule.tolerance *= finer;
    return rule;
}

/// Returns the sweep that translates a body by `shift` from its present pose.
Sweep way_by(const ContinuousContext& context, std::uint32_t body, const Vec2& shift) {
    Sweep way = standing_at(context.bodies, body);
    way.center_end += shift;
    return way;
}

/// Returns whether the shape, at its present pose, touches a face of the wall that it met, with its lowest
/// vertex in front of that face. False is inconclusive.
bool touches_face(const ContinuousContext& context, const FixedImpact& met) {
    constexpr float same_direction = 0.9999f;
    const Sweep standing = standing_at(context.bodies, context.shapes.cores[met.shape].body);
    const Sweep wall_standing = standing_at(context.bodies, met.body);
    const SweptPair pair(context, met.shape, standing, met.other, wall_standing);
    const ConvexCore& wall = pair.wall;
    // In the frame of the wall.
    const Pose pose = pair.other_start();
    const Vec2 into = inverse_rotate(pose.rotation, met.normal);
    const Vec2 into_body = inverse_rotate(standing.rotation_start, met.normal);
    int lowest = 0;
    for (int i = 1; i < pair.core.count; ++i) {
        const Vec2 from_lowest = pair.core.points[i] - pair.core.points[lowest];
        lowest = dot(into_body, from_lowest) > 0.0f ? i : lowest;
    }
    const Vec2 arm = pair.core.points[lowest] - standing.local_center;
    const Vec2 vertex = inverse_transform(pose, standing.center_start + rotate(standing.rotation_start, arm));
    for (int face = 0; face < wall.count && wall.count > 1; ++face) {
        const Vec2 from_corner = vertex - wall.points[face];
        const Vec2 edge = wall.points[(face + 1) % wall.count] - wall.points[face];
        const float along = dot(edge, from_corner);
        const float gap = dot(wall.normals[face], from_corner) - pair.core.radius - wall.radius;
        if (dot(wall.normals[face], into) < -same_direction && along >= 0.0f &&
            along <= length_squared(edge)) {
            return std::abs(gap) < context.speculative_distance;
        }
    }
    return false;
}

/// Returns whether a static shape, in about the direction of the wall that was met, touches the body.
bool rests_on(const ContinuousContext& context, std::uint32_t body, const FixedImpact& wall) {
    // Usually it is the wall itself, which needs no search.
    if (context.shapes.cores[wall.shape].body == body && touches_face(context, wall)) {
        return true;
    }
    const BodyPose pose = context.bodies.poses[body];
    // Longer than the depth at which shapes are stopped.
    const Sweep into = way_by(context, body, 1.5f * context.speculative_distance * wall.normal);
    put_at(context.bodies, body, into, 1.0f);
    const FixedImpact met = first_fixed_impact(context, BodyType::Static, body, into, 1.0f);
    context.bodies.poses[body] = pose;
    return met.fraction < 1.0f && dot(met.normal, wall.normal) > same_wall;
}

void shift_by(const ContinuousContext& context, std::span<const std::uint32_t> bodies, const Vec2& shift) {
    for (const std::uint32_t body : bodies) {
        put_at(context.bodies, body, way_by(context, body, shift), 1.0f);
    }
}

/// Translates bodies together until something static blocks any of them, and returns that impact.
FixedImpact advance_jointly(const ContinuousContext& context, std::span<const std::uint32_t> bodies,
                            const Vec2& shift) {
    FixedImpact first{1.0f, false};
    for (const std::uint32_t body : bodies) {
        const Sweep way = way_by(context, body, shift);
        put_at(context.bodies, body, way, 1.0f);
        const FixedImpact met = first_fixed_impact(context, BodyType::Static, body, way, first.fraction, 0.0f,
                                                   along_walls(context, body));
        first = met.fraction < first.fraction ? met : first;
        put_at(context.bodies, body, way, 0.0f);
    }
    shift_by(context, bodies, first.fraction * shift);
    return first;
}

}  // namespace

FixedImpact advance(const ContinuousContext& context, std::uint32_t body, const Sweep& way) {
    put_at(context.bodies, body, way, 1.0f);
    const FixedImpact met = first_fixed_impact(context, BodyType::Static, body, way, 1.0f);
    if (met.fraction < 1.0f) {
        put_at(context.bodies, body, way, met.fraction);
    }
    return met;
}

void collide_and_slide(const ContinuousContext& context, std::span<const std::uint32_t> bodies,
                       const Vec2& way, FixedImpact met) {
    constexpr std::size_t max_walls = 8;
    const float min_way = 0.5f * context.speculative_distance;
    std::array<Vec2, max_walls> walls;
    Vec2 left = way;
    for (std::size_t i = 0; i < max_walls && met.fraction < 1.0f; ++i) {
        walls[i] = met.normal;
        left *= 1.0f - met.fraction;
        const float into = dot(left, met.normal);
        left -= std::max(into, 0.0f) * met.normal;
        // In a corner between two walls, the way along one leads into the other.
        const bool leads_into_wall =
            std::any_of(walls.begin(), walls.begin() + static_cast<std::ptrdiff_t>(i),
                        [&](const Vec2& wall) { return dot(left, wall) > parallel * length(left); });
        if (leads_into_wall || length_squared(left) < min_way * min_way) {
            return;
        }
        const FixedImpact wall = met;
        met = advance_jointly(context, bodies, left);
        const auto rests = [&](std::uint32_t body) { return rests_on(context, body, wall); };
        // Bodies that recede from the wall were stopped because a corner turned into it, and need not touch
        // it.
        const bool recedes = into < -parallel * length(left);
        if (met.fraction == 1.0f && !recedes && std::none_of(bodies.begin(), bodies.end(), rests)) {
            shift_by(context, bodies, -left);
        }
    }
}

}  // namespace drystone
