#pragma once

#include "step/world_state.h"

namespace drystone {

/// Moves the bodies over one step. Contacts and joints are solved in sub-steps, each of which integrates
/// velocities, lets bodies bounce, solves with the soft bias, integrates positions and relaxes without bias.
/// The states must have been loaded from the bodies; impulses end up in the graphs, poses and velocities in
/// the bodies. Returns false if a body got a non-finite number, see `store_bodies`. Source: Catto, Solver2D,
/// 2024 (soft step); Macklin et al., Small Steps in Physics Simulation, 2019.
///
/// \param found_loads  `has_loaded_contacts` has returned true in this step
bool solve_step(WorldState& world, const StepConstants& step, bool found_loads = false);

/// Returns whether `solve_step` would look for components under a heavy load, see `LoadedComponents`. Only if
/// not, the solver may be left out in this step. Collects its batches. Cost: in every fourth step a few
/// operations for each contact.
bool has_loaded_contacts(WorldState& world, const StepConstants& step);

}  // namespace drystone
