#pragma once

#include "broad_phase/broad_phase.h"
#include "contacts/contact_context.h"

#include <cstdint>

namespace drystone {

/// The pair as a contact has it: what nothing pushes, or what dominates the other, is A, so that the solver
/// need not write it back.
inline ShapePair ordered_pair(const ContactContext& context, const ShapePair& pair) {
    const std::uint32_t a = context.shapes.cores[pair.a].body;
    const std::uint32_t b = context.shapes.cores[pair.b].body;
    const bool swap =
        (context.bodies.is_dynamic(a) && !context.bodies.is_dynamic(b)) || context.bodies.dominates(b, a);
    return swap ? ShapePair{pair.b, pair.a} : pair;
}

/// Whom a contact of the two shapes, which must be in order, pushes.
inline ContactResponse find_response(const ContactContext& context, std::uint32_t shape_a,
                                     std::uint32_t shape_b) {
    if (!context.shapes.push_each_other(shape_a, shape_b)) {
        return ContactResponse::None;
    }
    return context.bodies.dominates(context.shapes.cores[shape_a].body, context.shapes.cores[shape_b].body)
               ? ContactResponse::OneWay
               : ContactResponse::TwoWay;
}

/// The narrow phase that decides the pair.
ContactKind find_kind(const ShapeStore& shapes, const BodyStore& bodies, const ShapePair& pair,
                      NarrowPhase narrow_phase);

/// Where the narrow phase of the kind finds the shape.
std::uint32_t find_frame(ShapeStore& shapes, const BodyStore& bodies, std::uint32_t shape, ContactKind kind);

/// Moves the contacts of a body, whose shapes have become special or ceased to be, to the narrow phase that
/// they need now. They keep their impulses.
void reclassify(const ContactContext& context, std::uint32_t body);

/// After groups of dominance or solver filters have changed: the contact pushes whom it should, and its
/// bodies wake where that is new. What touches goes on doing so, with the impulses that it has.
void reclassify_response(const ContactContext& context, std::uint32_t index);

}  // namespace drystone
