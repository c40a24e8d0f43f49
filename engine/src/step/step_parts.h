#pragma once

#include <drystone/fwd.h>

#include "solver/solver.h"

namespace drystone {

/// Outcome of the solver's part of a step.
struct StepOutcome {
    bool moves = false;  ///< The solver had bodies to move.
    bool finite = true;  ///< All its results are finite.
};

/// Parts of `step_world`, for worlds that are stepped side by side: the stages before the passes of the
/// solver, and those after it. Between them `solve_step`, or another way to the same results, runs if
/// `begin_step` returns true: there are bodies to move.
bool begin_step(WorldState& world, const StepConstants& step);
void end_step(WorldState& world, const StepConstants& step, StepOutcome outcome);

}  // namespace drystone
