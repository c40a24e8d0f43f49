#pragma once

#include <chrono>
#include <thread>

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <intrin.h>
#endif

namespace drystone {

/// Tells the processor that this is a loop that waits.
inline void pause() {
#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    _mm_pause();
#elif defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ __volatile__("yield");
#endif
}

/// Waits a little longer each time that it is asked to.
class SpinWait {
public:
    /// For what is sure to come soon: never sleeps.
    void wait_awake() {
        if (spins_ < max_spins) {
            ++spins_;
            pause();
        } else {
            std::this_thread::yield();
        }
    }

    /// For what may come late.
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
            // Another thread uses this core, perhaps the one that this waits for, and many milliseconds may
            // go by before the system spreads the two. Who sleeps is woken on a core that is free.
            if (Clock::now() - now > std::chrono::microseconds(100)) {
                sleep_after_ = now;
            }
        } else {
            // This takes some 0.1 ms in fact, a tenth of the time that was spent awake before.
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
