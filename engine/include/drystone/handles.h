#pragma once

#include <compare>
#include <cstdint>
#include <optional>  // Declares std::hash, at a fraction of the cost of <functional>.

namespace drystone {

/// Typed handle of an object in a world: 8 bytes, null when zero, detected when stale.
///
/// Handles of different kinds do not convert into each other. A reused slot gets a new generation, so a stale
/// handle is refused with an `Error` instead of naming another object.
template <class Tag>
struct Handle {
    std::uint32_t index1 = 0;      ///< Slot plus one; zero: null.
    std::uint16_t generation = 0;  ///< Generation of the slot.
    std::uint16_t world = 0;       ///< Number of the world that made it.

    /// Returns whether the handle names no object; others may be stale.
    [[nodiscard]] bool is_null() const { return index1 == 0; }
    /// Returns the handle of the same slot and generation in the world with that number, see `World::number`:
    /// in a world that was loaded from a file, the object that the same calls made in this run's world.
    [[nodiscard]] Handle in_world(std::uint16_t number) const { return {index1, generation, number}; }
    /// Returns whether the handle is not null.
    explicit operator bool() const { return index1 != 0; }
    friend auto operator<=>(const Handle&, const Handle&) = default;
};

using BodyId = Handle<struct BodyTag>;          ///< Handle of a body.
using ShapeId = Handle<struct ShapeTag>;        ///< Handle of a shape.
using ContactId = Handle<struct ContactTag>;    ///< Handle of a contact.
using JointId = Handle<struct JointTag>;        ///< Handle of a joint.
using ChainId = Handle<struct ChainTag>;        ///< Handle of a chain.
using TileGridId = Handle<struct TileGridTag>;  ///< Handle of a tile grid.
using FieldId = Handle<struct FieldTag>;        ///< Handle of a field.

static_assert(sizeof(BodyId) == 8);

}  // namespace drystone

template <class Tag>
struct std::hash<drystone::Handle<Tag>> {
    std::size_t operator()(const drystone::Handle<Tag>& handle) const noexcept {
        return std::hash<std::uint64_t>()((static_cast<std::uint64_t>(handle.index1) << 32) |
                                          (static_cast<std::uint64_t>(handle.generation) << 16) |
                                          handle.world);
    }
};
