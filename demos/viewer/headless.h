#pragma once

#include "options.h"

namespace viewer {

/// Runs a scene or a file without a window and writes the requested pictures and files.
void run_headless(const Options& options);

}  // namespace viewer
