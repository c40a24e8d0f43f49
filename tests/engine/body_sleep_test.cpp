#include <doctest/doctest.h>

#include "support/world_build.h"

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
            std::count_if(tower.begin(), tower.end(), [&](BodyId body) { return world.is_awake(body); }));
    }
    World world;
    BodyId ground;
    std::vector<BodyId> left, right;
};

}  // namespace

TEST_CASE("sleep by hand: a body takes all that touch it along, over each other, and nothing else") {
    Towers scene;
    World& world = scene.world;
    CHECK(world.put_to_sleep(scene.left[2]));
    CHECK(scene.awake(scene.left) == 0);
    CHECK(scene.awake(scene.right) == 3);
    world.validate();
    std::vector<Vec2> places;
    for (const BodyId body : scene.left) {
        CHECK(world.linear_velocity(body) == Vec2{});
        places.push_back(world.position(body));
    }
    test::run(world, 30);
    for (std::size_t i = 0; i < places.size(); ++i) {
        CHECK(world.position(scene.left[i]) == places[i]);
    }
    // One of them wakes all, and they still stand.
    world.wake(scene.left[0]);
    CHECK(scene.awake(scene.left) == 3);
    test::run(world, 30);
    CHECK(std::abs(world.position(scene.left[2]).y - 2.5f) < 0.01f);
    world.validate();
}

TEST_CASE("sleep by hand: a body in the air stays there until it is hit") {
    World world;
    const BodyId body = test::add_box(world, {0.0f, 5.0f}, 0.5f, 0.5f);
    world.set_linear_velocity(body, {1.0f, 1.0f});
    world.apply_force(body, {100.0f, 100.0f});
    CHECK(world.put_to_sleep(body));
    CHECK(world.put_to_sleep(body));
    test::run(world, 30);
    CHECK(world.position(body) == Vec2(0.0f, 5.0f));
    const BodyId ball = test::add_disc(world, {0.0f, 7.0f}, 0.5f);
    test::run(world, 60);
    CHECK(world.is_awake(body));
    // The force from before has not waited.
    CHECK(std::abs(world.position(body).x) < 1e-3f);
    static_cast<void>(ball);
}

TEST_CASE("sleep by hand: refused where the world, a member or a moving kinematic body is against it") {
    Towers scene;
    World& world = scene.world;
    world.set_can_sleep(scene.left[0], false);
    CHECK_FALSE(world.put_to_sleep(scene.left[2]));
    CHECK(scene.awake(scene.left) == 3);
    world.set_can_sleep(scene.left[0], true);
    CHECK(world.put_to_sleep(scene.left[2]));

    world.set_sleeping(false);
    CHECK(scene.awake(scene.left) == 3);
    CHECK_FALSE(world.sleeping());
    CHECK_FALSE(world.put_to_sleep(scene.left[2]));
    world.set_sleeping(true);

    const BodyId belt = world.create_body({.type = BodyType::Kinematic, .position = {10.0f, 0.0f}});
    world.create_shape(belt, make_box(2.0f, 0.5f));
    const BodyId box = test::add_box(world, {10.0f, 1.0f}, 0.5f, 0.5f);
    test::run(world, 5);
    world.set_linear_velocity(belt, {0.1f, 0.0f});
    CHECK_FALSE(world.put_to_sleep(box));
    world.set_linear_velocity(belt, {0.0f, 0.0f});
    CHECK(world.put_to_sleep(box));

    CHECK_FALSE(world.put_to_sleep(scene.ground));
    CHECK_FALSE(world.put_to_sleep(belt));
    world.validate();
}

TEST_CASE("sleep settings: a body that may not sleep keeps its neighbours awake, until it may") {
    Towers scene;
    World& world = scene.world;
    world.set_can_sleep(scene.left[1], false);
    test::run(world, 300);
    CHECK(scene.awake(scene.left) == 3);
    CHECK(scene.awake(scene.right) == 0);
    world.set_can_sleep(scene.left[1], true);
    CHECK(world.sleep_speed(scene.left[1]) == 0.05f);
    test::run(world, 120);
    CHECK(scene.awake(scene.left) == 0);
    // Forbidding it wakes.
    world.set_can_sleep(scene.left[1], false);
    CHECK(scene.awake(scene.left) == 3);
}

TEST_CASE("sleep settings: the threshold decides what counts as still") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId restless = test::add_disc(world, {0.0f, 0.0f}, 0.5f);
    const BodyId drowsy = test::add_disc(world, {5.0f, 0.0f}, 0.5f);
    for (const BodyId body : {restless, drowsy}) {
        world.set_linear_velocity(body, {0.0f, 0.2f});
    }
    world.set_sleep_speed(drowsy, 0.3f);
    world.set_sleep_speed(restless, 0.1f);
    test::run(world, 60);
    CHECK(world.is_awake(restless));
    CHECK_FALSE(world.is_awake(drowsy));
    // A threshold of zero: never still, since no speed is below it.
    world.set_sleep_speed(restless, 0.0f);
    world.set_linear_velocity(restless, {0.0f, 0.0f});
    test::run(world, 120);
    CHECK(world.is_awake(restless));
}
