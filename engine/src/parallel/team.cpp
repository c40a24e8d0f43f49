#include "parallel/team.h"

#include <drystone/error.h>

#include "core/undo.h"
#include "parallel/epoch_counter.h"
#include "parallel/spin_wait.h"
#include "parallel/worker_threads.h"

#include <span>

namespace drystone {
namespace {

constexpr std::uint64_t no_run = 0;

/// Returns the first chunk of a part, of `parts` parts; for `part` = `parts`, the end of the last one.
std::uint32_t first_of_part(std::uint32_t chunk_count, int part, int parts) {
    const std::uint64_t product = std::uint64_t{chunk_count} * static_cast<std::uint32_t>(part);
    return static_cast<std::uint32_t>(product / static_cast<std::uint32_t>(parts));
}

int checked_worker_count(const TaskScheduler* scheduler) {
    if (scheduler == nullptr) {
        return 1;
    }
    check_scheduler("TaskScheduler::worker_count", scheduler);
    return scheduler->worker_count();
}

}  // namespace

Team::Team(TaskScheduler* scheduler)
    : scheduler_(scheduler),
      size_(checked_worker_count(scheduler)),
      parts_(static_cast<std::size_t>(size_)),
      phase_parts_(static_cast<std::size_t>(size_)) {}

int& Team::worker_of_this_thread() {
    thread_local int worker = 0;
    return worker;
}

void Team::run_with_helpers(const std::function<void()>& body) {
    open();
    // What the scheduler throws leaves no run behind: its workers end, and no older error is kept.
    Undo closing([this] {
        close();
        error_ = nullptr;
    });
    scheduler_->run(active_, [this, &body](int worker) { join(worker, body); });
    closing.keep();
    if (!parts_[0].called.load(std::memory_order_relaxed)) {
        close();
        fail("TaskScheduler::run: must call the task for worker 0 before it returns");
    }
    if (error_) {
        std::rethrow_exception(std::exchange(error_, nullptr));
    }
}

void Team::open() {
    const std::uint64_t counter = make_epoch_counter(next_epoch(), 0);
    for (Part& part : std::span(parts_).first(static_cast<std::size_t>(active_))) {
        part.called.store(false, std::memory_order_relaxed);
        part.counter.store(counter, std::memory_order_release);
    }
}

void Team::close() {
    for (Part& part : std::span(parts_).first(static_cast<std::size_t>(active_))) {
        part.counter.store(no_run, std::memory_order_release);
    }
}

void Team::join(int worker, const std::function<void()>& body) {
    const bool known = worker >= 0 && worker < active_;
    if (!known || parts_[static_cast<std::size_t>(worker)].called.exchange(true, std::memory_order_relaxed)) {
        return;
    }
    const int outer_worker = std::exchange(worker_of_this_thread(), worker);
    if (worker == 0) {
        run_main(body);
    } else {
        run_worker(worker);
    }
    worker_of_this_thread() = outer_worker;
}

/// Runs worker 0.
void Team::run_main(const std::function<void()>& body) {
    mode_ = Mode::Serial;
#if defined(__cpp_exceptions)
    // The scheduler may be unable to pass the exception on.
    try {
        body();
    } catch (...) {
        error_ = std::current_exception();
    }
#else
    body();
#endif
    mode_ = Mode::Apart;
    close();
}

/// Runs a worker other than 0: works on loops until the run ends.
void Team::run_worker(int worker) {
    const Part& part = parts_[static_cast<std::size_t>(worker)];
    std::uint32_t last_epoch = 0;
    SpinWait spin_wait;
    for (;;) {
        const std::uint64_t counter = part.counter.load(std::memory_order_relaxed);
        if (counter == no_run) {
            return;
        }
        const std::uint32_t epoch = epoch_of(counter);
        if (epoch != last_epoch) {
            last_epoch = epoch;
            work(worker);
            spin_wait = {};
        } else {
            spin_wait.wait();
        }
    }
}

void Team::share(const Loop& loop) noexcept {
    mode_ = Mode::Loop;
    // Workers read this, and the pointers to the loop, only after a counter that is released later.
    unfinished_.store(loop.cut.chunk_count, std::memory_order_relaxed);
    hand_out(loop);
    work(0);
    SpinWait spin_wait;
    while (unfinished_.load(std::memory_order_acquire) != 0) {
        spin_wait.wait_awake();
    }
    mode_ = Mode::Serial;
}

void Team::hand_out(const Loop& loop) {
    const std::uint32_t epoch = next_epoch();
    std::uint32_t end = loop.cut.chunk_count;
    // Part 0, the calling thread's own, comes last: it needs no notification.
    for (int i = loop.workers - 1; i >= 0; --i) {
        const std::uint32_t begin = first_of_part(loop.cut.chunk_count, i, loop.workers);
        if (begin != end) {
            Part& part = parts_[static_cast<std::size_t>(i)];
            part.loop.store(&loop, std::memory_order_relaxed);
            part.counter.store(make_epoch_counter(epoch, end - begin), std::memory_order_release);
        }
        end = begin;
    }
}

/// Claims and runs chunks of the worker's own part, then of the others, until all are claimed.
void Team::work(int worker) noexcept {
    std::uint32_t done = 0;
    for (int part = worker; part < active_; ++part) {
        done += work_on(part, worker);
    }
    for (int part = 0; part < worker; ++part) {
        done += work_on(part, worker);
    }
    if (done != 0) {
        unfinished_.fetch_sub(done, std::memory_order_release);
    }
}

/// Claims and runs chunks of a part. Returns how many it ran.
std::uint32_t Team::work_on(int part_index, int worker) {
    Part& part = parts_[static_cast<std::size_t>(part_index)];
    std::uint32_t done = 0;
    std::uint64_t counter = part.counter.load(std::memory_order_acquire);
    while (const std::uint32_t unclaimed = unclaimed_in(counter)) {
        // Claims several chunks at a time while many are left, since a claim may have to fetch the line from
        // another core.
        const std::uint32_t share = (unclaimed + 7) / 8;
        if (!part.counter.compare_exchange_weak(counter, counter - share, std::memory_order_acquire)) {
            continue;
        }
        const Loop& loop = *part.loop.load(std::memory_order_relaxed);
        const std::uint32_t end = first_of_part(loop.cut.chunk_count, part_index + 1, loop.workers);
        const std::uint32_t first = end - unclaimed;
        for (std::uint32_t i = first; i < first + share; ++i) {
            guard_chunk([&] { loop.chunk(loop.cut.begin(i), loop.cut.end(i), worker); });
        }
        done += share;
        counter = part.counter.load(std::memory_order_acquire);
    }
    return done;
}

/// Returns the next loop number, never zero. It wraps after 2^32 loops; no worker holds a number that long,
/// since none stays from one run to the next.
std::uint32_t Team::next_epoch() {
    if (++epoch_ == 0) {
        ++epoch_;
    }
    return epoch_;
}

}  // namespace drystone
