#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <vector>

using namespace drystone;

namespace {

struct Towers {
    Towers() {
        ground = test::add_ground(world);
        for (int i = 0; i < 3; ++i) {
            left.push_back(test::add_box(world, {-3.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f));
            right.push_back(test::add_box(world, {3.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f));
        }
        test::run(world, 10);
    }
    [[nodiscard]] int awake(const std::vector<BodyId>& tower) const {
        return static_cast<int>(
            std::count_if(tower.begin(), tower.end(), [&](BodyId body) { return world[body].is_awake(); }));
    }
    World world;
    BodyId ground;
    std::vector<BodyId> left, right;
};

}  // namespace

TEST_CASE("sleep by hand: a body takes all that touch it along, over each other, and nothing else") {
    Towers scene;
    World& world = scene.world;
    CHECK(world[scene.left[2]].put_to_sleep());
    CHECK(scene.awake(scene.left) == 0);
    CHECK(scene.awake(scene.right) == 3);
    world.validate();
    std::vector<Vec2> places;
    for (const BodyId body : scene.left) {
        CHECK(world[body].linear_velocity() == Vec2{});
        places.push_back(world[body].position());
    }
    test::run(world, 30);
    for (std::size_t i = 0; i < places.size(); ++i) {
        CHECK(world[scene.left[i]].position() == places[i]);
    }
    // Waking one wakes all, and they still stand.
    world[scene.left[0]].wake();
    CHECK(scene.awake(scene.left) == 3);
    test::run(world, 30);
    CHECK(std::abs(world[scene.left[2]].position().y - 2.5f) < 0.01f);
    world.validate();
}

TEST_CASE("sleep by hand: a body in the air stays there until it is hit") {
    World world;
    const BodyId body = test::add_box(world, {0.0f, 5.0f}, 0.5f, 0.5f);
    world[body].set_linear_velocity({1.0f, 1.0f});
    world[body].apply_force({100.0f, 100.0f});
    CHECK(world[body].put_to_sleep());
    CHECK(world[body].put_to_sleep());
    test::run(world, 30);
    CHECK(world[body].position() == Vec2(0.0f, 5.0f));
    const BodyId ball = test::add_disc(world, {0.0f, 7.0f}, 0.5f);
    test::run(world, 60);
    CHECK(world[body].is_awake());
    // The force from before was not kept.
    CHECK(std::abs(world[body].position().x) < 1e-3f);
    static_cast<void>(ball);
}

TEST_CASE("sleep by hand: refused where the world, a member or a moving kinematic body is against it") {
    Towers scene;
    World& world = scene.world;
    world[scene.left[0]].set_can_sleep(false);
    CHECK_FALSE(world[scene.left[2]].put_to_sleep());
    CHECK(scene.awake(scene.left) == 3);
    world[scene.left[0]].set_can_sleep(true);
    CHECK(world[scene.left[2]].put_to_sleep());

    world.set_sleeping(false);
    CHECK(scene.awake(scene.left) == 3);
    CHECK_FALSE(world.sleeping());
    CHECK_FALSE(world[scene.left[2]].put_to_sleep());
    world.set_sleeping(true);

    const BodyId belt = world.create_body({.type = BodyType::Kinematic, .position = {10.0f, 0.0f}});
    world.create_shape(belt, make_box(2.0f, 0.5f));
    const BodyId box = test::add_box(world, {10.0f, 1.0f}, 0.5f, 0.5f);
    test::run(world, 5);
    world[belt].set_linear_velocity({0.1f, 0.0f});
    CHECK_FALSE(world[box].put_to_sleep());
    world[belt].set_linear_velocity({0.0f, 0.0f});
    CHECK(world[box].put_to_sleep());

    CHECK_FALSE(world[scene.ground].put_to_sleep());
    CHECK_FALSE(world[belt].put_to_sleep());
    world.validate();
}

TEST_CASE("sleep settings: a body that may not sleep keeps its neighbours awake, until it may") {
    Towers scene;
    World& world = scene.world;
    world[scene.left[1]].set_can_sleep(false);
    test::run(world, 300);
    CHECK(scene.awake(scene.left) == 3);
    CHECK(scene.awake(scene.right) == 0);
    world[scene.left[1]].set_can_sleep(true);
    CHECK(world[scene.left[1]].sleep_speed() == 0.05f);
    test::run(world, 120);
    CHECK(scene.awake(scene.left) == 0);
    // Forbidding sleep wakes the body.
    world[scene.left[1]].set_can_sleep(false);
    CHECK(scene.awake(scene.left) == 3);
}

TEST_CASE("sleep settings: the threshold decides what counts as still") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId restless = test::add_disc(world, {0.0f, 0.0f}, 0.5f);
    const BodyId drowsy = test::add_disc(world, {5.0f, 0.0f}, 0.5f);
    for (const BodyId body : {restless, drowsy}) {
        world[body].set_linear_velocity({0.0f, 0.2f});
    }
    world[drowsy].set_sleep_speed(0.3f);
    world[restless].set_sleep_speed(0.1f);
    test::run(world, 60);
    CHECK(world[restless].is_awake());
    CHECK_FALSE(world[drowsy].is_awake());
    // A threshold of zero: never still, since no speed is below it.
    world[restless].set_sleep_speed(0.0f);
    world[restless].set_linear_velocity({0.0f, 0.0f});
    test::run(world, 120);
    CHECK(world[restless].is_awake());
}
