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

/// Who sleeps, by the events alone; against what the world says when asked. Only bodies that lived through
/// both readings, enabled and dynamic, are compared.
class SleepBook {
public:
    void read(const World& world, const std::vector<BodyId>& asleep_at_first) {
        for (const BodyId body : asleep_at_first) {
            asleep_[body] = true;
        }
        for (const std::span<const BodyId> list : {world.fallen_asleep(), world.woken()}) {
            for (std::size_t i = 0; i < list.size(); ++i) {
                CHECK(world.is_valid(list[i]));
                CHECK((i == 0 || list[i - 1].index1 < list[i].index1));
            }
        }
        for (const BodyId body : world.fallen_asleep()) {
            CHECK_FALSE(holds(world.woken(), body));
            CHECK_FALSE(asleep_[body]);
            CHECK_FALSE(world.is_awake(body));
            asleep_[body] = true;
            ++fallen;
        }
        for (const BodyId body : world.woken()) {
            CHECK(asleep_[body]);
            CHECK(world.is_awake(body));
            asleep_[body] = false;
            ++woken;
        }
        for (const BodyId body : world.bodies()) {
            if (world.type(body) == BodyType::Dynamic && world.is_enabled(body)) {
                CHECK(asleep_[body] == !world.is_awake(body));
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
        CHECK(world.woken().empty());
        fallen += static_cast<int>(world.fallen_asleep().size());
        if (!world.fallen_asleep().empty()) {
            CHECK(std::vector<BodyId>(world.fallen_asleep().begin(), world.fallen_asleep().end()) ==
                  std::vector<BodyId>{low, high});
            CHECK(std::count_if(world.moved_bodies().begin(), world.moved_bodies().end(),
                                [](const BodyMoved& moved) { return moved.fell_asleep; }) == 2);
        }
    }
    CHECK(fallen == 2);
    world.wake(high);
    world.wake(low);
    world.apply_impulse(high, {0.1f, 0.0f});
    CHECK(world.woken().empty());
    world.step(dt);
    CHECK(std::vector<BodyId>(world.woken().begin(), world.woken().end()) == std::vector<BodyId>{low, high});
    world.step(dt);
    CHECK(world.woken().empty());
}

TEST_CASE("sleep events: who wakes and falls asleep between two steps is not named") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 120);
    REQUIRE_FALSE(world.is_awake(box));
    world.wake(box);
    REQUIRE(world.put_to_sleep(box));
    world.step(dt);
    CHECK(world.woken().empty());
    CHECK(world.fallen_asleep().empty());
    world.wake(box);
    world.step(dt);
    CHECK(world.woken().size() == 1);
    REQUIRE(world.put_to_sleep(box));
    world.step(dt);
    CHECK(world.fallen_asleep().size() == 1);
}

TEST_CASE("sleep events: what is made asleep, destroyed or disabled in its sleep is not named") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body =
        world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 5.0f}, .awake = false});
    world.create_shape(body, Circle{});
    world.step(dt);
    CHECK(world.fallen_asleep().empty());
    world.set_enabled(body, false);
    world.step(dt);
    CHECK(world.woken().empty());
    CHECK(world.fallen_asleep().empty());
    world.set_enabled(body, true);
    world.step(dt);
    CHECK(world.woken().empty());
    REQUIRE(world.put_to_sleep(body));
    world.destroy_body(body);
    const BodyId next = world.create_body({.type = BodyType::Dynamic});
    CHECK(next.index1 == body.index1);
    world.step(dt);
    CHECK(world.woken().empty());
    CHECK(world.fallen_asleep().empty());
}

TEST_CASE("sleep events: in a random world they tell what polling tells") {
    for (const std::uint32_t seed : {3u, 4u}) {
        test::RandomScene scene(seed, {.time_to_sleep = 0.1f});
        World& world = scene.world;
        SleepBook book;
        test::Random random(seed);
        std::vector<BodyId> known;
        for (int i = 0; i < test::scaled(900, 450); ++i) {
            // Who was made asleep is told by nobody.
            std::vector<BodyId> asleep;
            for (const BodyId body : world.bodies()) {
                const bool fresh = std::find(known.begin(), known.end(), body) == known.end();
                if (fresh && world.type(body) == BodyType::Dynamic && !world.is_awake(body)) {
                    asleep.push_back(body);
                }
            }
            known = world.bodies();
            world.step(dt);
            book.read(world, asleep);
            if (i % 40 == 0) {
                scene.change();
            } else if (i % 7 == 0) {
                const std::vector<BodyId> bodies = world.bodies();
                const BodyId body =
                    bodies[static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())))];
                random.below(2) == 0 ? world.wake(body) : static_cast<void>(world.put_to_sleep(body));
            }
        }
        CHECK(book.fallen > 20);
        CHECK(book.woken > 10);
    }
}

TEST_CASE("sleep events: who is taken out in the step that wakes him is not awake, and not named") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    REQUIRE(world.put_to_sleep(body));
    world.step(dt);
    REQUIRE(world.fallen_asleep().size() == 1);
    world.set_mass_properties(body, {.mass = 1e-3f, .inertia = 1e-3f});
    world.apply_force(body, {3e38f, 0.0f});
    world.step(dt);
    REQUIRE(world.quarantined().size() == 1);
    CHECK_FALSE(world.is_awake(body));
    CHECK(world.woken().empty());
}
