#include "parallel/worker_threads.h"

#include <drystone/error.h>
#include <drystone/thread_pool.h>

namespace drystone {

void check_threads(const char* function, const char* argument, int count) {
    if (count < 1 || count > max_workers) {
        fail(function, argument, "in [1, 4096]", static_cast<double>(count));
    }
}

void check_scheduler(const char* function, const TaskScheduler* scheduler) {
    if (scheduler != nullptr) {
        check_threads(function, "scheduler->worker_count()", scheduler->worker_count());
    }
}

std::unique_ptr<TaskScheduler> make_pool(const char* function, const char* argument, int count) {
    check_threads(function, argument, count);
    if (count == 1) {
        return nullptr;
    }
#if defined(__cpp_exceptions)
    try {
        return std::make_unique<ThreadPool>(count);
    } catch (const Error&) {
        fail(function, argument, "a number of threads that the system gives", static_cast<double>(count));
    }
#else
    return std::make_unique<ThreadPool>(count);
#endif
}

}  // namespace drystone
