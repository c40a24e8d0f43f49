#pragma once

#include "contacts/contact_context.h"
#include "continuous/continuous.h"

#include <cstdint>

namespace drystone {

/// Stores and results that the pre-solve stage reads and changes.
struct PreSolveContext {
    const ContactContext& lifecycle;  ///< Refused contacts stop touching through it.
    const BodyStore& bodies;
    const ShapeStore& shapes;
    ContactStore& contacts;
    ConstraintGraph& graph;
    ContactRules& rules;
    ContactChanges& changes;
    const NarrowKernels& narrow_kernels;
    float speculative_distance;  ///< [m]
    std::uint16_t number;        ///< Of the world, part of every handle.
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

/// Looks at every watched contact that may touch by now, in the order of their slots: shapes that are solid
/// from one side let it pass or not, and the user is asked. What is refused is taken out of the graph and of
/// the candidates that begin. Cost: nothing where no contact is watched, else a manifold for each.
void run_pre_solve(const PreSolveContext& context);

/// Writes the values that the user gave contacts for this step into their lanes.
void write_pre_solve_results(const PreSolveContext& context);

/// After the lanes have their points: takes those out that the user dropped.
void drop_points(const PreSolveContext& context);

/// Contacts of the shape follow what it asks for now.
void refresh_needs_pre_solve(const ContactContext& context, std::uint32_t shape);

/// Whether the two shapes, one of which is watched, stop each other there.
bool allows_hit(const PreSolveContext& context, const SweptHit& hit);

}  // namespace drystone
