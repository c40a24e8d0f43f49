#include <doctest/doctest.h>

#include "core/growth_policy.h"
#include "support/world_build.h"
#include "support/world_state_access.h"

#include <vector>

using namespace drystone;
using test::dt;

namespace {

Vec2 place_of(int i) { return {2.0f * static_cast<float>(i % 100), 2.0f * static_cast<float>(i / 100)}; }

void add_static_boxes(World& world, std::vector<BodyId>& bodies, int count) {
    for (int k = 0; k < count; ++k) {
        const auto i = static_cast<int>(bodies.size());
        bodies.push_back(world.create_body(
            {.type = BodyType::Static, .position = place_of(i), .user_data = static_cast<std::uint64_t>(i)}));
        world.create_shape(bodies.back(), make_box(0.5f, 0.25f));
    }
}

}  // namespace

TEST_CASE("growth policy: the sparing capacity is that of an array filled item by item") {
    std::vector<char> items;
    for (std::size_t size = 0; size < 20000; ++size) {
        CHECK(stepwise_capacity(size) == items.capacity());
        grow_push_back(items, 'x');
    }
}

TEST_CASE("growth policy: what a burst of bodies leaves over is given back by the next step") {
    World world;
    std::vector<BodyId> bodies;
    for (const int burst : {700, 3, 1, 5000, 200, 9000}) {
        add_static_boxes(world, bodies, burst);
        world.step(dt);
        const BodyStore& store = test::state_of(world).stores.bodies;
        const ShapeStore& shapes = test::state_of(world).stores.shapes;
        const std::size_t capacity = stepwise_capacity(bodies.size());
        CAPTURE(bodies.size());
        CHECK(store.poses.capacity() <= capacity);
        CHECK(store.records.capacity() <= capacity);
        CHECK(shapes.records.capacity() <= capacity);
        CHECK(shapes.boxes.capacity() <= capacity);
        CHECK(shapes.points.capacity() <= stepwise_capacity(4 * bodies.size()));
        CHECK(shapes.normals.capacity() == shapes.points.capacity());
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const auto number = static_cast<int>(i);
            CHECK(world[bodies[i]].user_data() == i);
            CHECK(world[bodies[i]].position() == place_of(number));
            const Vec2 upper = world[bodies[i]].shapes().front().aabb().upper;
            CHECK(upper.x == doctest::Approx(place_of(number).x + 0.5f));
            CHECK(upper.y == doctest::Approx(place_of(number).y + 0.25f));
        }
        world.validate();
    }
}

TEST_CASE("growth policy: a world in which few come each step copies nothing and keeps its room") {
    World world;
    std::vector<BodyId> bodies;
    add_static_boxes(world, bodies, 1000);
    world.step(dt);
    const BodyPose* const poses = test::state_of(world).stores.bodies.poses.data();
    const std::size_t room = test::state_of(world).stores.bodies.poses.capacity() - bodies.size();
    for (std::size_t i = 0; i < room; ++i) {
        add_static_boxes(world, bodies, 1);
        world.step(dt);
    }
    CHECK(test::state_of(world).stores.bodies.poses.data() == poses);
}
