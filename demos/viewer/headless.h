#pragma once

#include "options.h"

namespace viewer {

/// Runs a scene without a window and writes the requested pictures.
void run_headless(const scenes::SceneInfo& info, const Options& options);

}  // namespace viewer
