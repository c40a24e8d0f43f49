#include "parallel/epoch_counter.h"
#include "parallel/spin_wait.h"
#include "parallel/team.h"

namespace drystone {

namespace {

/// Number of polls for the end of a phase before a worker helps with it: about a microsecond. Taking over
/// work also moves its data to another core, so it should pay off.
constexpr int looks_before_take_over = 64;

}  // namespace

/// Runs the phases as a loop with one chunk per worker; late workers are not waited for.
void Team::share_phases(const PhaseLoop& loop) noexcept {
    for (int part = 0; part < loop.workers; ++part) {
        const std::uint32_t tasks = first_task(loop, 0, part + 1) - first_task(loop, 0, part);
        phase_parts_[static_cast<std::size_t>(part)].counter.store(make_epoch_counter(0, tasks),
                                                                   std::memory_order_relaxed);
    }
    tasks_done_.store(0, std::memory_order_relaxed);
    arrived_.store(0, std::memory_order_relaxed);
    const auto follow = [this, &loop](std::size_t part, std::size_t, int worker) {
        follow_phases(loop, static_cast<int>(part), worker);
    };
    share({std::ref(follow), make_cut(static_cast<std::size_t>(loop.workers), 1), loop.workers});
}

/// Works on one part of every phase, and on unclaimed tasks of other parts.
void Team::follow_phases(const PhaseLoop& loop, int part, int worker) noexcept {
    arrived_.fetch_add(1, std::memory_order_relaxed);
    for (std::uint32_t phase = 0; phase < loop.phases->size(); ++phase) {
        work_on_phase(loop, phase, part, worker);
        await_phase(loop, phase, part, worker);
    }
}

/// Claims and runs tasks of a part until all are claimed. All earlier phases have ended.
void Team::work_on_phase(const PhaseLoop& loop, std::uint32_t phase, int part_index, int worker) {
    PhasePart& part = phase_parts_[static_cast<std::size_t>(part_index)];
    const BarrierPhases& phases = *loop.phases;
    const std::uint32_t end = first_task(loop, phase, part_index + 1);
    const std::uint32_t tasks = end - first_task(loop, phase, part_index);
    std::uint32_t done = 0;
    std::uint64_t counter = part.counter.load(std::memory_order_relaxed);
    // A later phase has begun only if all tasks of this one are done.
    while (tasks != 0 && epoch_of(counter) <= phase) {
        const std::uint32_t unclaimed = epoch_of(counter) == phase ? unclaimed_in(counter) : tasks;
        if (unclaimed == 0) {
            break;
        }
        // Claims three quarters at once: the rest is left for other workers in case this thread is held up.
        const std::uint32_t share = unclaimed - unclaimed / 4;
        // Writes of tasks become visible through `tasks_done_`.
        if (!part.counter.compare_exchange_weak(counter, make_epoch_counter(phase, unclaimed - share),
                                                std::memory_order_relaxed)) {
            continue;
        }
        const std::uint32_t first = end - unclaimed;
        guard_chunk([&] { loop.chunk(phases.item_begin(first), phases.item_begin(first + share), worker); });
        done += share;
        counter = part.counter.load(std::memory_order_relaxed);
    }
    if (done != 0) {
        tasks_done_.fetch_add(done, std::memory_order_acq_rel);
    }
}

/// Waits until all tasks of the phase are done, and helps if that takes long.
void Team::await_phase(const PhaseLoop& loop, std::uint32_t phase, int part, int worker) {
    const std::uint32_t end = loop.phases->task_begin(phase + 1);
    SpinWait spin_wait;
    int looks = 0;
    while (tasks_done_.load(std::memory_order_acquire) < end) {
        const bool all_are_here = arrived_.load(std::memory_order_relaxed) == loop.workers;
        if (!all_are_here || ++looks == looks_before_take_over) {
            for (int i = 1; i < loop.workers; ++i) {
                work_on_phase(loop, phase, (part + i) % loop.workers, worker);
            }
            looks = 0;
        }
        spin_wait.wait_awake();
    }
}

/// Returns the first task of a part in a phase; for `loop.workers`, the end of the last part. A single task
/// belongs to the calling thread.
std::uint32_t Team::first_task(const PhaseLoop& loop, std::uint32_t phase, int part) const {
    const std::uint32_t begin = loop.phases->task_begin(phase);
    const std::uint32_t tasks = loop.phases->task_begin(phase + 1) - begin;
    const int worth = ignores_work_ ? loop.workers : std::min(loop.workers, loop.phases->workers(phase));
    const auto parts = static_cast<std::uint32_t>(worth);
    const std::uint64_t product = std::uint64_t{tasks} * static_cast<std::uint32_t>(std::min(part, worth));
    return begin + static_cast<std::uint32_t>((product + parts - 1) / parts);
}

}  // namespace drystone
