#include "world/hints/hint_list.h"

#include <drystone/collision/shape_bounds.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace drystone {

namespace {

constexpr float large_body = 100.0f;    ///< [m]
constexpr float small_body = 0.001f;    ///< [m]
constexpr float large_speed = 300.0f;   ///< [m/s]
constexpr float large_distance = 1e4f;  ///< [m]

/// Returns the longer side of the box around the body's shapes, in its own frame [m]; 0 if it has none.
float length_of(const WorldState& world, std::uint32_t body, bool with_sensors) {
    const ShapeStore& shapes = world.stores.shapes;
    std::optional<Aabb> box;
    for (std::uint32_t shape = world.stores.bodies.records[body].first_shape; shape != no_index;
         shape = shapes.records[shape].next) {
        if (with_sensors || !shapes.records[shape].sensor) {
            const Aabb own = compute_aabb(shapes.view(shape), Pose{});
            box = box ? merge(*box, own) : own;
        }
    }
    return box ? std::max(box->upper.x - box->lower.x, box->upper.y - box->lower.y) : 0.0f;
}

void hint_at_size(const WorldState& world, std::uint32_t body, HintList& hints) {
    const float solid = length_of(world, body, false);
    if (solid > large_body && hints.has_room(HintKind::LargeBody)) {
        hints.add({.kind = HintKind::LargeBody,
                   .body = hinted_body(world, body),
                   .value = solid,
                   .function = "World::create_shape",
                   .page = "docs/manual/units.md",
                   .text = "a body that moves is " + with_unit(solid, "m") +
                           " long: lengths are in metres, not in pixels, and it falls as slowly as something "
                           "of that size does"});
    }
    const float all = length_of(world, body, true);
    if (all > 0.0f && all < small_body && hints.has_room(HintKind::SmallBody)) {
        hints.add({.kind = HintKind::SmallBody,
                   .body = hinted_body(world, body),
                   .value = all,
                   .function = "World::create_shape",
                   .page = "docs/manual/units.md",
                   .text = "a body that moves is " + with_unit(all, "m") +
                           " long: contacts are accurate to about a millimetre"});
    }
}

void hint_at_mass(const WorldState& world, std::uint32_t body, HintList& hints) {
    const BodyStore& bodies = world.stores.bodies;
    const BodyRecord& record = bodies.records[body];
    const bool was_in_step = bodies.velocities[body].still_time > 0.0f || !bodies.is_awake(body);
    if (record.mass > 0.0f || record.mass_stale || !was_in_step || !hints.has_room(HintKind::NoMass)) {
        return;
    }
    hints.add(
        {.kind = HintKind::NoMass,
         .body = hinted_body(world, body),
         .function = "World::create_body",
         .page = "docs/manual/bodies.md",
         .text = record.first_shape == no_index
                     ? "a dynamic body has no shapes and the mass 0 kg: nothing moves it; give it a shape"
                     : "a dynamic body has shapes without mass and the mass 0 kg: nothing moves it; give "
                       "them an area and a density"});
}

void hint_at_inertia(const WorldState& world, std::uint32_t body, HintList& hints) {
    const BodyRecord& record = world.stores.bodies.records[body];
    if (record.own_mass && record.mass > 0.0f && record.inertia == 0.0f && !record.locks.rotation &&
        record.first_shape != no_index && hints.has_room(HintKind::NoInertia)) {
        hints.add({.kind = HintKind::NoInertia,
                   .body = hinted_body(world, body),
                   .function = "BodyRef::set_mass_properties",
                   .page = "docs/manual/bodies.md",
                   .text =
                       "a body was given an inertia of 0 kg m^2 and does not turn: if that is meant, lock "
                       "its rotation"});
    }
}

void hint_at_motion(const WorldState& world, std::uint32_t body, HintList& hints) {
    const BodyStore& bodies = world.stores.bodies;
    const float speed = length(Vec2{bodies.velocities[body].x, bodies.velocities[body].y});
    const bool is_raised = world.settings.maximum_linear_speed > WorldDefinition{}.maximum_linear_speed;
    if (speed > large_speed && !is_raised && hints.has_room(HintKind::Speed)) {
        hints.add({.kind = HintKind::Speed,
                   .body = hinted_body(world, body),
                   .value = speed,
                   .function = "BodyRef::set_linear_velocity",
                   .page = "docs/manual/units.md",
                   .text = "a body moves at " + with_unit(speed, "m/s") +
                           ": speeds are in metres per second, not in pixels, and at most " +
                           with_unit(world.settings.maximum_linear_speed, "m/s") + " in this world"});
    }
    const float distance = length(Vec2{bodies.poses[body].x, bodies.poses[body].y});
    if (bodies.is_dynamic(body) && distance > large_distance && hints.has_room(HintKind::FarAway)) {
        hints.add(
            {.kind = HintKind::FarAway,
             .body = hinted_body(world, body),
             .value = distance,
             .function = "World::create_body",
             .page = "docs/manual/units.md",
             .text = "a body is " + with_unit(distance, "m") +
                     " from the origin: places are rounded to more than a millimetre there; destroy what "
                     "has left the scene, or shift the origin"});
    }
}

}  // namespace

void hint_at_bodies(const WorldState& world, HintList& hints) {
    const BodyStore& bodies = world.stores.bodies;
    visit_live(bodies.slots, [&](std::uint32_t body) {
        if (bodies.types[body] == BodyType::Static || !bodies.records[body].enabled) {
            return;
        }
        if (bodies.is_dynamic(body)) {
            hint_at_size(world, body, hints);
            hint_at_mass(world, body, hints);
            hint_at_inertia(world, body, hints);
        }
        hint_at_motion(world, body, hints);
    });
}

}  // namespace drystone
