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
/// separately by the same passes; other stages are not affected. Each sub-step runs up to n extra iterations
/// over them, both with the soft bias and without. The equations of contacts are those of all. As more
/// iterations leave less of a joint to converge, the compliance of its locks is scaled by 1 / (1 + n): the
/// error that remains at rest is due to softness, which keeps a few iterations stable.
///
/// A component without joints is solved on its own, one after the other, and its iterations end with the
/// first pass that hardly changes an impulse: at rest with the first one. Those with joints run all of
/// theirs.
class ExtraIterations {
public:
    /// Components with joints and equal numbers of extra iterations.
    struct JointedPart {
        int extra_iterations = 0;
        ContactSubset contacts;
        JointSubset joints;
        ContactBatches batches;
    };
    /// A component without joints.
    struct Component {
        int extra_iterations = 0;
        std::size_t first_range = 0, range_count = 0;  ///< Ranges of its blocks.
        ContactBatches batches;
    };

    /// Finds the components, see `IterationGroups`, and extracts their lanes. Joints must have been prepared.
    /// Does nothing if no body has extra iterations and no component wants any.
    void begin_step(const SequentialContext& context, const ContactLanes& lanes,
                    JointConstraintSolver& joint_solver, const StepConstants& step,
                    const WantedComponents& wanted);
    /// Moves the lanes back to the graph.
    void end_step(ConstraintGraph& graph, JointConstraintSolver& joint_solver);
    /// Calls `visitor(batches)` for the contacts of each part and component of this step.
    template <class Visitor>
    void visit_batches(Visitor&& visitor) {
        for (std::size_t i = 0; i < used_parts_; ++i) {
            visitor(parts_[i]->batches);
        }
        for (const Component& component : components()) {
            visitor(component.batches);
        }
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    friend class ExtraIterationSubStep;

    [[nodiscard]] std::span<const Component> components() const {
        return std::span(components_).first(used_components_);
    }
    void extract_parts(const SequentialContext& context, const ContactLanes& lanes,
                       JointConstraintSolver& joint_solver);
    void extract_components(const ContactLanes& lanes);

    StepConstants step_;
    IterationGroups groups_;
    // The first ones of these are in use, the others keep their memory.
    std::vector<std::unique_ptr<JointedPart>> parts_;
    std::size_t used_parts_ = 0;
    std::vector<Component> components_;
    std::size_t used_components_ = 0;
    ContactSubset contacts_;  ///< Lanes of all components without joints.
    std::vector<BlockRange> ranges_;
    float settled_ =
        0.0f;  ///< Change of an impulse, relative to the effective mass, that is hardly one [m/s].
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
    /// Solves the contacts, then repeats joints and contacts up to `extra_iterations` times.
    void solve() const;
    void relax_joints() const;
    void relax() const;
    /// Copies the present impulses of contacts and joints to the graph.
    void copy_impulses_back(ConstraintGraph& graph) const;

private:
    template <class Visitor>
    void visit_parts(Visitor&& visitor) const;
    template <class Visitor>
    void visit_components(Visitor&& visitor) const;
    [[nodiscard]] SubStep contacts_of(const ContactBatches& batches) const {
        return {solver_, batches, extra_.step_, team_};
    }

    ExtraIterations& extra_;
    Solver& solver_;
    JointConstraintSolver& joints_;
    const SequentialContext& context_;
    Team& team_;
};

}  // namespace drystone
