#include <doctest/doctest.h>

#include "support/world_build.h"

#include <drystone/drystone.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace drystone;
using test::contains_text;
using test::error_of;

namespace {

/// Two boxes of 1 kg on the ground, one of them on the other.
struct Tower {
    World world;
    BodyId ground = test::add_ground(world);
    BodyId lower = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    BodyId upper = test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f);

    [[nodiscard]] std::vector<BodyId> bodies() const { return {upper, lower, ground}; }
};

std::size_t element(int world, int body) {
    return 3 * static_cast<std::size_t>(world) + static_cast<std::size_t>(body);
}

}  // namespace

TEST_CASE("world batch: arrays show the bodies in the order in which they were chosen") {
    const Tower tower;
    WorldBatch batch;
    CHECK(batch.create_worlds(batch.add_prototype(tower.world, tower.bodies()), 3) == 0);
    REQUIRE(batch.size() == 3);
    REQUIRE(batch.bodies_per_world() == 3);
    REQUIRE(batch.poses().size() == 9);
    CHECK(batch.poses()[element(2, 0)].position == Vec2{0.0f, 1.5f});
    batch[1][tower.upper].set_linear_velocity({2.0f, 0.0f});
    batch.step(test::dt);
    for (int world = 0; world < 3; ++world) {
        for (int i = 0; i < 3; ++i) {
            const ConstBodyRef body = batch[world][tower.bodies()[static_cast<std::size_t>(i)]];
            CHECK(batch.poses()[element(world, i)].position == body.position());
            CHECK(batch.velocities()[element(world, i)].linear == body.linear_velocity());
            CHECK(batch.velocities()[element(world, i)].angular == body.angular_velocity());
        }
    }
    CHECK(batch.velocities()[element(1, 0)].linear.x > 1.0f);
    CHECK(batch.velocities()[element(0, 0)].linear.x == 0.0f);
    CHECK(batch.contact_counts().empty());
}

TEST_CASE("world batch: at rest, contact forces carry the weight, also asleep") {
    const Tower tower;
    WorldBatch batch({.contacts = true});
    batch.create_worlds(batch.add_prototype(tower.world, tower.bodies()), 2);
    CHECK(batch.contact_counts()[element(1, 0)] == 0);
    for (const int repeats : {60, 240}) {
        batch.step(test::dt, 4, repeats);
        CHECK(batch.contact_forces()[element(1, 0)].y == doctest::Approx(10.0).epsilon(0.01));
        CHECK(batch.contact_forces()[element(1, 1)].y == doctest::Approx(10.0).epsilon(0.01));
        CHECK(batch.contact_forces()[element(1, 2)].y == doctest::Approx(-20.0).epsilon(0.01));
        CHECK(batch.contact_counts()[element(1, 0)] == 1);
        CHECK(batch.contact_counts()[element(1, 1)] == 2);
        CHECK(batch.contact_counts()[element(1, 2)] == 1);
    }
    CHECK_FALSE(std::as_const(batch[1])[tower.upper].is_awake());
}

TEST_CASE("world batch: loads act in each step until they are changed or the world is reset") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId post = world.create_body({.type = BodyType::Static});
    WorldBatch batch;
    batch.create_worlds(batch.add_prototype(world, std::vector<BodyId>{body, post}), 2);
    REQUIRE(batch.loads().size() == 4);
    batch.loads()[2] = {{2.0f, 0.0f}, 1.0f};
    batch.loads()[3] = {{2.0f, 0.0f}, 1.0f};  // Static bodies do not mind.
    batch.step(0.5f, 4, 2);
    CHECK(batch.velocities()[2].linear.x == doctest::Approx(2.0));
    CHECK(batch.velocities()[2].angular == doctest::Approx(6.0));  // 1 N m on 1/6 kg m^2
    CHECK(batch.velocities()[0].linear == Vec2{});
    batch.reset(1);
    CHECK(batch.velocities()[2].linear == Vec2{});
    CHECK(batch.loads()[2].force == Vec2{});
    batch.step(0.5f);
    CHECK(batch.velocities()[2].linear == Vec2{});
    std::vector<BodyLoad> loads(4);
    loads[0].force.y = -4.0f;
    batch.write_loads(loads);
    batch.step(0.5f);
    CHECK(batch.velocities()[0].linear.y == doctest::Approx(-2.0));
}

