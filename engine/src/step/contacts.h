#pragma once

#include "step/new_contacts.h"
#include "step/world_state.h"

#include <functional>

namespace drystone {

/// Destroys the candidates that separated; moves those that touch into the constraint graph, wakes their
/// bodies and records that they began. One worker does `meanwhile`, which may change nothing but the order of
/// lanes.
void begin_contacts(WorldState& world, const std::function<void()>& meanwhile);

/// Moves the contacts that no longer touch out of the constraint graph and records that they ended.
void end_contacts(WorldState& world);

/// What began between bodies that sleep and pushes nobody has woken nobody, and sleeps with them.
void put_begun_to_sleep(WorldState& world);

/// Moves a contact of the graph to the candidates and records that it ended.
void stop_touching(WorldState& world, std::uint32_t index);

/// Clears the events of the last step, but for those of motion, and publishes the ends that destruction
/// caused since.
void begin_events(WorldState& world);

}  // namespace drystone
