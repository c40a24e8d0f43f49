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

/// Timer of the stages of a step.
///
/// The counter is read once where one stage ends and the next begins, so all time belongs to some stage. In a
/// small world, such a reading may take as long as the work in between, so the processor's tick counter is
/// used, which costs a fraction of the system's clock. The clock is read only occasionally, to measure the
/// length of a tick.
///
/// Of many equal rounds of stages, only the first ones are measured, see `skip_rounds`.
class StageTimer {
public:
    /// Begins a step.
    void begin();

    /// Ends a stage: adds the time since the last `begin` or `end` to it.
    void end(Stage stage) {
        if (skips_) {
            return;
        }
        const std::uint64_t now = read_ticks();
        ticks_[static_cast<std::size_t>(stage)] += ticks_between(last_, now);
        last_ = now;
    }

    /// Begins a round of stages that is measured, and that later ones resemble.
    void begin_round() { before_round_ = ticks_; }
    /// Ends the round. The stages that follow are not measured until `end_skipped`.
    void skip_rounds() { skips_ = true; }
    /// Divides the time since `skip_rounds` among the stages as in the round that was measured last.
    void end_skipped();

    /// Continues a step that was interrupted: the time since the last stage ended belongs to no stage.
    void resume() { last_ = read_ticks(); }

    /// Ends the step: writes the times of its stages to `profile`.
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

    /// Returns the ticks between two readings; 0 if the thread moved to a core whose counter is behind.
    static std::uint64_t ticks_between(std::uint64_t before, std::uint64_t after) {
        return after > before ? after - before : 0;
    }

    void measure_tick(std::uint64_t now);

    std::array<std::uint64_t, stage_count> ticks_{};
    std::array<std::uint64_t, stage_count> before_round_{};
    std::uint64_t last_ = 0;
    bool skips_ = false;

    double tick_ = 0.0;  ///< Length of a tick [ms]; 0: not known yet.
    Clock::time_point measured_from_{};
    std::uint64_t first_tick_ = 0;      ///< Counter at `measured_from_`.
    std::uint64_t measured_until_ = 0;  ///< Counter at the last measurement.
};

/// Runs `work` and adds its time, and the time since the last stage ended, to `stage`.
template <class Work>
void timed(StageTimer& timer, Stage stage, Work&& work) {
    work();
    timer.end(stage);
}

/// Runs the same without a reading if `work` has next to nothing to do: its time then goes to the next stage.
template <class Work>
void timed_if(StageTimer& timer, Stage stage, bool has_work, Work&& work) {
    work();
    if (has_work) {
        timer.end(stage);
    }
}

}  // namespace drystone
