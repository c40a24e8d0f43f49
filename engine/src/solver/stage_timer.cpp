#include "solver/stage_timer.h"

#include <algorithm>

namespace drystone {

namespace {

/// Time between measurements of the tick [ms], whose length varies on some processors.
constexpr double between_measurements = 16.0;
/// Longest time that a tick is measured over, approximately [ms].
constexpr double longest_measurement = 1000.0;

}  // namespace

void StageTimer::begin() {
    ticks_ = {};
    skips_ = false;
    last_ = read_ticks();
    if (measured_from_ == Clock::time_point{}) {
        measured_from_ = Clock::now();
        first_tick_ = measured_until_ = last_;
    }
}

/// Measures the length of a tick if it is due. The first measurement takes one step; the time until the next
/// one doubles until it reaches `between_measurements`.
void StageTimer::measure_tick(std::uint64_t now) {
    const double waited = tick_ * static_cast<double>(ticks_between(measured_until_, now));
    const double known = tick_ * static_cast<double>(ticks_between(first_tick_, measured_until_));
    const double until_next = known > 0.0 ? std::min(known, between_measurements) : between_measurements;
    if (tick_ != 0.0 && waited < until_next) {
        return;
    }
    const Clock::time_point time = Clock::now();
    const std::chrono::duration<double, std::milli> passed = time - measured_from_;
    const std::uint64_t ticks = ticks_between(first_tick_, now);
    tick_ = ticks > 0 ? passed.count() / static_cast<double>(ticks) : 0.0;
    measured_until_ = now;
    if (passed.count() > longest_measurement) {
        measured_from_ = time;
        first_tick_ = now;
    }
}

void StageTimer::end_skipped() {
    skips_ = false;
    const std::uint64_t now = read_ticks();
    double round = 0.0;
    for (std::size_t stage = 0; stage < stage_count; ++stage) {
        round += static_cast<double>(ticks_[stage] - before_round_[stage]);
    }
    const double per_tick = round > 0.0 ? static_cast<double>(ticks_between(last_, now)) / round : 0.0;
    for (std::size_t stage = 0; stage < stage_count; ++stage) {
        const std::uint64_t own = ticks_[stage] - before_round_[stage];
        ticks_[stage] += static_cast<std::uint64_t>(per_tick * static_cast<double>(own));
    }
    last_ = now;
}

void StageTimer::finish(Profile& profile) {
    const std::uint64_t now = read_ticks();
    measure_tick(now);
    std::uint64_t all = ticks_between(last_, now);
    const auto tick = static_cast<float>(tick_);
    for (std::size_t stage = 0; stage < stage_count; ++stage) {
        all += ticks_[stage];
        // Processors convert signed numbers faster.
        profile.stages[stage] = tick * static_cast<float>(static_cast<std::int64_t>(ticks_[stage]));
    }
    profile.step = tick * static_cast<float>(all);
}

}  // namespace drystone
