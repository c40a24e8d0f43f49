#pragma once

#include <drystone/collision/mass.h>

#include "step/world_state.h"

namespace drystone {

/// Returns the sum of the shapes' masses from their densities, recomputed.
MassProperties sum_of_shapes(const WorldState& world, std::uint32_t body);

/// Sets the body's mass. Its origin stays where it is, and the velocity becomes that of the new centre of
/// mass.
void set_body_mass(WorldState& world, std::uint32_t body, const MassProperties& mass);

/// Sets the body's mass to that of its shapes, unless the user overrides it, and updates extent and boxes.
void update_mass(WorldState& world, std::uint32_t body);

/// Updates the boxes of a body that was moved, even by a rounding error.
void move_boxes(WorldState& world, std::uint32_t body);

/// Updates the box of one shape, which must be in its tree.
void move_box(WorldState& world, std::uint32_t shape);

/// Makes the body's touching contacts wait for the next step, see `close_until_step`: call it when the body
/// has been moved or its mass has changed.
void close_contacts_until_step(WorldState& world, std::uint32_t body);

/// Returns the distance of the shape's farthest point from the body's centre of mass [m].
float reach_of(const WorldState& world, std::uint32_t shape);

/// Recomputes the distance of the body's farthest point from its centre of mass.
void update_extent(WorldState& world, std::uint32_t body);

/// Returns the mass that `set_body_mass` was last given.
MassProperties body_mass(const BodyStore& bodies, std::uint32_t body);

}  // namespace drystone
