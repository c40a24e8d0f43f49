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

/// Lets contacts in which A dominates B read A's own state again; before the narrow phase.
void destroy_dominance_proxies(const DominanceContext& context);

/// Lets these contacts read A's proxy, which has infinite mass, see `DominanceProxies`. Call it after the
/// narrow phase, once lanes keep their places until the end of the step. Cost: a visit to each such contact
/// by the calling thread; none without them.
void create_dominance_proxies(const DominanceContext& context, const SolverConstants& constants);

}  // namespace drystone
