#pragma once

#include <drystone/events.h>
#include <drystone/profile.h>
#include <drystone/settings.h>

#include "broad_phase/broad_phase.h"
#include "broad_phase/fat_boxes.h"
#include "constraint_graph/constraint_graph.h"
#include "contacts/contact_context.h"
#include "contacts/contact_force_events.h"
#include "contacts/contact_lifecycle.h"
#include "contacts/contact_rules.h"
#include "contacts/contact_view.h"
#include "contacts/pre_solve.h"
#include "continuous/continuous.h"
#include "extra_iterations/extra_iterations.h"
#include "fields/field_step.h"
#include "fields/fields.h"
#include "internal_edges/internal_edge_changes.h"
#include "internal_edges/internal_edge_update.h"
#include "internal_edges/kinematic_neighbors.h"
#include "islands/islands.h"
#include "islands/overlap_push.h"
#include "islands/sleep_events.h"
#include "joints/joint_lifecycle.h"
#include "joints/joint_solver.h"
#include "loaded_contacts/loaded_contacts.h"
#include "narrow_phase/narrow_phase.h"
#include "narrow_phase/support_turns.h"
#include "parallel/team.h"
#include "sensors/sensor_store.h"
#include "solver/dominance.h"
#include "solver/solver.h"
#include "solver/stage_timer.h"
#include "step/hint_notes.h"
#include "step/motion_sums.h"
#include "step/quarantine.h"
#include "step/recorder_link.h"
#include "store/body_store.h"
#include "store/chain_store.h"
#include "store/contact_store.h"
#include "store/field_store.h"
#include "store/joint_store.h"
#include "store/shape_store.h"
#include "store/tile_grid_store.h"

#include <drystone/task_scheduler.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace drystone {

/// Data that persists from step to step and determines its result.
struct Stores {
    BodyStore bodies;
    ShapeStore shapes;
    ChainStore chains;
    TileGridStore tile_grids;
    ContactStore contacts;
    ConstraintGraph graph;
    JointStore joints;
    IslandStore islands;
    FieldStore fields;
    SensorStore sensors;
};

/// Steps between two sorts of lanes, see `Systems::maintenance_color`.
inline constexpr int steps_between_sorts = 4;

/// The stages of a step, with the data that they keep between steps.
struct Systems {
    BroadPhase broad_phase;
    FatBoxUpdate fat_boxes;
    /// Used only while a step runs, so worlds may lend it to each other; never null.
    std::unique_ptr<ContactChanges> changes = std::make_unique<ContactChanges>();
    SupportTurns support_turns;
    const NarrowKernels* narrow_kernels = &scalar_narrow_kernels();
    InternalEdgeChanges internal_edge_changes;
    KinematicNeighbors kinematic_neighbors;
    JointConstraintSolver joint_solver;
    Solver solver;
    ExtraIterations extra_iterations;
    LoadedContacts loaded_contacts;
    OverlapPush overlap_push;
    Continuous continuous;
    Fields field_pass;
    ContactForceEvents contact_force_events;
    Quarantine quarantine;
    /// Colour whose lanes are maintained next, times `steps_between_sorts`, plus a count of steps.
    int maintenance_color = 0;
};

/// Events of the last step.
struct Events {
    ContactEvents contacts;
    std::vector<ContactHit> hits;
    std::vector<ContactForce> forces;
    std::vector<JointForce> joint_forces;
    std::vector<JointBreak> joint_breaks;
    std::vector<BodyMoved> moved_bodies;
    SleepEvents sleep;
};

/// Threads and clocks of a step.
struct Execution {
    std::unique_ptr<TaskScheduler> own_scheduler;  ///< Used if the user gave none.
    std::unique_ptr<Team> team;
    Profile profile{};
    StageTimer timer;  ///< Timer of the current step.
    /// Number of visitors, queries, steps and callbacks under way, on any thread; nothing may be created or
    /// destroyed unless it is 0.
    mutable std::atomic<int> readers{0};
    bool stepping = false;
    /// Sum to which a step adds the bodies that it moved, for recorders and players; null: none.
    MotionSum* motion_sum = nullptr;
    /// A step or a change did not end, for lack of memory: the state is inconsistent, see `BrokenScope`.
    bool broken = false;
};

