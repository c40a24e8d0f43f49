#pragma once

#include "broad_phase/broad_phase.h"
#include "contacts/contact_context.h"

#include <cstdint>

namespace drystone {

/// Returns the pair in the order of a contact: A is on the non-dynamic body, or on the one that dominates the
/// other, so that the solver need not write that body back.
inline ShapePair ordered_pair(const ContactContext& context, const ShapePair& pair) {
    const std::uint32_t a = context.shapes.cores[pair.a].body;
    const std::uint32_t b = context.shapes.cores[pair.b].body;
    const bool swap =
        (context.bodies.is_dynamic(a) && !context.bodies.is_dynamic(b)) || context.bodies.dominates(b, a);
    return swap ? ShapePair{pair.b, pair.a} : pair;
}

/// Returns which bodies a contact of the two shapes pushes. The shapes must be in order, see `ordered_pair`.
inline ContactResponse find_response(const ContactContext& context, std::uint32_t shape_a,
                                     std::uint32_t shape_b) {
    if (!context.shapes.push_each_other(shape_a, shape_b)) {
        return ContactResponse::None;
    }
    return context.bodies.dominates(context.shapes.cores[shape_a].body, context.shapes.cores[shape_b].body)
               ? ContactResponse::OneWay
               : ContactResponse::TwoWay;
}

/// Returns the narrow phase that collides the pair.
ContactKind find_kind(const ShapeStore& shapes, const BodyStore& bodies, const ShapePair& pair,
                      NarrowPhase narrow_phase);

/// Returns the number by which the narrow phase of that kind finds the shape: its frame, or the shape itself.
std::uint32_t find_frame(ShapeStore& shapes, const BodyStore& bodies, std::uint32_t shape, ContactKind kind);

/// Moves the contacts of a body to the narrow phase that they need after its shapes have become special or
/// plain. Contacts keep their impulses.
void reclassify(const ContactContext& context, std::uint32_t body);

/// Updates which bodies the contact pushes after a change of dominance groups or solver filters, and wakes
/// its bodies if the response changed. Touching contacts stay touching and keep their impulses, unless they
/// no longer push.
void reclassify_response(const ContactContext& context, std::uint32_t index);

}  // namespace drystone
