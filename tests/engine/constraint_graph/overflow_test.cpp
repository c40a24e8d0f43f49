#include <doctest/doctest.h>

#include "support/world_build.h"

using namespace drystone;

namespace {

/// Returns the state hash of a big box in the middle of many small bodies of all kinds that are pushed onto
/// it: more contacts on one body than there are colours.
std::uint64_t crowd(int threads, int* overflow = nullptr) {
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false, .threads = threads});
    test::add_box(world, {0.0f, 0.0f}, 8.0f, 8.0f, {.density = 0.2f});
    for (int i = 0; i < 120; ++i) {
        const int side = i % 4;
        const float along = -7.4f + 0.5f * static_cast<float>(i / 4);
        const float beside = (side < 2 ? -1.0f : 1.0f) * 8.22f;
        const Vec2 place = side % 2 == 0 ? Vec2{along, beside} : Vec2{beside, along};
        const BodyId body = world.create_body({.type = BodyType::Dynamic, .position = place});
        if (i % 3 == 0) {
            world.create_shape(body, make_box(0.2f, 0.2f));
        } else if (i % 3 == 1) {
            world.create_shape(body, Circle{{0.0f, 0.0f}, 0.2f});
        } else {
            world.create_shape(body, make_regular_polygon(6, 0.2f));
        }
        world[body].set_own_gravity(-4.0f * place);
    }
    test::run(world, 60);
    if (overflow != nullptr) {
        *overflow = world.counters().overflow_contacts;
    }
    return world.state_hash();
}

}  // namespace

TEST_CASE("overflow: contacts of several kinds on one body give the same for every number of threads") {
    int overflow = 0;
    const std::uint64_t alone = crowd(1, &overflow);
    CHECK(overflow > 20);
    for (int i = 0; i < 3; ++i) {
        CHECK(crowd(2) == alone);
        CHECK(crowd(4) == alone);
    }
}
