#include <doctest/doctest.h>

#include <drystone/error.h>
#include <drystone/thread_pool.h>

#include "parallel/team.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace drystone;

namespace {

/// Calls the workers one after another.
class InTurn : public TaskScheduler {
public:
    explicit InTurn(int count) : count_(count) {}
    [[nodiscard]] int worker_count() const override { return count_; }
    void run(int workers, FunctionRef<void(int worker)> task) override {
        for (int worker = 0; worker < workers; ++worker) {
            task(worker);
        }
    }

private:
    int count_;
};

/// Calls each worker on a separate thread, up to a millisecond late.
class Late : public TaskScheduler {
public:
    explicit Late(int count) : count_(count) {}
    [[nodiscard]] int worker_count() const override { return count_; }
    void run(int workers, FunctionRef<void(int worker)> task) override {
        std::vector<std::thread> threads;
        for (int worker = 1; worker < workers; ++worker) {
            const std::chrono::microseconds delay(random_() % 1000);
            threads.emplace_back([&task, worker, delay] {
                std::this_thread::sleep_for(delay);
                task(worker);
            });
        }
        task(0);
        for (std::thread& thread : threads) {
            thread.join();
        }
    }

private:
    int count_;
    std::minstd_rand random_{1};
};

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

/// Returns one scheduler of each kind, null included.
std::vector<std::unique_ptr<TaskScheduler>> all_schedulers() {
    std::vector<std::unique_ptr<TaskScheduler>> all;
    all.push_back(nullptr);
    for (const int count : {1, 2, 3, 8}) {
        all.push_back(std::make_unique<ThreadPool>(count));
    }
    all.push_back(std::make_unique<InTurn>(3));
    all.push_back(std::make_unique<Late>(4));
    return all;
}

/// Record of a loop over items. Counts are plain integers: the thread sanitizer checks that each item is
/// accessed by one call only.
struct Coverage {
    std::vector<int> hits;
    std::atomic<int> wrong_chunks{0};
    std::atomic<int> wrong_workers{0};
};

void cover(Team& team, std::size_t count, std::size_t grain) {
    Coverage seen;
    seen.hits.assign(count, 0);
    std::vector<std::atomic<bool>> busy(static_cast<std::size_t>(team.size()));
    team.parallel_for(count, grain, [&](std::size_t begin, std::size_t end, int worker) {
        const bool known = worker >= 0 && worker < team.size();
        if (!known || busy[static_cast<std::size_t>(worker)].exchange(true)) {
            ++seen.wrong_workers;
            return;
        }
        if (begin % grain != 0 || begin >= end || end != std::min(begin + grain, count)) {
            ++seen.wrong_chunks;
        }
        for (std::size_t i = begin; i < end; ++i) {
            ++seen.hits[i];
        }
        busy[static_cast<std::size_t>(worker)] = false;
    });
    CHECK(seen.wrong_workers == 0);
    CHECK(seen.wrong_chunks == 0);
    CHECK(std::all_of(seen.hits.begin(), seen.hits.end(), [](int hits) { return hits == 1; }));
}

void cover_many(Team& team) {
    for (const std::size_t grain : {1u, 7u, 64u}) {
        for (const std::size_t count : {std::size_t{0}, std::size_t{1}, grain - 1, grain, grain + 1,
                                        2 * grain, 3 * grain - 1, std::size_t{1000}, std::size_t{20011}}) {
            cover(team, count, grain);
        }
    }
}

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

/// Runs loops that each read, without atomics, the data that other workers wrote in the previous one, and
/// that the calling thread wrote between the two.
std::uint64_t stir(Team& team, int rounds) {
    std::vector<std::uint64_t> from(256);
    std::vector<std::uint64_t> to(256);
    for (std::size_t i = 0; i < from.size(); ++i) {
        from[i] = i;
    }
    for (int round = 0; round < rounds; ++round) {
        from[static_cast<std::size_t>(round) % from.size()] += 5;
        team.parallel_for(from.size(), 8, [&](std::size_t begin, std::size_t end, int) {
            for (std::size_t i = begin; i < end; ++i) {
                to[i] = from[i] * 3 + from[(i + 101) % from.size()];
            }
        });
        from.swap(to);
    }
    std::uint64_t hash = 0;
    for (const std::uint64_t value : from) {
        hash = hash * 31 + value;
    }
    return hash;
}

float rounded_sum_in_run(Team& team) {
    float sum = 0.0f;
    team.run([&] { sum = rounded_sum(team); });
    return sum;
}

std::uint64_t stir_in_run(Team& team, int rounds) {
    std::uint64_t hash = 0;
    team.run([&] { hash = stir(team, rounds); });
    return hash;
}

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
        CHECK_THROWS_WITH_AS(Team{&scheduler}, "TaskScheduler::worker_count: the count must be >= 1, got 0",
                             Error);
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
