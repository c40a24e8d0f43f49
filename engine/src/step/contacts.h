#pragma once

#include "step/world_state.h"

#include <vector>

namespace drystone {

/// Whether the filters let two shapes collide.
bool should_collide(const Filter& a, const Filter& b);

/// Friction and restitution of a pair: the geometric mean and the greater one.
void mix_materials(const Material& a, const Material& b, Contact& contact);

/// Makes a contact of every pair that may collide: not of one body, at least one dynamic, filters agree.
void create_contacts(const std::vector<ShapePair>& pairs, NarrowPhase narrow_phase, const JointStore& joints,
                     ContactStore& contacts, BodyStore& bodies, ShapeStore& shapes);

/// Destroys the candidates that separated; moves those that touch into the constraint graph, wakes their
/// bodies and records that they began.
void begin_contacts(WorldState& world);

/// Moves the contacts that no longer touch out of the constraint graph and records that they ended.
void end_contacts(WorldState& world);

/// Clears the events of the last step and publishes the ends that destruction caused since.
void begin_events(WorldState& world);

}  // namespace drystone
