#pragma once

#include <cstddef>
#include <ctime>

namespace bench {

/// Time and memory of one run of a row.
struct GrowthSample {
    double seconds = 0.0;   ///< Processor time of the timed part.
    std::size_t bytes = 0;  ///< Memory that the run holds at the end of the timed part, see `held_bytes`.
};

/// Returns the memory that the program holds from the C library's allocator [bytes]; 0 where that does not
/// tell.
std::size_t held_bytes();

/// Times a part of a run. Reads the processor time, which other processes do not affect.
class GrowthMeter {
public:
    GrowthMeter() : bytes_before_(held_bytes()) {}

    /// Times one call and adds the time to the run's.
    template <class Action>
    void time(Action&& action) {
        const std::clock_t start = std::clock();
        action();
        sample_.seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        record_memory();
    }
    /// Times several calls and takes the longest: for steps of which one has most of the work.
    template <class Action>
    void time_longest(int times, Action&& action) {
        for (int i = 0; i < times; ++i) {
            const std::clock_t start = std::clock();
            action();
            const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
            sample_.seconds = seconds > sample_.seconds ? seconds : sample_.seconds;
        }
        record_memory();
    }
    [[nodiscard]] const GrowthSample& sample() const { return sample_; }

private:
    void record_memory() {
        const std::size_t now = held_bytes();
        const std::size_t own = now > bytes_before_ ? now - bytes_before_ : 0;
        sample_.bytes = own > sample_.bytes ? own : sample_.bytes;
    }

    std::size_t bytes_before_;
    GrowthSample sample_;
};

}  // namespace bench
