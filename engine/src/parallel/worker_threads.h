#pragma once

#include <drystone/task_scheduler.h>

#include <memory>

namespace drystone {

/// Maximum number of workers of a scheduler: more is taken for a mistake.
inline constexpr int max_workers = 4096;

/// Throws `Error` in the name of `function` unless the number of threads is in [1, max_workers].
void check_threads(const char* function, const char* argument, int count);
/// Throws `Error` in the name of `function` unless the scheduler, if there is one, has a number of workers in
/// [1, max_workers].
void check_scheduler(const char* function, const TaskScheduler* scheduler);
/// Makes a pool of `count` threads, the calling one included; none for one thread. Throws `Error` in the name
/// of `function` for a number out of range, and if the system refuses a thread.
std::unique_ptr<TaskScheduler> make_pool(const char* function, const char* argument, int count);

}  // namespace drystone
