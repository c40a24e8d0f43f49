#pragma once

#include "options.h"

namespace explorer {

/// Opens the window and returns when it is closed.
void run_window(const Options& options);

}  // namespace explorer
