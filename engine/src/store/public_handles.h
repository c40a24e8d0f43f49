#pragma once

#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

/// Returns the public handle of a shape; for any context that has the shapes and the number of the world.
template <class Context>
ShapeId shape_id(const Context& context, std::uint32_t shape) {
    return context.shapes.slots.template handle<ShapeId>(shape, context.number);
}

/// Returns the public handle of a contact; for any context that has the contacts and the number of the world.
template <class Context>
ContactId contact_id(const Context& context, std::uint32_t contact) {
    return context.contacts.slots.template handle<ContactId>(contact, context.number);
}

/// Returns the public handle of a body; for any context that has the bodies and the number of the world.
template <class Context>
BodyId body_id(const Context& context, std::uint32_t body) {
    return context.bodies.slots.template handle<BodyId>(body, context.number);
}

}  // namespace drystone
