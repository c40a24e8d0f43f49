// Pieces of docs/manual/time.md.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <vector>

using namespace drystone;

namespace {

/// A ball that falls from 100 m.
struct Fall {
    World world{{.gravity = {0.0f, -10.0f}}};
    BodyId ball = world.create_body({.position = {0.0f, 100.0f}});

    Fall() { world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.5f}); }
};

}  // namespace

TEST_CASE_FIXTURE(Fall, "time: a display of 144 Hz, a world of 60 Hz") {
    const double seconds_since_last_frame = 1.0 / 144.0;
    std::vector<float> heights;
    const auto draw = [&](BodyId, const Pose& pose) { heights.push_back(pose.position.y); };
    // [loop]
    FixedStepper stepper({.time_step = 1.0f / 60.0f});
    Interpolation interpolation;
    for (int frame = 0; frame < 144; ++frame) {
        for (int due = stepper.advance(seconds_since_last_frame); due > 0; --due) {
            // inputs, forces
            interpolation.step(world, stepper.time_step());  // in place of world.step
            // events of this step
        }
        interpolation.visit(world, stepper.fraction(),
                            draw);  // each body that moved, between its last two poses
    }
    // [/loop]
    CHECK(stepper.steps() >= 59);
    CHECK(stepper.steps() <= 60);
    // Every frame is lower than the one before, by about as much as it should be: no frame twice.
    for (std::size_t i = 10; i < heights.size(); ++i) {
        CHECK(heights[i] < heights[i - 1]);
    }
    // Drawn up to a step late: 95 m after a second, and at most 10 m/s for 1/60 s.
    CHECK(heights.back() == doctest::Approx(95.0f).epsilon(0.003));
}

TEST_CASE("time: a long frame is cut, a pause costs none, slow motion") {
    // [long]
    FixedStepper stepper({.time_step = 1.0f / 60.0f, .max_steps = 8});
    const int due = stepper.advance(3.0);        // the game was in the background: 8, not 180
    const double lost = stepper.dropped_time();  // [s]
    stepper.set_speed(0.25f);                    // slow motion: a quarter of the steps
    stepper.set_paused(true);                    // advance returns 0 ...
    stepper.request_step();                      // ... except for one step that was asked for
    // [/long]
    CHECK(due == 8);
    CHECK(lost == doctest::Approx(3.0 - 8.0 / 60.0).epsilon(0.01));
    CHECK(stepper.advance(1.0) == 1);
    CHECK(stepper.advance(1.0) == 0);
    stepper.set_paused(false);
    int steps = 0;
    for (int i = 0; i < 60; ++i) {
        steps += stepper.advance(1.0 / 60.0);
    }
    CHECK(steps >= 14);
    CHECK(steps <= 16);
}

TEST_CASE_FIXTURE(Fall, "time: one body's pose, and bodies that jump") {
    Interpolation interpolation;
    for (int i = 0; i < 60; ++i) {
        interpolation.step(world, 1.0f / 60.0f);
    }
    // [pose]
    const Pose begin = interpolation.pose(world, ball, 0.0f);   // where the last step began
    const Pose middle = interpolation.pose(world, ball, 0.5f);  // half a step later
    world[ball].set_pose({0.0f, 50.0f}, 0.0f);
    const Pose there = interpolation.pose(world, ball, 0.5f);  // moved by hand: at once, not between
    // [/pose]
    CHECK(begin.position.y > middle.position.y);
    CHECK(there.position.y == 50.0f);
}
