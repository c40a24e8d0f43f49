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

/// Parallel loops over the workers of a task scheduler, cheap enough for hundreds of them in a step.
///
/// The number of workers in a loop depends on its work alone, never on time. A team is used by one thread at
/// a time, called the calling thread below, and is neither copied nor moved.
class Team {
public:
    /// Makes a team of the scheduler's workers; the scheduler must outlive the team. Null: a single worker.
    /// Throws `Error` if the scheduler has no worker.
    explicit Team(TaskScheduler* scheduler);
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    /// Returns the number of workers, the calling thread included.
    [[nodiscard]] int size() const { return size_; }

    /// Runs `body()` on the calling thread, as worker 0, with up to `workers` - 1 others ready to help in its
    /// loops. With one worker, the scheduler is not called.
    ///
    /// An exception that leaves `body` leaves `run`. Throws `Error`, without having run `body`, if the
    /// scheduler does not call worker 0. Calls for workers that the team does not have, or that were called
    /// before, do nothing. Must not be called from inside `body`. Allocates nothing.
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
    /// Runs `body()` with all workers.
    template <class Body>
    void run(Body&& body) {
        run(size_, body);
    }

    /// Shares every later loop among all workers, however little work it has, or stops doing so. For tests.
    void ignore_work(bool ignores = true) { ignores_work_ = ignores; }

    /// Calls `chunk(begin, end, worker)` for each chunk of `grain` items of [0, count) (the last may be
    /// shorter), each once, on any worker. Returns when all are done; their writes are then visible to the
    /// caller.
    ///
    /// At most `workers` workers take part, see `workers_for`. Chunks depend on count and grain alone, never
    /// on the number of workers. `worker` is in [0, size()), and no two threads have the same at a time.
    /// Outside of `run`, for one worker, or from inside a chunk of another loop, this is a plain loop over
    /// the same chunks, in order, on the calling thread. If a chunk throws, the others still run where the
    /// loop is shared, and the first exception leaves the loop.
    ///
    /// Allocates nothing. Helpers without work for a millisecond look for work only every 0.1 ms.
    template <class Chunk>
    void parallel_for(std::size_t count, std::size_t grain, int workers, Chunk&& chunk) {
        const Cut cut = make_cut(count, grain);
        if (cut.chunk_count > 1 && would_share(workers)) {
            share({std::ref(chunk), cut, workers_of(workers, cut.chunk_count)});
            rethrow_chunk_error();
            return;
        }
        const int worker = mode_ == Mode::Loop ? worker_of_this_thread() : 0;
        run_in_order(chunk, cut, worker);
    }
    /// Runs the loop with all workers.
    template <class Chunk>
    void parallel_for(std::size_t count, std::size_t grain, Chunk&& chunk) {
        parallel_for(count, grain, size_, chunk);
    }

    /// Runs `parallel_for` in parallel with `task()`, which one of the workers calls. If the loop is not
    /// shared, the task runs before it.
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

    /// Returns true inside `run` with more than one worker.
    [[nodiscard]] bool is_running() const { return mode_ != Mode::Apart; }

    /// Returns true if other workers would take part now in a loop for `workers` workers.
    [[nodiscard]] bool would_share(int workers) const {
        return mode_ == Mode::Serial && (ignores_work_ || workers > 1);
    }

    /// Calls `chunk(begin, end, worker)` for the items of all phases, each once, each phase after the phase
    /// before it has ended; otherwise as `parallel_for`. The items of one call are of one phase.
    ///
    /// As many workers take part as the largest phase is worth, and in each phase as many as that phase is
    /// worth. Every worker has its own share of each phase, the same whenever the phases are the same, and
    /// takes another worker's share only if that worker is absent or held up. A barrier takes about as long
    /// as a message between two cores: less than half of what a loop takes.
    template <class Chunk>
    void parallel_phases(const BarrierPhases& phases, Chunk&& chunk) {
        if (phases.max_tasks() > 1 && would_share(phases.workers())) {
            share_phases({std::ref(chunk), &phases, workers_of(phases.workers(), phases.max_tasks())});
            rethrow_chunk_error();
            return;
        }
        const int worker = mode_ == Mode::Loop ? worker_of_this_thread() : 0;
        run_phases_in_order(chunk, phases, worker);
    }

private:
    /// Division of a loop into chunks.
    struct Cut {
        std::size_t count = 0;
        std::size_t grain = 1;
        std::uint32_t chunk_count = 0;

        [[nodiscard]] std::size_t begin(std::uint32_t chunk) const { return chunk * grain; }
        [[nodiscard]] std::size_t end(std::uint32_t chunk) const {
            return chunk + 1 == chunk_count ? count : (chunk + 1) * grain;
        }
    };

    /// Loop that workers share. It is on the stack of the calling thread.
    struct Loop {
        std::function<void(std::size_t begin, std::size_t end, int worker)> chunk;
        Cut cut;
        int workers = 1;  ///< Number of workers that begin with their own part: the first ones.
    };

    /// Phases that workers share.
    struct PhaseLoop {
        std::function<void(std::size_t begin, std::size_t end, int worker)> chunk;
        const BarrierPhases* phases = nullptr;
        int workers = 1;
    };

