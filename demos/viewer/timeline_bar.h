#pragma once

#include "session.h"

namespace viewer {

/// Height of the bar, with its margin [pixels].
inline constexpr float timeline_height = 82.0f;

/// Shows the timeline at the lower border: all steps that can be returned to, branches, and where a recording
/// diverges. Call between `ImGuiLayer::begin` and `draw`.
void show_timeline(Session& session, sf::Vector2f size);

}  // namespace viewer
