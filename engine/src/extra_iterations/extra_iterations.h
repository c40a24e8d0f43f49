#pragma once

#include "constraint_graph/contact_subset.h"
#include "extra_iterations/iteration_groups.h"
#include "joints/iterative/joint_subset.h"
#include "joints/joint_solver.h"
#include "solver/solver.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace drystone {

/// Components that get more solver iterations than the rest of the world.
///
/// Their contacts and joints are extracted from the common lanes for the duration of the solver and solved
/// separately by the same passes; other stages are not affected. Each sub-step runs n extra iterations over
/// them, both with the soft bias and without. As more iterations leave less to converge, the compliance of
/// contacts and of locked joint degrees is scaled by 1 / (1 + n): the error that remains at rest is due to
/// softness, which keeps a few iterations stable, not to missing iterations, so that iterations alone would
/// not reduce it.
class ExtraIterations {
public:
    /// Components with equal numbers of extra iterations.
    struct Part {
        int extra_iterations = 0;
        ContactSubset contacts;
        JointSubset joints;
        ContactBatches batches;
        StepConstants step;
    };

    /// Finds the components, see `IterationGroups`, and extracts their lanes. Joints must have been prepared.
    /// Does nothing if no body has extra iterations and no component wants any.
    void begin_step(const SequentialContext& context, const ContactLanes& lanes,
                    JointConstraintSolver& joint_solver, const StepConstants& step,
                    std::span<const WantedIterations> wanted);
    /// Moves the lanes back to the graph.
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
    std::vector<std::unique_ptr<Part>> parts_;  ///< The first `used_` are in use, the others keep memory.
    std::size_t used_ = 0;
};

/// Passes of a sub-step over the components with extra iterations; without any, they do nothing. With more
/// than one iteration, joints and contacts alternate.
class ExtraIterationSubStep {
public:
    ExtraIterationSubStep(ExtraIterations& extra, Solver& solver, JointConstraintSolver& joints,
                          const SequentialContext& context, Team& team)
        : extra_(extra), solver_(solver), joints_(joints), context_(context), team_(team) {}

    void warm_start() const;
    /// Warm-starts the joints and runs one pass with bias over those in lanes; before the other joints.
    void solve_joints() const;
    /// Solves the contacts, then repeats joints and contacts `extra_iterations` times.
    void solve() const;
    void relax_joints() const;
    void relax() const;
    /// Copies the present impulses of contacts and joints to the graph.
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
