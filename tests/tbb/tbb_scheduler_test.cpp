#include "tbb_scheduler.h"

#include <doctest/doctest.h>

#include "parallel/team.h"

#include <cstddef>
#include <thread>
#include <vector>

using namespace drystone;
using test::TbbScheduler;

namespace {

void check_run(TbbScheduler& scheduler, int count) {
    std::vector<int> calls(static_cast<std::size_t>(count), 0);
    std::thread::id worker_0;
    scheduler.run(scheduler.worker_count(), [&](int worker) {
        ++calls[static_cast<std::size_t>(worker)];
        if (worker == 0) {
            worker_0 = std::this_thread::get_id();
        }
    });
    CHECK(calls == std::vector<int>(static_cast<std::size_t>(count), 1));
    CHECK(worker_0 == std::this_thread::get_id());
}

/// Adds one to every item, in each of 50 loops.
void count_up(Team& team, std::vector<int>& items) {
    const auto count_chunk = [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            ++items[i];
        }
    };
    team.run([&] {
        for (int i = 0; i < 50; ++i) {
            team.parallel_for(items.size(), 16, count_chunk);
        }
    });
}

}  // namespace

TEST_CASE("oneTBB: every worker is called once, worker 0 on the calling thread") {
    CHECK(TbbScheduler().worker_count() >= 1);
    for (const int count : {1, 2, 8}) {
        TbbScheduler scheduler(count);
        CHECK(scheduler.worker_count() == count);
        for (int run = 0; run < 100; ++run) {
            check_run(scheduler, count);
        }
    }
}

TEST_CASE("oneTBB: loops of a team call every chunk once") {
    for (const int count : {1, 2, 8}) {
        TbbScheduler scheduler(count);
        Team team(&scheduler);
        std::vector<int> items(1000, 0);
        for (int run = 0; run < 20; ++run) {
            count_up(team, items);
        }
        CHECK(items == std::vector<int>(1000, 20 * 50));
    }
}
