#pragma once

#include <drystone/task_scheduler.h>

#include <functional>
#include <memory>

namespace drystone {

/// A fixed number of threads that wait, without using the processor, for something to do.
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

    /// As the scheduler's; a worker that no thread has come to yet when worker 0 is done is run by the
    /// calling thread.
    ///
    /// Of the exceptions that leave tasks, the first is thrown again here, once all calls have ended. Throws
    /// `Error` when called from inside a task of the same pool.
    void run(const std::function<void(int worker)>& task) override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace drystone
