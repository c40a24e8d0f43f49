#pragma once

#include "options.h"

namespace explorer {

/// Writes the pictures and prints the texts that the options request, without a window.
void run_headless(const Options& options);

}  // namespace explorer
