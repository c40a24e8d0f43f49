#pragma once

#include <doctest/doctest.h>

#include <drystone/thread_pool.h>

#include "parallel/team.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace drystone::test {

/// Calls the workers one after another.
class InTurn : public drystone::TaskScheduler {
public:
    explicit InTurn(int count) : count_(count) {}
    [[nodiscard]] int worker_count() const override { return count_; }
    void run(int workers, drystone::FunctionRef<void(int worker)> task) override {
        for (int worker = 0; worker < workers; ++worker) {
            task(worker);
        }
    }

private:
    int count_;
};

/// Calls each worker on a separate thread, up to a millisecond late.
class Late : public drystone::TaskScheduler {
public:
    explicit Late(int count) : count_(count) {}
    [[nodiscard]] int worker_count() const override { return count_; }
    void run(int workers, drystone::FunctionRef<void(int worker)> task) override {
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

/// Returns one scheduler of each kind, null included.
inline std::vector<std::unique_ptr<drystone::TaskScheduler>> all_schedulers() {
    std::vector<std::unique_ptr<drystone::TaskScheduler>> all;
    all.push_back(nullptr);
    for (const int count : {1, 2, 3, 8}) {
        all.push_back(std::make_unique<drystone::ThreadPool>(count));
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

/// Checks that a loop calls every item once, in whole chunks, and no worker twice at once.
inline void cover(drystone::Team& team, std::size_t count, std::size_t grain) {
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

/// Checks loops of many lengths and chunks.
inline void cover_many(drystone::Team& team) {
    for (const std::size_t grain : {1u, 7u, 64u}) {
        for (const std::size_t count : {std::size_t{0}, std::size_t{1}, grain - 1, grain, grain + 1,
                                        2 * grain, 3 * grain - 1, std::size_t{1000}, std::size_t{20011}}) {
            cover(team, count, grain);
        }
    }
}

/// Runs loops that each read, without atomics, the data that other workers wrote in the previous one, and
/// that the calling thread wrote between the two.
inline std::uint64_t stir(drystone::Team& team, int rounds) {
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

inline std::uint64_t stir_in_run(drystone::Team& team, int rounds) {
    std::uint64_t hash = 0;
    team.run([&] { hash = stir(team, rounds); });
    return hash;
}

}  // namespace drystone::test
