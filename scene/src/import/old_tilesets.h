#pragma once

#include "json/node.h"

namespace drystone::scene {

/// Brings the tilesets of a file, which is a map, a tileset or a template, into the form that Tiled writes
/// since version 1.2: before, their "tiles" and "tileproperties" were objects whose names are the tiles'
/// numbers.
void modernize_tilesets(Node& root);

}  // namespace drystone::scene
