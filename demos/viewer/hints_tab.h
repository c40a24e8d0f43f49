#pragma once

#include "session.h"

namespace viewer {

/// Shows the hints of the world in the current ImGui window; a click on one chooses its object.
void show_hints(Session& session);

}  // namespace viewer
