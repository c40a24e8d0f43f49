#pragma once

#include "import/origins.h"
#include "json/place.h"

#include <drystone/scene/description.h>

#include <map>
#include <string>

namespace drystone::scene {

/// Settings that the properties of a layer, a tile or an object make. Later ones override earlier ones.
struct TiledTraits {
    TiledTraits() { body.type = BodyType::Static; }

    BodyDefinition body{};
    ShapeDefinition shape{};
    std::string material{};   ///< Name of the material; empty: that of `shape`.
    bool is_ignored = false;  ///< "ignore": leaves it out.
    bool is_solid = false;    ///< "solid": tiles without collision shapes fill their cells.
    bool is_hollow = false;   ///< "hollow": outlines become chains.
    bool is_grid = false;     ///< "grid": the layer becomes a tile grid.
    Properties others{};      ///< Properties that mean nothing to the engine.
    /// Places of the properties that are members of definitions.
    std::map<std::string, std::string, std::less<>> places{};
};

/// Reads the "properties" of an object of the file, if there are any.
void read_traits(const Place& owner, const std::map<std::string, Material>& materials, TiledTraits& traits);

/// Reads the properties of the map: settings of the world by their names, "materials" and others.
void read_map_properties(const Place& map, Description& scene);

/// Returns the origin of what has these traits.
inline Origin origin_of(const Place& place, const TiledTraits& traits) {
    return {place.where(), traits.places};
}

}  // namespace drystone::scene
