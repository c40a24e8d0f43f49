// The order of bodies in the solver.
#include <doctest/doctest.h>

#include "store/body_store.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace drystone;

namespace {

/// Makes a store with `count` dynamic bodies in the solver.
BodyStore make_bodies(std::uint32_t count) {
    BodyStore bodies;
    for (std::uint32_t i = 0; i < count; ++i) {
        bodies.enter_solver(bodies.create(BodyType::Dynamic));
    }
    bodies.put_in_order();
    return bodies;
}

bool is_in_order(const BodyStore& bodies) { return std::is_sorted(bodies.awake.begin(), bodies.awake.end()); }

void check_slots(const BodyStore& bodies) {
    std::uint32_t awake = 0;
    for (std::uint32_t body = 0; body < bodies.slots.size(); ++body) {
        awake += bodies.is_awake(body) ? 1 : 0;
    }
    REQUIRE(awake == bodies.awake.size());
    for (std::uint32_t k = 0; k < bodies.awake.size(); ++k) {
        CHECK(bodies.solver_slots[bodies.awake[k]] == first_slot + k);
    }
}

}  // namespace

TEST_CASE("body store: bodies that leave and come are put in order once they are many") {
    BodyStore bodies = make_bodies(800);
    for (std::uint32_t body = 0; body < 40; ++body) {
        bodies.leave_solver(10 * body);
        bodies.enter_solver(10 * body);
    }
    REQUIRE_FALSE(is_in_order(bodies));
    const std::vector<std::uint32_t> mixed = bodies.awake;
    bodies.put_in_order();
    CHECK(bodies.awake == mixed);  // 80 changes are too few.
    for (std::uint32_t body = 40; body < 60; ++body) {
        bodies.leave_solver(10 * body);
    }
    const std::uint32_t version = bodies.order_version;
    bodies.put_in_order();
    CHECK(is_in_order(bodies));
    CHECK(bodies.awake.size() == 780);
    CHECK(bodies.order_version != version);
    check_slots(bodies);
}

TEST_CASE("body store: bodies that are in order stay where they are") {
    BodyStore bodies = make_bodies(800);
    for (std::uint32_t body = 799; body >= 400; --body) {
        bodies.leave_solver(body);
    }
    const std::uint32_t version = bodies.order_version;
    bodies.put_in_order();
    CHECK(bodies.order_version == version);
    CHECK(bodies.awake.size() == 400);
    check_slots(bodies);
}

TEST_CASE("body store: a few that wake among very many are no reason to look at all") {
    BodyStore bodies = make_bodies(6400);
    for (std::uint32_t body = 0; body < 6400; ++body) {
        bodies.leave_solver(body);
    }
    bodies.put_in_order();
    for (std::uint32_t body = 60; body > 0; --body) {
        bodies.enter_solver(body);
    }
    bodies.put_in_order();
    CHECK_FALSE(is_in_order(bodies));
    for (std::uint32_t body = 110; body > 60; --body) {
        bodies.enter_solver(body);
    }
    bodies.put_in_order();
    CHECK(is_in_order(bodies));
    check_slots(bodies);
}
