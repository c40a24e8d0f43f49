#include "continuous/continuous.h"

#include "continuous/impacts.h"
#include "continuous/motion.h"
#include "continuous/plastic_slide.h"

#include <algorithm>
#include <numeric>

namespace drystone {

namespace {

/// Bodies that a worker sweeps in one go.
constexpr std::size_t bodies_per_chunk = 4;
/// Minimum number of bodies per worker: about 5 us.
constexpr std::size_t bodies_per_worker = 4;

/// Returns an upper bound for the motion of any point of the kinematic bodies in the step [m].
float max_kinematic_motion(const ContinuousContext& context) {
    float largest = 0.0f;
    for (const std::uint32_t body : context.bodies.awake) {
        if (context.bodies.types[body] == BodyType::Kinematic) {
            largest = std::max(largest,
                               max_motion(context, body, context.states[context.bodies.solver_slots[body]]));
        }
    }
    return largest;
}

}  // namespace

void Continuous::stop_at_fixed_shapes(const ContinuousContext& context, Team& team) {
    collect_fast(context, team);
    collect_sliding(context);
    if (!fast_.empty()) {
        find_overlaps(context);
        ContinuousContext with_overlaps = context;
        with_overlaps.overlaps = overlaps_;
        stop_all_at_fixed_shapes(with_overlaps, team);
    }
}

void Continuous::stop_all_at_fixed_shapes(const ContinuousContext& context, Team& team) {
    const float far = context.bullets ? max_kinematic_motion(context) : 0.0f;
    const auto is_bullet = [&](const FastBody& fast) { return context.bodies.records[fast.body].bullet; };
    // Bullets are swept against other bodies where these were stopped.
    const bool may_slide = !context.bullets || std::none_of(fast_.begin(), fast_.end(), is_bullet);
    const auto stop = [&](FastBody& fast) {
        // Without bullets, only bodies that may meet static shapes were collected.
        const bool meets_fixed = !context.bullets || !is_clear_of_static(context, fast.body);
        fast.sweep = sweep_of(context, fast.body);
        FixedImpact met{1.0f, false};
        if (meets_fixed) {
            met = first_fixed_impact(context, BodyType::Static, fast.body, fast.sweep, 1.0f, 0.0f,
                                     std::nullopt);
            if (!met.any_near) {
                invalidate_free_space(fast.body);
            }
        }
        if (is_bullet(fast)) {
            met = first_fixed_impact(context, BodyType::Kinematic, fast.body, fast.sweep, met.fraction, far);
        }
        fast.fraction = met.fraction;
        const SlidingBody* const sliding = sliding_.find(context.bodies, fast.body);
        if (sliding != nullptr && (met.fraction < 1.0f || sliding->bends) &&
            slide_plastically(context, *sliding, fast.sweep)) {
            // For sensors: from the start, or from the first impact, straight to the end.
            fast.fraction = met.fraction < 1.0f ? met.fraction : 0.0f;
            return;
        }
        if (met.fraction < 1.0f) {
            put_at(context.bodies, fast.body, fast.sweep, met.fraction);
        }
        if (met.body == no_index) {
            return;
        }
        const bool slides = may_slide && !is_bullet(fast) && !hangs_on_joints(context, fast.body);
        if (slides) {
            collide_and_slide(context, {&fast.body, 1}, fast.sweep.center_end - fast.sweep.center_start, met);
        }
        remove_work_of_lost_way(context, fast.body, fast.sweep.center_end - center_of(context, fast.body));
        if (is_bullet(fast)) {
            carry_on(context, fast.body, met.fraction, met.body);
        }
    };
    if (context.one_thread) {
        std::for_each(fast_.begin(), fast_.end(), stop);
    } else {
        const int workers = workers_for(fast_.size(), bodies_per_worker);
        team.parallel_for(fast_.size(), bodies_per_chunk, workers,
                          [&](std::size_t begin, std::size_t end, int) {
                              std::for_each(fast_.begin() + static_cast<std::ptrdiff_t>(begin),
                                            fast_.begin() + static_cast<std::ptrdiff_t>(end), stop);
                          });
    }
    if (!context.joints.empty()) {
        roll_back_jointed(context, may_slide);
    }
}

const FastBody* Continuous::find_stopped(const BodyStore& bodies, std::uint32_t body) const {
    const FastBody* const in_pair = pairs_.find(body);
    const FastBody* const fast = in_pair != nullptr ? in_pair : find_fast(bodies, body);
    return fast != nullptr && fast->fraction < 1.0f ? fast : nullptr;
}

Sweep Continuous::ccd_motion(const ContinuousContext& context, std::uint32_t body) const {
    const FastBody* const fast = find_stopped(context.bodies, body);
    if (fast == nullptr) {
        return sweep_of(context, body);
    }
    Sweep sweep = fast->sweep;
    sweep.center_end = sweep.center_start + fast->fraction * (sweep.center_end - sweep.center_start);
    sweep.angle *= fast->fraction;
    return sweep;
}

std::optional<Sweep> Continuous::post_impact_motion(const ContinuousContext& context,
                                                    std::uint32_t body) const {
    const FastBody* const fast = find_stopped(context.bodies, body);
    if (fast == nullptr) {
        return std::nullopt;
    }
    const Pose stopped = interpolate(fast->sweep, fast->fraction);
    Sweep sweep = standing_at(context.bodies, body);
    sweep.center_start = transform(stopped, sweep.local_center);
    sweep.rotation_start = stopped.rotation;
    const BodyPose& pose = context.bodies.poses[body];
    sweep.angle = inverse_multiply(stopped.rotation, Rot{pose.c, pose.s}).angle();
    const bool moved = sweep.center_start != sweep.center_end || sweep.angle != 0.0f;
    return moved ? std::optional(sweep) : std::nullopt;
}

void Continuous::stop(const ContinuousContext& context, FastBody& fast, float fraction) {
    fast.fraction = fraction;
    stop_at(context, fast.body, fast.sweep, fraction);
    update_boxes(context, fast.body);
}

/// Finds the first impact of a bullet with another fast body, and stops both there.
void Continuous::stop_at_fast(const ContinuousContext& context, std::uint32_t number) {
    FastBody& bullet = fast_[number];
    float first = bullet.fraction;
    FastBody* met = nullptr;
    for (const std::uint32_t index : fast_search_.near_to(context, bullet.body, bullet.sweep)) {
        FastBody& other = fast_[index];
        if (other.body == bullet.body) {
            continue;
        }
        visit_swept_pairs(context, fast_search_.swept(bullet, number), fast_search_.swept(other, index),
                          swept_pairs_, [&](std::uint32_t shape, std::uint32_t other_shape) {
                              const float both_move = std::min(first, other.fraction);
                              const float impact = first_impact(context, shape, bullet.sweep, other_shape,
                                                                other.sweep, both_move);
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

/// Stops fast bodies that are not bullets at a bullet that was stopped: these are not swept otherwise.
void Continuous::stop_others_at_bullet(const ContinuousContext& context, const FastBody& bullet) {
    const Sweep standing = standing_at(context.bodies, bullet.body);
    for (const std::uint32_t index : fast_search_.near_to(context, bullet.body, standing)) {
        FastBody& other = fast_[index];
        if (other.fraction <= bullet.fraction || context.bodies.records[other.body].bullet) {
            continue;
        }
        float impact = other.fraction;
        visit_swept_pairs(context, fast_search_.swept(other, index), {bullet.body, standing}, swept_pairs_,
                          [&](std::uint32_t shape, std::uint32_t other_shape) {
                              impact = impact_from(bullet.fraction, context, shape, other.sweep, other_shape,
                                                   standing, impact);
                          });
        if (impact < other.fraction) {
            stop(context, other, impact);
        }
    }
}

void Continuous::stop_bullets(const ContinuousContext& context) {
    const auto is_bullet = [&](const FastBody& fast) { return context.bodies.records[fast.body].bullet; };
    if (!context.bullets || std::none_of(fast_.begin(), fast_.end(), is_bullet)) {
        return;
    }
    fast_search_.find(context, fast_);
    const auto stop_bullet = [&](std::uint32_t number) {
        stop_at_fast(context, number);
        FastBody& bullet = fast_[number];
        float first = bullet.fraction;
        visit_met(context, context.broad_phase.tree(BodyType::Dynamic), bullet.body, bullet.sweep, 0.0f,
                  [&](std::uint32_t shape, const Aabb&, std::uint32_t other) {
                      if (!context.may_collide(shape, other)) {
                          return;
                      }
                      // A fast body was handled above as long as it moved; from its stop on, it stands still.
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
        stop_others_at_bullet(context, bullet);
    };
    const auto sum_of_fractions = [&] {
        return std::accumulate(fast_.begin(), fast_.end(), 0.0,
                               [](double sum, const FastBody& fast) { return sum + double{fast.fraction}; });
    };
    // A stopped body may block one that was swept earlier.
    constexpr int max_rounds = 8;
    double before = sum_of_fractions();
    for (int round = 0; round < max_rounds; ++round) {
        for (std::uint32_t number = 0; number < fast_.size(); ++number) {
            if (is_bullet(fast_[number])) {
                stop_bullet(number);
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
