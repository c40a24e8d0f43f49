// Loops of a team: every chunk once, and the same results for any workers.
#include <doctest/doctest.h>

#include <drystone/thread_pool.h>

#include "engine/parallel/team_loops.h"
#include "parallel/team.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace drystone;
using test::all_schedulers;
using test::cover_many;
using test::InTurn;
using test::stir;
using test::stir_in_run;

namespace {

/// Computes a sum of rounded terms, over chunks and then over the sums of the chunks.
float rounded_sum(Team& team) {
    const std::size_t count = 10000;
    const std::size_t grain = 37;
    std::vector<float> sums((count + grain - 1) / grain, 0.0f);
    team.parallel_for(count, grain, [&](std::size_t begin, std::size_t end, int) {
        float sum = 0.0f;
        for (std::size_t i = begin; i < end; ++i) {
            sum += 1.0f / static_cast<float>(i + 1);
        }
        sums[begin / grain] = sum;
    });
    float total = 0.0f;
    for (const float sum : sums) {
        total += sum;
    }
    return total;
}

float rounded_sum_in_run(Team& team) {
    float sum = 0.0f;
    team.run([&] { sum = rounded_sum(team); });
    return sum;
}

/// Calls each of 30 items for each of 20 rows, and returns how many of the inner chunks ran out of order or
/// on another worker than their row.
int count_up_rows(Team& team, std::vector<int>& items) {
    std::atomic<int> wrong{0};
    const auto count_up_row = [&](std::size_t row, std::size_t, int worker) {
        std::size_t next = 30 * row;
        team.parallel_for(30, 4, [&](std::size_t begin, std::size_t end, int inner_worker) {
            wrong += inner_worker == worker && 30 * row + begin == next ? 0 : 1;
            for (; next < 30 * row + end; ++next) {
                ++items[next];
            }
        });
    };
    team.parallel_for(20, 1, count_up_row);
    return wrong;
}

}  // namespace

TEST_CASE("team: it has as many workers as its scheduler, and one without") {
    InTurn scheduler(5);
    CHECK(Team(&scheduler).size() == 5);
    CHECK(Team(nullptr).size() == 1);
}

TEST_CASE("team: every chunk is called once") {
    for (const auto& scheduler : all_schedulers()) {
        Team team(scheduler.get());
        cover_many(team);
        team.run([&] { cover_many(team); });
        cover_many(team);
    }
}

TEST_CASE("team: outside of a run, and alone, a loop runs in order on the calling thread") {
    ThreadPool pool(2);
    Team pair(&pool);
    Team alone(nullptr);
    for (Team* team : {&pair, &alone}) {
        std::vector<std::size_t> begins;
        std::vector<int> workers;
        team->parallel_for(10, 3, [&](std::size_t begin, std::size_t, int worker) {
            begins.push_back(begin);
            workers.push_back(worker);
        });
        CHECK(begins == std::vector<std::size_t>{0, 3, 6, 9});
        CHECK(workers == std::vector<int>{0, 0, 0, 0});
    }
}

TEST_CASE("team: sums have the same bits for any workers") {
    Team alone(nullptr);
    const float expected = rounded_sum(alone);
    for (const auto& scheduler : all_schedulers()) {
        Team team(scheduler.get());
        CHECK(rounded_sum_in_run(team) == expected);
    }
}

TEST_CASE("team: a loop sees what those before it wrote") {
    Team alone(nullptr);
    const std::uint64_t expected = stir(alone, 2000);
    for (const auto& scheduler : all_schedulers()) {
        Team team(scheduler.get());
        CHECK(stir_in_run(team, 2000) == expected);
    }
}

TEST_CASE("team: a million tiny loops") {
    for (const int workers : {2, 3}) {
        ThreadPool pool(workers);
        Team team(&pool);
        std::vector<int> items(4, 0);
        const auto count_up_one = [&](std::size_t begin, std::size_t, int) { ++items[begin]; };
        team.run([&] {
            for (int i = 0; i < 500000; ++i) {
                team.parallel_for(items.size(), 1, count_up_one);
            }
        });
        CHECK(items == std::vector<int>(4, 500000));
    }
}

TEST_CASE("team: a loop inside a chunk is a plain loop of the same worker") {
    for (const auto& scheduler : all_schedulers()) {
        Team team(scheduler.get());
        std::vector<int> items(600, 0);
        int wrong = count_up_rows(team, items);
        team.run([&] { wrong += count_up_rows(team, items); });
        CHECK(wrong == 0);
        CHECK(items == std::vector<int>(600, 2));
    }
}
