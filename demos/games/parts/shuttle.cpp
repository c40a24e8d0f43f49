#include <games/parts/shuttle.h>

#include <cmath>

namespace games {

using namespace drystone;

Shuttle add_shuttle(World& world, const Vec2& from, const Vec2& to, float half_width, const Filter& filter) {
    Shuttle shuttle{.from = from, .to = to, .period = 1.2f * length(to - from)};
    shuttle.body = world.create_body({.type = BodyType::Kinematic, .position = from});
    world.create_shape(shuttle.body, make_rounded_box(half_width - 0.1f, 0.1f, 0.1f),
                       {.material = {.friction = 0.8f}, .filter = filter});
    return shuttle;
}

void move_shuttle(World& world, const Shuttle& shuttle, float time, float time_step) {
    const float turn = time / shuttle.period;
    const float way = 0.5f - 0.5f * Rot::from_angle(2.0f * pi * (turn - std::floor(turn))).c;
    world[shuttle.body].set_target_pose(shuttle.from + way * (shuttle.to - shuttle.from), 0.0f, time_step);
}

}  // namespace games
