#pragma once

#include "step/world_state.h"

#include <vector>

namespace drystone {

/// What a contact's surfaces do, by the materials of its shapes and the user's say. Its lane, if it has one,
/// does not know yet.
void set_pair_material(WorldState& world, std::uint32_t contact);

/// The contact of two shapes, touching or not; `no_index` where there is none.
std::uint32_t find_contact(const WorldState& world, std::uint32_t shape, std::uint32_t other);

/// Whether everything lets the pair collide; the user is asked last.
bool may_collide(WorldState& world, const ShapePair& pair);

/// Makes a contact of every pair that may collide: not of one body, at least one dynamic, filters agree.
/// Pairs of bodies that were allowed to collide again come after the new ones.
void create_contacts(WorldState& world, const std::vector<ShapePair>& new_pairs);

/// Destroys the candidates that separated; moves those that touch into the constraint graph, wakes their
/// bodies and records that they began.
void begin_contacts(WorldState& world);

/// Moves the contacts that no longer touch out of the constraint graph and records that they ended.
void end_contacts(WorldState& world);

/// What began between bodies that sleep and pushes nobody has woken nobody, and sleeps with them.
void put_begun_to_sleep(WorldState& world);

/// Moves a contact of the graph to the candidates and records that it ended.
void stop_touching(WorldState& world, std::uint32_t contact);

/// Clears the events of the last step and publishes the ends that destruction caused since.
void begin_events(WorldState& world);

}  // namespace drystone
