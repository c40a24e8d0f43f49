#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

using namespace drystone;

namespace {

// Steps of a power of two: sums of frames are exact.
constexpr float step = 1.0f / 64.0f;
constexpr double step_time = 1.0 / 64.0;

}  // namespace

TEST_CASE("fixed stepper: frames of any length give one step for each whole step of time") {
    FixedStepper stepper({.time_step = step, .max_steps = 1000});
    test::Random random(3);
    std::int64_t ticks = 0;  // Time in 1/1024 of a step.
    std::int64_t steps = 0;
    for (int i = 0; i < 10000; ++i) {
        const int frame = random.below(4096);
        ticks += frame;
        steps += stepper.advance(step_time * frame / 1024.0);
        REQUIRE(steps == ticks / 1024);
        REQUIRE(stepper.fraction() == static_cast<float>(ticks % 1024) / 1024.0f);
    }
    CHECK(stepper.steps() == static_cast<std::uint64_t>(steps));
    CHECK(stepper.dropped_time() == 0.0);
}

TEST_CASE("fixed stepper: frames of exactly one step give one step each, at any rate") {
    for (const float rate : {30.0f, 60.0f, 90.0f, 120.0f, 144.0f, 240.0f}) {
        FixedStepper stepper({.time_step = 1.0f / rate});
        for (int i = 0; i < 10000; ++i) {
            REQUIRE(stepper.advance(static_cast<double>(stepper.time_step())) == 1);
            REQUIRE(stepper.fraction() == 0.0f);
        }
    }
}

TEST_CASE("fixed stepper: a long frame gives no more than the maximum, and what is dropped is known") {
    FixedStepper stepper({.time_step = step, .max_steps = 5});
    CHECK(stepper.advance(step_time * 100.25) == 5);
    CHECK(stepper.fraction() == 0.25f);
    CHECK(stepper.dropped_time() == 95.0 * step_time);
    // The next frame does not catch up.
    CHECK(stepper.advance(step_time) == 1);
    stepper.set_max_steps(7);
    CHECK(stepper.advance(1e9) == 7);
    CHECK(stepper.max_steps() == 7);
}

TEST_CASE("fixed stepper: slow motion, fast motion, pause and single steps") {
    FixedStepper stepper({.time_step = step, .speed = 0.25f});
    int steps = 0;
    for (int i = 0; i < 64; ++i) {
        steps += stepper.advance(step_time);
    }
    CHECK(steps == 16);
    stepper.set_speed(2.0f);
    CHECK(stepper.advance(step_time * 1.5) == 3);
    stepper.set_speed(0.0f);
    CHECK(stepper.advance(10.0) == 0);
    stepper.set_speed(1.0f);
    CHECK(stepper.advance(step_time * 0.5) == 0);
    stepper.set_paused(true);
    CHECK(stepper.is_paused());
    CHECK(stepper.advance(10.0) == 0);
    CHECK(stepper.fraction() == 0.5f);
    stepper.request_step();
    stepper.request_step();
    CHECK(stepper.advance(10.0) == 2);
    CHECK(stepper.advance(10.0) == 0);
    CHECK(stepper.fraction() == 0.5f);
    stepper.set_paused(false);
    CHECK(stepper.advance(step_time * 0.5) == 1);
    stepper.request_step();
    stepper.advance(step_time * 0.75);
    stepper.reset();
    CHECK(stepper.fraction() == 0.0f);
    CHECK(stepper.advance(0.0) == 0);
}

TEST_CASE("fixed stepper: another length of steps keeps the fraction") {
    FixedStepper stepper({.time_step = step});
    stepper.advance(step_time * 0.75);
    stepper.set_time_step(4.0f * step);
    CHECK(stepper.fraction() == 0.75f);
    CHECK(stepper.advance(step_time) == 1);
    CHECK(stepper.fraction() == 0.0f);
}

TEST_CASE("fixed stepper: the fraction stays below one, whatever the frames") {
    for (const float time_step : {1.0f / 60.0f, 1.0f / 144.0f, 0.1f}) {
        FixedStepper stepper({.time_step = time_step});
        stepper.advance(std::nextafter(static_cast<double>(time_step), 0.0));
        CHECK(stepper.fraction() < 1.0f);
        CHECK(stepper.advance(0.0) == 0);
    }
}

TEST_CASE("fixed stepper: a copy continues alike") {
    FixedStepper stepper({.time_step = step});
    stepper.advance(step_time * 2.3);
    FixedStepper copy = stepper;
    for (int i = 0; i < 100; ++i) {
        CHECK(stepper.advance(0.7 * step_time) == copy.advance(0.7 * step_time));
        CHECK(stepper.fraction() == copy.fraction());
    }
}

TEST_CASE("fixed stepper: bad input is refused and changes nothing") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float bad : {0.0f, -1.0f, nan, infinity}) {
        CHECK(test::error_of([&] { FixedStepper({.time_step = bad}); }).find("time_step") !=
              std::string::npos);
    }
    for (const float bad : {-1.0f, nan, infinity}) {
        CHECK(test::error_of([&] { FixedStepper({.speed = bad}); }).find("speed") != std::string::npos);
    }
    CHECK(test::error_of([&] { FixedStepper({.max_steps = 0}); }).find("max_steps") != std::string::npos);
    // Times that are finite, but not as a number of steps.
    FixedStepper fast({.time_step = 1e-30f, .speed = 1e30f});
    CHECK(test::error_of([&] { fast.advance(1e300); }).find("FixedStepper::advance") != std::string::npos);
    CHECK(fast.advance(1.5e-60) == 1);
    FixedStepper stepper({.time_step = step});
    stepper.advance(0.5 * step_time);
    for (const double bad : {-1e-9, std::nan(""), std::numeric_limits<double>::infinity()}) {
        CHECK(test::error_of([&] { stepper.advance(bad); }).find("FixedStepper::advance: elapsed") == 0);
    }
    CHECK(test::error_of([&] { stepper.set_time_step(0.0f); }).find("FixedStepper::set_time_step") == 0);
    CHECK(test::error_of([&] { stepper.set_speed(-1.0f); }).find("FixedStepper::set_speed") == 0);
    CHECK(test::error_of([&] { stepper.set_max_steps(-1); }).find("FixedStepper::set_max_steps") == 0);
    CHECK(stepper.time_step() == step);
    CHECK(stepper.speed() == 1.0f);
    CHECK(stepper.max_steps() == 8);
    CHECK(stepper.fraction() == 0.5f);
}
