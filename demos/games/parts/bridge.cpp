#include <games/parts/bridge.h>

namespace games {

using namespace drystone;

std::vector<BodyId> add_bridge(World& world, BodyId ground, const Vec2& from, const Vec2& to,
                               const Filter& filter) {
    std::vector<BodyId> planks;
    const int count = static_cast<int>(to.x - from.x);
    BodyId last = ground;
    const float y = from.y - 0.1f;
    const auto pin = [&](BodyId next, float x) {
        world.create_joint(last, next,
                           RevoluteJoint{.anchor_a = world[last].local_point({x, y}),
                                         .anchor_b = world[next].local_point({x, y})});
    };
    for (int i = 0; i < count; ++i) {
        const float x = from.x + static_cast<float>(i);
        planks.push_back(world.create_body({.position = {x + 0.5f, y}, .angular_damping = 1.0f}));
        world.create_shape(planks.back(), make_rounded_box(0.44f, 0.03f, 0.05f),
                           {.density = 60.0f, .material = {.friction = 0.8f}, .filter = filter});
        pin(planks.back(), x);
        last = planks.back();
    }
    pin(ground, to.x);
    return planks;
}

}  // namespace games
