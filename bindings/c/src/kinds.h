#pragma once

#include <cstdint>

namespace drystone::c {

/// The kind of the handles of players, see `ObjectOf`.
extern const std::uint8_t kind_of_players;
/// Returns the world of a player.
void* world_of_player(void* player);

}  // namespace drystone::c
