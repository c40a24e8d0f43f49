#include "scheduler.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

namespace drystone::c {

namespace {

/// One run: which workers were started, and how many have ended.
struct Run {
    FunctionRef<void(int worker)> task;
    int workers;
    std::array<std::atomic<std::uint64_t>, 4> started{};
    std::atomic<int> ended{0};

    void start(int worker) {
        if (worker < 0 || worker >= workers) {
            return;
        }
        const std::uint64_t bit = std::uint64_t{1} << (worker % 64);
        if ((started[static_cast<std::size_t>(worker / 64)].fetch_or(bit) & bit) != 0) {
            return;
        }
        task(worker);
        ended.fetch_add(1);
    }
};

}  // namespace

void CallbackScheduler::run(int workers, FunctionRef<void(int worker)> task) {
    Run run{task, workers};
    run_(
        data_, workers, [](void* context, std::int32_t worker) { static_cast<Run*>(context)->start(worker); },
        &run);
    for (int worker = 0; worker < workers; ++worker) {
        run.start(worker);
    }
    while (run.ended.load() < workers) {
        std::this_thread::yield();
    }
}

}  // namespace drystone::c
