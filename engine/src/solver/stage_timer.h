#pragma once

#include <drystone/profile.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <intrin.h>
#endif

namespace drystone {

/// Finds where a step spends its time.
///
/// The clock is read once where one stage ends and the next begins, so all time of the step belongs to some
/// stage. In a small world such borders take as long as the work between them, so they are read from the
/// processor's counter, which costs a fraction of what the system's clock does. That one is only asked now
/// and then, to find out how long a tick is.
class StageTimer {
public:
    /// A step begins.
    void begin();

    /// What passed since the last border belongs to the stage.
    void end(Stage stage) {
        const std::uint64_t now = read_ticks();
        ticks_[static_cast<std::size_t>(stage)] += ticks_between(last_, now);
        last_ = now;
    }

    /// The step is over: writes down what its stages took.
    void finish(Profile& profile);

private:
    using Clock = std::chrono::steady_clock;

    static std::uint64_t read_ticks() {
#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
        return __rdtsc();
#elif defined(__x86_64__) || defined(__i386__)
        return __builtin_ia32_rdtsc();
#elif defined(__aarch64__) && !defined(_MSC_VER)
        std::uint64_t ticks = 0;
        __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
        return ticks;
#else
        return static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
#endif
    }

    /// A thread may have moved to a core whose counter is behind.
    static std::uint64_t ticks_between(std::uint64_t before, std::uint64_t after) {
        return after > before ? after - before : 0;
    }

    void measure_tick(std::uint64_t now);

    std::array<std::uint64_t, stage_count> ticks_{};
    std::uint64_t last_ = 0;

    double tick_ = 0.0;  ///< [ms]; 0: not known yet.
    Clock::time_point measured_from_{};
    std::uint64_t first_tick_ = 0;      ///< At that time.
    std::uint64_t measured_until_ = 0;  ///< When the tick was last measured.
};

/// Runs `work` and adds the time it takes, and what went before since the last stage, to its stage.
template <class Work>
void timed(StageTimer& timer, Stage stage, Work&& work) {
    work();
    timer.end(stage);
}

}  // namespace drystone
