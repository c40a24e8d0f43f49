#pragma once

#include "constraint_graph/contact_batches.h"
#include "store/solver_state.h"

namespace drystone {

// Passes over the contacts of the overflow, which may share bodies: one contact after another, in the order
// of their places. They match the kernels in lanes, except that each contact has the softness of its own
// bodies.

void warm_start_sequential(const ContactBatch& batch, BodySolverState* states);
void solve_sequential(const ContactBatch& batch, BodySolverState* states, const SolverConstants& constants);
void relax_sequential(const ContactBatch& batch, BodySolverState* states, const SolverConstants& constants);
/// The same passes. They also return whether some impulse has changed by more than `limit` [m/s] times its
/// effective mass.
bool solve_sequential_changing(const ContactBatch& batch, BodySolverState* states,
                               const SolverConstants& constants, float limit);
bool relax_sequential_changing(const ContactBatch& batch, BodySolverState* states,
                               const SolverConstants& constants, float limit);
/// Restores the approach speeds of the lanes that were left out, see `Bounces`.
void rebound_sequential(const ContactBatch& batch, BodySolverState* states, const SolverConstants& constants);

/// Runs one pass with bias over the contact of a lane, with the world's softness.
void solve_lane(ContactBlock& block, int lane, BodySolverState* states, const SolverConstants& constants);
/// Updates the separations of the contact of a lane to the present poses, as a relax pass does.
void update_lane_separations(ContactBlock& block, int lane, const BodySolverState* states);
/// Replaces the normal impulses of the contact of a lane, and changes the velocities of its bodies
/// accordingly.
void set_normal_impulses(ContactBlock& block, int lane, const float (&impulse)[2], BodySolverState* states);

}  // namespace drystone
