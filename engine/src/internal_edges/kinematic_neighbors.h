#pragma once

#include "broad_phase/broad_phase.h"
#include "internal_edges/internal_edge_changes.h"
#include "store/body_store.h"
#include "store/shape_store.h"

#include <array>
#include <cstdint>
#include <vector>

namespace drystone {

/// Two shapes on different bodies, of which one at least is kinematic, that move as if they were one.
struct NeighborLink {
    std::uint32_t shape = 0;
    std::uint32_t other = 0;
    /// Of the other's body in the frame of the shape's body, by centres of mass, when it was last looked at.
    BodyPose place{};
};

/// Follows which shapes of kinematic bodies may continue those of other kinematic or static ones, because
/// they move together: a platform of many tiles, each a body of its own.
class KinematicNeighbors {
public:
    /// Finds the links again, and notes where internal edges have to be found again: where links came, went,
    /// or the bodies have shifted against each other. Cost: nothing without kinematic shapes; else some 50 ns
    /// for each pair of such shapes that are near each other on different bodies.
    void follow(const BodyStore& bodies, const ShapeStore& shapes, const BroadPhase& broad_phase,
                float time_step, InternalEdgeChanges& changes);
    /// Does the shape move together with one beside it?
    [[nodiscard]] bool is_linked(std::uint32_t shape) const;
    /// Appends the shapes that the shape is linked with, in the order of slots.
    void append_neighbors(std::uint32_t shape, std::vector<std::uint32_t>& neighbors) const;
    [[nodiscard]] std::size_t bytes() const;

private:
    /// The first link of the shape, or the first of those after it.
    [[nodiscard]] std::vector<NeighborLink>::const_iterator find_links(std::uint32_t shape) const;
    void find_near(const ShapeStore& shapes, const BroadPhase& broad_phase);
    void add_near(const AabbTree& kinematic, const AabbTree& other, const ShapeStore& shapes);
    void record_changes(const BodyStore& bodies, const ShapeStore& shapes, const BroadPhase& broad_phase,
                        bool static_changed, InternalEdgeChanges& changes);

    /// Shapes on different bodies whose fat boxes overlap, both ways round, in the order of slots.
    std::vector<ShapePair> near_;
    /// Both ways round, in the order of slots.
    std::vector<NeighborLink> links_;
    std::vector<NeighborLink> fresh_;
    /// Of the trees of kinematic and static shapes, when near ones were looked for.
    std::array<std::uint64_t, 2> seen_changes_{};
    std::uint32_t sole_body_ = no_index;  ///< The only kinematic body with shapes; none where there are more.
    PairSearch search_;
    std::vector<ProxyPair> pairs_;
};

}  // namespace drystone
