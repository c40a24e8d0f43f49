#pragma once

#include "constraint_graph/contact_batches.h"
#include "store/solver_state.h"

namespace drystone {

// The passes over the contacts of the overflow, which may share bodies: one contact after another, in the
// order of their places. They do what the kernels do in lanes; each contact has the softness of its bodies.

void warm_start_sequential(const ContactBatch& batch, BodySolverState* states);
void solve_sequential(const ContactBatch& batch, BodySolverState* states, const SolverConstants& constants);
void relax_sequential(const ContactBatch& batch, BodySolverState* states, const SolverConstants& constants);
void apply_restitution_sequential(const ContactBatch& batch, BodySolverState* states,
                                  const SolverConstants& constants);

/// Solves the contact of a lane once, with the softness of the world.
void solve_lane(ContactBlock& block, int lane, BodySolverState* states, const SolverConstants& constants);
/// Gives the contact of a lane other normal impulses, and its bodies the velocities that they have with them.
void set_normal_impulses(ContactBlock& block, int lane, const float (&impulse)[2], BodySolverState* states);

}  // namespace drystone