    enum class Mode : std::uint8_t {
        Apart,   ///< Outside of `run`, or in a run of one worker.
        Serial,  ///< Inside `run`, between two loops.
        Loop     ///< Inside a shared loop.
    };

    /// Alignment of data that different workers write: a cache line, or the pair of lines that some
    /// processors fetch.
    static constexpr std::size_t cache_line = 128;

    static Cut make_cut(std::size_t count, std::size_t grain) {
        DRYSTONE_ASSERT(grain > 0, "a chunk must have at least one item");
        const std::size_t chunk_count = count / grain + (count % grain != 0 ? 1 : 0);
        DRYSTONE_ASSERT(chunk_count <= UINT32_MAX, "a loop has at most 2^32 - 1 chunks");
        return {count, grain, static_cast<std::uint32_t>(chunk_count)};
    }

    template <class Chunk>
    static void run_in_order(Chunk& chunk, const Cut& cut, int worker) {
        for (std::uint32_t i = 0; i < cut.chunk_count; ++i) {
            chunk(cut.begin(i), cut.end(i), worker);
        }
    }

    template <class Chunk>
    static void run_phases_in_order(Chunk& chunk, const BarrierPhases& phases, int worker) {
        for (std::uint32_t phase = 0; phase < phases.size(); ++phase) {
            chunk(std::size_t{phases.item_begin(phases.task_begin(phase))},
                  std::size_t{phases.item_begin(phases.task_begin(phase + 1))}, worker);
        }
    }

    /// Returns the worker number of this thread in the team that it works for.
    static int& worker_of_this_thread();

    /// Returns the number of workers for a loop that is worth `workers` and has `chunks` chunks.
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

    /// Runs `call()`; keeps its exception, if it is the first one of the loop, for `rethrow_chunk_error`.
    template <class Call>
    void guard_chunk(Call&& call) noexcept {
#if defined(__cpp_exceptions)
        try {
            call();
        } catch (...) {
            if (!has_chunk_error_.exchange(true, std::memory_order_relaxed)) {
                chunk_error_ = std::current_exception();
            }
        }
#else
        call();
#endif
    }
    void rethrow_chunk_error() {
        if (has_chunk_error_.load(std::memory_order_relaxed)) [[unlikely]] {
            has_chunk_error_.store(false, std::memory_order_relaxed);
            std::rethrow_exception(std::exchange(chunk_error_, nullptr));
        }
    }

    void share_phases(const PhaseLoop& loop) noexcept;
    void follow_phases(const PhaseLoop& loop, int part, int worker) noexcept;
    void work_on_phase(const PhaseLoop& loop, std::uint32_t phase, int part, int worker);
    void await_phase(const PhaseLoop& loop, std::uint32_t phase, int part, int worker);
    [[nodiscard]] std::uint32_t first_task(const PhaseLoop& loop, std::uint32_t phase, int part) const;

    std::uint32_t next_epoch();

    /// Chunks of a loop that a worker begins with, the same in every loop of the same length, so that its
    /// cache still holds their data. A worker that has finished its part takes chunks of other parts.
    struct alignas(cache_line) Part {
        /// Claim counter: the high half is the loop's epoch, the low half the number of unclaimed chunks of
        /// the part; a worker claims chunks by lowering it. Zero: no run.
        ///
        /// A claim fails if the counter has changed since it was read. So a worker that gets a chunk knows
        /// that its loop is the one that it read, and stays so until it reports the chunk as done: a loop
        /// ends only when all are.
        std::atomic<std::uint64_t> counter{0};
        /// Loop of the part; dereferenced only after a claim.
        std::atomic<const Loop*> loop{nullptr};
        /// Set once the worker that begins with this part has been called in this run.
        std::atomic<bool> called{false};
    };

    /// Tasks of a phase that a worker begins with.
    struct alignas(cache_line) PhasePart {
        /// Claim counter: the high half is the last phase of which a task was claimed, the low half the
        /// number of its unclaimed tasks. In a later phase, none is claimed.
        std::atomic<std::uint64_t> counter{0};
    };

    /// Chunks of the loop not yet reported as done.
    alignas(cache_line) std::atomic<std::uint32_t> unfinished_{0};

    /// Finished tasks of all phases, which determines the phase: no task begins before all tasks of earlier
    /// phases are done. All workers that wait for the end of a phase poll this one number.
    alignas(cache_line) std::atomic<std::uint32_t> tasks_done_{0};
    /// Workers that have begun the phases. While some have not, the others help at once instead of waiting.
    std::atomic<int> arrived_{0};

    // Used by the calling thread alone.
    alignas(cache_line) TaskScheduler* scheduler_;
    int size_ = 1;
    int active_ = 1;  ///< Workers of the present run.
    bool ignores_work_ = false;
    std::uint32_t epoch_ = 0;
    Mode mode_ = Mode::Apart;
    std::exception_ptr error_;
    /// First exception of a chunk of the loop; read once the loop has ended.
    std::exception_ptr chunk_error_;
    std::atomic<bool> has_chunk_error_{false};
    /// Parts by worker.
    std::vector<Part> parts_;
    std::vector<PhasePart> phase_parts_;
};

}  // namespace drystone
