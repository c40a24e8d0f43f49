#pragma once

#include <drystone/c/drystone.h>
#include <drystone/task_scheduler.h>

namespace drystone::c {

/// Scheduler that hands its tasks to a function of C, and makes up for calls that the function leaves out,
/// repeats or makes for workers that do not exist.
class CallbackScheduler : public TaskScheduler {
public:
    CallbackScheduler(int worker_count, DsRunTasks run_tasks, void* data)
        : worker_count_(worker_count), run_(run_tasks), data_(data) {}

    [[nodiscard]] int worker_count() const override { return worker_count_; }
    void run(int workers, FunctionRef<void(int worker)> task) override;

private:
    int worker_count_;
    DsRunTasks run_;
    void* data_;
};

}  // namespace drystone::c
