#include "solver/dominance_proxies.h"

#include "core/arrays.h"

#include <algorithm>

namespace drystone {

std::uint32_t DominanceProxies::find(std::uint32_t slot, std::size_t slots) {
    if (bodies_.empty()) {
        first_ = slots;
        by_slot_.resize(slots);
    }
    // An entry from an earlier step is out of range or belongs to another slot.
    const std::uint32_t known = by_slot_[slot];
    if (known >= bodies_.size() || bodies_[known] != slot) {
        by_slot_[slot] = static_cast<std::uint32_t>(bodies_.size());
        grow_push_back(bodies_, slot);
    }
    return static_cast<std::uint32_t>(first_) + by_slot_[slot];
}

void DominanceProxies::open(std::vector<BodySolverState>& states,
                            std::vector<IntegrationBlock>& integration) const {
    if (bodies_.empty()) {
        return;
    }
    const std::size_t blocks = (first_ + bodies_.size() + block_lanes - 1) / block_lanes;
    const std::size_t old_blocks = integration.size();
    grow_resize(states, blocks * block_lanes);
    grow_resize(integration, blocks);
    std::fill(states.begin() + static_cast<std::ptrdiff_t>(first_), states.end(), BodySolverState{});
    for (std::size_t i = old_blocks; i < blocks; ++i) {
        drystone::clear(integration[i]);
    }
}

void DominanceProxies::sync_from_body(std::vector<BodySolverState>& states) const {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        BodySolverState& proxy = states[first_ + i];
        proxy = states[bodies_[i]];
        proxy.inverse_mass = 0.0f;
    }
}

}  // namespace drystone
