#pragma once

#include <drystone/collision/function_ref.h>

namespace drystone {

/// Where the threads of a step come from: `ThreadPool`, or an adapter of your own to the threads that your
/// program has already.
///
/// Results never depend on the scheduler, on the number of its workers, or on how many of them work at once.
class TaskScheduler {
public:
    TaskScheduler() = default;
    TaskScheduler(const TaskScheduler&) = delete;
    TaskScheduler& operator=(const TaskScheduler&) = delete;
    virtual ~TaskScheduler() = default;

    /// Threads that may work at once, the calling one included; >= 1, and the same for as long as the
    /// scheduler lives.
    [[nodiscard]] virtual int worker_count() const = 0;

    /// Calls `task(worker)` once for every worker in [0, workers), with `workers` in [1, worker_count()]: as
    /// many as the work is worth. Worker 0 is called on the calling thread, the others where and when the
    /// scheduler likes, at the same time or one after another. Returns when all calls have returned.
    ///
    /// Only worker 0 is sure to come to its end by itself, since the others may stay until it has: its call
    /// must not wait for theirs to begin or to return. The tasks of the engine throw nothing.
    virtual void run(int workers, FunctionRef<void(int worker)> task) = 0;
};

}  // namespace drystone
