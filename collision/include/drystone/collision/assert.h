#pragma once

#include <cstdio>
#include <cstdlib>

#if !defined(NDEBUG) || defined(DRYSTONE_CHECKED)
#define DRYSTONE_ASSERTS_ON 1
#else
#define DRYSTONE_ASSERTS_ON 0
#endif

namespace drystone::detail {

/// Prints the broken invariant and ends the program.
[[noreturn]] inline void assertion_failed(const char* condition, const char* sentence, const char* file,
                                          int line) {
    std::fprintf(stderr, "%s:%d: %s (%s)\n", file, line, sentence, condition);
    std::abort();
}

}  // namespace drystone::detail

/// Checks an internal invariant; `sentence` says what is wrong when it fails. Checked in debug builds and
/// where DRYSTONE_CHECKED is defined; elsewhere the condition is not evaluated and costs nothing. Not for
/// user input: see `Error`.
#if DRYSTONE_ASSERTS_ON
#define DRYSTONE_ASSERT(condition, sentence) \
    (static_cast<bool>(condition)            \
         ? static_cast<void>(0)              \
         : ::drystone::detail::assertion_failed(#condition, sentence, __FILE__, __LINE__))
#else
#define DRYSTONE_ASSERT(condition, sentence) static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif
