#pragma once

#include "joints/iterative/joint_graph.h"
#include "store/joint_store.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Lanes of some joints, taken out of the graph of joints from the start of a step, when they are prepared,
/// to its end: they have the same colours here, and are solved apart from the others. In their own places are
/// lanes meanwhile in which nothing happens.
class JointSubset {
public:
    /// Borrows the lanes of those of the joints that have one. What they lock gives way `compliance_scale`
    /// times as far as there, except for joints with a softness of their own. None may be taken out yet.
    void extract(JointGraph& from, const JointStore& joints, std::span<const std::uint32_t> numbers,
                 float compliance_scale);
    /// Writes the impulses that they have now into the graph.
    void copy_impulses_back(JointGraph& graph) const;
    void merge_back(JointGraph& graph);

    [[nodiscard]] const JointGraph& graph() const { return graph_; }
    [[nodiscard]] std::size_t bytes() const { return graph_.bytes() + moved_.capacity() * sizeof(MovedLane); }

private:
    /// The place of a joint in a list of the graph, and that in the list of the same colour and kind here.
    struct MovedLane {
        std::uint32_t joint;
        std::int32_t color;
        JointKind kind;
        std::uint32_t place;
        std::uint32_t own_place;
    };

    void fill(JointGraph& from, const JointStore& joints, const MovedLane& moved, float compliance_scale);

    JointGraph graph_;
    std::vector<MovedLane> moved_;
};

}  // namespace drystone
