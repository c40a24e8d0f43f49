#include <doctest/doctest.h>

#include <drystone/thread_pool.h>

#include "parallel/team.h"

#include <algorithm>
#include <cstddef>
#include <vector>

using namespace drystone;

namespace {

/// Counts of the work on items, and of the task that runs next to them. Plain integers: the thread sanitizer
/// checks that each is accessed by one call only.
struct Calls {
    std::vector<int> items;
    int tasks = 0;
    bool sound = true;

    void loop(Team& team, std::size_t count, std::size_t grain) {
        items.assign(count, 0);
        tasks = 0;
        std::vector<int> begins(count / grain + 1, 0);
        team.parallel_for_beside([&] { ++tasks; }, count, grain, team.size(),
                                 [&](std::size_t begin, std::size_t end, int) {
                                     begins[begin / grain] +=
                                         begin % grain == 0 && end == std::min(begin + grain, count) ? 1 : 2;
                                     for (std::size_t i = begin; i < end; ++i) {
                                         ++items[i];
                                     }
                                 });
        sound = sound && std::all_of(begins.begin(), begins.end(), [](int chunk) { return chunk <= 1; });
    }
    [[nodiscard]] bool all_once() const {
        return sound && tasks == 1 &&
               std::all_of(items.begin(), items.end(), [](int hits) { return hits == 1; });
    }
};

}  // namespace

TEST_CASE("team: a task beside a loop is done once, as is every chunk") {
    for (const int workers : {1, 2, 3, 8}) {
        ThreadPool pool(workers);
        Team team(&pool);
        Calls calls;
        team.run([&] {
            for (const std::size_t grain : {1u, 7u}) {
                for (const std::size_t count : {0u, 1u, 6u, 7u, 8u, 100u, 1000u}) {
                    calls.loop(team, count, grain);
                    CHECK(calls.all_once());
                }
            }
        });
        calls.loop(team, 50, 7);
        CHECK(calls.all_once());
    }
}

TEST_CASE("team: where nothing is shared, the task comes before the loop, on the calling thread") {
    ThreadPool pool(2);
    Team team(&pool);
    std::vector<int> order;
    const auto loop = [&](int workers) {
        CHECK_FALSE(team.would_share(workers));
        team.parallel_for_beside([&] { order.push_back(-1); }, 5, 2, workers,
                                 [&](std::size_t begin, std::size_t end, int worker) {
                                     CHECK(worker == 0);
                                     for (std::size_t i = begin; i < end; ++i) {
                                         order.push_back(static_cast<int>(i));
                                     }
                                 });
    };
    const std::vector<int> expected{-1, 0, 1, 2, 3, 4};
    loop(2);
    CHECK(order == expected);
    order.clear();
    team.run([&] {
        CHECK(team.would_share(2));
        loop(1);
    });
    CHECK(order == expected);
    order.clear();
    team.run(1, [&] { loop(2); });
    CHECK(order == expected);
}
