#include "continuous/continuous.h"

#include "continuous/motion.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace drystone {

namespace {

/// Bodies that a worker looks at in one go.
constexpr std::size_t bodies_per_chunk = 4;
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

/// The time at which two shapes first meet before `limit`; else `limit`.
float first_impact(const ContinuousContext& context, std::uint32_t shape, const Sweep& sweep,
                   std::uint32_t other, const Sweep& other_sweep, float limit) {
    const ConvexCore core = context.shapes.view(shape);
    TimeOfImpactSettings settings;
    // Not before the shapes overlap a little, more than what rests on something does: rolling or sliding onto
    // the next tile of a floor is no impact.
    const float depth = stopping_depth(context, shape);
    settings.target_separation = -0.9f * depth;
    settings.tolerance = 0.4f * depth;
    settings.max_fraction = limit;
    settings.initial_contact = InitialContact::Keep;
    const TimeOfImpact impact =
        time_of_impact(core, sweep, context.shapes.view(other), other_sweep, settings);
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
    return impact.fraction;
}

/// The body stays where it is.
Sweep standing_at(const BodyStore& bodies, std::uint32_t body) {
    const BodyPose& pose = bodies.poses[body];
    Sweep sweep;
    sweep.local_center = {bodies.masses[body].center_x, bodies.masses[body].center_y};
    sweep.center_start = sweep.center_end = {pose.x, pose.y};
    sweep.rotation_start = {pose.c, pose.s};
    return sweep;
}

/// The time at which a shape first meets another that has stood still since `start`, from then on and before
/// `limit`; else `limit`.
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

/// Calls `visitor(shape, box of its motion, shape of the tree)` for what the motion of a body may meet, where
/// nothing has moved farther than `margin` since the tree was told [m].
template <class Visitor>
void visit_met(const ContinuousContext& context, const AabbTree& tree, std::uint32_t body, const Sweep& sweep,
               float margin, Visitor&& visitor) {
    visit_shapes(context, body, [&](std::uint32_t shape) {
        if (context.shapes.records[shape].sensor) {
            return;
        }
        const Aabb box = swept_box(context.shapes.view(shape), sweep);
        tree.query(expand(box, margin), every_category, [&](AabbTree::Proxy proxy) {
            const std::uint32_t other = tree.user_data(proxy);
            if (context.shapes.cores[other].body != body) {
                visitor(shape, box, other);
            }
            return true;
        });
    });
}

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

/// Calls `visitor(shape, other shape)` for the shapes of two bodies whose motions may meet.
template <class Visitor>
void visit_meeting(const ContinuousContext& context, std::uint32_t body, const Sweep& sweep,
                   std::uint32_t other_body, const Sweep& other_sweep, Visitor&& visitor) {
    visit_shapes(context, body, [&](std::uint32_t shape) {
        const Aabb own = expand(swept_box(context.shapes.view(shape), sweep), context.speculative_distance);
        visit_shapes(context, other_body, [&](std::uint32_t other) {
            if (overlaps(own, swept_box(context.shapes.view(other), other_sweep)) &&
                context.may_collide(shape, other)) {
                visitor(shape, other);
            }
        });
    });
}

/// As `impact_from`, for all shapes of two bodies, of which the other stands still.
float impact_of_bodies(float start, const ContinuousContext& context, std::uint32_t body, const Sweep& sweep,
                       std::uint32_t other_body, float limit) {
    const Sweep standing = standing_at(context.bodies, other_body);
    visit_meeting(context, body, sweep, other_body, standing, [&](std::uint32_t shape, std::uint32_t other) {
        limit = impact_from(start, context, shape, sweep, other, standing, limit);
    });
    return limit;
}

struct FixedImpact {
    float fraction;                 ///< Of the motion, as `first_impact` gives it.
    bool any_near;                  ///< Some shape's box meets that of the motion.
    std::uint32_t body = no_index;  ///< Whom it meets first, if anybody.
};

FixedImpact first_fixed_impact(const ContinuousContext& context, BodyType type, std::uint32_t body,
                               const Sweep& sweep, float limit, float margin = 0.0f) {
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
                  const float impact = first_impact(context, shape, sweep, other,
                                                    sweep_of(context, other_body), first.fraction);
                  if (impact < first.fraction) {
                      first.fraction = impact;
                      first.body = other_body;
                  }
              });
    return first;
}

