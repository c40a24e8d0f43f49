#pragma once

#include "constraint_graph/constraint_graph.h"
#include "narrow_phase/narrow_phase.h"
#include "store/contact_store.h"

namespace drystone {

/// Marks the contacts of the graph whose bodies turn so far in the step that they may pass through each other
/// elsewhere than where they touch: their next impact is predicted, see speculative_contacts.h. Cost: a
/// comparison for each awake body, and some 20 ns for each contact of a body that spins.
void mark_spinning_contacts(const NarrowPhaseInput& input, const ContactStore& contacts,
                            ConstraintGraph& graph);

}  // namespace drystone
