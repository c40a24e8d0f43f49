#pragma once

#include <drystone/detail/owned.h>
#include <drystone/task_scheduler.h>

namespace drystone {

/// A fixed number of threads, asleep while there is nothing to do (from 50 us after the last run).
///
/// Any number of worlds can use the same pool. One run is carried out at a time: others that arrive
/// meanwhile, from other threads, wait for their turn.
class ThreadPool : public TaskScheduler {
public:
    /// Starts `worker_count` - 1 threads, since the one that calls `run` works too: with 1 there are none.
    /// Throws `Error` if `worker_count` < 1, and `std::system_error` if the system refuses a thread.
    explicit ThreadPool(int worker_count);
    /// Ends the threads. No run may be going on.
    ~ThreadPool() override;

    [[nodiscard]] int worker_count() const override;

    /// Calls `task(worker)` once for every worker in [0, workers): worker 0 on the calling thread, the others
    /// on those of the pool, or on the calling thread if none has come to them when worker 0 is done. Threads
    /// that are not needed stay asleep.
    ///
    /// Of the exceptions that leave tasks, the first is thrown again here, once all calls have ended. Throws
    /// `Error` when called from inside a task of the same pool, or if `workers` is not in
    /// [1, worker_count()].
    void run(int workers, FunctionRef<void(int worker)> task) override;
    /// The same with all workers.
    void run(FunctionRef<void(int worker)> task) { run(worker_count(), task); }

private:
    struct State;
    detail::Owned<State> state_;
};

}  // namespace drystone
