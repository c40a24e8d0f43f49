#pragma once

#include "any_shape.h"

#include <optional>
#include <string_view>
#include <vector>

namespace explorer {

/// A kind of shape to choose, one of each that the collision library has.
struct ShapeChoice {
    const char* key;    ///< On the command line.
    const char* title;  ///< On the screen.
    AnyShape shape;     ///< One to two metres wide, about its own origin.
};

/// All kinds.
const std::vector<ShapeChoice>& shape_menu();
/// The place of a key in the menu.
std::optional<int> find_shape(std::string_view key);

}  // namespace explorer
