#pragma once

#include "json/node.h"

#include <string_view>

namespace drystone::scene {

/// Returns whether the text is XML rather than JSON: its first character is "<".
bool is_xml(std::string_view text);

/// Parses a file of Tiled in XML (.tmx, .tsx, .tx) into the tree that the same file in JSON has, except for
/// points of polygons, which stay a string "x,y x,y", and cells in CSV, likewise. Numbers in attributes
/// become numbers. The member "type" of the root is the name of its element. Throws `Error` with `name` and
/// line where it is no XML, too large or too deep, and in builds without pugixml.
Node parse_tiled_xml(std::string_view text, std::string_view name);

}  // namespace drystone::scene
