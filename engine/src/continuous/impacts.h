#pragma once

#include "continuous/motion.h"

#include <cstdint>
#include <optional>
#include <span>

namespace drystone {

/// Overlap at which shapes are stopped.
struct StoppingRule {
    /// Tolerance of impacts, as a fraction of the depth at which shapes are stopped; also limits how much
    /// deeper shapes that start in overlap may go in a step.
    float tolerance = 0.4f;
    /// Maximum overlap of shapes where they stop [m], if less than what their thickness allows; 0: no other
    /// maximum.
    float depth = 0.0f;
    /// Shapes are stopped before they overlap, by at most twice the tolerance.
    bool before_overlap = false;
};

/// Returns the rule for a body that meets static shapes: it stops at their surface, within three times the
/// `tolerance` [m]. A body that touched none stops before it overlaps, so that its new contact, which is
/// soft where shapes overlap, stops it at once. What it touched at the start of the step it may overlap as
/// far as then, and so may it the next tile of a floor: rolling or sliding onto that is no impact. Bodies on
/// joints have the default rule.
StoppingRule at_surface(const ContinuousContext& context, std::uint32_t body, float tolerance);

/// Tolerance of impacts with static shapes [m].
inline constexpr float surface_tolerance = 1e-4f;

/// Returns the time at which two shapes first meet before `limit`, else `limit`. Times are fractions of the
/// motion. Writes the normal of the impact, from `shape` to `other`, unless `normal` is null.
float first_impact(const ContinuousContext& context, std::uint32_t shape, const Sweep& sweep,
                   std::uint32_t other, const Sweep& other_sweep, float limit, Vec2* normal = nullptr);

/// Returns the maximum overlap of two shapes that `first_impact` stops [m].
float max_stopped_overlap(const ContinuousContext& context, std::uint32_t shape, std::uint32_t other);

/// Returns a sweep in which the body stays where it is.
Sweep standing_at(const BodyStore& bodies, std::uint32_t body);

/// Returns the time after `start` and before `limit` at which a shape first meets another one that has stood
/// still since `start`; else `limit`.
float impact_from(float start, const ContinuousContext& context, std::uint32_t shape, const Sweep& sweep,
                  std::uint32_t other, const Sweep& standing, float limit);

/// Impact of a body with a static or kinematic one.
struct FixedImpact {
    float fraction;                 ///< Fraction of the motion, as in `first_impact`.
    bool any_near;                  ///< Some shape's box overlaps the box of the motion.
    std::uint32_t body = no_index;  ///< First body met, or `no_index`; the members below describe the impact.
    std::uint32_t shape = no_index;
    std::uint32_t other = no_index;
    Vec2 normal{0.0f, 0.0f};  ///< From `shape` to `other`.
};

/// Finds the first impact with a static, or with a kinematic body. The body must be at the end of its motion,
/// and no body of that type may have moved farther than `margin` [m] since its tree was updated. Without a
/// rule, that of `at_surface` applies; it is computed only if something is near.
FixedImpact first_fixed_impact(const ContinuousContext& context, BodyType type, std::uint32_t body,
                               const Sweep& sweep, float limit, float margin = 0.0f,
                               std::optional<StoppingRule> rule = StoppingRule{});

/// Moves a body along its way until something static blocks it, and returns that impact.
FixedImpact advance(const ContinuousContext& context, std::uint32_t body, const Sweep& way);

/// Moves a body that was stopped at `fraction` of its motion by another one along with that one for the rest
/// of the step, until something static blocks it. Otherwise the other body would pass over it.
void carry_on(const ContinuousContext& context, std::uint32_t body, float fraction, std::uint32_t carrier);

/// Moves bodies on along a static shape that one of them met at `met.fraction` of its `way` [m], and along
/// what one of them meets then. They move together without turning, and lose only the part of the way that
/// leads into walls. They move only as far as one of them still touches a wall, so that its contact there can
/// turn its velocity as well.
void collide_and_slide(const ContinuousContext& context, std::span<const std::uint32_t> bodies,
                       const Vec2& way, FixedImpact met);

/// Calls `visitor(shape, box of its motion, shape of the tree)` for everything that the motion of a body may
/// meet. No shape of the tree may have moved farther than `margin` [m] since the tree was updated.
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

}  // namespace drystone
