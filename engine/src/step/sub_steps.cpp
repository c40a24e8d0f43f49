#include "step/sub_steps.h"

namespace drystone {

bool solve_step(Solver& solver, JointPasses& joint_passes, JointStore& joints, BodyStore& bodies,
                ConstraintGraph& graph, const ContactStore& contact_store, ForceWatch& force_watch,
                ExtraEffort& extra_effort, const StepConstants& step, Team& team, StageTimer& timer) {
    solver.runs.collect(graph, false);
    solver.special_bodies.collect(bodies, step.integration, solver.states, solver.integration);
    const SubStep contacts(solver, solver.runs, step, team);
    const SerialContext context{bodies, joints, solver.states, solver.integration};
    timed(timer, Stage::Joints, [&] { joint_passes.begin_step(context, step.solver, team); });
    const bool jointed = !joint_passes.empty();
    timed(timer, Stage::ContactGraph,
          [&] { extra_effort.begin_step(context, contact_store, graph, joint_passes, step); });
    const EffortSubStep effort(extra_effort, solver, joint_passes, context, team);
    for (int i = 0; i < step.sub_steps; ++i) {
        // Anchors of joints turn with their bodies. Where there are any, impulses are added by passes of
        // their own: what they added in the last sub-step would be wrong in this one, and gain energy.
        timed(timer, Stage::IntegrateVelocities, [&] { contacts.integrate_velocities(i > 0 && !jointed); });
        if (i == 0 || jointed) {
            timed(timer, Stage::WarmStart, [&] {
                contacts.warm_start();
                effort.warm_start();
            });
        }
        if (jointed) {
            timed(timer, Stage::Joints, [&] {
                effort.solve_joints();
                joint_passes.solve(context, step.solver, team);
            });
        }
        contacts.hold_axes();
        timed(timer, Stage::Solve, [&] {
            contacts.solve();
            effort.solve();
        });
        if (jointed) {
            timed(timer, Stage::Joints, [&] { joint_passes.solve_again(context, step.solver, team); });
        }
        timed(timer, Stage::IntegratePositions, [&] { contacts.integrate_positions(); });
        if (jointed) {
            timed(timer, Stage::Joints, [&] {
                effort.relax_joints();
                joint_passes.relax(context, step.solver, team);
            });
        }
        timed(timer, Stage::Relax, [&] {
            contacts.relax();
            effort.relax();
        });
        if (!force_watch.contacts().empty() || !joint_passes.breakable().empty()) {
            effort.show_impulses(graph);
        }
        if (jointed) {
            joint_passes.watch_breakable(context);
        }
        force_watch.add_sub_step(contact_store, graph);
    }
    timed(timer, Stage::Restitution, [&] {
        contacts.apply_restitution();
        effort.apply_restitution();
        extra_effort.end_step(graph, joint_passes);
    });
    force_watch.add_restitution(contact_store, graph);
    bool sound = true;
    timed(timer, Stage::StoreBodies, [&] {
        sound =
            store_bodies(*solver.kernels, bodies, step.integration, solver.states, solver.integration, team);
    });
    return sound;
}

}  // namespace drystone
