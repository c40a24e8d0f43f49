#pragma once

#include "constraint_graph/constraint_graph.h"
#include "solver/solver.h"
#include "store/body_store.h"
#include "store/contact_store.h"

namespace drystone {

/// Stores and solver data that dominance between bodies needs.
struct DominanceContext {
    const BodyStore& bodies;
    const ContactStore& contacts;
    ConstraintGraph& graph;
    Solver& solver;
};

/// Before the narrow phase: contacts in which A dominates B find A's own state again.
void destroy_dominance_proxies(const DominanceContext& context);

/// After it, when no lane moves any more: those contacts see A's proxy, which has infinite mass, in its
/// place, see `DominanceProxies`. Cost: nothing where there are none, else a look at each, by one thread.
void create_dominance_proxies(const DominanceContext& context, const SolverConstants& constants);

}  // namespace drystone
