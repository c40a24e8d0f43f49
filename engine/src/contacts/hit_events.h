#pragma once

#include <drystone/events.h>

#include "constraint_graph/contact_batches.h"
#include "contacts/contact_view.h"

#include <vector>

namespace drystone {

/// Stores that hit events are found in, and buffers for the search.
struct HitEventContext {
    const ContactViewContext& view;
    const ContactBatches& batches;  ///< Of the solver, in this step.
    Team& team;
    ContactChanges& changes;
    float threshold;  ///< [m/s]
};

/// Appends an event for every contact that was hit in the step: its shapes ask for it, they approached each
/// other faster than the threshold, and the contact was pushed. In the order of contact slots. Cost: nothing
/// for blocks in which no contact asks.
void report_hit_events(const HitEventContext& context, std::vector<ContactHit>& hits);

}  // namespace drystone
