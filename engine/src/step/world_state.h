#pragma once

#include <drystone/contact_force.h>
#include <drystone/events.h>
#include <drystone/profile.h>
#include <drystone/settings.h>

#include "broad_phase/broad_phase.h"
#include "broad_phase/fat_boxes.h"
#include "continuous/continuous.h"
#include "fields/fields.h"
#include "islands/islands.h"
#include "joints/joint_passes.h"
#include "narrow_phase/narrow_phase.h"
#include "parallel/sharing.h"
#include "solver/solver.h"
#include "solver/stage_timer.h"
#include "step/contact_rules.h"
#include "step/extra_effort.h"
#include "step/force_watch.h"
#include "step/moving_seams.h"
#include "step/quarantine.h"
#include "step/seam_changes.h"
#include "store/body_store.h"
#include "store/chain_store.h"
#include "store/constraint_graph.h"
#include "store/contact_store.h"
#include "store/field_store.h"
#include "store/joint_store.h"
#include "store/sensor_store.h"
#include "store/shape_store.h"

#include <drystone/task_scheduler.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace drystone {

/// What of a step the team shares: some parts need more messages between the workers than others for the same
/// work.
struct StepSharing {
    Sharing contacts;
    Sharing solver;
    Sharing contact_passes;  ///< Of the solver.
    Sharing motion;

    [[nodiscard]] bool any() const { return contacts.shares() || solver.shares() || motion.shares(); }
    void share_always() {
        for (Sharing* const sharing : {&contacts, &solver, &contact_passes, &motion}) {
            sharing->share_always();
        }
    }
};

/// Everything a world holds. Only the step and the world itself see it whole; a stage is handed what it
/// needs.
struct WorldState {
    WorldDefinition settings{};
    std::uint16_t number = 0;  ///< Tells this world's handles from another's.

    BodyStore bodies;
    ShapeStore shapes;
    ChainStore chains;
    SeamChanges seam_changes;
    MovingSeams moving_seams;
    ContactStore contacts;
    ConstraintGraph graph;
    JointStore joints;
    JointPasses joint_passes;
    IslandStore islands;
    BroadPhase broad_phase;
    FatBoxUpdate fat_boxes;
    Solver solver;
    Continuous continuous;
    FieldStore fields;
    Fields field_pass;
    ContactChanges changes;
    ContactRules rules;
    SensorStore sensors;
    ForceWatch force_watch;
    ExtraEffort extra_effort;
    Quarantine quarantine;
    int tidy_turn = 0;  ///< Tells which colour is put in order next.
    const NarrowKernels* narrow_kernels = &scalar_narrow_kernels();
    std::unique_ptr<TaskScheduler> own_scheduler;  ///< Where the user gave none.
    std::unique_ptr<Team> team;
    StepSharing sharing;

    std::vector<ContactBegin> contact_begins;
    std::vector<ContactEnd> contact_ends;
    /// Ends by destruction since the last step: published by the next one.
    std::vector<ContactEnd> pending_ends;
    std::vector<ContactHit> contact_hits;
    std::vector<BodyMoved> moved_bodies;
    std::vector<JointBreak> joint_breaks;
    std::vector<ContactForce> contact_forces;
    std::vector<BodyId> fallen_asleep;
    std::vector<BodyId> woken;
    Profile profile{};
    StageTimer timer;  ///< Of the step under way.
    /// Greater than zero while a visitor or a query runs, on whatever thread, or a step is under way: nothing
    /// may be made or destroyed then.
    mutable std::atomic<int> readers{0};
    bool stepping = false;
};

/// The public handle of a shape.
inline ShapeId shape_id(const WorldState& world, std::uint32_t shape) {
    return world.shapes.slots.handle<ShapeId>(shape, world.number);
}

/// The arrays that waking and falling asleep change.
inline SleepContext sleep_context(WorldState& world) {
    return {world.bodies, world.contacts, world.graph, world.islands, world.joints};
}

/// Moves time on. See `World::step`.
void step_world(WorldState& world, float time_step, int sub_steps);

/// Ends a contact: takes it out of the graph and the lists, and records the end when it touched.
void destroy_contact(WorldState& world, std::uint32_t index, std::vector<ContactEnd>& ends);

/// Takes the joint out of the world, with the gears that turn on it; its bodies wake.
void destroy_joint(WorldState& world, std::uint32_t joint);

/// Destroys the joints that had to bear too much and reports them.
void break_joints(WorldState& world);

/// The tight box of a shape where its body is now, with half the speculative distance as a border, so that
/// two shapes nearer than that distance have overlapping boxes.
inline Aabb tight_box(const WorldState& world, std::uint32_t shape) {
    return tight_box(world.bodies, world.shapes, shape, 0.5f * world.settings.speculative_distance);
}

}  // namespace drystone
