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
/// stage. In a small world there are as many borders as there is work between them; they are read from the
/// processor's counter, some ten times cheaper than the system's clock, which is only asked at the beginning
/// and the end and tells how long a tick is.
class StageTimer {
public:
    /// A step begins.
    void begin() {
        ticks_ = {};
        began_ = Clock::now();
        last_ = read_ticks();
    }

    /// What passed since the last border belongs to the stage.
    void end(Stage stage) {
        const std::uint64_t now = read_ticks();
        // A thread may have moved to a core whose counter is behind.
        ticks_[static_cast<std::size_t>(stage)] += now > last_ ? now - last_ : 0;
        last_ = now;
    }

    /// The step is over: writes down what its stages took.
    void finish(Profile& profile) const {
        const std::uint64_t now = read_ticks();
        const std::chrono::duration<float, std::milli> spent = Clock::now() - began_;
        std::uint64_t all = now > last_ ? now - last_ : 0;
        for (const std::uint64_t ticks : ticks_) {
            all += ticks;
        }
        profile.step = spent.count();
        const float tick = all > 0 ? spent.count() / static_cast<float>(all) : 0.0f;
        for (std::size_t stage = 0; stage < stage_count; ++stage) {
            profile.stages[stage] = tick * static_cast<float>(ticks_[stage]);
        }
    }

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

    std::array<std::uint64_t, stage_count> ticks_{};
    Clock::time_point began_{};
    std::uint64_t last_ = 0;
};

/// Runs `work` and adds the time it takes, and what went before since the last stage, to its stage.
template <class Work>
void timed(StageTimer& timer, Stage stage, Work&& work) {
    work();
    timer.end(stage);
}

}  // namespace drystone
