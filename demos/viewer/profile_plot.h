#pragma once

#include <viewer/model/history.h>

namespace viewer {

/// Shows the time of each stage over the last steps as a stacked area, with a legend, in the current ImGui
/// window.
void show_profile_plot(const History& history);

}  // namespace viewer
