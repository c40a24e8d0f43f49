#include "world/batch/merged_sub_steps.h"

namespace drystone {

namespace {

/// Returns whether passes over contacts and joints in lanes are all that the solver has to do in this step,
/// unless some contacts are loaded.
bool needs_only_passes(const WorldState& world) {
    // Blocks of larger worlds are mostly full.
    constexpr std::size_t small = 8 * block_lanes;
    const Stores& stores = world.stores;
    const Systems& systems = world.systems;
    return systems.solver.bodies <= small && systems.joint_solver.has_only_lanes() &&
           MergedJoints::fits(systems.joint_solver.graph()) && systems.joint_solver.monitored().empty() &&
           stores.bodies.with_extra_iterations.empty() && stores.bodies.all_motion_limits.empty() &&
           stores.contacts.dominated.empty() && systems.solver.initial_overlaps.empty() &&
           systems.contact_force_events.contacts().empty() && MergedSolver::fits(stores.graph);
}

/// Returns the kernels of the world's joints; null if it has none.
const JointKernels* joint_kernels_of(const WorldState& world) {
    const JointConstraintSolver& joints = world.systems.joint_solver;
    return joints.empty() ? nullptr : joints.kernels;
}

}  // namespace

bool MergedSubSteps::takes(const WorldState& world, const StepConstants& step) const {
    return needs_only_passes(world) &&
           (contacts_.empty() || (contacts_.shares_passes(world.systems.solver, step_, step) &&
                                  joint_kernels_ == joint_kernels_of(world)));
}

void MergedSubSteps::clear() {
    contacts_.clear();
    joints_.clear();
}

void MergedSubSteps::add(WorldState& world, const StepConstants& step) {
    step_ = step;
    joint_kernels_ = joint_kernels_of(world);
    const std::int32_t shift = contacts_.add(world.systems.solver, world.stores.graph);
    if (joint_kernels_ != nullptr) {
        JointConstraintSolver& joints = world.systems.joint_solver;
        const SequentialContext context{world.stores.bodies, world.stores.joints, world.systems.solver.states,
                                        world.systems.solver.integration};
        joints.begin_step(context, step.solver, *world.execution.team);
        joints_.add(joints.graph(), *joint_kernels_, shift);
    }
}

/// Runs the passes of a sub-step, in the order of `solve_step`.
void MergedSubSteps::run_sub_step(bool first) {
    const bool jointed = joint_kernels_ != nullptr;
    contacts_.integrate_velocities(step_, !first && !jointed);
    if (first || jointed) {
        contacts_.warm_start();
    }
    joints_.solve(contacts_.states(), step_.solver);
    contacts_.solve(step_);
    contacts_.integrate_positions(step_);
    joints_.relax(contacts_.states(), step_.solver);
    contacts_.relax(step_);
}

void MergedSubSteps::run() {
    if (contacts_.empty()) {
        return;
    }
    contacts_.settle(step_);
    for (int i = 0; i < step_.sub_steps; ++i) {
        run_sub_step(i == 0);
    }
    contacts_.finish();
    joints_.finish();
}

}  // namespace drystone
