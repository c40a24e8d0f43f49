#pragma once

#include <drystone/task_scheduler.h>

#include <drystone/collision/assert.h>

#include "parallel/barrier_phases.h"
#include "parallel/workers_for.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <utility>
#include <vector>

namespace drystone {

/// Loops that the workers of a task scheduler share, cheap enough for hundreds of them in a step.
///
/// How many workers take part in a loop depends on its work alone, never on time. Used by one thread at a
/// time, the calling thread below. A team is neither copied nor moved.
class Team {
public:
    /// The scheduler must outlive the team. Null: alone, with one worker. Throws `Error` if the scheduler has
    /// no worker.
    explicit Team(TaskScheduler* scheduler);
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    /// Workers, the calling thread included.
    [[nodiscard]] int size() const { return size_; }

    /// Runs `body()` on the calling thread, as worker 0, with up to `workers` - 1 others ready to help in its
    /// loops. With one worker, the scheduler is not called.
    ///
    /// An exception that leaves `body` leaves `run`. Throws `Error`, and has not run `body`, if the scheduler
    /// does not call worker 0; calls for workers that the team does not have, or that were called before, do
    /// nothing. Not to be called from inside `body`. Allocates nothing.
    template <class Body>
    void run(int workers, Body&& body) {
        DRYSTONE_ASSERT(mode_ == Mode::Apart, "a team cannot run within its own run");
        active_ = ignores_work_ ? size_ : std::min(workers, size_);
        if (active_ <= 1) {
            body();
        } else {
            run_with_helpers(std::ref(body));
        }
    }
    /// The same with all workers.
    template <class Body>
    void run(Body&& body) {
        run(size_, body);
    }

    /// From now on every loop is shared among all workers, however little work it has, or not. For tests.
    void ignore_work(bool ignores = true) { ignores_work_ = ignores; }

    /// Calls `chunk(begin, end, worker)` for each chunk of `grain` items of [0, count) (the last may be
    /// shorter), each once, on any worker; returns when all are done, and sees all that they wrote.
    ///
    /// It is handed to at most so many workers, see `workers_for`. Chunks are cut by count and grain alone,
    /// never by the number of workers. `worker` is in [0, size()), and no two threads have the same at a
    /// time. Outside of `run`, for one worker, or from inside a chunk of another loop, this is a plain loop
    /// over the same chunks, in order, on the thread that calls. A chunk must not throw: that ends the
    /// program.
    ///
    /// Allocates nothing. Helpers that waited in vain for a millisecond look for work every 0.1 ms only.
    template <class Chunk>
    void parallel_for(std::size_t count, std::size_t grain, int workers, Chunk&& chunk) {
        const Cut cut = make_cut(count, grain);
        if (cut.chunk_count > 1 && would_share(workers)) {
            share({std::ref(chunk), cut, workers_of(workers, cut.chunk_count)});
            return;
        }
        const int worker = mode_ == Mode::Loop ? worker_of_this_thread() : 0;
        run_in_order(chunk, cut, worker);
    }
    /// The same with all workers.
    template <class Chunk>
    void parallel_for(std::size_t count, std::size_t grain, Chunk&& chunk) {
        parallel_for(count, grain, size_, chunk);
    }

    /// `parallel_for` beside `task()`, which one worker, any, does meanwhile; it must not throw either. Where
    /// the loop is not shared, the task comes before it, and may throw.
    template <class Task, class Chunk>
    void parallel_for_beside(Task&& task, std::size_t count, std::size_t grain, int workers, Chunk&& chunk) {
        if (!would_share(workers)) {
            task();
            parallel_for(count, grain, 1, chunk);
            return;
        }
        const Cut cut = make_cut(count, grain);
        parallel_for(std::size_t{cut.chunk_count} + 1, 1, workers,
                     [&](std::size_t begin, std::size_t end, int worker) {
                         for (std::size_t i = begin; i < end; ++i) {
                             if (i == 0) {
                                 task();
                             } else {
                                 const auto number = static_cast<std::uint32_t>(i - 1);
                                 chunk(cut.begin(number), cut.end(number), worker);
                             }
                         }
                     });
    }

    /// True inside `run`, with others.
    [[nodiscard]] bool is_running() const { return mode_ != Mode::Apart; }

    /// True if others would take part now in a loop for so many workers.
    [[nodiscard]] bool would_share(int workers) const {
        return mode_ == Mode::Serial && (ignores_work_ || workers > 1);
    }

    /// Calls `chunk(begin, end, worker)` for the items of all phases, each once, those of a phase after all
    /// of the phases before; otherwise as `parallel_for`. What is called at once lies in one phase.
    ///
    /// As many workers take part as the largest phase is worth, and in each phase as many as that is worth.
    /// Every worker has its own share of each phase, the same whenever the phases are the same, and takes
    /// what is another's only when that one is not there or does not get on. To wait for each other takes
    /// about as long as a message between two cores: less than half of what a loop takes.
    template <class Chunk>
    void parallel_phases(const BarrierPhases& phases, Chunk&& chunk) {
        if (phases.max_tasks() > 1 && would_share(phases.workers())) {
            share_phases({std::ref(chunk), &phases, workers_of(phases.workers(), phases.max_tasks())});
            return;
        }
        const int worker = mode_ == Mode::Loop ? worker_of_this_thread() : 0;
        run_phases_in_order(chunk, phases, worker);
    }

private:
    /// How a loop falls into chunks.
    struct Cut {
        std::size_t count = 0;
        std::size_t grain = 1;
        std::uint32_t chunk_count = 0;

