#pragma once

#include "session.h"

namespace viewer {

/// Shows the chosen object in the current ImGui window: its values, of which many can be changed, and the
/// course of one of them.
void show_inspector(Session& session);

}  // namespace viewer
