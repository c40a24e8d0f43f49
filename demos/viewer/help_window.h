#pragma once

#include <SFML/System/Vector2.hpp>

namespace viewer {

/// Shows all keys and what the mouse does, if it is open. Call between `ImGuiLayer::begin` and `draw`.
void show_help(bool& open, sf::Vector2f size);

}  // namespace viewer
