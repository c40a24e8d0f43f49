#pragma once

#include "joints/iterative/joint_graph.h"
#include "store/joint_store.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Lanes of some joints, lent by the graph of joints from the start of a step, when they are prepared, to its
/// end: they have the same colours here, and are solved apart from the others. In their own places are lanes
/// meanwhile in which nothing happens.
class LentJoints {
public:
    /// Borrows the lanes of those of the joints that have one. What they lock gives way `give` times as far
    /// as there, but for joints with a softness of their own. None may be on loan.
    void borrow(JointGraph& from, const JointStore& joints, std::span<const std::uint32_t> numbers,
                float give);
    /// Writes the impulses that they have now into the graph.
    void show_impulses(JointGraph& graph) const;
    void give_back(JointGraph& graph);

    [[nodiscard]] const JointGraph& graph() const { return graph_; }
    [[nodiscard]] std::size_t bytes() const { return graph_.bytes() + loans_.capacity() * sizeof(Loan); }

private:
    /// The place of a joint in a list of the graph, and that in the list of the same colour and kind here.
    struct Loan {
        std::uint32_t joint;
        std::int32_t color;
        JointKind kind;
        std::uint32_t place;
        std::uint32_t own_place;
    };

    void fill(JointGraph& from, const JointStore& joints, const Loan& loan, float give);

    JointGraph graph_;
    std::vector<Loan> loans_;
};

}  // namespace drystone
