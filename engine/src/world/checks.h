#pragma once

#include <drystone/error.h>

#include "core/unit_vector.h"
#include "step/world_state.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace drystone {

inline void check_finite(const char* function, const char* argument, float value) {
    if (!is_finite(value)) {
        fail(function, argument, "finite", static_cast<double>(value));
    }
}

inline std::string describe(const Vec2& v) {
    std::string text("(");
    text.append(std::to_string(v.x)).append(", ").append(std::to_string(v.y)).append(")");
    return text;
}

inline void check_finite(const char* function, const char* argument, const Vec2& value) {
    if (!is_finite(value)) {
        fail(function, argument, "finite", describe(value));
    }
}

/// No place and no point of a shape is farther out than this [m], so that boxes stay finite.
inline constexpr float largest_coordinate = 1e30f;

/// No shape reaches farther from its body's origin [m], so that squares of lengths stay finite.
inline constexpr float largest_reach = 1e15f;

/// Of a place: finite and not beyond that.
inline void check_place(const char* function, const char* argument, const Vec2& value) {
    if (!(std::abs(value.x) <= largest_coordinate && std::abs(value.y) <= largest_coordinate)) {
        fail(function, argument, "finite and at most 1e30 m from zero", describe(value));
    }
}

/// An enumeration's value that is none, made by a cast.
template <class Enumeration>
void check_enumeration(const char* function, const char* argument, Enumeration value, Enumeration last) {
    if (value > last) {
        fail(function, argument, "one of its enumeration", static_cast<double>(value));
    }
}

/// Finite and not negative.
inline void check_not_negative(const char* function, const char* argument, float value) {
    if (!is_finite(value) || value < 0.0f) {
        fail(function, argument, "finite and >= 0", static_cast<double>(value));
    }
}

/// Finite and greater than zero.
inline void check_positive(const char* function, const char* argument, float value) {
    if (!is_finite(value) || value <= 0.0f) {
        fail(function, argument, "finite and > 0", static_cast<double>(value));
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

/// The direction at unit length, if there is one; it must be finite and not zero.
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
    for (const Mixing rule : {material.friction_mixing, material.restitution_mixing}) {
        if (rule > Mixing::ClampedSum) {
            fail(function, "material.*_mixing", "one of Mixing", static_cast<double>(rule));
        }
    }
}

/// Making and destroying is not allowed while something walks over the world.
inline void check_not_reading(const WorldState& world, const char* function) {
    if (world.execution.readers.load(std::memory_order_relaxed) > 0) {
        fail(std::string(function).append(": the world must not be changed from inside a visitor or a step"));
    }
}

/// What is called back is there to be called.
template <class Visitor>
void check_visitor(const char* function, const Visitor& visitor) {
    if (!visitor) {
        fail(std::string(function).append(": visitor must not be empty"));
    }
}

/// Callbacks of a step find the world half done: they may look things up, no more.
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

/// The slot that a handle of this world stands for; `kind` names what it should be of: "body".
template <class Id>
std::uint32_t checked_slot(const SlotPool& slots, std::uint16_t world, const char* function, const char* kind,
                           const Id& id) {
    if (!slots.holds(id, world)) {
        std::string value = describe(id);
        if (!id.is_null() && id.world != world) {
            value.append(": it is of another world");
        } else if (!id.is_null()) {
            value.append(id.index1 > slots.size() ? ": it was never made" : ": it was destroyed");
        }
        fail(function, kind, std::string("a living ").append(kind).append(" of this world").c_str(), value);
    }
    return id.index1 - 1;
}

/// The slot of a living body of this world.
inline std::uint32_t body_index(const WorldState& world, const char* function, BodyId body) {
    return checked_slot(world.stores.bodies.slots, world.number, function, "body", body);
}

/// Refuses what can have no effect on a body of this type.
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

/// The same as `body_index` for an entry that changes something.
inline std::uint32_t changed_body_index(const WorldState& world, const char* function, BodyId body) {
    const std::uint32_t index = body_index(world, function, body);
    check_not_stepping(world, function);
    return index;
}

inline std::uint32_t shape_index(const WorldState& world, const char* function, ShapeId shape) {
    return checked_slot(world.stores.shapes.slots, world.number, function, "shape", shape);
}

inline std::uint32_t joint_index(const WorldState& world, const char* function, JointId joint) {
    return checked_slot(world.stores.joints.slots, world.number, function, "joint", joint);
}

/// The slot of a living shape that is no segment of a chain: those live and die together.
inline std::uint32_t own_shape_index(const WorldState& world, const char* function, ShapeId shape) {
    const std::uint32_t index = shape_index(world, function, shape);
    if (world.stores.chains.of_shape.find(index) != nullptr) {
        fail(function, "shape", "no segment of a chain", describe(shape));
    }
    return index;
}

inline std::uint32_t chain_index(const WorldState& world, const char* function, ChainId chain) {
    return checked_slot(world.stores.chains.slots, world.number, function, "chain", chain);
}

inline std::uint32_t changed_shape_index(const WorldState& world, const char* function, ShapeId shape) {
    const std::uint32_t index = shape_index(world, function, shape);
    check_not_stepping(world, function);
    return index;
}

inline std::uint32_t contact_index(const WorldState& world, const char* function, ContactId contact) {
    return checked_slot(world.stores.contacts.slots, world.number, function, "contact", contact);
}

/// Counts a walk over the world for as long as it lives.
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

/// Marks the world as being in a step, or calling back as a step does, for as long as it lives.
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
