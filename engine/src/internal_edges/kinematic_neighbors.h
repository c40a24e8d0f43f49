#pragma once

#include "broad_phase/broad_phase.h"
#include "internal_edges/internal_edge_changes.h"
#include "store/body_store.h"
#include "store/shape_store.h"

#include <array>
#include <cstdint>
#include <vector>

namespace drystone {

/// Two shapes on different bodies, at least one of them kinematic, that move as if they were one.
struct NeighborLink {
    std::uint32_t shape = 0;
    std::uint32_t other = 0;
    /// Pose of the other's body in the frame of the shape's body, by centres of mass, at which internal edges
    /// were last found.
    BodyPose place{};
};

/// Tracks which shapes of kinematic bodies may continue shapes of other kinematic or static bodies because
/// they move together, for example a platform of many tiles, each a body of its own.
class KinematicNeighbors {
public:
    /// Updates the links, and records where internal edges must be recomputed: where links were added or
    /// removed, or the bodies have shifted relative to each other. Cost: none without kinematic shapes, else
    /// about 50 ns for each pair of such shapes that are near each other on different bodies.
    void follow(const BodyStore& bodies, const ShapeStore& shapes, const BroadPhase& broad_phase,
                float time_step, InternalEdgeChanges& changes);
    /// Returns whether the shape moves together with a neighbour.
    [[nodiscard]] bool is_linked(std::uint32_t shape) const;
    /// Appends the shapes that the shape is linked to, in slot order.
    void append_neighbors(std::uint32_t shape, std::vector<std::uint32_t>& neighbors) const;
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.near_, self.links_, self.seen_changes_, self.sole_body_);
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    /// Returns the first link of the shape, or the first one after its place if it has none.
    [[nodiscard]] std::vector<NeighborLink>::const_iterator find_links(std::uint32_t shape) const;
    void find_near(const ShapeStore& shapes, const BroadPhase& broad_phase);
    void add_near(const AabbTree& kinematic, const AabbTree& other, const ShapeStore& shapes);
    void record_changes(const BodyStore& bodies, const ShapeStore& shapes, const BroadPhase& broad_phase,
                        bool static_changed, InternalEdgeChanges& changes);

    /// Shapes on different bodies whose fat boxes overlap, in both orders, sorted by slot.
    std::vector<ShapePair> near_;
    /// Links in both directions, sorted by slot.
    std::vector<NeighborLink> links_;
    std::vector<NeighborLink> fresh_;
    /// Change counters of the kinematic and static trees when `near_` was computed.
    std::array<std::uint64_t, 2> seen_changes_{};
    std::uint32_t sole_body_ = no_index;  ///< The only kinematic body with shapes; `no_index` otherwise.
    PairSearch search_;
    std::vector<ProxyPair> pairs_;
};

}  // namespace drystone
