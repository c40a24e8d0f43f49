#pragma once

#include <drystone/drystone.h>

#include <array>
#include <cstdint>

namespace games {

/// Figure of 1.2 m: a torso that is led like a puppet, with limbs that hang on it by springs; then a ragdoll.
struct Figure {
    drystone::BodyId torso{};                   ///< Kinematic while it is led.
    std::array<drystone::BodyId, 5> limbs{};    ///< Head, arms, legs.
    std::array<drystone::JointId, 5> joints{};  ///< Pins of the limbs to the torso.
    drystone::Vec2 home{};                      ///< Place of the torso at the beginning [m].
};

Figure add_figure(drystone::World& world, const drystone::Vec2& home, const drystone::Filter& filter);
/// Sets the angle to which springs swing arms and legs, in turn [rad].
void swing_limbs(drystone::World& world, const Figure& figure, float angle);
/// Makes a ragdoll: the torso falls, and the springs let go.
void let_go(drystone::World& world, const Figure& figure);
/// Gives the handles the number of a world that is equal to the figure's.
void adopt(Figure& figure, std::uint16_t world);

}  // namespace games
