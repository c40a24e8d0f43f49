#pragma once

#include <drystone/body.h>
#include <drystone/chain.h>
#include <drystone/fields.h>
#include <drystone/joint.h>
#include <drystone/settings.h>
#include <drystone/shape.h>
#include <drystone/tile_grid.h>

#include <drystone/collision/mass.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Descriptions of scenes: values that hold all definitions of a world or of a part of one, with names and
/// user properties. A scene file is the text of one.
namespace drystone::scene {

/// Value of a user property.
using Property = std::variant<bool, std::int64_t, double, std::string, Vec2>;
/// User properties by name. The engine does not use them.
using Properties = std::map<std::string, Property>;

/// Simple outline, concave or not, minus its holes [m, frame of the body], see `World::create_outline`. It
/// becomes several shapes.
struct Outline {
    std::vector<Vec2> points{};              ///< Points of the outline [m].
    std::vector<std::vector<Vec2>> holes{};  ///< Points of each hole [m].
    float radius = 0.0f;                     ///< Rounds each piece [m]; >= 0.
};

/// Convex pieces of one shape, over whose common edges bodies slide without bumps, see
/// `World::create_pieces`. They become several shapes.
struct Pieces {
    std::vector<Polygon> pieces{};  ///< Pieces, in the frame of the body.
};

/// Custom shape that the user supplies by name, see `LoadOptions::custom_shapes`.
struct NamedCustomShape {
    std::string custom{};  ///< Name of the shape.
};

/// Geometry of any shape in a file.
using Geometry = std::variant<Circle, Capsule, Segment, Polygon, Outline, Pieces, NamedCustomShape>;

/// Place of a shape or chain in the order of creation: by `order`, then by place in the file. The order
/// decides in which sequence contacts are solved, and so the last bits of a simulation.
using CreationOrder = std::int64_t;

/// A shape of a body.
struct ShapeEntry {
    std::string name{};            ///< Name; may be empty, need not be unique.
    Geometry geometry{};           ///< Geometry in the frame of the body.
    ShapeDefinition definition{};  ///< Everything else of the shape.
    /// Name of the material in `Description::materials`; empty: `definition.material`.
    std::string material{};
    bool enabled = true;      ///< False: the shape is created disabled.
    CreationOrder order = 0;  ///< Place in the order of creation.
    Properties properties{};  ///< User properties.
};

/// A chain of a body.
struct ChainEntry {
    std::string name{};            ///< Name; may be empty, need not be unique.
    ChainDefinition definition{};  ///< Points and everything else of the chain.
    /// Name of the material of all segments; empty: `definition.materials`.
    std::string material{};
    CreationOrder order = 0;  ///< Place in the order of creation.
    Properties properties{};  ///< User properties.
};

/// A body with its shapes and chains.
struct BodyEntry {
    std::string name{};                    ///< Name; joints and fields refer to it.
    BodyDefinition definition{};           ///< `name` is ignored.
    std::optional<MassProperties> mass{};  ///< Overrides the mass of the shapes.
    Vec2 constant_force{0.0f, 0.0f};       ///< See `BodyRef::set_constant_force` [N].
    float constant_torque = 0.0f;          ///< Likewise [N m].
    std::vector<ShapeEntry> shapes{};      ///< Shapes.
    std::vector<ChainEntry> chains{};      ///< Chains.
    Properties properties{};               ///< User properties.
};

/// A tile grid.
struct TileGridEntry {
    std::string name{};               ///< Name; may be empty, need not be unique.
    TileGridDefinition definition{};  ///< The grid with its cells.
    Properties properties{};          ///< User properties.
};

/// Index of an entry of `Description::bodies` or `Description::joints`; `no_entry`: none.
using EntryIndex = std::size_t;
inline constexpr EntryIndex no_entry = ~EntryIndex{0};  ///< Index of no entry.

/// A joint.
struct JointEntry {
    std::string name{};  ///< Name; gears refer to it.
    /// First body; `no_entry` for gears and ropes.
    EntryIndex body_a = no_entry;
    EntryIndex body_b = no_entry;  ///< Second body, likewise.
    /// Handles inside gears and ropes are ignored: the members below stand for them.
    JointDefinition definition{};
    /// First joint of a gear; stands before it.
    EntryIndex first = no_entry;
    EntryIndex second = no_entry;  ///< Second joint of a gear, likewise.
    /// Bodies of a rope, one for each of its points.
    std::vector<EntryIndex> rope_bodies{};
    JointSettings settings{};  ///< Settings that all types share.
    Properties properties{};   ///< User properties.
};

/// A field.
struct FieldEntry {
    std::string name{};            ///< Name; may be empty, need not be unique.
    EntryIndex body = no_entry;    ///< Body that the field moves with; `no_entry`: none.
    FieldDefinition definition{};  ///< `body` is ignored.
    Properties properties{};       ///< User properties.
};

/// Description of a world, or of a prefab that is loaded into worlds.
struct Description {
    /// Settings for a new world; `load` ignores them. Threads, scheduler, instruction set, narrow phase and
    /// capacities are no part of a file.
    WorldDefinition settings{};
    std::map<std::string, Material> materials{};  ///< Materials by name.
    std::vector<TileGridEntry> tile_grids{};      ///< Tile grids, created before the bodies.
    std::vector<BodyEntry> bodies{};              ///< Bodies in the order of creation.
    std::vector<JointEntry> joints{};             ///< Joints in the order of creation.
    std::vector<FieldEntry> fields{};             ///< Fields in the order of creation.
    /// Pairs of bodies that do not collide.
    std::vector<std::pair<EntryIndex, EntryIndex>> disabled_collisions{};
    Properties properties{};  ///< User properties of the whole.
};

}  // namespace drystone::scene
