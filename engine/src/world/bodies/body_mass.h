#pragma once

#include <drystone/collision/mass.h>

#include "step/world_state.h"

namespace drystone {

/// Mass of the body by its shapes' densities, computed again.
MassProperties sum_of_shapes(const WorldState& world, std::uint32_t body);

/// Gives the body a mass; its origin stays where it is, and the velocity is that of the new centre of mass.
void set_body_mass(WorldState& world, std::uint32_t body, const MassProperties& mass);

/// Makes the body's mass that of its shapes, unless the user gave it one, and what follows from it.
void update_mass(WorldState& world, std::uint32_t body);

/// Moves the boxes of a body that was put elsewhere, be it by a rounding.
void move_boxes(WorldState& world, std::uint32_t body);

/// The same of one shape, which must be in its tree.
void move_box(WorldState& world, std::uint32_t shape);

/// The next step finds the normal and the arms of a contact again, however little its bodies have moved.
void invalidate_manifold(WorldState& world, std::uint32_t index);

/// Distance of the shape's farthest point from the body's centre of mass [m].
float reach_of(const WorldState& world, std::uint32_t shape);

/// Recomputes the distance of the farthest point from the centre of mass.
void update_extent(WorldState& world, std::uint32_t body);

/// The mass that `set_body_mass` was last given.
MassProperties body_mass(const BodyStore& bodies, std::uint32_t body);

}  // namespace drystone
