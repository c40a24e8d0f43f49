#include <drystone/task_scheduler.h>

namespace drystone {

// Not in the header, so that the table of virtual functions is in the library alone.
TaskScheduler::~TaskScheduler() = default;

}  // namespace drystone
