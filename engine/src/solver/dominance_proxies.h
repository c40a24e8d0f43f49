#pragma once

#include "store/solver_state.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Of each body that dominates others, what those see of it: it moves as it does, but has infinite mass.
///
/// Contacts with a dominance proxy are those with a static body to the solver, in lanes and in colours of
/// their own, so that any number of bodies can touch one that dominates them. Shadows follow their bodies
/// between passes: what is dominated sees in a pass what its dominator did up to the last one, as what lies
/// on a body sees that body's contact with the ground.
class DominanceProxies {
public:
    /// There are none.
    void clear() { bodies_.clear(); }
    /// Slot of the proxy of the body at `slot`, which gets one if it has none; bodies and what fills up
    /// their last block have the first `slots`, the same in every call until `clear`.
    std::uint32_t find(std::uint32_t slot, std::size_t slots);
    /// Makes room for the proxies behind the bodies.
    void open(std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration) const;
    /// The proxies are where their bodies are, and as fast.
    void sync_from_body(std::vector<BodySolverState>& states) const;
    [[nodiscard]] std::size_t bytes() const {
        return (bodies_.capacity() + by_slot_.capacity()) * sizeof(std::uint32_t);
    }

private:
    std::vector<std::uint32_t> bodies_;   ///< Slots of those that have proxies, in the order of the proxies.
    std::vector<std::uint32_t> by_slot_;  ///< Number of the proxy, as far as it is one of this slot.
    std::size_t first_ = 0;               ///< Slot of the first proxy.
};

}  // namespace drystone
