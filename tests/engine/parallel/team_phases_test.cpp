#include <doctest/doctest.h>

#include <drystone/thread_pool.h>

#include "parallel/team.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using namespace drystone;

namespace {

/// Calls worker 0 alone, and the others when all is done.
class LeaderFirst : public TaskScheduler {
public:
    [[nodiscard]] int worker_count() const override { return 3; }
    void run(int workers, FunctionRef<void(int worker)> task) override {
        for (int worker = 0; worker < workers; ++worker) {
            task(worker);
        }
    }
};

/// Scheduler whose second worker joins in the middle of the work.
class LateSecond : public TaskScheduler {
public:
    [[nodiscard]] int worker_count() const override { return 2; }
    void run(int, FunctionRef<void(int worker)> task) override {
        std::thread second([&] {
            std::this_thread::sleep_for(std::chrono::microseconds(300));
            task(1);
        });
        task(0);
        second.join();
    }
};

std::vector<std::unique_ptr<TaskScheduler>> all_schedulers() {
    std::vector<std::unique_ptr<TaskScheduler>> all;
    all.push_back(nullptr);
    for (const int count : {1, 2, 3, 8}) {
        all.push_back(std::make_unique<ThreadPool>(count));
    }
    all.push_back(std::make_unique<LeaderFirst>());
    all.push_back(std::make_unique<LateSecond>());
    return all;
}

/// Rounds of items.
struct Program {
    BarrierPhases phases;
    std::vector<std::size_t> round_begins;  ///< For each item, the number of items in earlier rounds.
    std::vector<bool> is_small;             ///< The item is in a task with all others of its round.
};

Program random_program(std::minstd_rand& random, int phases) {
    Program program;
    program.phases.clear();
    for (int i = 0; i < phases; ++i) {
        const std::size_t begin = program.round_begins.size();
        const bool in_order = random() % 3 == 0;
        const std::size_t count = random() % (random() % 4 == 0 ? 100 : 5);
        const int workers = random() % 2 == 0 ? INT_MAX : 1 + static_cast<int>(random() % 4);
        in_order ? program.phases.add_single(count) : program.phases.add(count, workers);
        program.round_begins.insert(program.round_begins.end(), count, begin);
        program.is_small.insert(program.is_small.end(), count, in_order || workers == 1 || count == 1);
    }
    return program;
}

/// Checks that every item is processed once, after all items of the rounds before, and those of a task in
/// order.
void check_order(Team& team, const Program& program) {
    const std::size_t count = program.round_begins.size();
    std::vector<int> done(count, 0);  // Plain: the thread sanitizer checks that accesses are synchronized.
    std::atomic<int> mistakes{0};
    team.parallel_phases(program.phases, [&](std::size_t begin, std::size_t end, int worker) {
        if (worker < 0 || worker >= team.size() || begin >= end || end > count) {
            ++mistakes;
            return;
        }
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t before = program.is_small[i] ? i : program.round_begins[i];
            for (std::size_t k = before > 50 ? before - 50 : 0; k < before; ++k) {
                mistakes += done[k] == 1 ? 0 : 1;
            }
            mistakes += done[i] == 0 ? 0 : 1;
            done[i] = 1;
        }
    });
    CHECK(mistakes == 0);
    CHECK(std::all_of(done.begin(), done.end(), [](int times) { return times == 1; }));
}

}  // namespace

TEST_CASE("team: rounds follow each other") {
    for (const std::unique_ptr<TaskScheduler>& scheduler : all_schedulers()) {
        Team team(scheduler.get());
        std::minstd_rand random(5);
        for (int run = 0; run < 5; ++run) {
            std::vector<Program> programs;
            for (int i = 0; i < 5; ++i) {
                programs.push_back(random_program(random, 1 + static_cast<int>(random() % 60)));
            }
            check_order(team, programs[0]);
            for (const bool ignores_work : {false, true}) {
                team.ignore_work(ignores_work);
                team.run([&] {
                    for (const Program& program : programs) {
                        check_order(team, program);
                    }
                });
            }
        }
    }
}

TEST_CASE("team: rounds within a loop are done by the worker that comes to them") {
    ThreadPool pool(3);
    Team team(&pool);
    std::minstd_rand random(6);
    const Program program = random_program(random, 30);
    std::atomic<int> wrong{0};
    std::atomic<std::size_t> items{0};
    team.run([&] {
        team.parallel_for(50, 1, [&](std::size_t, std::size_t, int worker) {
            team.parallel_phases(program.phases, [&](std::size_t begin, std::size_t end, int inner) {
                wrong += inner == worker ? 0 : 1;
                items += end - begin;
            });
        });
    });
    CHECK(wrong == 0);
    CHECK(items == 50 * program.round_begins.size());
}

TEST_CASE("team: a single item joins the round before where that is a single task") {
    BarrierPhases phases;
    phases.clear();
    CHECK(phases.size() == 0);
    phases.add(0);
    phases.add_single(0);
    CHECK(phases.size() == 0);
    phases.add_single(3);
    phases.add(1);
    phases.add(0);
    phases.add_single(2);
    CHECK(phases.size() == 1);
    CHECK(phases.item_begin(phases.task_begin(1)) == 6);
    phases.add(2);
    phases.add(1);
    CHECK(phases.size() == 3);
    CHECK(phases.task_begin(3) == 4);
    CHECK(phases.item_begin(4) == 9);
}

TEST_CASE("team: rounds tell how many workers they are worth") {
    BarrierPhases phases;
    phases.clear();
    CHECK(phases.workers() == 1);
    phases.add(5, 1);
    phases.add_single(2);
    CHECK(phases.size() == 1);
    CHECK(phases.workers() == 1);
    CHECK(phases.max_tasks() == 1);
    phases.add(6, 3);
    phases.add(8, 2);
    CHECK(phases.size() == 3);
    CHECK(phases.workers(0) == 1);
    CHECK(phases.workers(1) == 3);
    CHECK(phases.workers(2) == 2);
    CHECK(phases.workers() == 3);
    CHECK(phases.max_tasks() == 8);
}

TEST_CASE("team: a worker that gets nothing done in a round does not hold it up") {
    ThreadPool pool(2);
    Team team(&pool);
    BarrierPhases phases;
    phases.clear();
    for (int i = 0; i < 20; ++i) {
        phases.add(8);
    }
    // Worker 1 sleeps in its first task; the other one does the rest of the round, whose end must wait.
    std::atomic<int> done{0};
    std::atomic<bool> slept{false};
    team.run([&] {
        team.parallel_phases(phases, [&](std::size_t begin, std::size_t end, int worker) {
            if (worker == 1 && !slept.exchange(true)) {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
            done += static_cast<int>(end - begin);
        });
    });
    CHECK(done == 160);
}
