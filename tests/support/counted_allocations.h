#pragma once

#include <doctest/doctest.h>

#include <atomic>

// The engine's arrays are standard vectors, so all memory comes from operator new. A sanitizer has its own
// operators, which must stay in place.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTS_ALLOCATIONS 1
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#undef COUNTS_ALLOCATIONS
#define COUNTS_ALLOCATIONS 0
#endif
#endif
#else
#define COUNTS_ALLOCATIONS 0
#endif

namespace drystone::test {

/// Number of allocations so far. Counted by the operators of the engine's test program.
inline std::atomic<long> allocation_count{0};

/// Counts the allocations of the call.
template <class Call>
long allocations_of(Call&& call) {
    const long before = allocation_count.load();
    call();
    return allocation_count.load() - before;
}

/// Returns whether allocations are counted, and says so if they are not.
inline bool counting() {
    if (!COUNTS_ALLOCATIONS) {
        MESSAGE("skipped: allocations cannot be counted beside a sanitizer");
    }
    return COUNTS_ALLOCATIONS != 0;
}

}  // namespace drystone::test
