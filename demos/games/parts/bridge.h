#pragma once

#include <drystone/drystone.h>

#include <vector>

namespace games {

/// Adds planks of 1 m from place to place, pinned to each other and to the ground on both sides.
std::vector<drystone::BodyId> add_bridge(drystone::World& world, drystone::BodyId ground,
                                         const drystone::Vec2& from, const drystone::Vec2& to,
                                         const drystone::Filter& filter);

}  // namespace games
