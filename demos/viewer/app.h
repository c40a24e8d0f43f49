#pragma once

#include "options.h"

namespace viewer {

/// Opens the window and returns when it is closed.
void run_window(const Options& options);

}  // namespace viewer
