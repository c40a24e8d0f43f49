#pragma once

#include <drystone/collision/chain.h>
#include <drystone/shape.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace drystone {

/// Definition of a chain for `World::create_chain`: an open or closed line of segments over which bodies
/// slide as if it were one piece. Chains have no mass; on a dynamic body they collide as on a static one.
struct ChainDefinition {
    /// Points in the frame of the body [m]: at least two, three for a loop; see `make_chain`.
    std::vector<Vec2> points{};
    bool is_loop = false;  ///< Joins the last point to the first.
    /// Solid sides. A chain that is solid from the right lets through bodies and rays from the other side:
    /// order the points of a ground from right to left, of a container clockwise, of an island
    /// counter-clockwise.
    ChainSides sides = ChainSides::Right;
    /// Vertices before the first point and after the last [m], which determine how an open chain continues.
    /// Without them, an end is continued by what it meets: other chains, segments, capsules and polygons of
    /// the same filter that are static or move together.
    std::optional<Vec2> ghost_before = std::nullopt;
    std::optional<Vec2> ghost_after = std::nullopt;
    /// Materials: one for each segment, or one for all; empty: the default material.
    std::vector<Material> materials{};
    Filter filter{};
    bool contact_events = true;
    bool hit_events = false;
    std::uint64_t user_data = 0;  ///< User data of each segment.
};

}  // namespace drystone
