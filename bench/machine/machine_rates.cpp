#include "machine/machine_rates.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Returns the maximum rate of `work` over repeated calls of `turn()` in about `seconds`: other processes can
/// only reduce it.
template <class Turn>
double best_rate(double work, double seconds, const Turn& turn) {
    const Clock::time_point start = Clock::now();
    double best = 0.0;
    do {
        const Clock::time_point begin = Clock::now();
        turn();
        const double taken = std::chrono::duration<double>(Clock::now() - begin).count();
        best = taken > 0.0 ? std::max(best, work / taken) : best;
    } while (std::chrono::duration<double>(Clock::now() - start).count() < seconds);
    return best;
}

/// Makes the compiler assume that the data is read.
void keep(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

constexpr int rounds = 20000;

/// Number of independent chains of a multiplication and an addition: enough to hide their latency, few enough
/// for sixteen registers.
template <class Vector>
[[gnu::always_inline]] inline void run_chains() {
    constexpr int chains = 12;
    Vector values[chains];
    for (int i = 0; i < chains; ++i) {
        values[i] = Vector{} + static_cast<float>(i);
    }
    const Vector factor = Vector{} + 0.999f;
    const Vector term = Vector{} + 0.001f;
    for (int round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
        for (int i = 0; i < chains; ++i) {  // NOLINT(modernize-loop-convert): counted, to be unrolled
            values[i] = values[i] * factor + term;
        }
    }
    keep(values);
}

constexpr double operations_per_lane = 2.0 * 12.0 * rounds;

using Vector4 [[gnu::vector_size(16)]] = float;

double measure_narrow(double seconds) {
    return best_rate(4 * operations_per_lane, seconds, [] { run_chains<Vector4>(); });
}

#if defined(__x86_64__)

using Vector8 [[gnu::vector_size(32)]] = float;
using Vector16 [[gnu::vector_size(64)]] = float;

[[gnu::target("avx2")]] void run_avx2() { run_chains<Vector8>(); }
[[gnu::target("avx512f")]] void run_avx512() { run_chains<Vector16>(); }

#endif

}  // namespace

double measure_bandwidth(std::size_t bytes, double seconds) {
    const std::size_t count = std::max<std::size_t>(bytes / (3 * sizeof(float)), 1024);
    std::vector<float> a(count, 0.0f);
    const std::vector<float> b(count, 1.0f);
    const std::vector<float> c(count, 2.0f);
    // Repeats small streams within a turn, so that reading the clock costs nothing.
    const int turns = static_cast<int>(std::max<std::size_t>(1, (std::size_t{1} << 18) / count));
    const double work = 3.0 * sizeof(float) * static_cast<double>(count) * turns;
    return best_rate(work, seconds, [&] {
        for (int turn = 0; turn < turns; ++turn) {
            float* const to = a.data();
            for (std::size_t i = 0; i < count; ++i) {
                to[i] = b[i] + 3.0f * c[i];
            }
            keep(to);
        }
    });
}

double measure_arithmetic(double seconds) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        return best_rate(16 * operations_per_lane, seconds, [] { run_avx512(); });
    }
    if (__builtin_cpu_supports("avx2")) {
        return best_rate(8 * operations_per_lane, seconds, [] { run_avx2(); });
    }
#endif
    return measure_narrow(seconds);
}

}  // namespace bench
