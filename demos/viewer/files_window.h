#pragma once

#include "session.h"

namespace viewer {

/// Shows the window that opens, saves and records files, if it is open. Call between `ImGuiLayer::begin` and
/// `draw`.
void show_files(Session& session, sf::Vector2f size);

}  // namespace viewer
