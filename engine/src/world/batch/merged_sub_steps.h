#pragma once

#include "joints/iterative/merged_joints.h"
#include "solver/merged_solver.h"
#include "step/step_parts.h"
#include "step/world_state.h"

namespace drystone {

/// Sub-steps of several small worlds at once, whose solvers have nothing to do but passes over contacts and
/// joints in lanes. Each world gets the bits of `solve_step`.
///
/// Worlds with joints and worlds without have other passes: they do not mix.
class MergedSubSteps {
public:
    /// Returns whether the world needs only such passes, and the same ones as the worlds that were added:
    /// equal constants, kernels, and joints or none. Some of its contacts may still be loaded.
    [[nodiscard]] bool takes(const WorldState& world, const StepConstants& step) const;
    /// Removes all worlds.
    void clear();
    /// Adds a world, whose bodies were loaded, and prepares its joints.
    void add(WorldState& world, const StepConstants& step);
    /// Runs all sub-steps, and copies the results to the worlds.
    void run();

private:
    void run_sub_step(bool first);

    MergedSolver contacts_;
    MergedJoints joints_;
    StepConstants step_;                           ///< Constants of the worlds that were added.
    const JointKernels* joint_kernels_ = nullptr;  ///< Their kernels, if they have joints; else null.
};

}  // namespace drystone