/// The state of a world. Only `step.cpp`, `sub_steps.cpp` and the files of `world/` access all of it; other
/// stages get contexts, which the functions below make.
struct WorldState {
    WorldDefinition settings{};
    std::uint16_t number = 0;  ///< Distinguishes the handles of this world from those of others.
    ContactRules rules;
    Stores stores;
    Systems systems;
    Events events;
    Execution execution;
    RecorderLink recorder;
    HintNotes hint_notes;

    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`. Callbacks,
    /// the events of the last step and the threads belong to the world, not to its state.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        auto& settings = self.settings;
        visitor(settings.gravity, settings.contact, settings.restitution_threshold, settings.hit_threshold,
                settings.speculative_distance, settings.sleeping, settings.time_to_sleep,
                settings.maximum_linear_speed, settings.maximum_angular_speed, settings.narrow_phase,
                settings.user_data);
        auto& stores = self.stores;
        visitor(stores.bodies, stores.shapes, stores.chains, stores.tile_grids, stores.contacts, stores.graph,
                stores.joints, stores.islands, stores.fields, stores.sensors);
        auto& systems = self.systems;
        visitor(systems.broad_phase, systems.internal_edge_changes, systems.kinematic_neighbors,
                systems.support_turns, systems.joint_solver, systems.loaded_contacts,
                systems.solver.initial_overlaps, systems.contact_force_events, systems.maintenance_color);
        visitor(self.rules, self.events.contacts.pending_ends);
    }
    [[nodiscard]] bool is_broken() const { return execution.broken; }
};

/// Returns the public handle of a shape.
inline ShapeId shape_id(const WorldState& world, std::uint32_t shape) {
    return world.stores.shapes.slots.handle<ShapeId>(shape, world.number);
}

inline SleepContext sleep_context(WorldState& world) {
    Stores& stores = world.stores;
    return {stores.bodies, stores.contacts, stores.graph, stores.islands, stores.joints};
}

/// Returns the limits of sleep in a step of this length [s].
inline SleepLimits sleep_limits(const WorldState& world, float time_step) {
    const Vec2 gravity = world.settings.gravity;
    const float strength = length(gravity);
    return {world.settings.time_to_sleep, time_step, world.settings.contact.max_push_out_velocity,
            strength > 0.0f ? (-1.0f / strength) * gravity : Vec2{}};
}

inline ContactContext contact_context(WorldState& world) {
    Stores& stores = world.stores;
    return {.bodies = stores.bodies,
            .shapes = stores.shapes,
            .contacts = stores.contacts,
            .graph = stores.graph,
            .islands = stores.islands,
            .joints = stores.joints,
            .rules = world.rules,
            .changes = *world.systems.changes,
            .events = world.events.contacts,
            .team = *world.execution.team,
            .narrow_phase = world.settings.narrow_phase,
            .number = world.number};
}

inline ContactViewContext contact_view_context(const WorldState& world) {
    const Stores& stores = world.stores;
    return {.bodies = stores.bodies,
            .shapes = stores.shapes,
            .contacts = stores.contacts,
            .graph = stores.graph,
            .narrow_kernels = *world.systems.narrow_kernels,
            .speculative_distance = world.settings.speculative_distance,
            .number = world.number};
}

inline FieldWakeContext field_wake_context(WorldState& world) {
    Stores& stores = world.stores;
    return {sleep_context(world), stores.fields, stores.bodies, stores.shapes, world.systems.broad_phase};
}

inline JointLifecycleContext joint_lifecycle_context(WorldState& world) {
    Stores& stores = world.stores;
    return {sleep_context(world), stores.bodies, stores.joints, stores.islands, world.rules, world.number};
}

/// Advances the world by one step. See `World::step`.
void step_world(WorldState& world, float time_step, int sub_steps);

/// Returns the tight box of a shape at its body's current pose, with half the speculative distance as a
/// border, so that two shapes nearer than that distance have overlapping boxes.
inline Aabb tight_box(const WorldState& world, std::uint32_t shape) {
    return tight_box(world.stores.bodies, world.stores.shapes, shape,
                     0.5f * world.settings.speculative_distance);
}

}  // namespace drystone
