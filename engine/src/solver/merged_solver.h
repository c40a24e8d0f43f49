#pragma once

#include "constraint_graph/constraint_graph.h"
#include "solver/solver.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Solver of several small worlds at once. A colour of a small world has few contacts, and a pass over one
/// takes as long as a pass over a full block. So the contacts of all worlds that have the same colour are
/// copied into common blocks, and the bodies into common arrays.
///
/// No lane depends on another, and no two worlds share a body: each world's results are those of its own
/// passes, bit by bit. Only one thread uses a merged solver at a time.
class MergedSolver {
public:
    /// Returns whether the passes are all that contacts of this graph need: no restitution, hit events,
    /// special surfaces, nor overflow.
    [[nodiscard]] static bool fits(const ConstraintGraph& graph);

    /// Returns whether a step of a world with this solver has the same passes as steps with `constants`.
    [[nodiscard]] bool shares_passes(const Solver& solver, const StepConstants& constants,
                                     const StepConstants& own) const;

    /// Removes all worlds.
    void clear();
    /// Adds the bodies and contacts of a world, whose bodies were loaded. Neither may change until `finish`.
    /// Returns the distance of the world's states in the common array from their own, see `shifted_state`.
    /// Cost: a copy of all lanes and states.
    std::int32_t add(Solver& solver, ConstraintGraph& graph);
    /// Common states of all bodies.
    [[nodiscard]] BodySolverState* states() { return states_.data(); }

    // Passes of a sub-step, see `SubStep`. The constants are those of all worlds.
    void integrate_velocities(const StepConstants& step, bool with_impulses);
    void settle(const StepConstants& step);
    void warm_start();
    void solve(const StepConstants& step);
    void integrate_positions(const StepConstants& step);
    void relax(const StepConstants& step);

    /// Copies velocities, movements and impulses back to the worlds.
    void finish();

    [[nodiscard]] bool empty() const { return worlds_.empty(); }
    [[nodiscard]] std::size_t size() const { return worlds_.size(); }

private:
    /// A world and the first of its blocks of bodies.
    struct Member {
        Solver* solver;
        std::size_t first_block;
        std::size_t blocks;
    };
    /// Lanes of a world's block, and the first of their places in the common list.
    struct Origin {
        ContactBlock* block;
        std::uint32_t place;
        std::uint8_t lane;
        std::uint8_t count;
    };
    struct List {
        std::vector<ContactBlock> blocks;
        std::vector<Origin> origins;
        std::uint32_t count = 0;  ///< Number of contacts.
    };
    /// Lists by colour; contacts of boxes, and of shapes that may be round.
    static constexpr std::size_t list_count = std::size_t{2} * ConstraintGraph::color_count;

    void take_lanes(ContactBlock& from, int lanes, int color, std::int32_t shift);
    template <class Pass>
    void visit_lists(Pass&& pass);

    const SolverKernels* kernels_ = nullptr;
    std::vector<Member> worlds_;
    std::vector<BodySolverState> states_;
    std::vector<IntegrationBlock> integration_;
    std::array<List, list_count> lists_;
    std::uint64_t used_ = 0;  ///< Lists that have contacts, as bits.
};

}  // namespace drystone
