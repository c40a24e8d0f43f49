#pragma once

#include "session.h"

#include <SFML/System/Vector2.hpp>

namespace explorer {

/// Returns the width that the panel covers at the right [pixels].
float panel_width(const Shown& shown);
/// Shows the controls; to be called between `begin` and `draw` of an `ImGuiLayer`.
void show_panel(Session& session, sf::Vector2f size);

}  // namespace explorer
