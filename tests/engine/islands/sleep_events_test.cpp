#include <doctest/doctest.h>

#include "support/world_random.h"

#include <algorithm>
#include <map>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

bool holds(std::span<const BodyId> list, BodyId body) {
    return std::find(list.begin(), list.end(), body) != list.end();
}

/// Sleep states derived from the events alone, for a comparison with the world's. Only bodies that existed at
/// both readings, enabled and dynamic, are compared.
class SleepBook {
public:
    void read(const World& world, const std::vector<BodyId>& asleep_at_first) {
        for (const BodyId body : asleep_at_first) {
            asleep_[body] = true;
        }
        for (const std::span<const BodyId> list : {world.sleep_begins(), world.sleep_ends()}) {
            for (std::size_t i = 0; i < list.size(); ++i) {
                CHECK(world.is_valid(list[i]));
                CHECK((i == 0 || list[i - 1].index1 < list[i].index1));
            }
        }
        for (const BodyId body : world.sleep_begins()) {
            CHECK_FALSE(holds(world.sleep_ends(), body));
            CHECK_FALSE(asleep_[body]);
            CHECK_FALSE(world[body].is_awake());
            asleep_[body] = true;
            ++fallen;
        }
        for (const BodyId body : world.sleep_ends()) {
            CHECK(asleep_[body]);
            CHECK(world[body].is_awake());
            asleep_[body] = false;
            ++woken;
        }
        for (const BodyId body : world.bodies()) {
            if (world[body].type() == BodyType::Dynamic && world[body].is_enabled()) {
                CHECK(asleep_[body] == !world[body].is_awake());
            }
        }
    }

    int fallen = 0;
    int woken = 0;

private:
    std::map<BodyId, bool> asleep_;
};

}  // namespace

TEST_CASE("sleep events: a pile falls asleep once and wakes once, as one") {
    World world;
    test::add_ground(world);
    const BodyId low = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId high = test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f);
    int fallen = 0;
    for (int i = 0; i < 120; ++i) {
        world.step(dt);
        CHECK(world.sleep_ends().empty());
        fallen += static_cast<int>(world.sleep_begins().size());
        if (!world.sleep_begins().empty()) {
            CHECK(std::vector<BodyId>(world.sleep_begins().begin(), world.sleep_begins().end()) ==
                  std::vector<BodyId>{low, high});
            CHECK(std::count_if(world.moved_bodies().begin(), world.moved_bodies().end(),
                                [](const BodyMoved& moved) { return moved.fell_asleep; }) == 2);
        }
    }
    CHECK(fallen == 2);
    world[high].wake();
    world[low].wake();
    world[high].apply_impulse({0.1f, 0.0f});
    CHECK(world.sleep_ends().empty());
    world.step(dt);
    CHECK(std::vector<BodyId>(world.sleep_ends().begin(), world.sleep_ends().end()) ==
          std::vector<BodyId>{low, high});
    world.step(dt);
    CHECK(world.sleep_ends().empty());
}

TEST_CASE("sleep events: who wakes and falls asleep between two steps is not named") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 120);
    REQUIRE_FALSE(world[box].is_awake());
    world[box].wake();
    REQUIRE(world[box].put_to_sleep());
    world.step(dt);
    CHECK(world.sleep_ends().empty());
    CHECK(world.sleep_begins().empty());
    world[box].wake();
    world.step(dt);
    CHECK(world.sleep_ends().size() == 1);
    REQUIRE(world[box].put_to_sleep());
    world.step(dt);
    CHECK(world.sleep_begins().size() == 1);
}

TEST_CASE("sleep events: what is made asleep, destroyed or disabled in its sleep is not named") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body =
        world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 5.0f}, .awake = false});
    world.create_shape(body, Circle{});
    world.step(dt);
    CHECK(world.sleep_begins().empty());
    world[body].set_enabled(false);
    world.step(dt);
    CHECK(world.sleep_ends().empty());
    CHECK(world.sleep_begins().empty());
    world[body].set_enabled(true);
    world.step(dt);
    CHECK(world.sleep_ends().empty());
    REQUIRE(world[body].put_to_sleep());
    world.destroy_body(body);
    const BodyId next = world.create_body({.type = BodyType::Dynamic});
    CHECK(next.index1 == body.index1);
    world.step(dt);
    CHECK(world.sleep_ends().empty());
    CHECK(world.sleep_begins().empty());
}

TEST_CASE("sleep events: in a random world they tell what polling tells") {
    for (const std::uint32_t seed : {3u, 4u}) {
        test::RandomScene scene(seed, {.time_to_sleep = 0.1f});
        World& world = scene.world;
        SleepBook book;
        test::Random random(seed);
        std::vector<BodyId> known;
        for (int i = 0; i < test::scaled(900, 450); ++i) {
            // No event reports bodies that were created asleep.
            std::vector<BodyId> asleep;
            for (const BodyId body : world.bodies()) {
                const bool fresh = std::find(known.begin(), known.end(), body) == known.end();
                if (fresh && world[body].type() == BodyType::Dynamic && !world[body].is_awake()) {
                    asleep.push_back(body);
                }
            }
            known = test::ids(world.bodies());
            world.step(dt);
            book.read(world, asleep);
            if (i % 40 == 0) {
                scene.change();
            } else if (i % 7 == 0) {
                const std::vector<BodyId> bodies = test::ids(world.bodies());
                const BodyId body =
                    bodies[static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())))];
                random.below(2) == 0 ? world[body].wake() : static_cast<void>(world[body].put_to_sleep());
            }
        }
        CHECK(book.fallen > 20);
        CHECK(book.woken > 10);
    }
}

TEST_CASE("sleep events: who is taken out in the step that wakes him is not awake, and not named") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    REQUIRE(world[body].put_to_sleep());
    world.step(dt);
    REQUIRE(world.sleep_begins().size() == 1);
    world[body].set_mass_properties({.mass = 1e-3f, .inertia = 1e-3f});
    world[body].apply_force({3e38f, 0.0f});
    world.step(dt);
    REQUIRE(world.quarantined_bodies().size() == 1);
    CHECK_FALSE(world[body].is_awake());
    CHECK(world.sleep_ends().empty());
}
