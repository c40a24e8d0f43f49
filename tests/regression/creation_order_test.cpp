// The order in which bodies are created must not cost colours.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <utility>
#include <vector>

using namespace drystone;

namespace {

struct Box {
    Vec2 position;
    Vec2 half;
};

constexpr int towers = 30;
constexpr int levels = 10;
constexpr int wide = 9;

/// Makes thirty towers of ten levels, each nine boxes in a row with a slab on top.
std::vector<Box> make_towers() {
    std::vector<Box> boxes;
    for (int tower = 0; tower < towers; ++tower) {
        const float left = static_cast<float>(tower * (wide + 2));
        for (int level = 0; level < levels; ++level) {
            const float bottom = 1.3f * static_cast<float>(level);
            for (int i = 0; i < wide; ++i) {
                boxes.push_back({{left + 0.5f + static_cast<float>(i), bottom + 0.4f}, {0.4f, 0.4f}});
            }
            boxes.push_back({{left + 0.5f * wide, bottom + 1.05f}, {0.5f * wide, 0.25f}});
        }
    }
    return boxes;
}

void shuffle(std::vector<Box>& boxes) {
    test::Random random(7);
    for (std::size_t i = boxes.size(); i > 1; --i) {
        std::swap(boxes[i - 1], boxes[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    }
}

struct Outcome {
    Counters counters;
    std::uint64_t hash;
};

Outcome run(const std::vector<Box>& boxes, int threads) {
    World world({.sleeping = false, .threads = threads});
    const BodyId ground = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    world.create_shape(ground, make_box(2000.0f, 1.0f));
    for (const Box& box : boxes) {
        test::add_box(world, box.position, box.half.x, box.half.y);
    }
    test::run(world, 20);
    world.validate();
    return {world.counters(), world.state_hash()};
}

}  // namespace

TEST_CASE("creation order shuffled: no contact is without a colour") {
    std::vector<Box> boxes = make_towers();
    const Outcome in_order = run(boxes, 1);
    shuffle(boxes);
    const Outcome shuffled = run(boxes, 1);
    CHECK(in_order.counters.contacts == towers * levels * 2 * wide);
    CHECK(shuffled.counters.contacts == in_order.counters.contacts);
    CHECK(in_order.counters.overflow_contacts == 0);
    CHECK(shuffled.counters.overflow_contacts == 0);
    CHECK(shuffled.counters.colors <= in_order.counters.colors + 3);
    for (const int threads : {2, 3}) {
        CHECK(run(boxes, threads).hash == shuffled.hash);
    }
}
