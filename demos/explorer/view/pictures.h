#pragma once

#include "options.h"

namespace explorer {

/// Writes the pictures and prints the texts that the options request, without a window.
void run_headless(const Options& options);

/// Writes the row and the film of all steps of a session that the options name; throws `viewer::UserError`.
void export_steps(Session session, const Options& options);

}  // namespace explorer
