#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

using namespace drystone;

namespace {

constexpr std::uint64_t floors = 1;
constexpr std::uint64_t balls = 2;
constexpr std::uint64_t crates = 4;

BodyId add_kind(World& world, const Vec2& position, std::uint64_t kind) {
    return test::add_disc(world, position, 0.5f,
                          {.filter = {.category = kind}, .hit_events = true, .force_events = true});
}

}  // namespace

TEST_CASE("contact handlers: each gets its kinds in its own order, with normals and forces of that order") {
    World world({.gravity = {0.0f, -10.0f}});
    test::add_ground(world);
    const BodyId ball = add_kind(world, {0.0f, 1.0f}, balls);
    const BodyId crate = add_kind(world, {3.0f, 1.0f}, crates);
    int begins = 0;
    int hits = 0;
    float up = 0.0f;
    float down = 0.0f;
    ContactHandlers handlers;
    handlers.add({.categories_a = balls,
                  .categories_b = floors,
                  .begin =
                      [&](const ContactBegin& begin) {
                          ++begins;
                          CHECK(world[begin.shape_a].body() == ball);
                      },
                  .hit =
                      [&](const ContactHit& hit) {
                          ++hits;
                          CHECK(hit.normal.y == doctest::Approx(-1.0f));
                      },
                  .force = [&](const ContactForce& force) { down = force.force.y; }});
    handlers.add({.categories_a = floors, .categories_b = crates, .force = [&](const ContactForce& force) {
                      up = force.force.y;
                      CHECK(world[force.shape_b].body() == crate);
                      CHECK(force.normal.y == doctest::Approx(1.0f));
                  }});
    handlers.add({.categories_a = balls, .categories_b = crates, .begin = [](const ContactBegin&) {
                      FAIL("the two do not meet");
                  }});
    for (int i = 0; i < 90; ++i) {
        world.step(test::dt);
        handlers.dispatch(world);
    }
    CHECK(begins >= 1);
    CHECK(hits >= 1);
    const float weight = 10.0f * world[ball].mass().mass;
    CHECK(up == doctest::Approx(weight).epsilon(0.05));
    CHECK(down == doctest::Approx(-weight).epsilon(0.05));
}

TEST_CASE("contact handlers: ends know the kinds of what was destroyed, also by a handler before") {
    World world;
    test::add_ground(world);
    const BodyId ball = add_kind(world, {0.0f, 0.5f}, balls);
    add_kind(world, {3.0f, 0.5f}, crates);
    std::vector<std::string> calls;
    ContactHandlers handlers;
    handlers.add({.categories_a = balls, .begin = [&](const ContactBegin&) { world.destroy_body(ball); }});
    handlers.add({.categories_a = balls,
                  .categories_b = floors,
                  .begin =
                      [&](const ContactBegin& begin) {
                          CHECK_FALSE(world.is_valid(begin.shape_a));
                          calls.push_back("begin");
                      },
                  .end =
                      [&](const ContactEnd& end) {
                          CHECK_FALSE(world.is_valid(end.shape_a));
                          calls.push_back("end");
                      }});
    for (int i = 0; i < 5; ++i) {
        world.step(test::dt);
        handlers.dispatch(world);
    }
    CHECK(calls == std::vector<std::string>{"begin", "end"});
}

TEST_CASE("contact handlers: one is removed, others stay, and what a handler throws comes through") {
    World world;
    test::add_ground(world);
    add_kind(world, {0.0f, 0.5f}, balls);
    int first = 0;
    ContactHandlers handlers;
    const int number = handlers.add({.begin = [&](const ContactBegin&) { ++first; }});
    handlers.add({.begin = [](const ContactBegin&) { throw std::runtime_error("mine"); }});
    world.step(test::dt);
    CHECK_THROWS_WITH(handlers.dispatch(world), "mine");
    CHECK(first == 1);
    handlers.remove(number);
    CHECK_THROWS_AS(handlers.remove(number), Error);
    CHECK_THROWS_AS(handlers.remove(-1), Error);
    CHECK_THROWS_AS(handlers.remove(9), Error);
    handlers.forget_contacts();
    CHECK_THROWS_WITH(handlers.dispatch(world), "mine");
    CHECK(first == 1);
}
