#include <doctest/doctest.h>

#include <drystone/handles.h>

#include "core/slot_pool.h"

#include <cstdint>

using namespace drystone;

TEST_CASE("slot pool: slots count up and the one freed last is used first") {
    SlotPool pool;
    for (std::uint32_t i = 0; i < 5; ++i) {
        CHECK(pool.create() == i);
    }
    pool.destroy(1);
    pool.destroy(3);
    CHECK(pool.live_count() == 3);
    CHECK(pool.size() == 5);
    CHECK(pool.create() == 3);
    CHECK(pool.create() == 1);
    CHECK(pool.create() == 5);
    CHECK(pool.live_count() == 6);
}

TEST_CASE("slot pool: a handle dies with its slot and does not come back with it") {
    SlotPool pool;
    const std::uint32_t slot = pool.create();
    const auto first = pool.handle<BodyId>(slot, 7);
    CHECK(first.index1 == slot + 1);
    CHECK(first.generation == 1);
    CHECK(pool.holds(first, 7));
    CHECK_FALSE(pool.holds(first, 8));
    pool.destroy(slot);
    CHECK_FALSE(pool.holds(first, 7));
    CHECK(pool.create() == slot);
    CHECK_FALSE(pool.holds(first, 7));
    CHECK(pool.holds(pool.handle<BodyId>(slot, 7), 7));
}

TEST_CASE("slot pool: null and forged handles are not held") {
    SlotPool pool;
    pool.create();
    CHECK_FALSE(pool.holds(BodyId{}, 0));
    CHECK_FALSE(pool.holds(BodyId{2, 1, 0}, 0));
    CHECK_FALSE(pool.holds(BodyId{0xffffffff, 1, 0}, 0));
    CHECK_FALSE(pool.holds(BodyId{1, 2, 0}, 0));
    CHECK_FALSE(pool.holds(BodyId{1, 0, 0}, 0));
    CHECK(pool.holds(BodyId{1, 1, 0}, 0));
}

TEST_CASE("slot pool: a slot whose generations are used up is retired") {
    SlotPool pool;
    const std::uint32_t slot = pool.create();
    int lives = 1;
    for (;;) {
        pool.destroy(slot);
        const std::uint32_t next = pool.create();
        if (next != slot) {
            CHECK(next == slot + 1);
            break;
        }
        ++lives;
        REQUIRE(lives < 70000);
    }
    // Generations 1 to 65534 were used; 65535 marks the end, and zero is not a generation.
    CHECK(lives == 65534);
    CHECK_FALSE(pool.is_live(slot));
    CHECK(pool.live_count() == 1);
    CHECK_FALSE(pool.holds(BodyId{slot + 1, 0xffff, 0}, 0));
}
