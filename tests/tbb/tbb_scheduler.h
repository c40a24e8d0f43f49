#pragma once

#include <drystone/task_scheduler.h>

#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace drystone::test {

/// Steps worlds on the threads of oneTBB: an example of a user-defined scheduler.
class TbbScheduler : public drystone::TaskScheduler {
public:
    explicit TbbScheduler(int worker_count = tbb::info::default_concurrency()) : arena_(worker_count) {}

    [[nodiscard]] int worker_count() const override { return arena_.max_concurrency(); }

    void run(int workers, drystone::FunctionRef<void(int worker)> task) override {
        arena_.execute([&] {
            tbb::task_group helpers;
            for (int worker = 1; worker < workers; ++worker) {
                helpers.run([&task, worker] { task(worker); });
            }
            task(0);
            helpers.wait();  // This thread then runs the workers that no other thread has started.
        });
    }

private:
    tbb::task_arena arena_;
};

}  // namespace drystone::test
