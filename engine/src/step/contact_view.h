#pragma once

#include <drystone/contact.h>

#include "step/world_state.h"

#include <cstdint>

namespace drystone {

/// Impulses and name of a contact's point, from its lane of the graph or as saved when it fell asleep.
SavedPoint saved_point(const WorldState& world, const Contact& contact, int i);

/// Where point `i` of a contact of the graph is in the world [m].
Vec2 lane_point(const WorldState& world, const Contact& contact, int i);

/// What the user sees of a contact.
ContactView make_contact_view(const WorldState& world, std::uint32_t index);

}  // namespace drystone
