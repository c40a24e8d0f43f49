#include <doctest/doctest.h>

#include <drystone/error.h>
#include <drystone/thread_pool.h>

#include "parallel/team.h"
#include "support/world_build.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <climits>
#include <cstddef>
#include <vector>

using namespace drystone;

namespace {

/// Records the number of workers of each run, and calls them one after another.
class Counting : public TaskScheduler {
public:
    [[nodiscard]] int worker_count() const override { return 4; }
    void run(int workers, FunctionRef<void(int worker)> task) override {
        runs.push_back(workers);
        for (int worker = 0; worker < workers; ++worker) {
            task(worker);
        }
    }

    std::vector<int> runs;
};

/// Adds boxes that do not touch each other, steps once, and returns the number of workers of each run.
std::vector<int> runs_of_step(int boxes, bool ignores_work) {
    Counting scheduler;
    World world({.scheduler = &scheduler});
    test::state_of(world).execution.team->ignore_work(ignores_work);
    for (int i = 0; i < boxes; ++i) {
        test::add_box(world, {2.0f * static_cast<float>(i), 0.0f}, 0.5f, 0.5f);
    }
    world.step(test::dt);
    return scheduler.runs;
}

}  // namespace

TEST_CASE("team: work is worth as many workers as get enough of it") {
    CHECK(workers_for(0, 10) == 1);
    CHECK(workers_for(19, 10) == 1);
    CHECK(workers_for(20, 10) == 2);
    CHECK(workers_for(79, 10) == 7);
    CHECK(workers_for(SIZE_MAX, 1) == INT_MAX);
}

TEST_CASE("team: a run calls no more workers than it is worth") {
    Counting scheduler;
    Team team(&scheduler);
    int bodies = 0;
    for (const int workers : {0, 1, 3, 4, 9}) {
        team.run(workers, [&] { ++bodies; });
    }
    CHECK(bodies == 5);
    CHECK(scheduler.runs == std::vector<int>{3, 4, 4});
    team.ignore_work();
    team.run(1, [&] { ++bodies; });
    CHECK(scheduler.runs.back() == 4);
    CHECK(bodies == 6);
}

TEST_CASE("team: a loop for few workers does all of its chunks") {
    ThreadPool pool(4);
    Team team(&pool);
    for (const int workers : {1, 2, 3, 4, 100}) {
        std::vector<int> items(1000, 0);
        team.run([&] {
            for (int i = 0; i < 50; ++i) {
                team.parallel_for(items.size(), 7, workers, [&](std::size_t begin, std::size_t end, int) {
                    for (std::size_t k = begin; k < end; ++k) {
                        ++items[k];
                    }
                });
            }
        });
        CHECK(items == std::vector<int>(1000, 50));
    }
}

TEST_CASE("team: a loop for one worker runs in order on the calling thread") {
    ThreadPool pool(2);
    Team team(&pool);
    std::vector<std::size_t> begins;
    team.run([&] {
        team.parallel_for(10, 3, 1, [&](std::size_t begin, std::size_t, int worker) {
            CHECK(worker == 0);
            begins.push_back(begin);
        });
    });
    CHECK(begins == std::vector<std::size_t>{0, 3, 6, 9});
}

TEST_CASE("team: a step with little work does not call its scheduler") {
    CHECK(runs_of_step(0, false).empty());
    CHECK(runs_of_step(100, false).empty());
    CHECK(runs_of_step(600, false) == std::vector<int>{2});
    CHECK(runs_of_step(5000, false) == std::vector<int>{4});
    CHECK(runs_of_step(1, true) == std::vector<int>{4});
}

TEST_CASE("thread pool: it calls as many workers as a run asks for") {
    ThreadPool pool(4);
    for (const int workers : {1, 3, 4, 2}) {
        std::vector<int> calls(4, 0);
        pool.run(workers, [&](int worker) { ++calls[static_cast<std::size_t>(worker)]; });
        for (int worker = 0; worker < 4; ++worker) {
            CHECK(calls[static_cast<std::size_t>(worker)] == (worker < workers ? 1 : 0));
        }
    }
    for (const int workers : {-1, 0, 5}) {
        CHECK_THROWS_AS(pool.run(workers, [](int) {}), Error);
    }
}
