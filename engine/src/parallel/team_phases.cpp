#include "parallel/epoch_counter.h"
#include "parallel/spin_wait.h"
#include "parallel/team.h"

namespace drystone {

namespace {

/// How often a worker looks whether a round has ended before it helps with it: about a microsecond. Work that
/// another worker takes over takes its data along, so it should be worth it.
constexpr int looks_before_help = 64;

}  // namespace

/// Each worker follows the rounds as one chunk of a loop, so those that are late are not waited for.
void Team::share_rounds(const RoundLoop& loop) noexcept {
    for (int part = 0; part < loop.workers; ++part) {
        const std::uint32_t tasks = first_task(loop, 0, part + 1) - first_task(loop, 0, part);
        round_parts_[static_cast<std::size_t>(part)].ticket.store(make_ticket(0, tasks),
                                                                  std::memory_order_relaxed);
    }
    tasks_done_.store(0, std::memory_order_relaxed);
    arrived_.store(0, std::memory_order_relaxed);
    const auto follow = [this, &loop](std::size_t part, std::size_t, int worker) {
        follow_rounds(loop, static_cast<int>(part), worker);
    };
    share({std::ref(follow), make_cut(static_cast<std::size_t>(loop.workers), 1), loop.workers});
}

/// Does a part of every round, and what others leave undone.
void Team::follow_rounds(const RoundLoop& loop, int part, int worker) noexcept {
    arrived_.fetch_add(1, std::memory_order_relaxed);
    for (std::uint32_t round = 0; round < loop.rounds->size(); ++round) {
        work_on_round(loop, round, part, worker);
        await_round(loop, round, part, worker);
    }
}

/// Claims and runs tasks of a part until all are claimed. The rounds before have ended.
void Team::work_on_round(const RoundLoop& loop, std::uint32_t round, int part_index, int worker) {
    RoundPart& part = round_parts_[static_cast<std::size_t>(part_index)];
    const Rounds& rounds = *loop.rounds;
    const std::uint32_t end = first_task(loop, round, part_index + 1);
    const std::uint32_t tasks = end - first_task(loop, round, part_index);
    std::uint32_t done = 0;
    std::uint64_t ticket = part.ticket.load(std::memory_order_relaxed);
    // A later round has begun only if all tasks of this one are done.
    while (tasks != 0 && epoch_of(ticket) <= round) {
        const std::uint32_t unclaimed = epoch_of(ticket) == round ? unclaimed_in(ticket) : tasks;
        if (unclaimed == 0) {
            break;
        }
        // Most at once: what is left is for others to take, should this thread be held up.
        const std::uint32_t share = unclaimed - unclaimed / 4;
        // What tasks wrote is seen through `tasks_done_`.
        if (!part.ticket.compare_exchange_weak(ticket, make_ticket(round, unclaimed - share),
                                               std::memory_order_relaxed)) {
            continue;
        }
        const std::uint32_t first = end - unclaimed;
        loop.chunk(rounds.item_begin(first), rounds.item_begin(first + share), worker);
        done += share;
        ticket = part.ticket.load(std::memory_order_relaxed);
    }
    if (done != 0) {
        tasks_done_.fetch_add(done, std::memory_order_acq_rel);
    }
}

/// Waits until all tasks of the round are done.
void Team::await_round(const RoundLoop& loop, std::uint32_t round, int part, int worker) {
    const std::uint32_t end = loop.rounds->task_begin(round + 1);
    Patience patience;
    int looks = 0;
    while (tasks_done_.load(std::memory_order_acquire) < end) {
        const bool all_are_here = arrived_.load(std::memory_order_relaxed) == loop.workers;
        if (!all_are_here || ++looks == looks_before_help) {
            for (int i = 1; i < loop.workers; ++i) {
                work_on_round(loop, round, (part + i) % loop.workers, worker);
            }
            looks = 0;
        }
        patience.wait_awake();
    }
}

/// Returns where the tasks of a part begin in a round; at `loop.workers`, where the last part ends. A single
/// task is the calling thread's.
std::uint32_t Team::first_task(const RoundLoop& loop, std::uint32_t round, int part) const {
    const std::uint32_t begin = loop.rounds->task_begin(round);
    const std::uint32_t tasks = loop.rounds->task_begin(round + 1) - begin;
    const int worth = ignores_work_ ? loop.workers : std::min(loop.workers, loop.rounds->workers(round));
    const auto parts = static_cast<std::uint32_t>(worth);
    const std::uint64_t product = std::uint64_t{tasks} * static_cast<std::uint32_t>(std::min(part, worth));
    return begin + static_cast<std::uint32_t>((product + parts - 1) / parts);
}

}  // namespace drystone
