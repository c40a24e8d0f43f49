// A ball that falls for a second, in a game that draws at 144 Hz and steps at 60 Hz.
#include <drystone/drystone.h>

#include <cmath>

// clang-format off
using namespace drystone;

struct Game {
    int frames = 0;
    Pose ball{};
    bool is_running() const { return frames < 144; }
    double seconds_since_last_frame() const { return 1.0 / 144.0; }
    void move_picture(BodyId, const Pose& pose) { ball = pose; }
    void draw() { ++frames; }
};

int main() {
    World world({.gravity = {0.0f, -10.0f}});
    world.create_shape(world.create_body({.position = {0.0f, 100.0f}}), Circle{});
    Game game;

    FixedStepper stepper({.time_step = 1.0f / 60.0f});             // also slow motion, pause, a limit of steps a frame
    Interpolation interpolation;
    while (game.is_running()) {
        for (int due = stepper.advance(game.seconds_since_last_frame()); due > 0; --due) {
            interpolation.step(world, stepper.time_step());        // in place of world.step
        }
        interpolation.visit(world, stepper.fraction(), [&](BodyId body, const Pose& pose) { game.move_picture(body, pose); });
        game.draw();
    }
    // Pictures are up to a step behind the world, in which the ball falls 0.17 m.
    return std::abs(game.ball.position.y - 95.0f) < 0.2f ? 0 : 1;
}
