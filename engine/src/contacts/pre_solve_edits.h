#pragma once

#include "contacts/contact_rules.h"
#include "contacts/contact_view.h"

namespace drystone {

/// Writes the manifolds that the pre-solve callback edited into the lanes of their contacts, after the narrow
/// phase has written the lanes. `view` and `graph` must belong to the same world. Cost: linear in the edited
/// contacts.
void apply_pre_solve_edits(const ContactViewContext& view, const SolverInput& solver,
                           const ContactRules& rules, ConstraintGraph& graph);

}  // namespace drystone
