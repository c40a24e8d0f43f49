#pragma once

#include "continuous/motion.h"

#include <cstdint>
#include <span>

namespace drystone {

/// How exactly impacts are found, as a part of the depth at which shapes are stopped; and how much deeper
/// they may go in a step if they begin in each other.
inline constexpr float default_tolerance = 0.4f;

/// The time at which two shapes first meet before `limit`; else `limit`.
float first_impact(const ContinuousContext& context, std::uint32_t shape, const Sweep& sweep,
                   std::uint32_t other, const Sweep& other_sweep, float limit);

/// The body stays where it is.
Sweep standing_at(const BodyStore& bodies, std::uint32_t body);

/// The time at which a shape first meets another that has stood still since `start`, from then on and before
/// `limit`; else `limit`.
float impact_from(float start, const ContinuousContext& context, std::uint32_t shape, const Sweep& sweep,
                  std::uint32_t other, const Sweep& standing, float limit);

/// As `impact_from`, for all shapes of two bodies, of which the other stands still.
float impact_of_bodies(float start, const ContinuousContext& context, std::uint32_t body, const Sweep& sweep,
                       std::uint32_t other_body, float limit);

/// Where a body meets one that nothing pushes.
struct FixedImpact {
    float fraction;                 ///< Of the motion, as `first_impact` gives it.
    bool any_near;                  ///< Some shape's box meets that of the motion.
    std::uint32_t body = no_index;  ///< Whom it meets first, if anybody; the rest says where.
    std::uint32_t shape = no_index;
    std::uint32_t other = no_index;
    Vec2 normal{0.0f, 0.0f};  ///< From `shape` to `other`.
};

/// The first impact with a static, or with a kinematic body. The body must be at the end of its motion.
/// Nothing of that type has moved farther than `margin` since the tree was told [m].
FixedImpact first_fixed_impact(const ContinuousContext& context, BodyType type, std::uint32_t body,
                               const Sweep& sweep, float limit, float margin = 0.0f,
                               float tolerance = default_tolerance);

/// Moves a body as far as nothing static is in the way, and returns what is.
FixedImpact advance(const ContinuousContext& context, std::uint32_t body, const Sweep& way);

/// Bodies that were stopped where one of them met a static shape, at `met.fraction` of its `way` [m], go on
/// together along that shape, and along what one of them meets then: they turn no further, and lose no more
/// of the way than what leads into walls. They go no farther than one touches a wall, so that its contact
/// there can turn its velocity as well.
void collide_and_slide(const ContinuousContext& context, std::span<const std::uint32_t> bodies,
                       const Vec2& way, FixedImpact met);

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

/// Calls `visitor(shape, other shape)` for the shapes of two bodies whose motions may meet.
template <class Visitor>
void visit_swept_pairs(const ContinuousContext& context, std::uint32_t body, const Sweep& sweep,
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

}  // namespace drystone