TEST_CASE("world batch: bodies are placed and moved in some worlds") {
    const Tower tower;
    WorldBatch batch;
    batch.create_worlds(batch.add_prototype(tower.world, tower.bodies()), 3);
    const int some[] = {2, 0};
    std::vector<BodyPlacement> places(6, {{4.0f, 5.0f}, 0.5f});
    places[0].position.x = -1.0f;
    places[2] = places[5] = {};
    places[4].position.x = 8.0f;
    batch.write_poses(some, places);
    std::vector<BodyMotion> velocities(6, {{1.0f, 2.0f}, 3.0f});
    batch.write_velocities(some, velocities);
    CHECK(batch.poses()[element(2, 0)].position == Vec2{-1.0f, 5.0f});
    CHECK(batch.poses()[element(0, 1)].position == Vec2{8.0f, 5.0f});
    CHECK(batch.poses()[element(1, 0)].position == Vec2{0.0f, 1.5f});
    CHECK(batch.velocities()[element(2, 1)].angular == 3.0f);
    CHECK(batch.velocities()[element(2, 2)].angular == 0.0f);  // The ground is static.
    CHECK(batch[2][tower.upper].position() == batch.poses()[element(2, 0)].position);
    batch[1].destroy_body(tower.upper);
    batch[1][tower.lower].set_linear_velocity({7.0f, 0.0f});
    batch.refresh(1);
    CHECK(batch.velocities()[element(1, 1)].linear.x == 7.0f);
    CHECK(batch.poses()[element(1, 0)].position == Vec2{0.0f, 1.5f});
    CHECK_NOTHROW(batch.step(test::dt));
}

TEST_CASE("world batch: a prototype follows the world that it was copied from") {
    Tower tower;
    WorldBatch batch;
    batch.create_worlds(batch.add_prototype(tower.world, tower.bodies()), 2);
    batch.reset(1);
    tower.world[tower.upper].set_linear_velocity({3.0f, 0.0f});
    batch.set_prototype(0, tower.world);
    CHECK(batch[0][tower.upper].linear_velocity() == Vec2{});
    CHECK(batch[1][tower.upper].linear_velocity() == Vec2{});
    batch.reset(0);
    CHECK(batch[0][tower.upper].linear_velocity() == Vec2{3.0f, 0.0f});
    CHECK(batch.velocities()[element(0, 0)].linear == Vec2{3.0f, 0.0f});
}

TEST_CASE("world batch: misuse is told, and changes nothing") {
    const Tower tower;
    const World other;
    CHECK(contains_text(error_of([] { WorldBatch({.threads = 0}); }), "threads"));
    WorldBatch batch;
    CHECK(contains_text(error_of([&] { batch.create_worlds(0, 1); }), "prototype"));
    CHECK(contains_text(error_of([&] { batch.add_prototype(other, tower.bodies()); }), "bodies"));
    batch.create_worlds(batch.add_prototype(tower.world, tower.bodies()), 2);
    CHECK(contains_text(error_of([&] { batch.add_prototype(tower.world); }), "bodies"));
    CHECK(contains_text(error_of([&] { batch.set_prototype(0, other); }), "another world"));
    CHECK(contains_text(error_of([&] { batch.create_worlds(0, 0); }), "count"));
    CHECK(contains_text(error_of([&] { static_cast<void>(batch[2]); }), "world"));
    CHECK(contains_text(error_of([&] { batch.reset(-1); }), "world"));
    const int beyond[] = {0, 2};
    const int twice[] = {1, 0, 1};
    CHECK(contains_text(error_of([&] { batch.reset(beyond); }), "worlds"));
    CHECK(contains_text(error_of([&] { batch.step_worlds(beyond, test::dt); }), "worlds"));
    CHECK(contains_text(error_of([&] { batch.step_worlds(twice, test::dt); }), "worlds"));
    CHECK(contains_text(error_of([&] { batch.step(-1.0f); }), "time_step"));
    CHECK(contains_text(error_of([&] { batch.step(test::dt, 0); }), "sub_steps"));
    CHECK(contains_text(error_of([&] { batch.step(test::dt, 4, 0); }), "repeats"));
    CHECK(contains_text(error_of([&] { batch.write_poses({}, std::vector<BodyPlacement>(3)); }), "places"));
    CHECK(contains_text(error_of([&] { batch.write_velocities({}, std::vector<BodyMotion>(1)); }), "vel"));
    CHECK(contains_text(error_of([&] { batch.write_loads(std::vector<BodyLoad>(5)); }), "loads"));
    batch.loads()[4].torque = std::numeric_limits<float>::quiet_NaN();
    CHECK(contains_text(error_of([&] { batch.step(test::dt); }), "loads"));
    batch.loads()[4] = {};
    CHECK(batch[0].state_hash() == tower.world.state_hash());
    CHECK(batch[1].state_hash() == tower.world.state_hash());
}

