#include "contacts/contact_creation.h"
#include "contacts/contact_lifecycle.h"
#include "contacts/hit_events.h"
#include "contacts/pre_solve.h"
#include "contacts/pre_solve_edits.h"
#include "core/arrays.h"
#include "fields/field_step.h"
#include "internal_edges/internal_edge_update.h"
#include "sensors/sensor_step.h"
#include "solver/dominance.h"
#include "solver/stage_timer.h"
#include "step/finalize.h"
#include "step/quarantine.h"
#include "step/step_constants.h"
#include "step/step_parts.h"
#include "step/sub_steps.h"
#include "step/world_state.h"

#include <algorithm>

namespace drystone {

namespace {

/// Number of contacts up to which a colour counts as small: it leaves most workers waiting.
constexpr std::uint32_t small_color = 512;

/// Minimum number of bodies, contacts, joints and sensors of a step per worker: some 40 us of work. Waking a
/// thread takes about as long.
constexpr std::size_t items_per_worker = 256;

/// Sorts the lanes of one colour every few steps, so that each worker keeps the same bodies in all colours.
void sort_colors_in_rotation(WorldState& world) {
    if (world.execution.team->is_running() && world.systems.maintenance_color % steps_between_sorts == 0) {
        world.stores.graph.sort_blocks(world.stores.contacts.contacts, world.stores.bodies.solver_slots,
                                       world.systems.maintenance_color / steps_between_sorts);
    }
}

/// Compacts one small colour, and clears impact flags of one colour that are no longer needed.
void maintain_colors_in_rotation(WorldState& world) {
    world.stores.graph.forget_impacts(world.systems.maintenance_color % (ConstraintGraph::overflow + 1));
    const int color = world.systems.maintenance_color % ConstraintGraph::dynamic_color_count;
    if (world.stores.graph.count(color) <= small_color && world.stores.graph.count(0) > small_color) {
        world.stores.graph.compact(world.stores.contacts.contacts, color);
    }
    world.systems.maintenance_color =
        (world.systems.maintenance_color + 1) % (steps_between_sorts * ConstraintGraph::color_count);
}

void sleep_still_bodies(WorldState& world, const StepConstants& step) {
    if (world.settings.sleeping) {
        keep_awake_by_kinematic(sleep_context(world));
        if (!sleep_islands(sleep_context(world), sleep_limits(world, step.integration.time_step)).empty()) {
            mark_fallen_asleep(world.stores.bodies, world.events.moved_bodies);
        }
    }
}

/// Clears the events of the last step but those of motion, and publishes the ends by destruction since then.
void begin_events(WorldState& world) {
    Events& events = world.events;
    clear_and_shrink(events.contacts.begins);
    clear_and_shrink(events.contacts.ends);
    events.contacts.ends.insert(events.contacts.ends.end(), events.contacts.pending_ends.begin(),
                                events.contacts.pending_ends.end());
    clear_and_shrink(events.contacts.pending_ends);
    clear_and_shrink(events.hits);
    events.joint_forces.clear();
    events.joint_breaks.clear();
    clear_and_shrink(events.forces);
    clear_and_shrink(events.sleep.fallen_asleep);
    clear_and_shrink(events.sleep.woken);
    world.systems.quarantine.events.clear();
}

QuarantineContext quarantine_context(WorldState& world, const ContactContext& lifecycle) {
    return {.lifecycle = lifecycle,
            .bodies = world.stores.bodies,
            .joints = world.stores.joints,
            .joint_solver = world.systems.joint_solver,
            .contacts = world.stores.contacts,
            .graph = world.stores.graph,
            .solver = world.systems.solver,
            .quarantine = world.systems.quarantine,
            .number = world.number};
}

/// Finds what the solver needs besides contacts and joints.
void prepare_solver(WorldState& world, const StepConstants& step) {
    world.systems.contact_force_events.begin_step(world.stores.shapes, world.stores.bodies,
                                                  world.stores.contacts);
    world.systems.solver.initial_overlaps.find(
        {world.systems.changes->begun, step.solver, world.settings.speculative_distance,
         step.integration.time_step},
        world.stores.bodies, world.stores.joints, world.stores.contacts, world.stores.graph);
    world.systems.continuous.find_sliding({world.stores.bodies, world.stores.shapes, world.stores.joints,
                                           world.stores.contacts, world.stores.graph,
                                           step.integration.time_step, world.settings.speculative_distance});
}

/// Publishes loads and breaks of joints, hits and contact forces. `finite`: all results of the solver are.
void finish_solver(WorldState& world, const StepConstants& step, bool finite) {
    StageTimer& timer = world.execution.timer;
    if (!finite) {
        contain_non_finite_bodies(quarantine_context(world, contact_context(world)));
    }
    timed_if(timer, Stage::Joints, !world.systems.joint_solver.monitored().empty(), [&] {
        report_joint_loads(joint_lifecycle_context(world), world.systems.joint_solver.monitored(),
                           world.events.joint_forces, world.events.joint_breaks);
    });
    const bool reports =
        world.systems.solver.batches.any_hits() || !world.systems.contact_force_events.contacts().empty();
    timed_if(timer, Stage::Hits, reports, [&] {
        const ContactViewContext view = contact_view_context(world);
        report_hit_events({view, world.systems.solver.batches, *world.execution.team, *world.systems.changes,
                           world.settings.hit_threshold},
                          world.events.hits);
        report_contact_forces(view, world.systems.contact_force_events, step.integration.time_step,
                              world.stores.contacts, world.events.forces);
    });
}

/// Stops fast bodies at their impacts, and updates the fat boxes.
void follow_motion(WorldState& world, const ContinuousContext& continuous) {
    StageTimer& timer = world.execution.timer;
    Team& team = *world.execution.team;
    timed(timer, Stage::Continuous, [&] { world.systems.continuous.stop_at_fixed_shapes(continuous, team); });
    timed(timer, Stage::Refit, [&] {
        world.systems.fat_boxes.update(world.stores.bodies, world.stores.shapes,
                                       0.5f * world.settings.speculative_distance, continuous.time_step,
                                       world.systems.broad_phase, team);
    });
    const std::vector<std::uint32_t>& swept = world.systems.changes->swept;
    timed_if(timer, Stage::Continuous, world.systems.continuous.has_more(continuous, swept),
             [&] { world.systems.continuous.stop_at_moving_shapes(continuous, swept, team); });
    timed(timer, Stage::Finalize, [&] {
        publish_moved_bodies(world.stores.bodies, world.number, team, world.events.moved_bodies,
                             world.execution.motion_sum);
    });
}

bool has_fields(const WorldState& world, float time_step) {
    return !world.stores.fields.empty() && time_step > 0.0f;
}

/// Loads the bodies. Those with non-finite numbers are isolated and take no part in the step.
void load_finite_bodies(WorldState& world, const StepConstants& step) {
    world.systems.solver.bodies = world.stores.bodies.awake.size();
    const bool finite =
        load_bodies(*world.systems.solver.kernels, world.stores.bodies, step.integration,
                    world.systems.solver.states, world.systems.solver.integration, *world.execution.team);
    if (!finite) {
        isolate_non_finite_loads(quarantine_context(world, contact_context(world)));
        world.systems.joint_solver.follow_changes(world.stores.joints, world.stores.bodies, step.solver.h);
    }
}

/// Extends the fat boxes of bodies whose motion in this step was not known when the last one ended.
void reach_ahead(WorldState& world, float time_step) {
    const bool is_longer = time_step > world.rules.last_time_step;
    if (time_step > 0.0f && (is_longer || !world.stores.bodies.sped_up.empty())) {
        world.systems.fat_boxes.reach_ahead(world.stores.bodies, world.stores.shapes,
                                            0.5f * world.settings.speculative_distance, time_step, is_longer,
                                            world.systems.broad_phase, *world.execution.team);
    }
}

/// Returns whether a contact may begin or be destroyed. In a world that sleeps, usually none may.
bool may_begin_contacts(const WorldState& world) {
    const ContactStore& contacts = world.stores.contacts;
    const auto is_empty = [](const auto& list) { return list.empty(); };
    return !(world.stores.bodies.awake.empty() && world.systems.broad_phase.new_pairs().empty() &&
             contacts.waiting.empty() && contacts.needs_pre_solve.empty() &&
             std::all_of(contacts.candidates.begin(), contacts.candidates.end(), is_empty));
}

/// Creates contacts for new pairs, finds the candidates that begin to touch, and enters those in the
/// constraint graph.
void begin_new_contacts(WorldState& world, const NarrowPhaseInput& narrow, const ContactContext& contacts,
                        const PreSolveContext& pre_solve) {
    StageTimer& timer = world.execution.timer;
    timed(timer, Stage::BroadPhase, [&] {
        reach_ahead(world, narrow.time_step);
        world.systems.broad_phase.refit();
        update_internal_edges({contacts, world.stores.bodies, world.stores.shapes, world.systems.broad_phase,
                               world.systems.kinematic_neighbors, world.systems.internal_edge_changes},
                              narrow.time_step);
        const bool any_moved = world.systems.broad_phase.find_new_pairs(contacts.team);
        world.rules.filter_answers.forget_parted(world.stores.shapes.fat_boxes, any_moved);
    });
    if (!may_begin_contacts(world)) {
        world.systems.changes->begun.clear();
        maintain_colors_in_rotation(world);
        return;
    }
    timed(timer, Stage::Candidates, [&] {
        activate_waiting(contacts);
        find_passing(pre_solve);
        NewContacts new_contacts(contacts, world.systems.broad_phase.new_pairs());
        CandidateSearch candidates(narrow, world.stores.contacts, contacts.team, *world.systems.changes);
        candidates.look_beside([&] { new_contacts.make_some(); });
        new_contacts.make_rest();
        candidates.finish();
        mix_begun(contacts);
    });
    timed(timer, Stage::ContactGraph, [&] {
        run_pre_solve(pre_solve);
        begin_contacts(contacts, [&] { sort_colors_in_rotation(world); });
        maintain_colors_in_rotation(world);
        write_pre_solve_results(pre_solve);
        mark_predicted(world.stores.contacts, world.stores.graph, *world.systems.changes);
    });
}

/// Brings the joint solver up to date, applies fields, and loads the awake bodies into the solver.
void prepare_bodies(WorldState& world, const StepConstants& step) {
    StageTimer& timer = world.execution.timer;
    const float time_step = step.integration.time_step;
    if (time_step > 0.0f) {
        world.stores.bodies.add_constant_forces();
        timed_if(timer, Stage::Joints, !world.stores.joints.empty(), [&] {
            world.systems.joint_solver.follow_changes(world.stores.joints, world.stores.bodies,
                                                      step.solver.h);
        });
    }
    if (has_fields(world, time_step)) {
        timed(timer, Stage::Fields, [&] {
            world.systems.field_pass.apply({.fields = world.stores.fields,
                                            .shapes = world.stores.shapes,
                                            .bodies = world.stores.bodies,
                                            .gravity = world.settings.gravity,
                                            .time_step = time_step,
                                            .sub_steps = step.sub_steps},
                                           *world.execution.team);
        });
    }
    timed(timer, Stage::LoadBodies, [&] { load_finite_bodies(world, step); });
}

/// Runs the narrow phase on the contacts that may touch, and ends those that no longer do.
void update_old_contacts(WorldState& world, const StepConstants& step, const NarrowPhaseInput& narrow,
                         const ContactContext& contacts, const PreSolveContext& pre_solve) {
    StageTimer& timer = world.execution.timer;
    const SolverInput solver{world.systems.solver.states, step.solver, world.systems.solver.integration};
    const DominanceContext dominance{world.stores.bodies, world.stores.contacts, world.stores.graph,
                                     world.systems.solver};
    timed(timer, Stage::NarrowPhase, [&] {
        destroy_dominance_proxies(dominance);
        world.systems.support_turns.update(world.stores.bodies, world.stores.graph);
        NarrowPhaseInput turning = narrow;
        turning.support_turns = world.systems.support_turns.rows();
        update_contacts(turning, solver, world.stores.contacts, world.stores.graph, *world.execution.team,
                        *world.systems.changes, [&] { world.systems.broad_phase.rebuild_degraded_trees(); });
    });
    timed(timer, Stage::ContactGraph, [&] {
        drop_points(pre_solve);
        apply_pre_solve_edits(contact_view_context(world), solver, world.rules, world.stores.graph);
        end_contacts(contacts);
        create_dominance_proxies(dominance, step.solver);
    });
}

NarrowPhaseInput narrow_input(const WorldState& world, float time_step) {
    const float margin = world.settings.speculative_distance;
    const NarrowKernels& kernels = *world.systems.narrow_kernels;
    return {world.stores.bodies,  world.stores.shapes, kernels, margin, time_step, nullptr,
            &world.stores.joints, &world.rules.passing};
}

/// Finds the contacts of the step and loads the bodies that the solver moves.
void find_contacts(WorldState& world, const StepConstants& step) {
    const ContactContext contacts = contact_context(world);
    const NarrowPhaseInput narrow = narrow_input(world, step.integration.time_step);
    const PreSolveContext pre_solve =
        make_pre_solve_context(contacts, *world.systems.narrow_kernels, world.settings.speculative_distance);
    begin_new_contacts(world, narrow, contacts, pre_solve);
    if (world.stores.bodies.awake.empty() && world.systems.changes->begun.empty()) {
        world.systems.changes->ended.clear();
        return;
    }
    prepare_bodies(world, step);
    update_old_contacts(world, step, narrow, contacts, pre_solve);
}

/// Stops fast bodies where they hit something, if any body moved, and updates sensors with the motion.
void finish_motion(WorldState& world, const ContactContext& contacts, const StepConstants& step, bool moves) {
    const PreSolveContext pre_solve =
        make_pre_solve_context(contacts, *world.systems.narrow_kernels, world.settings.speculative_distance);
    const std::function<bool(std::uint32_t, std::uint32_t)> collide = [&](std::uint32_t a, std::uint32_t b) {
        return may_collide(contacts, {a, b}) && world.stores.shapes.push_each_other(a, b);
    };
    const std::function<bool(const SweptHit&)> allows = [&](const SweptHit& hit) {
        return allows_hit(pre_solve, hit);
    };
    const NarrowPhaseInput narrow = narrow_input(world, step.integration.time_step);
    const ContinuousContext continuous{.bodies = world.stores.bodies,
                                       .shapes = world.stores.shapes,
                                       .broad_phase = world.systems.broad_phase,
                                       .joints = world.stores.joints,
                                       .states = world.systems.solver.states,
                                       .integration = world.systems.solver.integration,
                                       .narrow = narrow,
                                       .contacts = world.stores.contacts,
                                       .graph = world.stores.graph,
                                       .start_velocities = world.systems.changes->far_spins.velocities(),
                                       .sub_steps = step.sub_steps,
                                       .max_push_out_velocity = world.settings.contact.max_push_out_velocity,
                                       .time_step = step.integration.time_step,
                                       .integration_constants = step.integration,
                                       .speculative_distance = world.settings.speculative_distance,
                                       .may_collide = collide,
                                       .allows_hit = allows,
                                       .bullets = world.stores.bodies.has_bullets,
                                       .one_thread = world.rules.filter || world.rules.pre_solve};
    if (moves) {
        follow_motion(world, continuous);
    } else {
        world.systems.continuous.forget_fast();
        clear_and_shrink(world.events.moved_bodies);
        if (world.execution.motion_sum != nullptr) {
            world.execution.motion_sum->add(world.stores.bodies, 0, world.stores.bodies.awake.size());
        }
    }
    timed_if(world.execution.timer, Stage::Sensors, !world.stores.sensors.empty(), [&] {
        update_sensors({.sensors = world.stores.sensors,
                        .bodies = world.stores.bodies,
                        .shapes = world.stores.shapes,
                        .broad_phase = world.systems.broad_phase,
                        .continuous = world.systems.continuous,
                        .motion = continuous,
                        .team = *world.execution.team,
                        .number = world.number});
    });
}

/// Returns the number of workers that the step is worth, by its awake bodies. Contacts and joints of all
/// bodies are counted, limited to as many as the awake ones can have.
int workers_of_step(const WorldState& world) {
    const std::size_t bodies = world.stores.bodies.awake.size();
    const std::size_t contacts = std::min<std::size_t>(world.stores.contacts.slots.live_count(), 4 * bodies);
    const std::size_t joints = std::min<std::size_t>(world.stores.joints.slots.live_count(), 2 * bodies);
    return workers_for(bodies + contacts + joints + world.stores.sensors.sensors.size(), items_per_worker);
}

}  // namespace

bool begin_step(WorldState& world, const StepConstants& step) {
    const float time_step = step.integration.time_step;
    world.stores.bodies.shrink_to_fit();
    world.stores.shapes.shrink_to_fit();
    world.stores.bodies.put_in_order();
    begin_events(world);
    if (has_fields(world, time_step)) {
        timed(world.execution.timer, Stage::Fields, [&] { wake_by_fields(field_wake_context(world)); });
    }
    if (time_step > 0.0f) {
        world.stores.graph.set_sub_step(step.solver.h);
    }
    find_contacts(world, step);
    // Most of a step is skipped if nothing is awake: sleeping bodies cost nothing.
    const bool moves = time_step > 0.0f && !world.stores.bodies.awake.empty();
    if (moves) {
        prepare_solver(world, step);
    }
    return moves;
}

void end_step(WorldState& world, const StepConstants& step, StepOutcome outcome) {
    if (outcome.moves) {
        finish_solver(world, step, outcome.finite);
    }
    const ContactContext contacts = contact_context(world);
    publish_quarantine(quarantine_context(world, contacts));
    timed_if(world.execution.timer, Stage::Sleep, outcome.moves && world.settings.sleeping, [&] {
        world.systems.overlap_push.push(sleep_context(world),
                                        sleep_limits(world, step.integration.time_step));
    });
    finish_motion(world, contacts, step, outcome.moves);
    if (step.integration.time_step > 0.0f) {
        sleep_still_bodies(world, step);
        world.rules.last_time_step = step.integration.time_step;
    }
    put_begun_to_sleep(contacts);
    world.execution.timer.end(Stage::Sleep);
}

void step_world(WorldState& world, float time_step, int sub_steps) {
    world.execution.team->run(workers_of_step(world), [&] {
        const StepConstants step = make_step_constants(world.settings, time_step, sub_steps);
        StepOutcome outcome;
        outcome.moves = begin_step(world, step);
        if (outcome.moves) {
            outcome.finite = solve_step(world, step);
        }
        end_step(world, step, outcome);
    });
}

}  // namespace drystone
