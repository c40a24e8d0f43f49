// Workers of a team that are late, absent or shared, and errors in them.
#include <doctest/doctest.h>

#include <drystone/error.h>
#include <drystone/thread_pool.h>

#include "engine/parallel/team_loops.h"
#include "parallel/team.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

using namespace drystone;
using test::all_schedulers;
using test::cover;
using test::cover_many;
using test::InTurn;
using test::Late;
using test::stir;
using test::stir_in_run;

namespace {

/// Runs the task by a function that the test supplies.
class Scripted : public TaskScheduler {
public:
    using Script = std::function<void(FunctionRef<void(int worker)> task)>;
    Scripted(int count, Script script) : count_(count), script_(std::move(script)) {}
    [[nodiscard]] int worker_count() const override { return count_; }
    void run(int, FunctionRef<void(int worker)> task) override { script_(task); }

private:
    int count_;
    Script script_;
};

/// Keeps the calling thread busy, so that the others wait for increasingly long times.
void be_busy(std::chrono::microseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
    }
}

/// Adds one to every item, each in a chunk of its own that takes some time, and returns how many were added
/// by helpers.
int count_up(Team& team, std::vector<int>& items, std::chrono::microseconds time) {
    std::atomic<int> helped{0};
    team.parallel_for(items.size(), 1, [&](std::size_t begin, std::size_t, int worker) {
        ++items[begin];
        helped += worker == 0 ? 0 : 1;
        be_busy(time);
    });
    return helped;
}

/// Adds one to every item, with one slow chunk.
void count_up_slowly(Team& team, std::vector<int>& items, std::size_t slow) {
    team.parallel_for(items.size(), 1, [&](std::size_t begin, std::size_t, int) {
        if (begin == slow) {
            std::this_thread::sleep_for(std::chrono::microseconds(500));
        }
        ++items[begin];
    });
}

}  // namespace

TEST_CASE("team: helpers that come late find a later loop, and help there") {
    Late scheduler(4);
    Team team(&scheduler);
    int helped = 0;
    // On a busy machine, they may start to help much later.
    for (int run = 0; run < 50 || (helped == 0 && run < 5000); ++run) {
        std::vector<int> items(16, 0);
        team.run([&] {
            for (int i = 0; i < 100; ++i) {
                helped += count_up(team, items, std::chrono::microseconds(1));
            }
        });
        CHECK(items == std::vector<int>(16, 100));
    }
    CHECK(helped > 0);
}

TEST_CASE("team: workers that are held up in a chunk are waited for") {
    ThreadPool pool(3);
    Team team(&pool);
    std::minstd_rand random(7);
    int wrong = 0;
    team.run([&] {
        for (int i = 0; i < 60; ++i) {
            std::vector<int> items(12, 0);
            count_up_slowly(team, items, random() % items.size());
            wrong += items == std::vector<int>(12, 1) ? 0 : 1;
        }
    });
    CHECK(wrong == 0);
}

TEST_CASE("team: helpers that fell asleep help again") {
    ThreadPool pool(2);
    Team team(&pool);
    int helped = 0;
    team.run([&] {
        for (int i = 0; i < 20 || (helped == 0 && i < 1000); ++i) {
            be_busy(std::chrono::milliseconds(3));
            std::vector<int> items(100, 0);
            helped += count_up(team, items, std::chrono::microseconds(50));
        }
    });
    CHECK(helped > 0);
}

TEST_CASE("team: the parts of workers that never come are done by the others") {
    Scripted scheduler(4, [](const auto& task) { task(0); });
    Team team(&scheduler);
    team.run([&] { cover_many(team); });
}

TEST_CASE("team: several teams use a pool one after another, one of them for many runs") {
    ThreadPool pool(3);
    Team one(&pool);
    for (int i = 0; i < 200; ++i) {
        Team other(&pool);
        one.run([&] { cover(one, 100, 3); });
        other.run([&] { cover(other, 100, 7); });
    }
}

TEST_CASE("team: several teams use a pool from threads of their own") {
    ThreadPool pool(2);
    Team alone(nullptr);
    const std::uint64_t expected = stir(alone, 50);
    std::atomic<int> wrong{0};
    const auto run_often = [&] {
        Team team(&pool);
        for (int i = 0; i < 50; ++i) {
            wrong += stir_in_run(team, 50) == expected ? 0 : 1;
        }
    };
    std::thread thread(run_often);
    run_often();
    thread.join();
    CHECK(wrong == 0);
}

TEST_CASE("team: an exception of the body leaves run, and the team goes on") {
    for (const auto& scheduler : all_schedulers()) {
        Team team(scheduler.get());
        const auto run = [&] {
            team.run([&] {
                cover(team, 100, 3);
                throw std::runtime_error("from the body");
            });
        };
        CHECK_THROWS_WITH_AS(run(), "from the body", std::runtime_error);
        CHECK_THROWS_WITH_AS(run(), "from the body", std::runtime_error);
        team.run([&] { cover(team, 100, 3); });
    }
}

TEST_CASE("team: a run inside a task of its own pool is an error that leaves the team as it was") {
    ThreadPool pool(2);
    Team team(&pool);
    bool body_ran = false;
    const auto run_team = [&](int worker) {
        if (worker == 0) {
            team.run([&] { body_ran = true; });
        }
    };
    CHECK_THROWS_AS(pool.run(run_team), Error);
    CHECK_FALSE(body_ran);
    team.run([&] { cover(team, 100, 3); });
}

TEST_CASE("team: misuse by a scheduler") {
    SUBCASE("no worker") {
        InTurn scheduler(0);
        CHECK_THROWS_WITH_AS(
            Team{&scheduler},
            "TaskScheduler::worker_count: scheduler->worker_count() must be in [1, 4096], got 0", Error);
    }
    SUBCASE("the task is not called") {
        Scripted scheduler(3, [](const auto&) {});
        Team team(&scheduler);
        bool body_ran = false;
        CHECK_THROWS_AS(team.run([&] { body_ran = true; }), Error);
        CHECK_FALSE(body_ran);
        CHECK_THROWS_AS(team.run([&] { body_ran = true; }), Error);
    }
    SUBCASE("workers that there are not, and workers called twice, do nothing") {
        Scripted scheduler(2, [](const auto& task) {
            for (const int worker : {-1, 2, 1000, 0, 0, 1, 1}) {
                task(worker);
            }
        });
        Team team(&scheduler);
        int bodies = 0;
        team.run([&] {
            ++bodies;
            cover(team, 100, 3);
        });
        CHECK(bodies == 1);
    }
}
