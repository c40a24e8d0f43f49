#pragma once

#include <drystone/drystone.h>

namespace games {

/// Platform that moves to and fro between two places, slowly at both ends.
struct Shuttle {
    drystone::BodyId body{};
    drystone::Vec2 from{}, to{};  ///< [m]
    float period = 8.0f;          ///< [s]
};

Shuttle add_shuttle(drystone::World& world, const drystone::Vec2& from, const drystone::Vec2& to,
                    float half_width, const drystone::Filter& filter);
/// Moves it in the next step of that length to where it is at a time [s].
void move_shuttle(drystone::World& world, const Shuttle& shuttle, float time, float time_step);

}  // namespace games
