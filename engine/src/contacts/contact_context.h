#pragma once

#include <drystone/events.h>
#include <drystone/settings.h>

#include "constraint_graph/constraint_graph.h"
#include "contacts/contact_rules.h"
#include "islands/islands.h"
#include "narrow_phase/narrow_phase.h"
#include "parallel/team.h"
#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"
#include "store/public_handles.h"
#include "store/shape_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Begin and end events of contacts, in the order in which they are published.
struct ContactEvents {
    std::vector<ContactBegin> begins;
    std::vector<ContactEnd> ends;
    /// Ends by destruction since the last step: published by the next one.
    std::vector<ContactEnd> pending_ends;
};

/// Stores and results that the lifecycle of contacts reads and changes.
struct ContactContext {
    BodyStore& bodies;
    ShapeStore& shapes;
    ContactStore& contacts;
    ConstraintGraph& graph;
    IslandStore& islands;
    const JointStore& joints;
    ContactRules& rules;
    ContactChanges& changes;
    ContactEvents& events;
    Team& team;
    NarrowPhase narrow_phase;  ///< The setting of the world.
    std::uint16_t number;      ///< Number of the world, part of every handle.
};

inline SleepContext sleep_context(const ContactContext& context) {
    return {context.bodies, context.contacts, context.graph, context.islands, context.joints};
}

}  // namespace drystone
