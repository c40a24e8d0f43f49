#pragma once

#include "joints/iterative/joint_graph.h"
#include "store/joint_store.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Lanes of some joints, extracted from the joint graph from the start of a step, once prepared, to its end.
/// They keep their colours and are solved apart from the others. In the meantime, their own lanes in the
/// graph have no effect.
class JointSubset {
public:
    /// Extracts the lanes of those joints that have one. Multiplies their compliance by `compliance_scale`,
    /// except for joints with a softness of their own. The subset must be empty.
    void extract(JointGraph& from, const JointStore& joints, std::span<const std::uint32_t> numbers,
                 float compliance_scale);
    /// Copies the current impulses to the graph.
    void copy_impulses_back(JointGraph& graph) const;
    /// Moves the joints back to their own lanes, with their impulses, and empties the subset.
    void merge_back(JointGraph& graph);

    [[nodiscard]] const JointGraph& graph() const { return graph_; }
    [[nodiscard]] std::size_t bytes() const { return graph_.bytes() + moved_.capacity() * sizeof(MovedLane); }

private:
    /// Place of a joint in a list of the graph, and in the list of the same colour and kind of the subset.
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
