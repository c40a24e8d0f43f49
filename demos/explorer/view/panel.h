#pragma once

#include "session.h"

#include <SFML/System/Vector2.hpp>

namespace explorer {

/// Pixels at the right that the panel covers.
float panel_width(const Shown& shown);
/// The controls, between `begin` and `draw` of an `ImGuiLayer`.
void show_panel(Session& session, sf::Vector2f size);

}  // namespace explorer
