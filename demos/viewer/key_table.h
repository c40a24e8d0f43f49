#pragma once

#include <SFML/System/Vector2.hpp>

#include <span>

namespace viewer {

/// Key or motion of the mouse, and what it does.
struct KeyRow {
    const char* keys;
    const char* effect;
};

/// Rows under a title.
struct KeyGroup {
    const char* title;
    std::span<const KeyRow> rows;
};

/// Shows "Mouse and keys" in two columns over the picture of that size, if it is open; to be called between
/// `begin` and `draw` of an `ImGuiLayer`.
void show_key_table(bool& open, sf::Vector2f size, std::span<const KeyGroup> left,
                    std::span<const KeyGroup> right);

}  // namespace viewer
