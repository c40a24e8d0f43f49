#pragma once

#include "import/tiled_map.h"

namespace drystone::scene {

/// Template of an object: its object, and the tileset that this uses.
struct Template {
    const Place* object = nullptr;       ///< Null: there is no template.
    const Tilesets* tilesets = nullptr;  ///< Null: the object has no tile.
};

/// Returns the template that an object names, if it does; each file is loaded once. Throws `Error` if it
/// cannot be used.
Template load_template(const Place& object, TiledMap& map);

}  // namespace drystone::scene
