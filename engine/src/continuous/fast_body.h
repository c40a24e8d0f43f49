#pragma once

#include <drystone/collision/time_of_impact.h>

#include "store/body_store.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace drystone {

/// A body that moved far, its motion, and the fraction at which it was stopped.
struct FastBody {
    std::uint32_t body;
    float fraction;
    Sweep sweep;
};

/// Returns the entry of a body in a list that is sorted by solver slot, or null.
inline const FastBody* find_fast(const BodyStore& bodies, std::span<const FastBody> list,
                                 std::uint32_t body) {
    const auto found = std::lower_bound(
        list.begin(), list.end(), bodies.solver_slots[body],
        [&](const FastBody& fast, std::uint32_t slot) { return bodies.solver_slots[fast.body] < slot; });
    return found != list.end() && found->body == body ? &*found : nullptr;
}

}  // namespace drystone
