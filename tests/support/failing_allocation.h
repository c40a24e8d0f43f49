#pragma once

#include <atomic>

namespace drystone::test {

/// Number of allocations until one is refused; 0: none is. Read by the operators of the engine's test
/// program, which sanitizers replace by their own.
inline std::atomic<long> allocations_to_failure{0};

/// Refuses all allocations after the refused one as well, until the number is set again.
inline std::atomic<bool> refuses_all_after{false};

/// Returns whether an allocation is to be refused now.
inline bool refuses_allocation() {
    if (allocations_to_failure <= 0) {
        return false;
    }
    const bool refuses = allocations_to_failure == 1;
    if (!refuses || !refuses_all_after) {
        --allocations_to_failure;
    }
    return refuses;
}

}  // namespace drystone::test
