#pragma once

#include "any_shape.h"

#include <optional>
#include <string_view>
#include <vector>

namespace explorer {

/// Entry of the shape menu; there is one for each kind of the collision library.
struct ShapeChoice {
    const char* key;    ///< Name on the command line.
    const char* title;  ///< Name on the screen.
    AnyShape shape;     ///< One to two metres wide, about its own origin.
};

/// Returns all entries.
const std::vector<ShapeChoice>& shape_menu();
/// Returns the index of a key in the menu.
std::optional<int> find_shape(std::string_view key);

}  // namespace explorer
