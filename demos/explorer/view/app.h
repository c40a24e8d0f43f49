#pragma once

#include "options.h"

namespace explorer {

/// Opens the window and stays until it is closed.
void run_window(const Options& options);

}  // namespace explorer
