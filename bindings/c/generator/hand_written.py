"""Functions of the C interface that are written by hand, in src/functions.cpp."""

import os

HERE = os.path.dirname(os.path.abspath(__file__))

# Name, parameters, comment, and the functions of C++ that they stand for.
FUNCTIONS = [
    ("ds_buffer_create", [("DsBuffer*", "out", "out")], [], []),
    ("ds_buffer_clear", [("DsBuffer", "buffer", "in")], ["Frees the memory, and destroys the objects that it owns."],
     []),
    ("ds_buffer_destroy", [("DsBuffer", "buffer", "in")], [], []),
    ("ds_task_scheduler_create",
     [("int32_t", "worker_count", "in"), ("DsRunTasks", "run", "in"), ("void*", "run_data", "data"),
      ("DsTaskScheduler*", "out", "out")],
     ["Makes a scheduler of a program's own threads; `worker_count` >= 1. Worlds that use it keep it alive, so `run` and",
      "`run_data` have to outlive them."],
     ["TaskScheduler::TaskScheduler()"]),
    ("ds_thread_pool_create", [("int32_t", "worker_count", "in"), ("DsTaskScheduler*", "out", "out")],
     ["Makes a pool of `worker_count` - 1 threads and the calling one, see ThreadPool in C++."],
     ["ThreadPool::ThreadPool(int)"]),
    ("ds_task_scheduler_destroy", [("DsTaskScheduler", "task_scheduler", "in")],
     ["Destroys the handle; worlds that use the scheduler keep it."], []),
    ("ds_task_scheduler_worker_count", [("DsTaskScheduler", "task_scheduler", "in"), ("int32_t*", "out", "out")], [],
     ["TaskScheduler::worker_count() const", "ThreadPool::worker_count() const"]),
    ("ds_task_scheduler_run",
     [("DsTaskScheduler", "task_scheduler", "in"), ("int32_t", "workers", "in"), ("DsTask", "task", "in"),
      ("void*", "task_data", "data")],
     ["Calls `task(task_data, worker)` once for every worker in [0, workers), see TaskScheduler in C++."],
     ["TaskScheduler::run(int, FunctionRef<void(int)>)", "ThreadPool::run(int, FunctionRef<void(int)>)",
      "ThreadPool::run(FunctionRef<void(int)>)"]),
    ("ds_small_core_view", [("const DsSmallCore*", "small_core", "in"), ("DsConvexCore*", "out", "out")],
     ["Returns a view of the core's own points, valid as long as those."], ["SmallCore::view() const"]),
    ("ds_recording_player_world",
     [("DsRecordingPlayer", "recording_player", "in"), ("DsWorld*", "out", "out")],
     ["Makes a handle to the world of a player, which may be read only. It is dead once the player is destroyed; destroy",
      "it like any other."],
     ["RecordingPlayer::world() const"]),
]

# Signatures of callbacks that only these functions take.
CALLBACKS = ["void(int)"]


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def preamble():
    return read("preamble.h")


def declarations():
    from emit_header import comment, prototype  # Not above: that module uses this one's names.
    lines = [read("callbacks.h")]
    for name, parameters, text, _ in FUNCTIONS:
        lines += comment(text)
        lines += prototype(name, [f"{c} {n}" for c, n, _ in parameters])
    return lines + [""]
