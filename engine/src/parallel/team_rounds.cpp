#include "parallel/patience.h"
#include "parallel/team.h"
#include "parallel/ticket.h"

namespace drystone {

namespace {

/// How often a worker looks whether another is done before it helps: about a microsecond. Work that changes
/// hands takes its data along, so it should be worth it.
constexpr int looks_before_help = 64;

}  // namespace

void Team::share_rounds(const RoundLoop& loop) noexcept {
    for (int part = 0; part < size_; ++part) {
        round_parts_[static_cast<std::size_t>(part)].attended.store(part == 0, std::memory_order_relaxed);
        open_round(*loop.rounds, 0, part);
    }
    const auto follow = [this, &loop](std::size_t, std::size_t, int worker) { follow_rounds(loop, worker); };
    share({std::ref(follow), make_cut(static_cast<std::size_t>(size_), 1)});
}

/// What a worker does: its part of every round, and what others leave undone.
void Team::follow_rounds(const RoundLoop& loop, int worker) noexcept {
    round_parts_[static_cast<std::size_t>(worker)].attended.store(true, std::memory_order_relaxed);
    bool in_doubt = false;
    for (std::uint32_t round = 0; round < loop.rounds->size(); ++round) {
        work_on_round(loop, round, worker, worker);
        await_round(loop, round, worker, in_doubt);
    }
}

/// Claims and runs tasks of a part until all are claimed.
void Team::work_on_round(const RoundLoop& loop, std::uint32_t round, int part_index, int worker) {
    RoundPart& part = round_parts_[static_cast<std::size_t>(part_index)];
    const Rounds& rounds = *loop.rounds;
    std::uint64_t ticket = part.ticket.load(std::memory_order_acquire);
    while (epoch_of(ticket) == round && unclaimed_in(ticket) != 0) {
        // Most at once: what is left is for others to take, should this thread be held up.
        const std::uint32_t unclaimed = unclaimed_in(ticket);
        const std::uint32_t share = unclaimed - unclaimed / 4;
        if (!part.ticket.compare_exchange_weak(ticket, ticket - share, std::memory_order_acquire)) {
            continue;
        }
        const std::uint32_t first = first_task(rounds, round, part_index + 1) - unclaimed;
        loop.chunk(rounds.item_begin(first), rounds.item_begin(first + share), worker);
        if (part.unfinished.fetch_sub(share, std::memory_order_acq_rel) == share) {
            open_round(rounds, round + 1, part_index);
            return;
        }
        ticket = part.ticket.load(std::memory_order_acquire);
    }
}

/// Waits until all parts are done with the round. Who is in doubt does not wait before it helps.
void Team::await_round(const RoundLoop& loop, std::uint32_t round, int worker, bool& in_doubt) {
    for (int i = 0; i < size_; ++i) {
        const RoundPart& part = round_parts_[static_cast<std::size_t>(i)];
        Patience patience;
        int looks = 0;
        while (part.round.load(std::memory_order_acquire) <= round) {
            if (!part.attended.load(std::memory_order_relaxed)) {
                help_out(loop, round, i, worker);
            } else if (in_doubt || ++looks == looks_before_help) {
                in_doubt = help_out(loop, round, i, worker);
                looks = 0;
            }
            patience.wait_awake();
        }
    }
}

/// True if the part's own worker had not even begun: it may be away for long.
bool Team::help_out(const RoundLoop& loop, std::uint32_t round, int part, int worker) {
    const std::uint64_t ticket = round_parts_[static_cast<std::size_t>(part)].ticket.load();
    const std::uint32_t tasks =
        first_task(*loop.rounds, round, part + 1) - first_task(*loop.rounds, round, part);
    work_on_round(loop, round, part, worker);
    return epoch_of(ticket) == round && unclaimed_in(ticket) == tasks;
}

/// Has a part go on to the first round from `round` on in which it has tasks.
void Team::open_round(const Rounds& rounds, std::uint32_t round, int part_index) {
    std::uint32_t tasks = 0;
    for (; round < rounds.size(); ++round) {
        tasks = first_task(rounds, round, part_index + 1) - first_task(rounds, round, part_index);
        if (tasks != 0) {
            break;
        }
    }
    RoundPart& part = round_parts_[static_cast<std::size_t>(part_index)];
    part.unfinished.store(tasks, std::memory_order_relaxed);
    part.ticket.store(make_ticket(round, tasks), std::memory_order_release);
    part.round.store(round, std::memory_order_release);
}

/// Where the tasks of a part begin in a round. A single task is the calling thread's.
std::uint32_t Team::first_task(const Rounds& rounds, std::uint32_t round, int part) const {
    const std::uint32_t begin = rounds.task_begin(round);
    const auto parts = static_cast<std::uint32_t>(size_);
    const std::uint64_t product =
        std::uint64_t{rounds.task_begin(round + 1) - begin} * static_cast<std::uint32_t>(part);
    return begin + static_cast<std::uint32_t>((product + parts - 1) / parts);
}

}  // namespace drystone
