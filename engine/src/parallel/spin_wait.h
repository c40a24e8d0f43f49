#pragma once

#include <chrono>
#include <thread>

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <intrin.h>
#endif

namespace drystone {

/// Hints to the processor that this is a spin loop.
inline void pause() {
#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    _mm_pause();
#elif defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ __volatile__("yield");
#endif
}

/// Spin wait with back-off: each call waits longer.
class SpinWait {
public:
    /// Waits without ever sleeping, for events that are sure to come soon.
    void wait_awake() {
        if (spins_ < max_spins) {
            ++spins_;
            pause();
        } else {
            std::this_thread::yield();
        }
    }

    /// Waits, and sleeps after a millisecond, for events that may come late.
    void wait() {
        if (spins_ < max_spins) {
            wait_awake();
            return;
        }
        const Time now = Clock::now();
        if (sleep_after_ == Time{}) {
            sleep_after_ = now + std::chrono::milliseconds(1);
        }
        if (now < sleep_after_) {
            std::this_thread::yield();
            // Another thread uses this core, perhaps the one that this thread waits for, and the system may
            // take many milliseconds to move one of them. A sleeping thread is woken on a free core.
            if (Clock::now() - now > std::chrono::microseconds(100)) {
                sleep_after_ = now;
            }
        } else {
            // The sleep really takes about 0.1 ms, a tenth of the time spent awake before.
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
    }

private:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    static constexpr int max_spins = 1000;

    int spins_ = 0;
    Time sleep_after_{};
};

}  // namespace drystone