/// No point of a kinematic body moved farther in the step [m].
float greatest_kinematic_motion(const ContinuousContext& context) {
    float greatest = 0.0f;
    for (const std::uint32_t body : context.bodies.awake) {
        if (context.bodies.types[body] == BodyType::Kinematic) {
            greatest = std::max(
                greatest, greatest_motion(context, body, context.states[context.bodies.solver_slots[body]]));
        }
    }
    return greatest;
}

/// A body that was stopped at a part of the step goes along with a kinematic one for the rest of it, which
/// else would pass over it; as far as nothing fixed is in the way.
void carry_along(const ContinuousContext& context, std::uint32_t body, float fraction,
                 std::uint32_t carrier) {
    const Sweep motion = sweep_of(context, carrier);
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
    put_at(context.bodies, body, way, 1.0f);
    const float reached = first_fixed_impact(context, BodyType::Static, body, way, 1.0f).fraction;
    if (reached < 1.0f) {
        put_at(context.bodies, body, way, reached);
    }
}

}  // namespace

void Continuous::stop_at_fixed_shapes(const ContinuousContext& context, Team& team) {
    collect_fast(context, team);
    const float far = context.bullets && !fast_.empty() ? greatest_kinematic_motion(context) : 0.0f;
    const auto stop = [&](FastBody& fast) {
        const bool is_bullet = context.bodies.records[fast.body].bullet;
        // Without bullets only those were collected that do.
        const bool meets_fixed = !context.bullets || !is_far_from_fixed(context, fast.body);
        fast.sweep = sweep_of(context, fast.body);
        if (meets_fixed) {
            const FixedImpact met =
                first_fixed_impact(context, BodyType::Static, fast.body, fast.sweep, 1.0f);
            fast.fraction = met.fraction;
            if (!met.any_near) {
                look_for_empty_box(fast.body);
            }
        }
        std::uint32_t carrier = no_index;
        if (is_bullet) {
            const FixedImpact met =
                first_fixed_impact(context, BodyType::Kinematic, fast.body, fast.sweep, fast.fraction, far);
            fast.fraction = met.fraction;
            carrier = met.body;
        }
        if (fast.fraction < 1.0f) {
            put_at(context.bodies, fast.body, fast.sweep, fast.fraction);
        }
        if (carrier != no_index) {
            carry_along(context, fast.body, fast.fraction, carrier);
        }
    };
    if (context.one_thread) {
        std::for_each(fast_.begin(), fast_.end(), stop);
    } else {
        team.parallel_for(fast_.size(), bodies_per_chunk, [&](std::size_t begin, std::size_t end, int) {
            std::for_each(fast_.begin() + static_cast<std::ptrdiff_t>(begin),
                          fast_.begin() + static_cast<std::ptrdiff_t>(end), stop);
        });
    }
    if (!context.joints.empty()) {
        take_joined_back(context);
    }
}

const Continuous::FastBody* Continuous::find_fast(const BodyStore& bodies, std::uint32_t body) const {
    // In the order of the solver's slots.
    const auto found = std::lower_bound(
        fast_.begin(), fast_.end(), bodies.solver_slots[body],
        [&](const FastBody& fast, std::uint32_t slot) { return bodies.solver_slots[fast.body] < slot; });
    return found != fast_.end() && found->body == body ? &*found : nullptr;
}

Sweep Continuous::travelled(const ContinuousContext& context, std::uint32_t body) const {
    const FastBody* const fast = find_fast(context.bodies, body);
    if (fast == nullptr || fast->fraction == 1.0f) {
        return sweep_of(context, body);
    }
    Sweep sweep = fast->sweep;
    sweep.center_end = sweep.center_start + fast->fraction * (sweep.center_end - sweep.center_start);
    sweep.angle *= fast->fraction;
    return sweep;
}

