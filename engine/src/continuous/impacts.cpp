#include "continuous/impacts.h"

#include "continuous/swept_pair.h"
#include "continuous/toi_lower_bound.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace drystone {

namespace {

/// Maximum overlap of stopped shapes, as a fraction of half their least width.
constexpr float allowed_penetration = 0.25f;

/// Overlap of resting shapes is less than this fraction of the stopping depth.
constexpr float resting_part = 0.4f;

/// Returns the maximum overlap of shapes where they stop [m].
float stopping_depth(const ContinuousContext& context, std::uint32_t shape, const StoppingRule& rule) {
    const float by_thickness =
        std::min(0.5f * context.speculative_distance, allowed_penetration * context.shapes.thickness(shape));
    return rule.depth > 0.0f ? std::min(by_thickness, rule.depth) : by_thickness;
}

/// Returns whether the shape meets the other one, a segment of a chain, from the side that lets it pass.
bool comes_from_behind(const ContinuousContext& context, std::uint32_t shape, const Pose& pose,
                       std::uint32_t other, const Pose& other_pose) {
    if (!context.shapes.is_one_sided(other)) {
        return false;
    }
    const ConvexCore core = context.shapes.view(shape);
    Vec2 middle{0.0f, 0.0f};
    for (int i = 0; i < core.count; ++i) {
        middle += core.points[i] / static_cast<float>(core.count);
    }
    const Vec2 seen = inverse_transform(other_pose, transform(pose, middle));
    const ConvexCore line = context.shapes.view(other);
    return dot(line.normals[0], seen - line.points[0]) < 0.0f;
}

/// Returns the maximum overlap of a body with static and kinematic ones at the start of the step [m]; empty
/// if it touches nothing.
std::optional<float> max_overlap_at_start(const ContinuousContext& context, std::uint32_t body) {
    if (context.bodies.masses[body].constraint_count == 0.0f) {
        return std::nullopt;
    }
    return context.overlaps[context.bodies.solver_slots[body]];
}

/// Returns the rule for a body with this overlap at the start of the step; none if it touches nothing.
StoppingRule rule_at_surface(const std::optional<float>& overlap, float tolerance) {
    // Positions are not more precise than the tolerance, and the target is nine tenths of the depth.
    const float depth = overlap.value_or(0.0f) + 3.0f * tolerance;
    return {tolerance / depth, depth, !overlap};
}

TimeOfImpactSettings impact_settings(const ContinuousContext& context, std::uint32_t shape,
                                     const StoppingRule& rule) {
    const float depth = stopping_depth(context, shape, rule);
    TimeOfImpactSettings settings;
    settings.tolerance = rule.tolerance * depth;
    settings.target_separation = rule.before_overlap ? settings.tolerance : -0.9f * depth;
    settings.initial_contact = InitialContact::Keep;
    return settings;
}

/// Returns the time as `first_impact` does, and writes the normal of the impact unless `normal` is null.
float impact_at(const ContinuousContext& context, const SweptPair& pair, float limit,
                const StoppingRule& rule, Vec2* normal) {
    TimeOfImpactSettings settings = impact_settings(context, pair.shape, rule);
    settings.max_fraction = limit;
    const TimeOfImpact impact = time_of_impact(pair.core, pair.sweep, pair.wall, pair.other_sweep, settings);
    const bool stops =
        impact.status == TimeOfImpactStatus::Hit || impact.status == TimeOfImpactStatus::IterationLimit;
    if (!stops || impact.fraction >= limit) {
        return limit;
    }
    const std::uint32_t shape = pair.shape;
    const std::uint32_t other = pair.other;
    const Pose at = interpolate(pair.sweep, impact.fraction);
    const Pose other_at = interpolate(pair.other_sweep, impact.fraction);
    if (comes_from_behind(context, shape, at, other, other_at) ||
        comes_from_behind(context, other, other_at, shape, at)) {
        return limit;
    }
    const bool needs_pre_solve =
        context.shapes.records[shape].needs_pre_solve() || context.shapes.records[other].needs_pre_solve();
    if (needs_pre_solve &&
        !context.allows_hit({shape, other, impact.normal, impact.point, impact.separation})) {
        return limit;
    }
    if (normal != nullptr) {
        *normal = impact.normal;
    }
    return impact.fraction;
}

}  // namespace

StoppingRule at_surface(const ContinuousContext& context, std::uint32_t body, float tolerance) {
    // Joints do not hold bodies that precisely on their way.
    if (hangs_on_joints(context, body)) {
        return {};
    }
    return rule_at_surface(max_overlap_at_start(context, body), tolerance);
}

float first_impact(const ContinuousContext& context, std::uint32_t shape, const Sweep& sweep,
                   std::uint32_t other, const Sweep& other_sweep, float limit, Vec2* normal) {
    return impact_at(context, SweptPair(context, shape, sweep, other, other_sweep), limit, {}, normal);
}

