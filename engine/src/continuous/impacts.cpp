#include "continuous/impacts.h"

#include <algorithm>

namespace drystone {

namespace {

/// Shapes that are stopped overlap by this part of half their thickness at most.
constexpr float buried_part = 0.25f;

/// How deep the shapes overlap at most where they stop [m].
float stopping_depth(const ContinuousContext& context, std::uint32_t shape) {
    return std::min(0.5f * context.speculative_distance, buried_part * context.shapes.thickness(shape));
}

/// Does the shape meet the other one, a segment of a chain, from the side that lets it through?
bool comes_from_behind(const ContinuousContext& context, std::uint32_t shape, const Pose& pose,
                       std::uint32_t other, const Pose& other_pose) {
    const ShapeSeams* const seams = context.shapes.seams.find(other);
    if (seams == nullptr || !seams->is_one_sided()) {
        return false;
    }
    const ConvexCore core = context.shapes.view(shape);
    Vec2 middle{0.0f, 0.0f};
    for (int i = 0; i < core.count; ++i) {
        middle += core.points[i] / static_cast<float>(core.count);
    }
    const Vec2 seen = inverse_transform(other_pose, transform(pose, middle));
    const ConvexCore line = context.shapes.view(other);
    return line.normals[0].dot(seen - line.points[0]) < 0.0f;
}

/// A segment, drawn out by `reach` beyond the ends where a neighbour rises beside it, as seen from the point
/// `from` in its frame: what comes along that neighbour shall meet the segment's line, and not its end, which
/// is hidden in the hollow between the two.
SmallCore draw_out(const ConvexCore& core, const ChainSegment& segment, float reach, const Vec2& from) {
    const Vec2 way = segment.b - segment.a;
    const float side = right_perp(way).dot(from - segment.a) > 0.0f ? 1.0f : -1.0f;
    const auto rises = [&](const Vec2& neighbour, const Vec2& end, float bend) {
        return side * bend < 0.0f && side * right_perp(neighbour).dot(from - end) > 0.0f;
    };
    SmallCore drawn{.points = {core.points[0], core.points[1]},
                    .normals = {core.normals[0], core.normals[1]},
                    .count = core.count,
                    .radius = core.radius};
    const Vec2 step = reach * way.normalized();
    if (segment.ghost_before) {
        const Vec2 before = segment.a - *segment.ghost_before;
        drawn.points[0] -= rises(before, segment.a, cross(before, way)) ? step : Vec2{0.0f, 0.0f};
    }
    if (segment.ghost_after) {
        const Vec2 after = *segment.ghost_after - segment.b;
        drawn.points[1] += rises(after, segment.b, cross(way, after)) ? step : Vec2{0.0f, 0.0f};
    }
    return drawn;
}

/// The other shape as the motion of a shape is to meet it; `drawn` is room for it.
ConvexCore wall_for(const ContinuousContext& context, std::uint32_t shape, const Sweep& sweep,
                    std::uint32_t other, const Sweep& other_sweep, SmallCore& drawn) {
    const ConvexCore wall = context.shapes.view(other);
    const ShapeSeams* const seams = context.shapes.seams.find(other);
    if (seams == nullptr || wall.count != 2 || seams->edges.size() != 1) {
        return wall;
    }
    const Pose start{other_sweep.center_start - rotate(other_sweep.rotation_start, other_sweep.local_center),
                     other_sweep.rotation_start};
    const float extent = context.bodies.rests[context.shapes.cores[shape].body].extent;
    const float reach = extent + (sweep.center_end - sweep.center_start).norm();
    drawn = draw_out(wall, seams->edges[0].segment, reach, inverse_transform(start, sweep.center_start));
    return drawn.view();
}

}  // namespace

float first_impact(const ContinuousContext& context, std::uint32_t shape, const Sweep& sweep,
                   std::uint32_t other, const Sweep& other_sweep, float limit, float tolerance,
                   Vec2* normal) {
    const ConvexCore core = context.shapes.view(shape);
    TimeOfImpactSettings settings;
    // Not before the shapes overlap a little, more than what rests on something does: rolling or sliding onto
    // the next tile of a floor is no impact.
    const float depth = stopping_depth(context, shape);
    settings.target_separation = -0.9f * depth;
    settings.tolerance = tolerance * depth;
    settings.max_fraction = limit;
    settings.initial_contact = InitialContact::Keep;
    SmallCore drawn;
    const ConvexCore wall = wall_for(context, shape, sweep, other, other_sweep, drawn);
    const TimeOfImpact impact = time_of_impact(core, sweep, wall, other_sweep, settings);
    const bool stops =
        impact.status == TimeOfImpactStatus::Hit || impact.status == TimeOfImpactStatus::IterationLimit;
    if (!stops || impact.fraction >= limit) {
        return limit;
    }
    const Pose at = interpolate(sweep, impact.fraction);
    const Pose other_at = interpolate(other_sweep, impact.fraction);
    if (comes_from_behind(context, shape, at, other, other_at) ||
        comes_from_behind(context, other, other_at, shape, at)) {
        return limit;
    }
    const bool watched =
        context.shapes.records[shape].is_watched() || context.shapes.records[other].is_watched();
    if (watched && !context.admits_hit({shape, other, impact.normal, impact.point, impact.separation})) {
        return limit;
    }
    if (normal != nullptr) {
        *normal = impact.normal;
    }
    return impact.fraction;
}

Sweep standing_at(const BodyStore& bodies, std::uint32_t body) {
    const BodyPose& pose = bodies.poses[body];
    Sweep sweep;
    sweep.local_center = {bodies.masses[body].center_x, bodies.masses[body].center_y};
    sweep.center_start = sweep.center_end = {pose.x, pose.y};
    sweep.rotation_start = {pose.c, pose.s};
    return sweep;
}

float impact_from(float start, const ContinuousContext& context, std::uint32_t shape, const Sweep& sweep,
                  std::uint32_t other, const Sweep& standing, float limit) {
    if (start >= limit) {
        return limit;
    }
    const float left = 1.0f - start;
    Sweep rest = sweep;
    rest.center_start = sweep.center_start + start * (sweep.center_end - sweep.center_start);
    rest.rotation_start = interpolate(sweep, start).rotation;
    rest.angle = left * sweep.angle;
    const float limit_of_rest = (limit - start) / left;
    const float impact = first_impact(context, shape, rest, other, standing, limit_of_rest);
    return impact < limit_of_rest ? start + left * impact : limit;
}

namespace {

/// Does the motion bury the shape in a shape that stands still, by more than what rests on it? Where the box
/// of the motion, made smaller by that much, meets the other's box.
bool may_bury(const ContinuousContext& context, std::uint32_t shape, const Aabb& motion,
              std::uint32_t other) {
    const std::uint32_t body = context.shapes.cores[other].body;
    const Pose pose = origin_pose(context.bodies.poses[body], context.bodies.masses[body]);
    const Aabb box = compute_aabb(context.shapes.view(other), pose);
    const float rests = resting_part * stopping_depth(context, shape);
    return overlaps(expand(motion, -rests), box);
}

}  // namespace

float impact_of_bodies(float start, const ContinuousContext& context, std::uint32_t body, const Sweep& sweep,
                       std::uint32_t other_body, float limit) {
    const Sweep standing = standing_at(context.bodies, other_body);
    visit_meeting(context, body, sweep, other_body, standing, [&](std::uint32_t shape, std::uint32_t other) {
        limit = impact_from(start, context, shape, sweep, other, standing, limit);
    });
    return limit;
}

FixedImpact first_fixed_impact(const ContinuousContext& context, BodyType type, std::uint32_t body,
                               const Sweep& sweep, float limit, float margin, float tolerance) {
    FixedImpact first{limit, false};
    visit_met(context, context.broad_phase.tree(type), body, sweep, margin,
              [&](std::uint32_t shape, const Aabb& motion, std::uint32_t other) {
                  first.any_near = true;
                  if ((type == BodyType::Static &&
                       (!may_bury(context, shape, motion, other) ||
                        keeps_outside(context, shape, sweep, other, stopping_depth(context, shape)))) ||
                      !context.may_collide(shape, other)) {
                      return;
                  }
                  const std::uint32_t other_body = context.shapes.cores[other].body;
                  Vec2 normal{0.0f, 0.0f};
                  const float impact =
                      first_impact(context, shape, sweep, other, sweep_of(context, other_body),
                                   first.fraction, tolerance, &normal);
                  if (impact < first.fraction) {
                      first = {impact, true, other_body, shape, other, normal};
                  }
              });
    return first;
}

}  // namespace drystone
