#pragma once

#include "joints/iterative/joint_graph.h"
#include "joints/iterative/joint_kernels.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Joints of several small worlds that are solved in lanes, at once: those of one colour and kind, of all
/// worlds, are copied into common blocks. Each world's results are those of its own passes, bit by bit, see
/// `MergedSolver`. Only one thread uses it at a time.
class MergedJoints {
public:
    /// Returns whether the joints of this graph may be added: none is in the overflow.
    [[nodiscard]] static bool fits(const JointGraph& graph) {
        return graph.empty() || graph.run(0).color != JointGraph::overflow;
    }

    /// Removes all joints.
    void clear();
    /// Adds the joints of a world, once prepared for the step. Neither they nor their lanes may change until
    /// `finish`. `shift`: distance of the world's states in the common array from their own. Cost: a copy of
    /// all lanes.
    void add(JointGraph& graph, const JointKernels& kernels, std::int32_t shift);
    /// Adds the accumulated impulses to the velocities, and runs one pass with bias; before the bodies move.
    void solve(BodySolverState* states, const SolverConstants& constants);
    /// Runs one pass without bias; after the bodies have moved.
    void relax(BodySolverState* states, const SolverConstants& constants);
    /// Copies the impulses back to the worlds.
    void finish();

private:
    /// Lanes of a world's block, and the first of their places in the common list.
    struct Origin {
        const JointRun* run;
        std::uint32_t block;
        std::uint32_t place;
        std::uint8_t count;
    };
    struct List {
        JointList lanes;
        JointParts parts;  ///< Parts that some of the joints have.
        std::vector<Origin> origins;
    };

    void take_lanes(const JointRun& run, std::uint32_t block, std::int32_t shift, List& list);
    template <class Pass>
    void visit_runs(Pass&& pass);

    const JointKernels* kernels_ = nullptr;
    /// Lists by colour and kind, and the numbers of those that have joints, colour after colour.
    std::array<List, std::size_t{JointGraph::color_count} * joint_kind_count> lists_;
    std::vector<std::uint16_t> used_;
};

}  // namespace drystone