float max_stopped_overlap(const ContinuousContext& context, std::uint32_t shape, std::uint32_t other) {
    return std::min(stopping_depth(context, shape, {}), stopping_depth(context, other, {}));
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

/// Returns whether a motion may stop a shape at a static one. It cannot if the box of the motion, shrunk by
/// the overlap of resting shapes, misses the other's box.
bool may_hit(const ContinuousContext& context, std::uint32_t shape, const Aabb& motion, std::uint32_t other,
             const StoppingRule& rule) {
    const std::uint32_t body = context.shapes.cores[other].body;
    const Pose pose = origin_pose(context.bodies.poses[body], context.bodies.masses[body]);
    const Aabb box = compute_aabb(context.shapes.view(other), pose);
    const float depth = stopping_depth(context, shape, rule);
    const float margin = (rule.before_overlap ? 2.0f * rule.tolerance : -resting_part) * depth;
    return overlaps(expand(motion, margin), box);
}

/// Returns a lower bound for the time of an impact with a static shape.
float free_until(const ContinuousContext& context, const SweptPair& pair, const StoppingRule& stopping) {
    const BodyPose& end = context.bodies.poses[context.shapes.cores[pair.shape].body];
    const TimeOfImpactSettings settings = impact_settings(context, pair.shape, stopping);
    // Conservative: a time of impact stops nothing that stays above its target.
    const ImpactFilter rule{settings.target_separation + 0.25f * settings.tolerance,
                            1.75f * settings.tolerance};
    return toi_lower_bound(pair.core, pair.sweep, Rot{end.c, end.s}, pair.wall, pair.other_start(), rule);
}

/// Returns whether a shape may meet a static one before `limit` by any rule of `at_surface`: the one for
/// bodies that touch nothing stops them first.
bool may_come_near(const ContinuousContext& context, std::uint32_t shape, const Aabb& motion,
                   std::uint32_t other, const Sweep& sweep, float limit) {
    const StoppingRule first = rule_at_surface(std::nullopt, surface_tolerance);
    if (!may_hit(context, shape, motion, other, first)) {
        return false;
    }
    const Sweep standing = standing_at(context.bodies, context.shapes.cores[other].body);
    const SweptPair pair(context, shape, sweep, other, standing);
    return free_until(context, pair, first) < limit;
}

/// Shapes that may meet in a motion, and a lower bound for the time.
struct Candidate {
    std::uint32_t shape;
    std::uint32_t other;
    float from;
};

/// A few candidates, the earliest first; equal ones in the order of insertion.
class Candidates {
public:
    /// Adds a candidate. Returns false if there is no room.
    bool add(const Candidate& candidate) {
        if (count_ == list_.size()) {
            return false;
        }
        std::size_t at = count_++;
        for (; at > 0 && list_[at - 1].from > candidate.from; --at) {
            list_[at] = list_[at - 1];
        }
        list_[at] = candidate;
        return true;
    }
    [[nodiscard]] const Candidate* begin() const { return list_.data(); }
    [[nodiscard]] const Candidate* end() const { return list_.data() + count_; }

private:
    std::array<Candidate, 16> list_;
    std::size_t count_ = 0;
};

}  // namespace

FixedImpact first_fixed_impact(const ContinuousContext& context, BodyType type, std::uint32_t body,
                               const Sweep& sweep, float limit, float margin,
                               std::optional<StoppingRule> rule) {
    FixedImpact first{limit, false};
    const auto meet = [&](const Candidate& candidate) {
        const std::uint32_t other_body = context.shapes.cores[candidate.other].body;
        const Sweep other_sweep = sweep_of(context, other_body);
        const SweptPair pair(context, candidate.shape, sweep, candidate.other, other_sweep);
        Vec2 normal{0.0f, 0.0f};
        const float impact = impact_at(context, pair, first.fraction, *rule, &normal);
        if (impact < first.fraction) {
            first = {impact, true, other_body, candidate.shape, candidate.other, normal};
        }
    };
    // Earliest first, so that most others need no time of impact.
    Candidates candidates;
    const float gap = !rule || rule->before_overlap ? 2.0f * surface_tolerance : 0.0f;
    visit_met(context, context.broad_phase.tree(type), body, sweep, margin + gap,
              [&](std::uint32_t shape, const Aabb& motion, std::uint32_t other) {
                  first.any_near = true;
                  if (context.shapes.records[other].sensor) {
                      return;  // `may_collide` would tell later, at the cost of a sweep.
                  }
                  if (!rule && !may_come_near(context, shape, motion, other, sweep, first.fraction)) {
                      return;
                  }
                  if (!rule) {
                      rule = at_surface(context, body, surface_tolerance);
                  }
                  Candidate candidate{shape, other, 0.0f};
                  if (type == BodyType::Static) {
                      if (!may_hit(context, shape, motion, other, *rule)) {
                          return;
                      }
                      const Sweep standing = standing_at(context.bodies, context.shapes.cores[other].body);
                      const SweptPair pair(context, shape, sweep, other, standing);
                      candidate.from = free_until(context, pair, *rule);
                  }
                  if (candidate.from < first.fraction && context.may_collide(shape, other) &&
                      !candidates.add(candidate)) {
                      meet(candidate);
                  }
              });
    for (const Candidate& candidate : candidates) {
        if (candidate.from < first.fraction) {
            meet(candidate);
        }
    }
    return first;
}

void carry_on(const ContinuousContext& context, std::uint32_t body, float fraction, std::uint32_t carrier) {
    const Sweep motion = turn_of(context, carrier);
    const BodyMass& mass = context.bodies.masses[body];
    const Pose met = origin_pose(context.bodies.poses[body], mass);
    const Pose seen = inverse_multiply(interpolate(motion, fraction), met);
    const Pose end = multiply(interpolate(motion, 1.0f), seen);
    Sweep way;
    way.local_center = {mass.center_x, mass.center_y};
    way.center_start = transform(met, way.local_center);
    way.center_end = transform(end, way.local_center);
    way.rotation_start = met.rotation;
    way.angle = (1.0f - fraction) * motion.angle;
    advance(context, body, way);
}

}  // namespace drystone
