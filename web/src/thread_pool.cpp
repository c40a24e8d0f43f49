// The thread pool of the engine for the Web, where threads are workers of JavaScript that run the same module
// on the same memory. Without a module for threads, or where the page has no right to them, the calling
// thread does all by itself.

#include <drystone/thread_pool.h>

#include <drystone/error.h>

#include "threads.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

namespace drystone {

namespace {

using web::Helper;
using Task = FunctionRef<void(int worker)>;

int checked_count(int worker_count) {
    if (worker_count < 1) {
        fail("ThreadPool::ThreadPool", "worker_count", ">= 1", static_cast<double>(worker_count));
    }
    return worker_count;
}

}  // namespace

struct ThreadPoolState {
    explicit ThreadPoolState(int count) : worker_count(count) {}
    ~ThreadPoolState() { web::give_back(helpers); }
    ThreadPoolState(const ThreadPoolState&) = delete;
    ThreadPoolState& operator=(const ThreadPoolState&) = delete;

    void run(int workers, const Task& task);
    void call(int worker, const Task& task);

    const int worker_count;
    std::vector<Helper*> helpers;  ///< Helper i - 1 is for worker i; fewer where no more could be had.
    bool running = false;
    std::exception_ptr error;  ///< First exception of the run on the calling thread.
};

/// Calls helpers, works, and then does the work of those that have not begun by then.
void ThreadPoolState::run(int workers, const Task& task) {
    const int called = web::may_share() ? std::min(workers - 1, static_cast<int>(helpers.size())) : 0;
    for (int i = 0; i < called; ++i) {
        web::call(*helpers[static_cast<std::size_t>(i)], task, i + 1);
    }
    call(0, task);
    for (int worker = 1; worker < workers; ++worker) {
        if (worker > called || web::take_back(*helpers[static_cast<std::size_t>(worker - 1)])) {
            call(worker, task);
        }
    }
    bool broken = false;
    for (int i = 0; i < called; ++i) {
        Helper& helper = *helpers[static_cast<std::size_t>(i)];
        broken = !web::await(helper) || broken;
        if (const std::exception_ptr thrown = web::take_error(helper); thrown && !error) {
            error = thrown;
        }
    }
    web::show_grown_memory();
    if (broken) {
        fail("ThreadPool::run: a thread has ended in the middle of its work");
    }
}

void ThreadPoolState::call(int worker, const Task& task) {
    try {
        task(worker);
    } catch (...) {
        if (!error) {
            error = std::current_exception();
        }
    }
}

ThreadPool::ThreadPool(int worker_count) : state_(new ThreadPoolState(checked_count(worker_count))) {
    web::take(state_->helpers, worker_count - 1);
}

ThreadPool::~ThreadPool() = default;

int ThreadPool::worker_count() const { return state_->worker_count; }

void ThreadPool::run(int workers, FunctionRef<void(int worker)> task) {
    if (workers < 1 || workers > state_->worker_count) {
        fail("ThreadPool::run", "workers", ">= 1 and <= worker_count()", static_cast<double>(workers));
    }
    if (state_->running) {
        fail("ThreadPool::run: must not be called from inside a task of the same pool");
    }
    state_->running = true;
    state_->run(workers, task);
    state_->running = false;
    if (const std::exception_ptr error = std::exchange(state_->error, nullptr)) {
        std::rethrow_exception(error);
    }
}

}  // namespace drystone
