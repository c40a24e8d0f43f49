#pragma once

#include <drystone/profile.h>

#include <chrono>

namespace drystone {

/// Runs `work` and adds the time it takes to its stage.
template <class Work>
void timed(Profile& profile, Stage stage, Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<float, std::milli> spent = std::chrono::steady_clock::now() - start;
    profile.stages[static_cast<std::size_t>(stage)] += spent.count();
}

}  // namespace drystone
