#pragma once

#include "constraint_graph/contact_subset.h"
#include "extra_iterations/iteration_groups.h"
#include "joints/iterative/joint_subset.h"
#include "joints/joint_solver.h"
#include "solver/solver.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace drystone {

/// Components that get more solver iterations than the rest of the world.
///
/// Their contacts and joints are taken out of the common lanes for the time of the solver and solved apart,
/// by the same passes, so that nothing else notices. In each sub-step they are swept so many times more, both
/// with the soft bias and without. As n more sweeps leave less to converge, contacts and what joints lock
/// then give way 1 / (1 + n) times as far: what error is left at rest is not that of iterations, but that
/// of softness, which keeps a few sweeps stable, and iterations alone would not change it.
class ExtraIterations {
public:
    /// A group of components with equal numbers of iterations.
    struct Part {
        int extra_iterations = 0;
        ContactSubset contacts;
        JointSubset joints;
        ContactBatches batches;
        StepConstants step;
    };

    /// Finds the components and borrows their lanes. Joints must have been prepared. Nothing is done where no
    /// body asks.
    void begin_step(const SequentialContext& context, const ContactStore& contacts, ConstraintGraph& graph,
                    JointConstraintSolver& joint_solver, const StepConstants& step);
    /// Gives the lanes back.
    void end_step(ConstraintGraph& graph, JointConstraintSolver& joint_solver);
    /// Calls `visitor(part)` for each part of this step.
    template <class Visitor>
    void visit(Visitor&& visitor) {
        for (std::size_t i = 0; i < used_; ++i) {
            visitor(*parts_[i]);
        }
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    IterationGroups groups_;
    std::vector<std::unique_ptr<Part>> parts_;  ///< The first are in use, the others keep their memory.
    std::size_t used_ = 0;
};

/// The passes of a sub-step over what gets extra effort; each does nothing where there is none. Where there
/// is more than one pass, joints and contacts take turns.
class ExtraIterationSubStep {
public:
    ExtraIterationSubStep(ExtraIterations& extra, Solver& solver, JointConstraintSolver& joints,
                          const SequentialContext& context, Team& team)
        : extra_(extra), solver_(solver), joints_(joints), context_(context), team_(team) {}

    void warm_start() const;
    /// Before the other joints: warm start and one pass of those in lanes.
    void solve_joints() const;
    /// The contacts, then all again so many times.
    void solve() const;
    void relax_joints() const;
    void relax() const;
    void apply_restitution() const;
    /// Contacts and joints in the graph show the impulses that they have now.
    void copy_impulses_back(ConstraintGraph& graph) const;

private:
    [[nodiscard]] SubStep contacts_of(ExtraIterations::Part& part) const {
        return {solver_, part.batches, part.step, team_};
    }

    ExtraIterations& extra_;
    Solver& solver_;
    JointConstraintSolver& joints_;
    const SequentialContext& context_;
    Team& team_;
};

}  // namespace drystone
