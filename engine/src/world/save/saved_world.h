#pragma once

#include "step/world_state.h"
#include "world/save/saved_bodies.h"
#include "world/save/saved_contacts.h"
#include "world/save/saved_fields.h"
#include "world/save/saved_joints.h"
#include "world/save/saved_shapes.h"
#include "world/save/saved_systems.h"
#include "world/save/saved_tile_grids.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace drystone {

/// Names of the callbacks of a world; empty: none.
struct SavedCallbacks {
    std::string collision_filter;
    std::string material_mixing;
    std::string pre_solve;
};

template <>
struct Saved<SavedCallbacks> {
    static std::string name() { return "Callbacks"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("collision_filter", self.collision_filter);
        archive("material_mixing", self.material_mixing);
        archive("pre_solve", self.pre_solve);
    }
};

template <>
struct Saved<WorldDefinition> {
    static std::string name() { return "Settings"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("gravity", self.gravity);
        archive("contact", self.contact);
        archive("restitution_threshold", self.restitution_threshold);
        archive("hit_threshold", self.hit_threshold);
        archive("speculative_distance", self.speculative_distance);
        archive("sleeping", self.sleeping);
        archive("time_to_sleep", self.time_to_sleep);
        archive("maximum_linear_speed", self.maximum_linear_speed);
        archive("maximum_angular_speed", self.maximum_angular_speed);
        archive.limited("narrow_phase", self.narrow_phase, NarrowPhase::Scalar);
        archive("user_data", self.user_data);
    }
};

/// Passes the state of a world to an archive; what a stage derives from the rest is left out.
template <class World, class Joints, class Fields>
struct WorldContent {
    World& world;
    Joints& joints;
    Fields& fields;
};

template <class World, class Joints, class Fields>
struct Saved<WorldContent<World, Joints, Fields>> {
    static std::string name() { return "World"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        auto& stores = self.world.stores;
        auto& systems = self.world.systems;
        archive("number", self.world.number);
        archive("bodies", stores.bodies);
        archive("shapes", stores.shapes);
        archive("chains", stores.chains);
        archive("tile_grids", stores.tile_grids);
        archive("contacts", stores.contacts);
        archive("graph", stores.graph);
        archive("joints", self.joints);
        archive("islands", stores.islands);
        archive("fields", self.fields);
        archive("sensors", stores.sensors);
        archive("broad_phase", systems.broad_phase);
        archive("internal_edge_changes", systems.internal_edge_changes);
        archive("kinematic_neighbors", systems.kinematic_neighbors);
        archive("support_turns", systems.support_turns);
        archive("loaded_contacts", systems.loaded_contacts);
        archive("initial_overlaps", systems.solver.initial_overlaps);
        archive("force_events", systems.contact_force_events);
        archive("maintenance_color", systems.maintenance_color);
        archive("rules", self.world.rules);
        archive("pending_ends", self.world.events.contacts.pending_ends);
    }
};

}  // namespace drystone
