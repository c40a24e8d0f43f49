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
    /// Vertex before the first point [m], which determines how an open chain continues. Without it, the end
    /// is continued by what it meets: other chains, segments, capsules and polygons of the same filter that
    /// are static or move together.
    std::optional<Vec2> ghost_before = std::nullopt;
    /// Vertex after the last point, likewise [m].
    std::optional<Vec2> ghost_after = std::nullopt;
    /// Materials: one for each segment, or one for all; empty: the default material.
    std::vector<Material> materials{};
    Filter filter{};              ///< Filter of all segments.
    bool contact_events = true;   ///< Reports begins and ends of contacts, as in `ShapeDefinition`.
    bool hit_events = false;      ///< Reports impacts, see `ContactHit`.
    std::uint64_t user_data = 0;  ///< User data of each segment.
};

}  // namespace drystone
