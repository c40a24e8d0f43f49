#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

struct WorldState;

/// The look whether the constraint graph's halves still have about as much to do, see
/// `ConstraintGraph::divide`.
struct HalvesWatch {
    int steps = 0;  ///< Until the halves are compared again.
    std::vector<std::uint32_t> left_out;

    [[nodiscard]] std::size_t bytes() const { return left_out.capacity() * sizeof(std::uint32_t); }
};

/// Divides the bodies anew where one half has come to hold many more of the contacts, or of the awake bodies
/// where few touch. By their numbers, as bodies that were made together mostly stay together. Cost: every few
/// steps one look at the bodies of all contacts; where it divides, another, and new colours for the contacts
/// across both borders.
void divide_bodies(WorldState& world);

}  // namespace drystone
