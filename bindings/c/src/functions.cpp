// The functions of the C interface that are not generated.

#include "convert.h"
#include "layout.h"
#include "scheduler.h"

#include <drystone/c/drystone.h>

#include <cstdint>
#include <memory>

using namespace drystone;
using namespace drystone::c;

namespace {

constexpr int max_workers = 256;

DsTaskScheduler add_scheduler(std::shared_ptr<TaskScheduler> scheduler) {
    return {add_slot(ObjectOf<DsTaskScheduler>::kind, std::move(scheduler))};
}

void check_workers(int worker_count) {
    if (worker_count < 1 || worker_count > max_workers) {
        fail_call(DS_ERROR_ARGUMENT, "worker_count", "must be in [1, 256]");
    }
}

}  // namespace

uint32_t ds_version(void) { return DS_VERSION; }

DsStatus ds_check_sizes(uint32_t version, const uint16_t* sizes, size_t count) {
    return guarded("ds_check_layout", [&] {
        check_pointer(sizes, "sizes");
        if (version != DS_VERSION || count != struct_count) {
            fail_call(DS_ERROR_LAYOUT, "drystone.h", "is of another version than the library");
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (sizes[i] != struct_sizes[i]) {
                fail_call(DS_ERROR_LAYOUT, "drystone.h", "has a struct of another size than the library");
            }
        }
    });
}

DsStatus ds_buffer_create(DsBuffer* out) {
    return guarded("ds_buffer_create", [&] {
        check_pointer(out, "out");
        *out = {add_slot(ObjectOf<DsBuffer>::kind, std::make_shared<Memory>())};
    });
}

DsStatus ds_buffer_clear(DsBuffer buffer) {
    return guarded("ds_buffer_clear", [&] { edit(buffer, "buffer")->clear(); });
}

DsStatus ds_buffer_destroy(DsBuffer buffer) {
    return guarded("ds_buffer_destroy", [&] { destroy_object(buffer, "buffer"); });
}

DsStatus ds_thread_pool_create(int32_t worker_count, DsTaskScheduler* out) {
    return guarded("ds_thread_pool_create", [&] {
        check_pointer(out, "out");
        check_workers(worker_count);
        *out = add_scheduler(std::make_shared<ThreadPool>(worker_count));
    });
}

DsStatus ds_task_scheduler_create(int32_t worker_count, DsRunTasks run, void* run_data,
                                  DsTaskScheduler* out) {
    return guarded("ds_task_scheduler_create", [&] {
        check_pointer(run, "run");
        check_pointer(out, "out");
        check_workers(worker_count);
        *out = add_scheduler(std::make_shared<CallbackScheduler>(worker_count, run, run_data));
    });
}

DsStatus ds_task_scheduler_destroy(DsTaskScheduler task_scheduler) {
    return guarded("ds_task_scheduler_destroy", [&] { destroy_object(task_scheduler, "task_scheduler"); });
}

DsStatus ds_task_scheduler_worker_count(DsTaskScheduler task_scheduler, int32_t* out) {
    return guarded("ds_task_scheduler_worker_count", [&] {
        check_pointer(out, "out");
        *out = read(task_scheduler, "task_scheduler")->worker_count();
    });
}

DsStatus ds_task_scheduler_run(DsTaskScheduler task_scheduler, int32_t workers, DsTask task,
                               void* task_data) {
    return guarded("ds_task_scheduler_run", [&] {
        check_pointer(task, "task");
        // Runs of several threads wait for each other, so none of them has the scheduler for itself.
        const auto use = read(task_scheduler, "task_scheduler");
        if (workers < 1 || workers > use->worker_count()) {
            fail_call(DS_ERROR_ARGUMENT, "workers", "must be in [1, worker_count]");
        }
        const auto callable = wrap_task(task, task_data);
        const_cast<TaskScheduler&>(*use).run(workers, callable);
    });
}

DsStatus ds_recording_player_world(DsRecordingPlayer recording_player, DsWorld* out) {
    return guarded("ds_recording_player_world", [&] {
        check_pointer(out, "out");
        const auto use = read(recording_player, "recording_player");
        *out = {add_world_of_player(ObjectOf<DsWorld>::kind, recording_player.id)};
    });
}

DsStatus ds_small_core_view(const DsSmallCore* small_core, DsConvexCore* out) {
    return guarded("ds_small_core_view", [&] {
        check_pointer(small_core, "small_core");
        check_pointer(out, "out");
        static_cast<void>(to_cpp(*small_core));  // Refuses a wrong count.
        *out = {small_core->points, small_core->normals, small_core->count, small_core->radius};
    });
}
