#include "step/sub_steps.h"

#include "store/contact_yield.h"

namespace drystone {

namespace {

/// Objects that all sub-steps of a step share.
struct Passes {
    const SubStep& contacts;
    const ExtraIterationSubStep& extra;
    const LoadedContactSubStep& loaded;
    JointConstraintSolver& joints;
    const SequentialContext& context;
    const StepConstants& step;
    Team& team;
    StageTimer& timer;
    bool bounces;  ///< Some contacts have restitution.
};

/// Solves velocities and moves the bodies.
void run_sub_step(const Passes& passes, bool is_first) {
    StageTimer& timer = passes.timer;
    const bool jointed = !passes.joints.empty();
    // Anchors of joints turn with their bodies. With joints, warm starting therefore needs passes of its own:
    // adding the velocity change of the last sub-step would be wrong in this one, and gain energy.
    timed(timer, Stage::IntegrateVelocities,
          [&] { passes.contacts.integrate_velocities(!is_first && !jointed); });
    if (is_first || jointed) {
        timed(timer, Stage::WarmStart, [&] {
            passes.contacts.warm_start();
            passes.extra.warm_start();
            passes.loaded.warm_start();
        });
    }
    if (jointed) {
        passes.contacts.keep_warm_start();
        timed(timer, Stage::Joints, [&] {
            passes.extra.solve_joints();
            passes.joints.solve(passes.context, passes.step.solver, passes.team);
        });
    }
    passes.contacts.apply_axis_locks();
    timed_if(timer, Stage::Restitution, passes.bounces, [&] { passes.contacts.solve_bounces(jointed); });
    timed(timer, Stage::Solve, [&] {
        passes.contacts.mark_initial_overlaps();
        passes.loaded.solve_mechanisms();
        passes.contacts.solve();
        passes.extra.solve();
        passes.loaded.solve();
        passes.contacts.push_initial_overlaps_apart();
    });
    if (jointed) {
        passes.contacts.apply_axis_locks();
    }
    timed(timer, Stage::IntegratePositions, [&] {
        passes.contacts.integrate_positions();
        passes.contacts.undo_push_apart();
    });
    if (jointed) {
        timed(timer, Stage::Joints, [&] {
            passes.extra.relax_joints();
            passes.joints.relax(passes.context, passes.step.solver, passes.team);
        });
    }
    timed(timer, Stage::Relax, [&] {
        passes.loaded.relax_mechanisms();
        passes.contacts.relax();
        passes.extra.relax();
        passes.loaded.relax();
    });
    if (jointed) {
        passes.contacts.apply_axis_locks();
    }
}

/// Sub-steps whose stages are measured. The others resemble the second one, which has no first warm start.
constexpr int measured_sub_steps = 2;

void begin_sub_step_timing(StageTimer& timer, int sub_step) {
    if (sub_step + 1 == measured_sub_steps) {
        timer.begin_round();
    } else if (sub_step == measured_sub_steps) {
        timer.skip_rounds();
    }
}

/// Finds the batches that have contacts with restitution.
void collect_bounces(WorldState& world) {
    Bounces& bounces = world.systems.solver.bounces;
    bounces.clear();
    bounces.add(world.systems.solver.batches);
    world.systems.extra_iterations.visit_batches(
        [&](const ContactBatches& batches) { bounces.add(batches); });
    if (world.systems.loaded_contacts.any()) {
        bounces.add(world.systems.loaded_contacts.batches());
    }
}

/// Steps between two searches for loads in all contacts; the maintenance of colours counts the steps. A step
/// that is longer than the last one searches, too: what it can bear without help may be less. So does one in
/// which bodies have woken, maybe under a load.
constexpr int steps_between_looks = 4;
static_assert(steps_between_sorts * ConstraintGraph::color_count % steps_between_looks == 0);

LoadSearch load_search(WorldState& world, const StepConstants& step) {
    const float gravity = length(world.settings.gravity);
    return {.bodies = world.stores.bodies,
            .contacts = world.stores.contacts,
            .graph = world.stores.graph,
            .joints = world.stores.joints,
            .batches = world.systems.solver.batches,
            .states = world.systems.solver.states,
            .weight = step.solver.h * (gravity > 0.0f ? gravity : standard_gravity),
            .h = step.solver.h,
            .time_step = step.solver.time_step,
            .load_part = step.load_part,
            .looks = world.systems.maintenance_color % steps_between_looks == 0 ||
                     step.solver.time_step > world.rules.last_time_step ||
                     !world.stores.islands.changed.empty(),
            .begun = world.systems.changes->begun,
            .predicted = world.systems.changes->swept};
}

/// Takes the components that are solved in ways of their own out of the common passes.
void part_components(WorldState& world, const StepConstants& step, const SequentialContext& context,
                     const ContactLanes& lanes, bool found_loads) {
    const LoadSearch search = load_search(world, step);
    LoadedContacts& loaded = world.systems.loaded_contacts;
    DirectJoints& direct = world.systems.joint_solver.direct();
    const bool finds = found_loads || loaded.finds_loads(search);
    loaded.add_mechanisms(search, context, direct);
    if (finds) {
        loaded.find_components(search);
    }
    loaded.begin_step(search, direct, world.stores.graph, step);
    // Of what is eliminated and has joints, these alone are iterated.
    world.systems.extra_iterations.begin_step(context, lanes, world.systems.joint_solver, step,
                                              loaded.swept());
}

}  // namespace

bool has_loaded_contacts(WorldState& world, const StepConstants& step) {
    LoadedContacts& loaded = world.systems.loaded_contacts;
    const LoadSearch search = load_search(world, step);
    if (!loaded.may_find_loads(search)) {
        return false;
    }
    world.systems.solver.batches.collect(world.stores.graph, false);
    return loaded.finds_loads(search);
}

bool solve_step(WorldState& world, const StepConstants& step, bool found_loads) {
    Solver& solver = world.systems.solver;
    JointConstraintSolver& joints = world.systems.joint_solver;
    ContactForceEvents& contact_force_events = world.systems.contact_force_events;
    Team& team = *world.execution.team;
    StageTimer& timer = world.execution.timer;
    if (!found_loads) {
        solver.batches.collect(world.stores.graph, false);
    }
    solver.assign_body_ranges();
    solver.limited_bodies.collect(world.stores.bodies, step.integration, solver.states, solver.integration);
    const SubStep contacts(solver, solver.batches, step, team);
    contacts.settle();
    const SequentialContext context{world.stores.bodies, world.stores.joints, solver.states,
                                    solver.integration};
    const ContactLanes lanes{world.stores.contacts, world.stores.graph};
    timed_if(timer, Stage::Joints, !joints.empty(), [&] {
        joints.begin_step(context, step.solver, team);
        joints.direct().find_touching(context, lanes, team);
    });
    timed(timer, Stage::ContactGraph, [&] {
        part_components(world, step, context, lanes, found_loads);
        collect_bounces(world);
    });
    const ExtraIterationSubStep extra(world.systems.extra_iterations, solver, joints, context, team);
    const LoadedContactSubStep loaded(world.systems.loaded_contacts, solver, joints.direct(), context, team);
    const bool bounces = !solver.bounces.batches().empty();
    const Passes passes{contacts, extra, loaded, joints, context, step, team, timer, bounces};
    for (int i = 0; i < step.sub_steps; ++i) {
        begin_sub_step_timing(timer, i);
        run_sub_step(passes, i == 0);
        if (!contact_force_events.contacts().empty() || !joints.monitored().empty()) {
            extra.copy_impulses_back(world.stores.graph);
            loaded.copy_impulses_back(world.stores.graph);
        }
        if (!joints.empty()) {
            joints.monitor_forces(context);
        }
        contact_force_events.add_sub_step(world.stores.contacts, world.stores.graph);
    }
    if (step.sub_steps > measured_sub_steps) {
        timer.end_skipped();
    }
    joints.end_step(world.stores.joints);
    timed_if(timer, Stage::Restitution, bounces, [&] {
        contacts.rebound();
        world.systems.extra_iterations.end_step(world.stores.graph, joints);
        world.systems.loaded_contacts.end_step(world.stores.contacts, world.stores.graph);
    });
    contact_force_events.add_bounces(world.stores.contacts, world.stores.graph);
    solver.limited_bodies.clamp_stored_speeds(solver.states, solver.integration);
    bool finite = true;
    timed(timer, Stage::StoreBodies, [&] {
        finite = store_bodies(*solver.kernels, world.stores.bodies, step.integration, solver.states,
                              solver.integration, team);
    });
    return finite;
}

}  // namespace drystone
