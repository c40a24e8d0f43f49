#pragma once

#include "step/world_state.h"

#include <cstdint>

namespace drystone {

/// The pair as a contact has it: what nothing pushes, or what dominates the other, is A, so that the solver
/// need not write it back.
inline ShapePair in_order(const WorldState& world, const ShapePair& pair) {
    const std::uint32_t a = world.shapes.cores[pair.a].body;
    const std::uint32_t b = world.shapes.cores[pair.b].body;
    const bool swap =
        (world.bodies.is_dynamic(a) && !world.bodies.is_dynamic(b)) || world.bodies.dominates(b, a);
    return swap ? ShapePair{pair.b, pair.a} : pair;
}

/// Whom a contact of the two shapes, which must be in order, pushes.
inline ContactEffect find_effect(const WorldState& world, std::uint32_t shape_a, std::uint32_t shape_b) {
    if (!world.shapes.push_each_other(shape_a, shape_b)) {
        return ContactEffect::None;
    }
    return world.bodies.dominates(world.shapes.cores[shape_a].body, world.shapes.cores[shape_b].body)
               ? ContactEffect::OnB
               : ContactEffect::Both;
}

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
void reconsider_effect(WorldState& world, std::uint32_t index);

}  // namespace drystone
