#include "step/sub_steps.h"

namespace drystone {

namespace {

/// What all sub-steps of a step work with.
struct Passes {
    const SubStep& contacts;
    const EffortSubStep& effort;
    JointPasses& joints;
    const SerialContext& context;
    const StepConstants& step;
    Team& team;
    StageTimer& timer;
};

/// Solves velocities and moves the bodies.
void run_sub_step(const Passes& passes, bool is_first) {
    StageTimer& timer = passes.timer;
    const bool jointed = !passes.joints.empty();
    // Anchors of joints turn with their bodies. Where there are any, impulses are added by passes of their
    // own: what they added in the last sub-step would be wrong in this one, and gain energy.
    timed(timer, Stage::IntegrateVelocities,
          [&] { passes.contacts.integrate_velocities(!is_first && !jointed); });
    if (is_first || jointed) {
        timed(timer, Stage::WarmStart, [&] {
            passes.contacts.warm_start();
            passes.effort.warm_start();
        });
    }
    if (jointed) {
        timed(timer, Stage::Joints, [&] {
            passes.effort.solve_joints();
            passes.joints.solve(passes.context, passes.step.solver, passes.team);
        });
    }
    passes.contacts.hold_axes();
    timed(timer, Stage::Solve, [&] {
        passes.contacts.remember_deep();
        passes.contacts.solve();
        passes.effort.solve();
        passes.contacts.push_deep();
    });
    if (jointed) {
        timed(timer, Stage::Joints,
              [&] { passes.joints.solve_again(passes.context, passes.step.solver, passes.team); });
    }
    timed(timer, Stage::IntegratePositions, [&] {
        passes.contacts.integrate_positions();
        passes.contacts.take_back_deep();
    });
    if (jointed) {
        timed(timer, Stage::Joints, [&] {
            passes.effort.relax_joints();
            passes.joints.relax(passes.context, passes.step.solver, passes.team);
        });
    }
    timed(timer, Stage::Relax, [&] {
        passes.contacts.relax();
        passes.effort.relax();
    });
}

}  // namespace

bool solve_step(WorldState& world, const StepConstants& step) {
    Solver& solver = world.systems.solver;
    JointPasses& joints = world.systems.joint_passes;
    ForceWatch& force_watch = world.systems.force_watch;
    Team& team = *world.execution.team;
    StageTimer& timer = world.execution.timer;
    solver.runs.collect(world.stores.graph, false);
    solver.share_out_bodies();
    solver.special_bodies.collect(world.stores.bodies, step.integration, solver.states, solver.integration);
    const SubStep contacts(solver, solver.runs, step, team);
    const SerialContext context{world.stores.bodies, world.stores.joints, solver.states, solver.integration};
    timed(timer, Stage::Joints, [&] { joints.begin_step(context, step.solver, team); });
    timed(timer, Stage::ContactGraph, [&] {
        world.systems.extra_effort.begin_step(context, world.stores.contacts, world.stores.graph, joints,
                                              step);
    });
    const EffortSubStep effort(world.systems.extra_effort, solver, joints, context, team);
    const Passes passes{contacts, effort, joints, context, step, team, timer};
    for (int i = 0; i < step.sub_steps; ++i) {
        run_sub_step(passes, i == 0);
        if (!force_watch.contacts().empty() || !joints.breakable().empty()) {
            effort.show_impulses(world.stores.graph);
        }
        if (!joints.empty()) {
            joints.watch_breakable(context);
        }
        force_watch.add_sub_step(world.stores.contacts, world.stores.graph);
    }
    timed(timer, Stage::Restitution, [&] {
        contacts.apply_restitution();
        effort.apply_restitution();
        world.systems.extra_effort.end_step(world.stores.graph, joints);
    });
    force_watch.add_restitution(world.stores.contacts, world.stores.graph);
    bool sound = true;
    timed(timer, Stage::StoreBodies, [&] {
        sound = store_bodies(*solver.kernels, world.stores.bodies, step.integration, solver.states,
                             solver.integration, team);
    });
    return sound;
}

}  // namespace drystone
