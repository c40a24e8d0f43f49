#pragma once

#include <drystone/collision/function_ref.h>
#include <drystone/export.h>

namespace drystone {

/// Interface to the threads of a step: `ThreadPool`, or an adapter to the threads that a program already has.
///
/// Results never depend on the scheduler, on the number of its workers, or on how many of them work at once.
class DRYSTONE_API TaskScheduler {
public:
    TaskScheduler() = default;
    TaskScheduler(const TaskScheduler&) = delete;
    TaskScheduler& operator=(const TaskScheduler&) = delete;
    virtual ~TaskScheduler();

    /// Returns the number of threads that may work at once, the calling one included; in [1, 4096], and
    /// constant over the scheduler's life.
    [[nodiscard]] virtual int worker_count() const = 0;

    /// Calls `task(worker)` once for every worker in [0, workers), with `workers` in [1, worker_count()]: as
    /// many as the work is worth. Worker 0 runs on the calling thread, the others on any thread, concurrently
    /// or one after another. Returns when all calls have returned.
    ///
    /// Only worker 0 is guaranteed to finish by itself; the others may run until it has finished. So its call
    /// must not wait for theirs to begin or to return. The tasks of the engine do not throw. An exception
    /// that leaves a call of the engine leaves the step, which marks the world as one to be destroyed or
    /// restored, see `World::step`; calls that had begun must have returned by then.
    virtual void run(int workers, FunctionRef<void(int worker)> task) = 0;
};

}  // namespace drystone
