#pragma once

#include <drystone/events.h>

#include "constraint_graph/contact_batches.h"
#include "contacts/contact_view.h"

#include <vector>

namespace drystone {

/// Stores that hit events are found in, and buffers of the search.
struct HitEventContext {
    const ContactViewContext& view;
    const ContactBatches& batches;  ///< Batches of the solver in this step.
    Team& team;
    ContactChanges& changes;
    float threshold;  ///< [m/s]
};

/// Appends an event for every contact that was hit in the step: a shape has hit events, the approach speed
/// exceeded the threshold, and the contact had an impulse. Events are in the order of contact slots. Cost:
/// none for blocks without contacts that report hits.
void report_hit_events(const HitEventContext& context, std::vector<ContactHit>& hits);

}  // namespace drystone
