#include <drystone/body_arrays.h>
#include <drystone/world.h>

#include "world/checks.h"
#include "world/state_of_world.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace drystone {

namespace {

void check_size(const char* function, const char* argument, std::size_t size, std::size_t bodies) {
    if (size != bodies) {
        fail(std::string(function) + ": " + argument + " must have one element for each of the " +
             std::to_string(bodies) + " bodies, got " + std::to_string(size));
    }
}

/// Calls `read(slot, place)` for each body of the world, in slot order.
template <class Read>
void for_all_bodies(const BodyStore& store, const Read& read) {
    std::size_t place = 0;
    for (std::uint32_t slot = 0; slot < store.slots.size(); ++slot) {
        if (store.slots.is_live(slot)) {
            read(slot, place++);
        }
    }
}

/// Calls `read(bodies of the world, slot, place in the list)` for each body.
template <class Read>
void for_bodies(const char* function, const World& world, std::span<const BodyId> bodies, const Read& read) {
    if (bodies.empty()) {
        return;
    }
    const WorldState& state = StateOfWorld::state(world);
    for (const BodyId body : bodies) {
        static_cast<void>(body_index(state, function, body));
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        read(state.stores.bodies, bodies[i].index1 - 1, i);
    }
}

}  // namespace

void read_poses(const World& world, std::span<const BodyId> bodies, std::span<Pose> out) {
    check_size("read_poses", "out", out.size(), bodies.size());
    for_bodies("read_poses", world, bodies, [out](const BodyStore& store, std::uint32_t slot, std::size_t i) {
        out[i] = origin_pose(store.poses[slot], store.masses[slot]);
    });
}

void read_velocities(const World& world, std::span<const BodyId> bodies, std::span<Vec2> linear,
                     std::span<float> angular) {
    check_size("read_velocities", "linear", linear.size(), bodies.size());
    check_size("read_velocities", "angular", angular.size(), bodies.size());
    for_bodies("read_velocities", world, bodies,
               [linear, angular](const BodyStore& store, std::uint32_t slot, std::size_t i) {
                   const BodyVelocity& velocity = store.velocities[slot];
                   linear[i] = {velocity.x, velocity.y};
                   angular[i] = velocity.w;
               });
}

void read_all_poses(const World& world, std::span<Pose> out) {
    const WorldState& state = StateOfWorld::state(world);
    const BodyStore& store = state.stores.bodies;
    check_size("read_all_poses", "out", out.size(), store.slots.live_count());
    for_all_bodies(store, [&](std::uint32_t slot, std::size_t place) {
        out[place] = origin_pose(store.poses[slot], store.masses[slot]);
    });
}

void read_all_velocities(const World& world, std::span<Vec2> linear, std::span<float> angular) {
    const WorldState& state = StateOfWorld::state(world);
    const BodyStore& store = state.stores.bodies;
    check_size("read_all_velocities", "linear", linear.size(), store.slots.live_count());
    check_size("read_all_velocities", "angular", angular.size(), store.slots.live_count());
    for_all_bodies(store, [&](std::uint32_t slot, std::size_t place) {
        const BodyVelocity& velocity = store.velocities[slot];
        linear[place] = {velocity.x, velocity.y};
        angular[place] = velocity.w;
    });
}

}  // namespace drystone
