#pragma once

#include "contacts/contact_context.h"

#include <functional>

namespace drystone {

/// Destroys the candidates that separated; moves those that touch into the constraint graph, wakes their
/// bodies and records that they began. One worker does `meanwhile`, which may change nothing but the order of
/// lanes.
void begin_contacts(const ContactContext& context, const std::function<void()>& meanwhile);

/// Moves the contacts that no longer touch out of the constraint graph and records that they ended.
void end_contacts(const ContactContext& context);

/// What began between bodies that sleep and pushes nobody has woken nobody, and sleeps with them.
void put_begun_to_sleep(const ContactContext& context);

/// Moves a contact of the graph to the candidates and records that it ended.
void stop_touching(const ContactContext& context, std::uint32_t index);

/// Ends a contact: takes it out of the graph and the lists, and records the end when it touched.
void destroy_contact(const ContactContext& context, std::uint32_t index, std::vector<ContactEnd>& ends);

}  // namespace drystone
