#pragma once

#include <cstdint>

namespace drystone {

struct WorldState;

/// The look for bodies that are in the wrong one of the constraint graph's halves, see
/// `ConstraintGraph::divide`.
struct HalvesWatch {
    int steps = 0;           ///< Until the halves are compared again.
    std::uint32_t next = 0;  ///< Body with which it goes on.
    std::uint32_t left = 0;  ///< Bodies to look at since the border between the halves moved.
};

/// Divides the bodies anew where one half has come to hold many more of those that are awake. By their
/// numbers, as bodies that were made together mostly stay together. Cost: every few steps one look at all
/// that are awake; where it divides, one more for each binary digit of the number of bodies.
void divide_bodies(WorldState& world);

/// Gives some of the bodies that such a division has left in the other half colours of their own half, with
/// all of their contacts.
void move_to_halves(WorldState& world);

}  // namespace drystone
