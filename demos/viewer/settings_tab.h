#pragma once

#include "session.h"

namespace viewer {

/// Shows what can be changed while the scene runs, in the current ImGui window: the scene's own parameters,
/// the rates, and the settings of world and solver.
void show_settings(Session& session);

}  // namespace viewer
