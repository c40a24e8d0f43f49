#pragma once

#include "step/world_state.h"

#include <cstdint>

namespace drystone {

/// The pair as a contact has it: what nothing pushes, or what dominates the other, is A, so that the solver
/// need not write it back.
ShapePair in_order(const WorldState& world, const ShapePair& pair);

/// Whom a contact of the two shapes, which must be in order, pushes.
ContactEffect find_effect(const WorldState& world, std::uint32_t shape_a, std::uint32_t shape_b);

/// The narrow phase that decides the pair.
ContactKind find_kind(const ShapeStore& shapes, const BodyStore& bodies, const ShapePair& pair,
                      NarrowPhase narrow_phase);

/// Where the narrow phase of the kind finds the shape.
std::uint32_t find_frame(ShapeStore& shapes, const BodyStore& bodies, std::uint32_t shape, ContactKind kind);

/// Moves the contacts of a body, whose shapes have become special or ceased to be, to the narrow phase that
/// they need now. They keep their impulses.
void reconsider_kinds(WorldState& world, std::uint32_t body);

/// After groups of dominance or solver filters have changed: the contact pushes whom it should, and its
/// bodies wake where that is new. What touches goes on doing so, with the impulses that it has.
void reconsider_effect(WorldState& world, std::uint32_t contact);

}  // namespace drystone
