#pragma once

#include <drystone/scene/description.h>
#include <drystone/scene/export.h>
#include <drystone/world.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace drystone::scene {

/// Options of `load`.
struct LoadOptions {
    /// Origin of the scene's frame in the world [m]. Bodies, fields that move with no body, and wheels of
    /// pulleys are placed in the frame; velocities turn with it. Gravity and locked axes do not.
    Vec2 position{0.0f, 0.0f};
    float angle = 0.0f;  ///< Angle of that frame [rad].
    /// Custom shapes by the names that the file uses.
    std::map<std::string, CustomShape> custom_shapes{};
};

/// Handles of a body and of what is on it.
struct LoadedBody {
    BodyId body{};  ///< Body.
    /// Shapes of each entry: one, or several where the entry is an outline.
    std::vector<std::vector<ShapeId>> shapes{};
    std::vector<ChainId> chains{};  ///< Chain of each entry.
};

/// Handles of what `load` has created, in the order of the description's entries.
struct DRYSTONE_SCENE_API Loaded {
    std::vector<TileGridId> tile_grids{};  ///< Tile grids.
    std::vector<LoadedBody> bodies{};      ///< Bodies with their shapes and chains.
    std::vector<JointId> joints{};         ///< Joints.
    std::vector<FieldId> fields{};         ///< Fields.
    /// Bodies by name; of several with one name the first.
    std::map<std::string, BodyId, std::less<>> bodies_by_name{};
    std::map<std::string, ShapeId, std::less<>> shapes_by_name{};         ///< Shapes, likewise.
    std::map<std::string, ChainId, std::less<>> chains_by_name{};         ///< Chains, likewise.
    std::map<std::string, JointId, std::less<>> joints_by_name{};         ///< Joints, likewise.
    std::map<std::string, FieldId, std::less<>> fields_by_name{};         ///< Fields, likewise.
    std::map<std::string, TileGridId, std::less<>> tile_grids_by_name{};  ///< Tile grids, likewise.

    /// Returns the body of that name; throws `Error` if there is none.
    [[nodiscard]] BodyId body(std::string_view name) const;
    /// Returns the shape of that name, likewise.
    [[nodiscard]] ShapeId shape(std::string_view name) const;
    /// Returns the chain of that name, likewise.
    [[nodiscard]] ChainId chain(std::string_view name) const;
    /// Returns the joint of that name, likewise.
    [[nodiscard]] JointId joint(std::string_view name) const;
    /// Returns the field of that name, likewise.
    [[nodiscard]] FieldId field(std::string_view name) const;
    /// Returns the tile grid of that name, likewise.
    [[nodiscard]] TileGridId tile_grid(std::string_view name) const;
};

/// Creates the objects of a description in a world, in the order of their entries. Throws `Error` with the
/// path of the faulty entry; then the world is unchanged. May be called any number of times. Cost: the
/// objects are created twice, the first time in a world that is thrown away.
DRYSTONE_SCENE_API Loaded load(World& world, const Description& description, const LoadOptions& options = {});

/// Name and user properties of an object.
struct Label {
    std::string name{};       ///< Name.
    Properties properties{};  ///< User properties.
};

/// Additional content of a file that a world does not hold.
struct Annotations {
    /// User properties of bodies; their names are in the world.
    std::map<BodyId, Properties> bodies{};
    std::map<ShapeId, Label> shapes{};               ///< Names and properties of shapes.
    std::map<ChainId, Label> chains{};               ///< Names and properties of chains.
    std::map<JointId, Label> joints{};               ///< Names and properties of joints.
    std::map<FieldId, Label> fields{};               ///< Names and properties of fields.
    std::map<TileGridId, Label> tile_grids{};        ///< Names and properties of tile grids.
    std::map<std::string, Material> materials{};     ///< Materials by name.
    std::map<ShapeId, std::string> custom_shapes{};  ///< Names of the custom shapes.
    Properties properties{};                         ///< User properties of the whole.
};

/// Returns the names and user properties of a description for the objects that were loaded from it.
DRYSTONE_SCENE_API Annotations annotate(const Description& description, const Loaded& loaded);

/// Describes the world as it is now, in slot order. Contacts, sleep timers, callbacks, and the state of
/// joints that follows from the past (turns, teeth, phases of gears) are not described: use
/// `World::snapshot` for these. Segments of chains that differ in more than their materials are described as
/// the first. Throws `Error` for a custom shape without a name in `annotations`.
DRYSTONE_SCENE_API Description describe(const World& world, const Annotations& annotations = {});

}  // namespace drystone::scene
