#pragma once

#include <atomic>

namespace drystone::test {

/// Number of allocations until one is refused; 0: none is. Read by the operators of the engine's test
/// program, which sanitizers replace by their own.
inline std::atomic<long> allocations_to_failure{0};

/// Returns whether an allocation is to be refused now.
inline bool refuses_allocation() { return allocations_to_failure > 0 && --allocations_to_failure == 0; }

}  // namespace drystone::test
