// A stack of ten boxes, simulated for ten seconds.
#include <drystone/drystone.h>

// The two loops only show how to read events.
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

// clang-format off
using namespace drystone;

int main() {
    World world({.gravity = {0.0f, -9.81f}});

    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});

    for (int i = 0; i < 10; ++i) {
        const BodyId box = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.5f + float(i)}});
        world.create_shape(box, make_box(0.5f, 0.5f), {.density = 1.0f, .material = {.friction = 0.6f}});
    }

    for (int i = 0; i < 600; ++i) {
        world.step(1.0f / 60.0f);                                  // 4 sub-steps unless told otherwise
        for (const ContactBegin& touch : world.contact_begins()) { /* touch.shape_a, touch.shape_b, touch.contact */ }
        for (const BodyMoved& moved : world.moved_bodies())      { /* moved.body, moved.pose, moved.user_data */ }
    }
    if (const auto hit = world.cast_ray({.origin = {-5.0f, 3.0f}, .translation = {10.0f, 0.0f}})) { /* hit->point, hit->normal */ }

    // Every box rests on the one below it.
    return world.counters().contacts == 10 ? 0 : 1;
}