void Continuous::stop(const ContinuousContext& context, FastBody& fast, float fraction) {
    fast.fraction = fraction;
    put_at(context.bodies, fast.body, fast.sweep, fraction);
    visit_shapes(context, fast.body, [&](std::uint32_t shape) {
        const Aabb tight =
            tight_box(context.bodies, context.shapes, shape, 0.5f * context.speculative_distance);
        const FatBox& fat = context.shapes.fat_boxes[shape];
        if (!contains(Aabb{{fat.lower_x, fat.lower_y}, {fat.upper_x, fat.upper_y}}, tight)) {
            set_fat_box(context.shapes, context.broad_phase.tree(BodyType::Dynamic), shape,
                        with_margin(tight));
        }
    });
}

/// The first impact of a bullet with another body that moves far: both stop there.
void Continuous::stop_at_fast(const ContinuousContext& context, FastBody& bullet) {
    float first = bullet.fraction;
    FastBody* met = nullptr;
    for (FastBody& other : fast_) {
        if (other.body == bullet.body) {
            continue;
        }
        visit_meeting(context, bullet.body, bullet.sweep, other.body, other.sweep,
                      [&](std::uint32_t shape, std::uint32_t other_shape) {
                          const float both_move = std::min(first, other.fraction);
                          const float impact =
                              first_impact(context, shape, bullet.sweep, other_shape, other.sweep, both_move);
                          if (impact < both_move) {
                              first = impact;
                              met = &other;
                          }
                      });
    }
    if (met != nullptr) {
        stop(context, bullet, first);
        stop(context, *met, first);
    }
}

void Continuous::stop_bullets(const ContinuousContext& context) {
    if (!context.bullets) {
        return;
    }
    const auto stop_bullet = [&](FastBody& bullet) {
        stop_at_fast(context, bullet);
        float first = bullet.fraction;
        visit_met(context, context.broad_phase.tree(BodyType::Dynamic), bullet.body, bullet.sweep, 0.0f,
                  [&](std::uint32_t shape, const Aabb&, std::uint32_t other) {
                      if (!context.may_collide(shape, other)) {
                          return;
                      }
                      // Those that move far were looked at together until they were stopped.
                      const std::uint32_t other_body = context.shapes.cores[other].body;
                      const FastBody* const fast = find_fast(context.bodies, other_body);
                      first = fast == nullptr
                                  ? first_impact(context, shape, bullet.sweep, other,
                                                 sweep_of(context, other_body), first)
                                  : impact_from(fast->fraction, context, shape, bullet.sweep, other,
                                                standing_at(context.bodies, other_body), first);
                  });
        if (first < bullet.fraction) {
            stop(context, bullet, first);
        }
        // Who is no bullet does not look, but may run into one that was stopped.
        for (FastBody& other : fast_) {
            if (other.fraction <= bullet.fraction || context.bodies.records[other.body].bullet) {
                continue;
            }
            const float impact = impact_of_bodies(bullet.fraction, context, other.body, other.sweep,
                                                  bullet.body, other.fraction);
            if (impact < other.fraction) {
                stop(context, other, impact);
            }
        }
    };
    const auto sum_of_fractions = [&] {
        return std::accumulate(fast_.begin(), fast_.end(), 0.0,
                               [](double sum, const FastBody& fast) { return sum + double{fast.fraction}; });
    };
    // Whoever is stopped may be in the way of one who was looked at before.
    constexpr int most_rounds = 8;
    double before = sum_of_fractions();
    for (int round = 0; round < most_rounds; ++round) {
        for (FastBody& fast : fast_) {
            if (context.bodies.records[fast.body].bullet) {
                stop_bullet(fast);
            }
        }
        const double now = sum_of_fractions();
        if (now == before) {
            break;
        }
        before = now;
    }
}

}  // namespace drystone