TEST_CASE("world batch: a write that a later world refuses has moved no earlier one") {
    const Tower tower;
    WorldBatch batch;
    batch.create_worlds(batch.add_prototype(tower.world, tower.bodies()), 3);
    const std::vector<BodyPlacement> places(9, BodyPlacement{{5.0f, 50.0f}, 1.0f});
    const std::vector<BodyMotion> velocities(9, BodyMotion{{1.0f, 2.0f}, 3.0f});
    const int all[] = {0, 1, 2};
    const auto refuses = [&](const char* function, const std::function<void()>& call) {
        CAPTURE(function);
        CHECK(error_of(call).find(function) == 0);
        CHECK(batch[0].state_hash() == tower.world.state_hash());
    };
    const auto refuses_all = [&] {
        refuses("WorldBatch::write_poses: ", [&] { batch.write_poses(all, places); });
        refuses("WorldBatch::write_velocities: ", [&] { batch.write_velocities(all, velocities); });
    };
    // A visitor reads the last world: it can neither be written, nor stepped, nor reset meanwhile.
    batch[2].visit_tree([&](int, const Aabb&) {
        refuses_all();
        refuses("WorldBatch::step: ", [&] { batch.step(test::dt); });
        const int some[] = {0, 2};
        refuses("WorldBatch::step_worlds: ", [&] { batch.step_worlds(some, test::dt); });
    });
    const World taken = std::move(batch[2]);
    refuses_all();
    refuses("WorldBatch::step: ", [&] { batch.step(test::dt); });
    // Loads that a body cannot bear beside its other forces leave it with those.
    WorldBatch loaded;
    loaded.create_worlds(loaded.add_prototype(tower.world, tower.bodies()), 1);
    const float most = std::numeric_limits<float>::max();
    loaded.loads()[0].force = {1.0f, 0.0f};
    loaded.loads()[1].force = {most, 0.0f};
    CHECK(error_of([&] { loaded.step(test::dt); }).find("WorldBatch::step: ") == 0);
    loaded.loads()[0] = {};
    loaded.loads()[1] = {};
    World alone = tower.world.clone();
    loaded.step(test::dt);
    test::run(alone, 1);
    CHECK(loaded[0].state_hash() == alone.state_hash());
}

TEST_CASE("world batch: the exception of the first world leaves a step that all worlds have finished") {
    Tower tower;
    tower.world.set_collision_filter([](ShapeId, ShapeId) -> bool { throw std::runtime_error("filter"); });
    WorldBatch batch({.threads = 2});
    const int quiet = batch.add_prototype(Tower().world, {});
    const int noisy = batch.add_prototype(tower.world, {});
    batch.create_worlds(quiet, 3);
    batch.create_worlds(noisy, 2);
    batch.create_worlds(quiet, 3);
    World alone = Tower().world;
    test::run(alone, 1);
    CHECK_THROWS_AS(batch.step(test::dt), std::runtime_error);
    for (const int world : {0, 1, 2, 5, 6, 7}) {
        CHECK(batch[world].state_hash() == alone.state_hash());
    }
    CHECK_NOTHROW(batch[3].validate());
    CHECK_NOTHROW(batch.step(test::dt));  // Pairs that had an exception are there now.
}
