#pragma once

#include <drystone/detail/owned.h>
#include <drystone/export.h>
#include <drystone/task_scheduler.h>

namespace drystone {

/// State of a thread pool; private to the library.
struct ThreadPoolState;

/// Fixed number of threads, asleep while there is nothing to do (from 50 us after the last run).
///
/// Any number of worlds can use the same pool. It executes one run at a time: concurrent runs from other
/// threads wait for their turn.
class DRYSTONE_API ThreadPool : public TaskScheduler {
public:
    /// Starts `worker_count` - 1 threads, since the thread that calls `run` works too; none if `worker_count`
    /// is 1. Throws `Error` unless `worker_count` is in [1, 4096], and if the system refuses a thread; then
    /// those that were started have ended.
    explicit ThreadPool(int worker_count);
    /// Ends the threads. No run may be in progress.
    ~ThreadPool() override;

    [[nodiscard]] int worker_count() const override;

    /// Calls `task(worker)` once for every worker in [0, workers): worker 0 on the calling thread, the others
    /// on the pool's threads, or on the calling thread if no other has started them when worker 0 is done.
    /// Threads that are not needed stay asleep.
    ///
    /// Rethrows the first exception that leaves a task, once all calls have ended. Throws `Error` when called
    /// from inside a task of the same pool, or if `workers` is not in [1, worker_count()].
    void run(int workers, FunctionRef<void(int worker)> task) override;
    /// Runs the task with all workers.
    void run(FunctionRef<void(int worker)> task) { run(worker_count(), task); }

private:
    detail::Owned<ThreadPoolState> state_;
};

}  // namespace drystone
