#pragma once

#include <drystone/collision/chain.h>
#include <drystone/shape.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace drystone {

/// What `World::create_chain` is made with: an open or closed line of segments over which bodies slide as if
/// it were one piece. It has no mass; on a dynamic body it collides as it does on a static one.
struct ChainDefinition {
    /// In the frame of the body [m]: at least two, three for a loop; see `make_chain`.
    std::vector<Vec2> points{};
    bool is_loop = false;  ///< Whether the last point is joined to the first.
    /// From where it is solid. A chain that is solid from the right lets through what comes from the other
    /// side, rays too: the ground from right to left, a container clockwise, an island counter-clockwise.
    ChainSides sides = ChainSides::Right;
    /// The vertices before the first point and after the last, for an open chain that continues another [m].
    std::optional<Vec2> ghost_before = std::nullopt;
    std::optional<Vec2> ghost_after = std::nullopt;
    /// One for each segment, or one for all; none: the default.
    std::vector<Material> materials{};
    Filter filter{};
    bool contact_events = true;
    bool hit_events = false;
    std::uint64_t user_data = 0;  ///< Of each segment.
};

}  // namespace drystone
