#include <doctest/doctest.h>

#include <drystone/error.h>
#include <drystone/thread_pool.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace drystone;

namespace {

/// Counts the calls of each worker in one run.
std::vector<int> calls_of_run(ThreadPool& pool) {
    std::vector<int> calls(static_cast<std::size_t>(pool.worker_count()), 0);
    pool.run([&](int worker) { ++calls[static_cast<std::size_t>(worker)]; });
    return calls;
}

std::vector<int> once_each(const ThreadPool& pool) {
    return std::vector<int>(static_cast<std::size_t>(pool.worker_count()), 1);
}

/// Runs a task that returns only once all workers are in it.
void meet(ThreadPool& pool) {
    std::atomic<int> arrived{0};
    pool.run([&](int) {
        ++arrived;
        while (arrived < pool.worker_count()) {
            std::this_thread::yield();
        }
    });
    CHECK(arrived == pool.worker_count());
}

/// Runs a task in which one worker throws, and returns how many others finished.
int run_with_thrower(ThreadPool& pool, int thrower) {
    std::atomic<int> ended{0};
    const auto task = [&](int worker) {
        if (worker == thrower) {
            throw std::runtime_error("from a task");
        }
        std::this_thread::sleep_for(std::chrono::microseconds(500));
        ++ended;
    };
    CHECK_THROWS_WITH_AS(pool.run(task), "from a task", std::runtime_error);
    return ended;
}

/// Counts runs, and those whose worker 0 overlaps with that of another.
struct Turns {
    std::atomic<int> going_on{0};
    std::atomic<int> overlaps{0};
    long runs = 0;  ///< Written by worker 0 of one run at a time.

    void take(ThreadPool& pool) {
        pool.run([&](int worker) {
            if (worker == 0) {
                overlaps += ++going_on == 1 ? 0 : 1;
                ++runs;
                --going_on;
            }
        });
    }
};

/// Returns the text of the error that the call throws; empty if it throws none.
template <class Call>
std::string error_of(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

void sleep_for_microseconds(int count) { std::this_thread::sleep_for(std::chrono::microseconds(count)); }

constexpr const char* nested = "ThreadPool::run: must not be called from inside a task of the same pool";

}  // namespace

TEST_CASE("thread pool: every worker is called once, worker 0 on the calling thread") {
    for (const int count : {1, 2, 3, 8}) {
        ThreadPool pool(count);
        CHECK(pool.worker_count() == count);
        CHECK(calls_of_run(pool) == once_each(pool));
        std::thread::id worker_0;
        pool.run([&](int worker) {
            if (worker == 0) {
                worker_0 = std::this_thread::get_id();
            }
        });
        CHECK(worker_0 == std::this_thread::get_id());
    }
}

TEST_CASE("thread pool: one worker makes no thread") {
    ThreadPool pool(1);
    int calls = 0;
    pool.run([&](int worker) {
        CHECK(worker == 0);
        ++calls;
    });
    CHECK(calls == 1);
}

TEST_CASE("thread pool: workers can all be at work at the same time") {
    for (const int count : {2, 8}) {
        ThreadPool pool(count);
        for (int run = 0; run < 20; ++run) {
            meet(pool);
        }
    }
}

TEST_CASE("thread pool: runs follow each other and see what the one before wrote") {
    ThreadPool pool(3);
    std::vector<long> values{0, 0, 0};
    const int runs = 3000;
    for (int run = 0; run < runs; ++run) {
        // Each worker adds its number to another's value: the sum of all grows by 3 in every run.
        const std::vector<long> before = values;
        pool.run([&](int worker) {
            values[static_cast<std::size_t>(worker)] =
                before[static_cast<std::size_t>((worker + 1) % 3)] + worker;
        });
        if (run % 500 == 0) {
            sleep_for_microseconds(300);
        }
    }
    CHECK(values[0] + values[1] + values[2] == 3L * runs);
}

TEST_CASE("thread pool: runs from several threads take turns") {
    ThreadPool pool(2);
    Turns turns;
    const auto run_often = [&] {
        for (int i = 0; i < 500; ++i) {
            turns.take(pool);
        }
    };
    std::thread one(run_often);
    std::thread two(run_often);
    run_often();
    one.join();
    two.join();
    CHECK(turns.overlaps == 0);
    CHECK(turns.runs == 1500);
}

TEST_CASE("thread pool: it can be destroyed at any time between runs") {
    // Before its threads have started, while they spin, and while they sleep.
    for (const int microseconds : {0, 10, 1000}) {
        for (int i = 0; i < 20; ++i) {
            auto pool = std::make_unique<ThreadPool>(4);
            sleep_for_microseconds(microseconds);
            pool.reset();
            pool = std::make_unique<ThreadPool>(4);
            CHECK(calls_of_run(*pool) == once_each(*pool));
            sleep_for_microseconds(microseconds);
        }
    }
}

TEST_CASE("thread pool: an exception is thrown on by run once all calls have ended") {
    ThreadPool pool(4);
    for (const int thrower : {0, 1, 3}) {
        CHECK(run_with_thrower(pool, thrower) == 3);
        CHECK(calls_of_run(pool) == once_each(pool));
    }
}

TEST_CASE("thread pool: of several exceptions the first is thrown on") {
    ThreadPool pool(3);
    std::atomic<bool> thrown{false};
    const auto run = [&] {
        pool.run([&](int worker) {
            if (worker == 2) {
                thrown = true;
                throw std::runtime_error("first");
            }
            while (!thrown) {
                std::this_thread::yield();
            }
            sleep_for_microseconds(20000);
            throw std::runtime_error("later");
        });
    };
    CHECK_THROWS_WITH_AS(run(), "first", std::runtime_error);
    CHECK_NOTHROW(calls_of_run(pool));
}

TEST_CASE("thread pool: a run inside a task of the same pool is an error, on whichever thread") {
    for (const int count : {1, 2}) {
        ThreadPool pool(count);
        std::vector<std::string> errors(static_cast<std::size_t>(count));
        const auto run_again = [&] { pool.run([](int) {}); };
        pool.run([&](int worker) { errors[static_cast<std::size_t>(worker)] = error_of(run_again); });
        CHECK(errors == std::vector<std::string>(static_cast<std::size_t>(count), nested));
        CHECK(calls_of_run(pool) == once_each(pool));
    }
}

TEST_CASE("thread pool: a run inside a task of another pool is fine") {
    ThreadPool outer(2);
    std::atomic<int> calls{0};
    outer.run([&](int) {
        ThreadPool inner(2);
        inner.run([&](int) { ++calls; });
    });
    CHECK(calls == 4);
}

TEST_CASE("thread pool: it needs a worker") {
    CHECK(error_of([] { ThreadPool pool(0); }) == "ThreadPool::ThreadPool: worker_count must be in [1, 4096], got 0");
    CHECK(error_of([] { ThreadPool pool(-3); }) ==
          "ThreadPool::ThreadPool: worker_count must be in [1, 4096], got -3");
}
