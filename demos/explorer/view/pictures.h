#pragma once

#include "options.h"

namespace explorer {

/// Writes the pictures and prints the words that the options ask for, without a window.
void run_headless(const Options& options);

}  // namespace explorer
