// What the libraries for threads of Debian's emscripten ask of an operating system. Those of emscripten
// itself come with code in JavaScript that starts and counts threads in a way of its own; here threads.cpp
// does. So little is asked: locks around the memory and the handles, and variables of threads.

#include <pthread.h>
#include <sched.h>
#include <time.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "clock.h"

namespace {

constexpr std::size_t max_keys = 16;  // The library of exceptions has one or two.

/// Time that a helper waits awake before it lets others use its core [ms], and time between two looks by
/// which it is known that it still waits for the same.
constexpr double awake_time = 0.1;
constexpr double look_time = 0.01;
constexpr std::int64_t nap = 50000;  ///< [ns]

/// Struct of a thread that the library of C reads its error number and its locale from: zeros by default.
thread_local std::array<std::max_align_t, 32> thread_record{};
thread_local std::array<const void*, max_keys> values{};
std::atomic<std::uint32_t> key_count{0};

/// A mutex as a word that is 1 while it is held. The places where it is held are short, and the thread that a
/// page draws on may not sleep, so that waiting is done awake.
std::atomic<std::int32_t>& word_of(pthread_mutex_t* mutex) {
    static_assert(sizeof(std::atomic<std::int32_t>) <= sizeof(pthread_mutex_t));
    return *reinterpret_cast<std::atomic<std::int32_t>*>(mutex);
}

void sleep_in_helper(std::int64_t nanoseconds) {
    std::int32_t never_woken = 0;
    __builtin_wasm_memory_atomic_wait32(&never_woken, 0, nanoseconds);
}

}  // namespace

extern "C" {

void* __get_tp() { return thread_record.data(); }
pthread_t pthread_self() { return reinterpret_cast<pthread_t>(thread_record.data()); }

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t*) {
    word_of(mutex).store(0);
    return 0;
}
int pthread_mutex_destroy(pthread_mutex_t*) { return 0; }
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
    return word_of(mutex).exchange(1, std::memory_order_acquire) == 0 ? 0 : 1;
}
int pthread_mutex_lock(pthread_mutex_t* mutex) {
    while (pthread_mutex_trylock(mutex) != 0) {
        while (word_of(mutex).load(std::memory_order_relaxed) != 0) {
        }
    }
    return 0;
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
    word_of(mutex).store(0, std::memory_order_release);
    return 0;
}
// Waiting may end without a reason, and here it does at once: whoever waits asks again whether it is over.
int pthread_cond_wait(pthread_cond_t*, pthread_mutex_t* mutex) {
    pthread_mutex_unlock(mutex);
    return pthread_mutex_lock(mutex);
}
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec*) {
    return pthread_cond_wait(condition, mutex);
}
int pthread_cond_signal(pthread_cond_t*) { return 0; }
int pthread_cond_broadcast(pthread_cond_t*) { return 0; }
int pthread_cond_destroy(pthread_cond_t*) { return 0; }

int pthread_mutexattr_init(pthread_mutexattr_t*) { return 0; }
int pthread_mutexattr_destroy(pthread_mutexattr_t*) { return 0; }
int pthread_mutexattr_settype(pthread_mutexattr_t*, int) { return 0; }

int pthread_once(pthread_once_t* once, void (*function)()) {
    auto& state = *reinterpret_cast<std::atomic<int>*>(once);  // 0: not yet; 1: under way; 2: done.
    int expected = 0;
    if (state.compare_exchange_strong(expected, 1)) {
        function();
        state.store(2);
    }
    while (state.load() != 2) {
    }
    return 0;
}

int pthread_key_create(pthread_key_t* key, void (*)(void*)) {
    const std::uint32_t number = key_count.fetch_add(1);
    *key = static_cast<pthread_key_t>(number);
    return number < max_keys ? 0 : 1;
}
void* pthread_getspecific(pthread_key_t key) { return const_cast<void*>(values[key]); }
int pthread_setspecific(pthread_key_t key, const void* value) {
    values[key] = value;
    return 0;
}

// Threads of the standard library there are none: threads.cpp has those of the engine.
int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) { return EAGAIN; }
int pthread_join(pthread_t, void**) { return EINVAL; }
int pthread_detach(pthread_t) { return EINVAL; }

/// Lets others use the core. There is no such call in WebAssembly, so a helper that has waited for long takes
/// a nap.
int sched_yield() {
    thread_local double began = 0.0;
    thread_local double last = 0.0;
    if (drystone::web::is_helper) {
        const double now = drystone::web::read_clock();
        if (now - last > look_time) {
            began = now;
        }
        if (now - began > awake_time) {
            sleep_in_helper(nap);
            last = drystone::web::read_clock();
        } else {
            last = now;
        }
    }
    return 0;
}

/// Sleeps in a helper; the thread that the page uses the engine on goes on at once.
int nanosleep(const timespec* time, timespec*) {
    if (drystone::web::is_helper) {
        sleep_in_helper(time->tv_sec * std::int64_t{1000000000} + time->tv_nsec);
    }
    return 0;
}

// Locks of the library of C: of the list of functions for the end of a program, and of streams, which only
// the thread uses that the page uses the engine on.
void __lock(volatile int*) {}
void __unlock(volatile int*) {}
int __lockfile(FILE*) { return 0; }
void __unlockfile(FILE*) {}
}