        [[nodiscard]] std::size_t begin(std::uint32_t chunk) const { return chunk * grain; }
        [[nodiscard]] std::size_t end(std::uint32_t chunk) const {
            return chunk + 1 == chunk_count ? count : (chunk + 1) * grain;
        }
    };

    /// A loop that is shared out. It lives on the stack of the calling thread.
    struct Loop {
        std::function<void(std::size_t begin, std::size_t end, int worker)> chunk;
        Cut cut;
        int workers = 1;  ///< Those that begin with a part: the first ones.
    };

    /// Rounds that are shared out.
    struct PhaseLoop {
        std::function<void(std::size_t begin, std::size_t end, int worker)> chunk;
        const BarrierPhases* phases = nullptr;
        int workers = 1;
    };

    enum class Mode : std::uint8_t {
        Apart,   ///< Outside of `run`, or in a run of one worker.
        Serial,  ///< Inside, between two loops.
        Loop     ///< While a loop is shared out.
    };

    /// Keeps what workers write apart: the lines of a cache, or the pairs of lines that some processors
    /// fetch.
    static constexpr std::size_t cache_line = 128;

    static Cut make_cut(std::size_t count, std::size_t grain) {
        DRYSTONE_ASSERT(grain > 0, "a chunk must have at least one item");
        const std::size_t chunk_count = count / grain + (count % grain != 0 ? 1 : 0);
        DRYSTONE_ASSERT(chunk_count <= UINT32_MAX, "a loop has at most 2^32 - 1 chunks");
        return {count, grain, static_cast<std::uint32_t>(chunk_count)};
    }

    template <class Chunk>
    static void run_in_order(Chunk& chunk, const Cut& cut, int worker) noexcept {
        for (std::uint32_t i = 0; i < cut.chunk_count; ++i) {
            chunk(cut.begin(i), cut.end(i), worker);
        }
    }

    template <class Chunk>
    static void run_phases_in_order(Chunk& chunk, const BarrierPhases& phases, int worker) noexcept {
        for (std::uint32_t phase = 0; phase < phases.size(); ++phase) {
            chunk(std::size_t{phases.item_begin(phases.task_begin(phase))},
                  std::size_t{phases.item_begin(phases.task_begin(phase + 1))}, worker);
        }
    }

    /// The worker that this thread is, in the team that it works for.
    static int& worker_of_this_thread();

    /// The workers of a loop that is worth so many and has so many chunks.
    [[nodiscard]] int workers_of(int workers, std::uint32_t chunks) const {
        const int maximum = ignores_work_ ? active_ : std::min(workers, active_);
        return static_cast<int>(std::min(static_cast<std::uint32_t>(maximum), chunks));
    }

    void run_with_helpers(const std::function<void()>& body);
    void open();
    void close();
    void join(int worker, const std::function<void()>& body);
    void run_main(const std::function<void()>& body);
    void run_worker(int worker);

    void share(const Loop& loop) noexcept;
    void hand_out(const Loop& loop);
    void work(int worker) noexcept;
    std::uint32_t work_on(int part_index, int worker);

    void share_phases(const PhaseLoop& loop) noexcept;
    void follow_phases(const PhaseLoop& loop, int part, int worker) noexcept;
    void work_on_phase(const PhaseLoop& loop, std::uint32_t phase, int part, int worker);
    void await_phase(const PhaseLoop& loop, std::uint32_t phase, int part, int worker);
    [[nodiscard]] std::uint32_t first_task(const PhaseLoop& loop, std::uint32_t phase, int part) const;

    std::uint32_t next_epoch();

    /// The chunks of a loop that a worker begins with, the same in every loop of the same length, so that it
    /// finds in its cache what it left there. When it is done, it goes on with what is left of the parts of
    /// others.
    struct alignas(cache_line) Part {
        /// The high half names the loop, the low half says how many chunks of the part are unclaimed; a
        /// worker claims by lowering it. Zero: there is no run.
        ///
        /// A claim fails when the counter has changed since it was read, so whoever gets a chunk knows that
        /// its loop is still the one that it saw, and will be until it reports the chunk as done: a loop ends
        /// only when all are.
        std::atomic<std::uint64_t> counter{0};
        /// Followed only after a claim.
        std::atomic<const Loop*> loop{nullptr};
        /// Has the worker that begins with this part been called in this run?
        std::atomic<bool> called{false};
    };

    /// A worker's tasks of a phase.
    struct alignas(cache_line) PhasePart {
        /// The high half is the last phase of which a task was claimed, the low half says how many of its
        /// tasks are unclaimed. In a later phase, none is claimed.
        std::atomic<std::uint64_t> counter{0};
    };

    /// Chunks of the loop that are not reported as done.
    alignas(cache_line) std::atomic<std::uint32_t> unfinished_{0};

    /// Tasks of all phases that are done, which tells the phase: no task is begun before all those of the
    /// phases before are done. All who wait for the end of a phase look at this one number.
    alignas(cache_line) std::atomic<std::uint32_t> tasks_done_{0};
    /// Workers that have come to the phases. While some have not, the others do not wait before they help.
    std::atomic<int> arrived_{0};

    // The calling thread's own.
    alignas(cache_line) TaskScheduler* scheduler_;
    int size_ = 1;
    int active_ = 1;  ///< Workers of the run.
    bool ignores_work_ = false;
    std::uint32_t epoch_ = 0;
    Mode mode_ = Mode::Apart;
    std::exception_ptr error_;
    /// By worker.
    std::vector<Part> parts_;
    std::vector<PhasePart> phase_parts_;
};

}  // namespace drystone
