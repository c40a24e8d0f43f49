#pragma once

#include "contacts/contact_context.h"

#include <functional>

namespace drystone {

/// Destroys separated candidates, moves touching ones into the constraint graph, wakes their bodies and
/// records begin events. One worker runs `meanwhile`, which may change nothing except the order of lanes.
void begin_contacts(const ContactContext& context, const std::function<void()>& meanwhile);

/// Moves the waiting contacts to the constraint graph or to the candidates.
void activate_waiting(const ContactContext& context);

/// Makes an active contact wait for the next step, which writes all that its lane or list holds: call it when
/// something has changed that the contact depends on. Impulses are kept.
void close_until_step(ContactStore& contacts, ConstraintGraph& graph, std::uint32_t index);

/// Moves contacts that no longer touch out of the constraint graph and records end events.
void end_contacts(const ContactContext& context);

/// Puts contacts to sleep that began in this step between sleeping bodies and push neither: they have not
/// woken the bodies.
void put_begun_to_sleep(const ContactContext& context);

/// Moves a contact of the graph to the candidates and records its end.
void stop_touching(const ContactContext& context, std::uint32_t index);

/// Destroys a contact: removes it from the graph and the lists, and records its end if it touched.
void destroy_contact(const ContactContext& context, std::uint32_t index, std::vector<ContactEnd>& ends);

}  // namespace drystone
