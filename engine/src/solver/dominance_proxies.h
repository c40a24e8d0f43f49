#pragma once

#include "store/solver_state.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Proxies of bodies that dominate others: solver states that move like these bodies, but have infinite mass.
///
/// To the solver, a contact with a proxy is one with a static body, in the colours of static contacts, so any
/// number of bodies can touch one that dominates them. Proxies are synchronised with their bodies between
/// passes: in a pass, a dominated body sees the motion of its dominator after the previous pass.
class DominanceProxies {
public:
    /// Removes all proxies.
    void clear() { bodies_.clear(); }
    /// Returns the slot of the proxy of the body at `slot`; creates it if there is none. `slots` is the
    /// number of slots of bodies, padding of the last block included; it must be the same in every call until
    /// `clear`.
    std::uint32_t find(std::uint32_t slot, std::size_t slots);
    /// Appends the slots of the proxies to those of the bodies.
    void open(std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration) const;
    /// Copies movement and velocity of the bodies to their proxies.
    void sync_from_body(std::vector<BodySolverState>& states) const;
    [[nodiscard]] std::size_t bytes() const {
        return (bodies_.capacity() + by_slot_.capacity()) * sizeof(std::uint32_t);
    }

private:
    std::vector<std::uint32_t> bodies_;   ///< Slots of the bodies with proxies, in the order of the proxies.
    std::vector<std::uint32_t> by_slot_;  ///< Number of the slot's proxy; stale unless `bodies_` agrees.
    std::size_t first_ = 0;               ///< Slot of the first proxy.
};

}  // namespace drystone
