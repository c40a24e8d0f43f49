#pragma once

#include <drystone/world_batch.h>

#include "step/world_state.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Arrays of a batch that users only read: a row for each world.
struct BatchRows {
    std::vector<Pose> poses;
    std::vector<BodyMotion> velocities;
    std::vector<Vec2> contact_forces;          ///< Empty if contacts are not wanted.
    std::vector<std::int32_t> contact_counts;  ///< Likewise.

    void resize(std::size_t elements, bool contacts);
    /// Makes room: resizing cannot fail afterwards.
    void reserve(std::size_t elements, bool contacts);
    /// Copies `count` elements of other rows.
    void copy(const BatchRows& from, std::size_t from_first, std::size_t first, std::size_t count);
    /// Writes the elements from `first` on with the values of these bodies. Those that do not exist are left
    /// out.
    void write(const WorldState& world, const std::vector<BodyId>& bodies, std::size_t first);
};

}  // namespace drystone
