#include <drystone/error.h>
#include <drystone/time.h>

#include "world/checks.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

int checked_max_steps(const char* function, const char* argument, int max_steps) {
    if (max_steps < 1) {
        fail(function, argument, ">= 1", static_cast<double>(max_steps));
    }
    return max_steps;
}

}  // namespace

FixedStepper::FixedStepper(const FixedStepperSettings& settings) : settings_(settings) {
    const char* const function = "FixedStepper::FixedStepper";
    check_positive(function, "settings.time_step", settings.time_step);
    check_not_negative(function, "settings.speed", settings.speed);
    checked_max_steps(function, "settings.max_steps", settings.max_steps);
}

int FixedStepper::advance(double elapsed) {
    if (!(elapsed >= 0.0 && std::isfinite(elapsed))) {
        fail("FixedStepper::advance", "elapsed", "finite and >= 0", elapsed);
    }
    const double step = static_cast<double>(settings_.time_step);
    const double passed = settings_.paused ? 0.0 : elapsed * static_cast<double>(settings_.speed);
    if (!std::isfinite((accumulated_ + passed) / step)) {
        fail("FixedStepper::advance", "elapsed", "such that the number of steps stays finite", elapsed);
    }
    accumulated_ += passed;
    // The remainder is exact; the quotient is not.
    const double rest = std::fmod(accumulated_, step);
    const double due = std::round((accumulated_ - rest) / step);
    const int allowed = std::max(0, settings_.max_steps - std::min(requested_, settings_.max_steps));
    int steps = static_cast<int>(std::min(due, static_cast<double>(allowed)));
    dropped_ += std::max(0.0, due - static_cast<double>(steps)) * step;
    accumulated_ = rest;
    steps += std::min(requested_, settings_.max_steps);
    requested_ = 0;
    steps_ += static_cast<std::uint64_t>(steps);
    return steps;
}

void FixedStepper::reset() {
    accumulated_ = 0.0;
    requested_ = 0;
}

float FixedStepper::fraction() const {
    // Rounding to a float may give 1.
    constexpr float below_one = 0.99999994f;
    return std::min(below_one, static_cast<float>(accumulated_ / static_cast<double>(settings_.time_step)));
}

void FixedStepper::set_time_step(float time_step) {
    check_positive("FixedStepper::set_time_step", "time_step", time_step);
    accumulated_ *= static_cast<double>(time_step) / static_cast<double>(settings_.time_step);
    settings_.time_step = time_step;
}

void FixedStepper::set_max_steps(int max_steps) {
    settings_.max_steps = checked_max_steps("FixedStepper::set_max_steps", "max_steps", max_steps);
}

void FixedStepper::set_speed(float speed) {
    check_not_negative("FixedStepper::set_speed", "speed", speed);
    settings_.speed = speed;
}

}  // namespace drystone
