// A character that walks to the end of a plank, jumps, and lands on the floor.
#include <drystone/drystone.h>

#include <vector>

// The loop only shows how to read touches.
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

// clang-format off
using namespace drystone;

int main() {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, make_box(50.0f, 0.5f, Pose{Vec2{0.0f, -0.5f}, Rot{}}));
    world.create_shape(ground, make_box(2.0f, 0.1f));
    const float time_step = 1.0f / 60.0f;

    Character player({.geometry = Capsule{{0.0f, -0.5f}, {0.0f, 0.5f}, 0.3f}, .position = {0.0f, 1.0f}, .coyote_time = 0.1f});
    bool landed = false;
    for (int i = 0; i < 120; ++i) {
        const bool pressed = i == 30;
        world.step(time_step);
        player.update(world, {.velocity = {4.0f, 0.0f}, .jump = pressed}, time_step);    // after each step of the world
        if (player.is_on_ground()) { /* player.ground().normal, velocity, body */ landed = i > 60; }
        for (const CharacterTouch& touch : player.touches()) { /* touch.body, speed, impulse */ }
    }
    std::vector<ShapeContact> contacts;                                               // what it is made of, for movers of your own
    world.contacts_of(Circle{{0.0f, 0.0f}, 0.5f}, player.pose(), contacts, {.distance = 0.1f});
    return landed && contacts.empty() && player.position().x > 6.0f ? 0 : 1;
}
