#pragma once

#include <drystone/detail/owned.h>
#include <drystone/error.h>

#include "core/unit_vector.h"
#include "core/value_checks.h"
#include "step/world_state.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <optional>
#include <string>

namespace drystone {

/// Maximum coordinate of places and points of shapes [m]; keeps boxes finite.
inline constexpr float largest_coordinate = 1e30f;

/// Maximum reach of a shape from its body's origin [m]; keeps squared lengths finite.
inline constexpr float largest_reach = 1e15f;

/// Throws unless the point is finite and within `largest_coordinate`.
inline void check_place(const char* function, const char* argument, const Vec2& value) {
    if (!(std::abs(value.x) <= largest_coordinate && std::abs(value.y) <= largest_coordinate)) {
        fail(function, argument, "finite and at most 1e30 m from zero", describe(value));
    }
}

inline void check_dominance_group(const char* function, int group) {
    if (group < -127 || group > 127) {
        fail(function, "dominance_group", "in [-127, 127]", static_cast<double>(group));
    }
}

inline void check_extra_iterations(const char* function, int count) {
    if (count < 0 || count > 255) {
        fail(function, "extra_iterations", "in [0, 255]", static_cast<double>(count));
    }
}

/// Returns the unit direction, if one is given. Throws unless it is finite and not zero.
inline std::optional<Vec2> checked_direction(const char* function, const char* argument,
                                             const std::optional<Vec2>& direction) {
    if (!direction) {
        return {};
    }
    if (!is_finite(*direction) || *direction == Vec2{}) {
        fail(function, argument, "finite and not zero", describe(*direction));
    }
    return unit_vector(*direction);
}

inline void check_material(const char* function, const Material& material) {
    check_not_negative(function, "material.friction", material.friction);
    if (!(material.restitution >= 0.0f && material.restitution <= 1.0f)) {
        fail(function, "material.restitution", "in [0, 1]", static_cast<double>(material.restitution));
    }
    check_not_negative(function, "material.rolling_resistance", material.rolling_resistance);
    check_finite(function, "material.tangent_speed", material.tangent_speed);
    check_not_negative(function, "material.frequency", material.frequency);
    check_not_negative(function, "material.damping_ratio", material.damping_ratio);
    check_not_negative(function, "material.extra_static_friction", material.extra_static_friction);
    check_finite(function, "material.extra_reverse_friction", material.extra_reverse_friction);
    for (const Mixing rule : {material.friction_mixing, material.restitution_mixing}) {
        if (rule > Mixing::ClampedSum) {
            fail(function, "material.*_mixing", "one of Mixing", static_cast<double>(rule));
        }
    }
}

/// Throws if the world can only be destroyed or restored. The functions of `World` check it when they access
/// the state.
inline void check_usable(const WorldState& world) {
    if (world.is_broken()) {
        detail::fail_broken();
    }
}

/// Marks the world as broken if an exception leaves the scope: a change that was not prepared for a failed
/// allocation has been done in part.
class BrokenScope {
public:
    explicit BrokenScope(WorldState& world) : world_(world), exceptions_(std::uncaught_exceptions()) {}
    ~BrokenScope() {
        if (std::uncaught_exceptions() > exceptions_) {
            world_.execution.broken = true;
        }
    }
    BrokenScope(const BrokenScope&) = delete;
    BrokenScope& operator=(const BrokenScope&) = delete;

private:
    WorldState& world_;
    int exceptions_;
};

/// Throws while a visitor or a step reads the world: it must not be changed then.
inline void check_not_reading(const WorldState& world, const char* function) {
    if (world.execution.readers.load(std::memory_order_relaxed) > 0) {
        fail(std::string(function).append(": the world must not be changed from inside a visitor or a step"));
    }
}

/// Throws for an empty visitor.
template <class Visitor>
void check_visitor(const char* function, const Visitor& visitor) {
    if (!visitor) {
        fail(std::string(function).append(": visitor must not be empty"));
    }
}

/// Throws inside a step and its callbacks: they find the world half updated.
inline void check_not_stepping(const WorldState& world, const char* function) {
    if (world.execution.stepping) {
        fail(std::string(function).append(": not from inside a step or its callbacks"));
    }
}

template <class Tag>
std::string describe(const Handle<Tag>& handle) {
    if (handle.is_null()) {
        return "a null handle";
    }
    std::string text("slot ");
    text.append(std::to_string(handle.index1 - 1))
        .append(", generation ")
        .append(std::to_string(handle.generation));
    text.append(", world ").append(std::to_string(handle.world));
    return text;
}

/// Describes a handle that names no object, and says why it does not.
template <class Id>
std::string describe_dead(const SlotPool& slots, std::uint16_t world, const Id& id) {
    std::string value = describe(id);
    if (!id.is_null() && id.world != world) {
        value.append(": it is of another world");
    } else if (!id.is_null()) {
        value.append(id.index1 > slots.size() ? ": it was never made" : ": it was destroyed");
    }
    return value;
}

/// Returns the slot of a handle; throws unless it names an existing object of this world. `kind` names the
/// object type: "body".
template <class Id>
std::uint32_t checked_slot(const SlotPool& slots, std::uint16_t world, const char* function, const char* kind,
                           const Id& id) {
    if (!slots.holds(id, world)) {
        fail(function, kind, std::string("a living ").append(kind).append(" of this world").c_str(),
             describe_dead(slots, world, id));
    }
    return id.index1 - 1;
}

/// Returns the slot of an existing body of this world.
inline std::uint32_t body_index(const WorldState& world, const char* function, BodyId body) {
    check_usable(world);
    return checked_slot(world.stores.bodies.slots, world.number, function, "body", body);
}

/// Throws unless the handle, a member of an argument, names an existing body of this world.
inline void check_living_body(const WorldState& world, const char* function, const char* argument,
                              BodyId body) {
    const SlotPool& bodies = world.stores.bodies.slots;
    if (!bodies.holds(body, world.number)) {
        fail(function, argument, "a living body of this world", describe_dead(bodies, world.number, body));
    }
}

/// Throws for a body that is not dynamic: nothing pushes others.
inline void check_pushed(const WorldState& world, const char* function, std::uint32_t body) {
    if (!world.stores.bodies.is_dynamic(body)) {
        fail(std::string(function).append(": body must be dynamic, since nothing pushes others"));
    }
}
inline void check_moved(const WorldState& world, const char* function, std::uint32_t body) {
    if (world.stores.bodies.types[body] == BodyType::Static) {
        fail(std::string(function).append(": body must not be static, since those do not move"));
    }
}

/// Returns the same as `body_index`, for functions that change the body; throws inside a step.
inline std::uint32_t changed_body_index(const WorldState& world, const char* function, BodyId body) {
    const std::uint32_t index = body_index(world, function, body);
    check_not_stepping(world, function);
    return index;
}

inline std::uint32_t shape_index(const WorldState& world, const char* function, ShapeId shape) {
    check_usable(world);
    return checked_slot(world.stores.shapes.slots, world.number, function, "shape", shape);
}

inline std::uint32_t joint_index(const WorldState& world, const char* function, JointId joint) {
    check_usable(world);
    return checked_slot(world.stores.joints.slots, world.number, function, "joint", joint);
}

/// Returns the slot of an existing shape that is neither a segment of a chain nor a tile: those exist only
/// together.
inline std::uint32_t own_shape_index(const WorldState& world, const char* function, ShapeId shape) {
    const std::uint32_t index = shape_index(world, function, shape);
    if (world.stores.chains.of_shape.find(index) != nullptr) {
        fail(function, "shape", "no segment of a chain", describe(shape));
    }
    if (world.stores.tile_grids.of_shape.find(index) != nullptr) {
        fail(function, "shape", "no part of a tile grid", describe(shape));
    }
    return index;
}

inline std::uint32_t chain_index(const WorldState& world, const char* function, ChainId chain) {
    check_usable(world);
    return checked_slot(world.stores.chains.slots, world.number, function, "chain", chain);
}

inline std::uint32_t tile_grid_index(const WorldState& world, const char* function, TileGridId grid) {
    check_usable(world);
    return checked_slot(world.stores.tile_grids.slots, world.number, function, "tile grid", grid);
}

inline std::uint32_t changed_shape_index(const WorldState& world, const char* function, ShapeId shape) {
    const std::uint32_t index = shape_index(world, function, shape);
    check_not_stepping(world, function);
    return index;
}

inline std::uint32_t contact_index(const WorldState& world, const char* function, ContactId contact) {
    check_usable(world);
    return checked_slot(world.stores.contacts.slots, world.number, function, "contact", contact);
}

/// Counts a reader of the world during its lifetime.
class ReadScope {
public:
    explicit ReadScope(const WorldState& world) : world_(world) {
        world_.execution.readers.fetch_add(1, std::memory_order_relaxed);
    }
    ~ReadScope() { world_.execution.readers.fetch_sub(1, std::memory_order_relaxed); }
    ReadScope(const ReadScope&) = delete;
    ReadScope& operator=(const ReadScope&) = delete;

private:
    const WorldState& world_;
};

/// Marks the world as inside a step, or in a callback like those of a step, during its lifetime.
class StepScope {
public:
    explicit StepScope(WorldState& world) : reading_(world), world_(world) {
        world_.execution.stepping = true;
    }
    ~StepScope() { world_.execution.stepping = false; }
    StepScope(const StepScope&) = delete;
    StepScope& operator=(const StepScope&) = delete;

private:
    ReadScope reading_;
    WorldState& world_;
};

}  // namespace drystone
