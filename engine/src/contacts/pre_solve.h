#pragma once

#include "contacts/contact_context.h"
#include "continuous/continuous.h"

#include <cstdint>

namespace drystone {

/// Minimum cosine of the angle between a shape's one-way direction and a normal for which the shape is solid.
inline constexpr float min_one_way_alignment = 0.25f;

/// Stores and results that the pre-solve stage reads and changes.
struct PreSolveContext {
    const ContactContext& lifecycle;  ///< Stops rejected contacts from touching.
    const BodyStore& bodies;
    const ShapeStore& shapes;
    ContactStore& contacts;
    ConstraintGraph& graph;
    ContactRules& rules;
    ContactChanges& changes;
    const NarrowKernels& narrow_kernels;
    float speculative_distance;  ///< [m]
    std::uint16_t number;        ///< Number of the world, part of every handle.
};

inline PreSolveContext make_pre_solve_context(const ContactContext& lifecycle,
                                              const NarrowKernels& narrow_kernels,
                                              float speculative_distance) {
    return {.lifecycle = lifecycle,
            .bodies = lifecycle.bodies,
            .shapes = lifecycle.shapes,
            .contacts = lifecycle.contacts,
            .graph = lifecycle.graph,
            .rules = lifecycle.rules,
            .changes = lifecycle.changes,
            .narrow_kernels = narrow_kernels,
            .speculative_distance = speculative_distance,
            .number = lifecycle.number};
}

/// Processes every contact with pre-solve that may touch now, in slot order: one-way shapes let it pass or
/// not, and the callback decides. Rejected contacts are removed from the graph and from the candidates that
/// begin. Cost: none without such contacts, else one manifold for each.
void run_pre_solve(const PreSolveContext& context);

/// Lists the shapes that pass one-way shapes, as the contacts say, in `ContactRules::passing`.
void find_passing(const PreSolveContext& context);

/// Writes the callback's surface values for this step into the lanes of the contacts.
void write_pre_solve_results(const PreSolveContext& context);

/// Removes the points that the callback dropped, after the narrow phase has written the lanes.
void drop_points(const PreSolveContext& context);

/// Updates the contacts of a shape after a change of its pre-solve or one-way settings.
void refresh_needs_pre_solve(const ContactContext& context, std::uint32_t shape);

/// Returns whether the side of the shape with that outward normal is solid, see `ShapeDefinition::one_way`.
bool is_solid_side(const BodyStore& bodies, const ShapeStore& shapes, std::uint32_t shape,
                   const Vec2& outward);

/// Returns whether the two shapes, one of which needs pre-solve, stop each other at that impact.
bool allows_hit(const PreSolveContext& context, const SweptHit& hit);

}  // namespace drystone
