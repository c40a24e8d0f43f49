#include <drystone/thread_pool.h>

#include <drystone/error.h>

#include "parallel/worker_threads.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace drystone {
namespace {

using Task = FunctionRef<void(int worker)>;
using Lock = std::unique_lock<std::mutex>;

/// Releases the lock and polls the condition for 50 us, since putting a thread to sleep and waking it takes
/// as long. If other threads use this core, the wait is over at once; a thread that is woken may get another
/// core.
template <class Condition>
void await_briefly(Lock& lock, Condition&& condition) {
    lock.unlock();
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
    while (!condition() && std::chrono::steady_clock::now() < end) {
        std::this_thread::yield();
    }
    lock.lock();
}

}  // namespace

struct ThreadPoolState {
    explicit ThreadPoolState(int count) : worker_count(count) {}
    ~ThreadPoolState();
    ThreadPoolState(const ThreadPoolState&) = delete;
    ThreadPoolState& operator=(const ThreadPoolState&) = delete;

    void start();
    void run(int workers, const Task& task);
    void wait_for_turn(Lock& lock);
    void call_next(Lock& lock);
    void call(int worker, Lock& lock);
    void serve();

    const int worker_count;
    std::vector<std::thread> threads;

    std::mutex mutex;
    std::condition_variable work;      ///< Signals that there is a worker to call, or that the pool ends.
    std::condition_variable finished;  ///< Signals that all calls of the run have returned.
    std::condition_variable turn;      ///< Signals that the run has ended.

    // Written only with the mutex held.
    std::atomic<int> next{0};        ///< First worker that has not been called yet.
    std::atomic<int> wanted{0};      ///< Workers of the run.
    std::atomic<int> unfinished{0};  ///< Calls that have not returned.

    // Used only with the mutex held.
    bool ending = false;
    bool running = false;
    std::thread::id caller;      ///< Thread that called the run.
    const Task* task = nullptr;  ///< Task of the run.
    std::exception_ptr error;    ///< First exception of the run.
};

ThreadPoolState::~ThreadPoolState() {
    {
        const std::lock_guard lock(mutex);
        ending = true;
    }
    work.notify_all();
    for (std::thread& thread : threads) {
        thread.join();
    }
}

void ThreadPoolState::start() {
    threads.reserve(static_cast<std::size_t>(worker_count) - 1);
#if defined(__cpp_exceptions)
    try {
#endif
        for (int i = 1; i < worker_count; ++i) {
            threads.emplace_back([this] { serve(); });
        }
#if defined(__cpp_exceptions)
    } catch (const std::system_error&) {
        fail("ThreadPool::ThreadPool", "worker_count", "a number of threads that the system gives",
             static_cast<double>(worker_count));
    }
#endif
}

void ThreadPoolState::run(int workers, const Task& new_task) {
    Lock lock(mutex);
    wait_for_turn(lock);
    running = true;
    caller = std::this_thread::get_id();
    task = &new_task;
    unfinished = workers;
    next = 1;
    wanted = workers;
    for (int i = 1; i < workers; ++i) {
        work.notify_one();
    }
    call(0, lock);
    while (next < wanted) {
        call_next(lock);
    }
    const auto all_finished = [this] { return unfinished == 0; };
    await_briefly(lock, all_finished);
    finished.wait(lock, all_finished);
    running = false;
    const std::exception_ptr first_error = std::exchange(error, nullptr);
    lock.unlock();
    turn.notify_one();
    if (first_error) {
        std::rethrow_exception(first_error);
    }
}

/// Waits until no run is in progress. The pool's own threads only run tasks, so a call from one of them is
/// from inside a task.
void ThreadPoolState::wait_for_turn(Lock& lock) {
    const std::thread::id self = std::this_thread::get_id();
    const bool inside = (running && caller == self) ||
                        std::any_of(threads.begin(), threads.end(),
                                    [&](const std::thread& each) { return each.get_id() == self; });
    if (inside) {
        fail("ThreadPool::run: must not be called from inside a task of the same pool");
    }
    turn.wait(lock, [this] { return !running; });
}

void ThreadPoolState::call_next(Lock& lock) {
    const int worker = next++;
    call(worker, lock);
}

/// Calls the task of the run, without the lock.
void ThreadPoolState::call(int worker, Lock& lock) {
    const Task& current_task = *task;
    lock.unlock();
    std::exception_ptr thrown;
#if defined(__cpp_exceptions)
    try {
        current_task(worker);
    } catch (...) {
        thrown = std::current_exception();
    }
#else
    current_task(worker);
#endif
    lock.lock();
    if (thrown && !error) {
        error = thrown;
    }
    if (--unfinished == 0) {
        finished.notify_one();
    }
}

/// Runs the loop of a pool thread: calls workers until the pool ends.
void ThreadPoolState::serve() {
    const auto is_wanted = [this] { return next < wanted; };
    Lock lock(mutex);
    while (!ending) {
        if (is_wanted()) {
            call_next(lock);
        } else {
            await_briefly(lock, is_wanted);
            work.wait(lock, [&] { return is_wanted() || ending; });
        }
    }
}

namespace {

int checked_count(int worker_count) {
    check_threads("ThreadPool::ThreadPool", "worker_count", worker_count);
    return worker_count;
}

}  // namespace

ThreadPool::ThreadPool(int worker_count) : state_(new ThreadPoolState(checked_count(worker_count))) {
    // If a thread is refused, the state ends those that were started.
    state_->start();
}

ThreadPool::~ThreadPool() = default;

int ThreadPool::worker_count() const { return state_->worker_count; }

void ThreadPool::run(int workers, FunctionRef<void(int worker)> task) {
    if (workers < 1 || workers > state_->worker_count) {
        fail("ThreadPool::run", "workers", ">= 1 and <= worker_count()", static_cast<double>(workers));
    }
    state_->run(workers, task);
}

}  // namespace drystone
