#include "memory/arrays.h"
#include "solver/stage_timer.h"
#include "step/contact_screening.h"
#include "step/contacts.h"
#include "step/dominance.h"
#include "step/fields.h"
#include "step/finalize.h"
#include "step/hits.h"
#include "step/manifold_edits.h"
#include "step/seams.h"
#include "step/sensors.h"
#include "step/sub_steps.h"
#include "step/world_state.h"
#include "store/prefetch.h"

#include <algorithm>

namespace drystone {

namespace {

constexpr int steps_between_sorts = 4;

/// A colour with more contacts than this is work for several workers, one with fewer keeps most of them
/// waiting.
constexpr std::uint32_t small_color = 512;

/// The greatest turn in a sub-step [rad].
constexpr float maximum_turn = 0.25f * pi;

StepConstants make_constants(const WorldDefinition& settings, float time_step, int sub_steps) {
    StepConstants step;
    const float h = time_step / static_cast<float>(sub_steps);
    const float inverse_h = h > 0.0f ? 1.0f / h : 0.0f;
    // Stiffer than an eighth of the sub-step rate, a contact would not converge.
    const float frequency = std::min(settings.contact.frequency, 0.125f * inverse_h);
    step.sub_steps = sub_steps;
    step.integration = {settings.gravity.x(),
                        settings.gravity.y(),
                        h,
                        settings.maximum_linear_speed,
                        std::min(settings.maximum_angular_speed, maximum_turn * inverse_h),
                        time_step};
    step.solver = {h,
                   inverse_h,
                   settings.contact.push_speed,
                   settings.restitution_threshold,
                   make_softness(frequency, settings.contact.damping_ratio, h),
                   make_softness(2.0f * frequency, settings.contact.damping_ratio, h),
                   rows_are_worth_asking_for()};
    step.solver.contact.impulse_scale *= settings.contact.give;
    step.solver.static_contact.impulse_scale *= settings.contact.give;
    return step;
}

/// Every few steps the lanes of one colour, so that each worker goes on to find its own bodies in all of
/// them.
void sort_lanes_in_turn(WorldState& world) {
    if (world.team->size() > 1 && world.tidy_turn % steps_between_sorts == 0) {
        world.graph.sort_lanes(world.contacts.contacts, world.bodies.solver_slots,
                               world.tidy_turn / steps_between_sorts);
    }
}

/// Contacts of a small colour that fit into lower ones, and what one colour no longer needs.
void tidy_colors_in_turn(WorldState& world) {
    world.graph.forget_impacts(world.tidy_turn % (ConstraintGraph::overflow + 1));
    const int color = world.tidy_turn % ConstraintGraph::dynamic_color_count;
    if (world.graph.count(color) <= small_color && world.graph.count(0) > small_color) {
        world.graph.move_down(world.contacts.contacts, color);
    }
    world.tidy_turn = (world.tidy_turn + 1) % (steps_between_sorts * ConstraintGraph::color_count);
}

void sleep_still_bodies(WorldState& world) {
    if (world.settings.sleeping) {
        keep_awake_by_kinematic(sleep_context(world));
        if (!sleep_islands(sleep_context(world), world.settings.time_to_sleep).empty()) {
            mark_fallen_asleep(world.bodies, world.moved_bodies);
        }
    }
}

/// Contacts and joints are solved; what had to be borne is told.
void run_solver(WorldState& world, const StepConstants& step) {
    StageTimer& timer = world.timer;
    world.force_watch.begin_step(world.shapes, world.bodies, world.contacts);
    world.solver.deep_contacts.find(
        {world.changes.begun, step.solver, world.settings.speculative_distance, step.integration.time_step},
        world.bodies, world.joints, world.contacts, world.graph);
    if (!solve_step(world, step)) {
        contain_unsound_bodies(world);
    }
    timed(timer, Stage::Joints, [&] { break_joints(world); });
    timed(timer, Stage::Hits, [&] {
        report_hits(world);
        report_forces(world, step.integration.time_step);
    });
}

/// Fast bodies are stopped where they met something, and boxes follow their shapes.
void follow_motion(WorldState& world, const ContinuousContext& continuous) {
    StageTimer& timer = world.timer;
    Team& team = *world.team;
    timed(timer, Stage::Continuous, [&] { world.continuous.stop_at_fixed_shapes(continuous, team); });
    timed(timer, Stage::Refit, [&] {
        world.fat_boxes.update(world.bodies, world.shapes, 0.5f * world.settings.speculative_distance,
                               continuous.time_step, world.broad_phase, team);
    });
    timed(timer, Stage::Continuous, [&] { world.continuous.stop_bullets(continuous); });
    timed(timer, Stage::Finalize,
          [&] { publish_moved_bodies(world.bodies, world.number, team, world.moved_bodies); });
}

bool has_fields(const WorldState& world, float time_step) {
    return !world.fields.empty() && time_step > 0.0f;
}

/// Bodies that could not be loaded with finite numbers take no part in the step.
void load_sound_bodies(WorldState& world, const StepConstants& step) {
    world.solver.bodies = world.bodies.awake.size();
    const bool sound = load_bodies(*world.solver.kernels, world.bodies, step.integration, world.solver.states,
                                   world.solver.integration, *world.team);
    if (!sound) {
        isolate_unsound_loads(world);
        world.joint_passes.follow_changes(world.joints, world.bodies, step.solver.h);
    }
}

/// The contacts of the step: pairs that begin, those that may touch, and what the narrow phase finds of them.
void find_contacts(WorldState& world, const StepConstants& step) {
    StageTimer& timer = world.timer;
    Team& team = *world.team;
    const float time_step = step.integration.time_step;
    timed(timer, Stage::BroadPhase, [&] {
        world.broad_phase.refit();
        update_seams(world, time_step);
        world.broad_phase.find_new_pairs(team);
    });
    const NarrowPhaseInput narrow{world.bodies, world.shapes, *world.narrow_kernels,
                                  world.settings.speculative_distance, time_step};
    timed(timer, Stage::Candidates, [&] {
        NewContacts new_contacts(world, world.broad_phase.new_pairs());
        CandidateSearch candidates(narrow, world.contacts, team, world.changes);
        candidates.look_beside([&] { new_contacts.make_some(); });
        new_contacts.make_rest();
        candidates.finish();
    });
    timed(timer, Stage::ContactGraph, [&] {
        screen_contacts(world);
        begin_contacts(world, [&] { sort_lanes_in_turn(world); });
        tidy_colors_in_turn(world);
        write_verdicts(world);
        mark_foreseen(world.contacts, world.graph, world.changes);
    });
    if (world.bodies.awake.empty() && world.changes.begun.empty()) {
        world.changes.ended.clear();
        return;
    }
    if (time_step > 0.0f) {
        timed(timer, Stage::Joints,
              [&] { world.joint_passes.follow_changes(world.joints, world.bodies, step.solver.h); });
    }
    if (has_fields(world, time_step)) {
        timed(timer, Stage::Fields, [&] { apply_fields(world, time_step, step.sub_steps); });
    }
    timed(timer, Stage::LoadBodies, [&] { load_sound_bodies(world, step); });
    timed(timer, Stage::NarrowPhase, [&] {
        release_shadows(world);
        update_contacts(narrow, {world.solver.states, step.solver, world.solver.integration}, world.contacts,
                        world.graph, team, world.changes, [&] { world.broad_phase.sort_worn_trees(); });
    });
    timed(timer, Stage::ContactGraph, [&] {
        drop_points(world);
        edit_manifolds(world, step.solver);
        end_contacts(world);
        cast_shadows(world, step.solver);
    });
}

/// The stages of a step, in their order, each with what it reads and writes.
void run_stages(WorldState& world, float time_step, int sub_steps) {
    const StepConstants step = make_constants(world.settings, time_step, sub_steps);
    StageTimer& timer = world.timer;
    world.bodies.settle();
    world.shapes.settle();
    world.bodies.put_in_order();
    begin_events(world);
    if (has_fields(world, time_step)) {
        timed(timer, Stage::Fields, [&] { wake_by_fields(world); });
    }
    Team& team = *world.team;
    world.sharing.contacts.run(team, [&] { find_contacts(world, step); });
    // What sleeps costs nothing: most of a step is left out where nothing is awake.
    const bool moves = time_step > 0.0f && !world.bodies.awake.empty();
    if (moves) {
        world.sharing.solver.run(team, [&] {
            world.sharing.contact_passes.run_part(team, [&](bool shares) {
                world.solver.shares_contact_passes = shares;
                run_solver(world, step);
            });
        });
    }
    publish_quarantine(world);
    const std::function<bool(std::uint32_t, std::uint32_t)> collide = [&world](std::uint32_t a,
                                                                               std::uint32_t b) {
        return may_collide(world, {a, b}) && world.shapes.push_each_other(a, b);
    };
    const std::function<bool(const SweptHit&)> admits = [&world](const SweptHit& hit) {
        return admits_hit(world, hit);
    };
    const ContinuousContext continuous{.bodies = world.bodies,
                                       .shapes = world.shapes,
                                       .broad_phase = world.broad_phase,
                                       .joints = world.joints,
                                       .states = world.solver.states,
                                       .time_step = time_step,
                                       .speculative_distance = world.settings.speculative_distance,
                                       .may_collide = collide,
                                       .admits_hit = admits,
                                       .bullets = world.bodies.has_bullets,
                                       .one_thread = world.rules.filter || world.rules.pre_solve};
    if (moves) {
        world.sharing.motion.run(team, [&] { follow_motion(world, continuous); });
    } else {
        world.continuous.forget_fast();
        clear_after_step(world.moved_bodies);
    }
    timed(timer, Stage::Sensors, [&] { update_sensors(world, continuous); });
    if (time_step > 0.0f) {
        sleep_still_bodies(world);
        world.rules.last_time_step = time_step;
    }
    put_begun_to_sleep(world);
    world.timer.end(Stage::Sleep);
}

}  // namespace

void step_world(WorldState& world, float time_step, int sub_steps) {
    if (world.sharing.any()) {
        world.team->run([&] { run_stages(world, time_step, sub_steps); });
    } else {
        run_stages(world, time_step, sub_steps);
    }
}

}  // namespace drystone
