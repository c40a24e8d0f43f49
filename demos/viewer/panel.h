#pragma once

#include "session.h"

namespace viewer {

/// Shows the control panel at the right edge, in the current ImGui frame.
void show_panel(Session& session, sf::Vector2f size);

}  // namespace viewer
