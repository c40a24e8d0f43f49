#include <doctest/doctest.h>

#include <games/platformer/platformer.h>

#include "support/world_build.h"

#include <cstdint>

namespace {

using games::platformer::Platformer;

int play(Platformer& game, int max_steps) {
    int steps = 0;
    for (; steps < max_steps && !game.is_finished(); ++steps) {
        game.step(game.scripted());
    }
    return steps;
}

}  // namespace

// Costs 1 to 3 s: a game of some 50 s, twice, with a snapshot of each frame.
TEST_CASE("platformer: a scripted player reaches the flag, on any number of threads") {
    Platformer one(1), two(2);
    const int limit = drystone::test::scaled(6000, 400);
    const int steps = play(one, limit);
    CAPTURE(one.status());
    CHECK(play(two, limit) == steps);
    CHECK(one.hash() == two.hash());
    if (drystone::test::slow_build) {
        return;
    }
    REQUIRE(one.is_finished());
    CHECK(one.falls() >= 1);
    CHECK(one.play().beaten != 0);
    CHECK(one.play().checkpoint + 1 == static_cast<int>(one.checkpoints().size()));
}

TEST_CASE("platformer: what was rewound is played again with the same result") {
    Platformer straight, rewound;
    games::Input run{.first = {.x = 1}};
    for (int i = 0; i < 180; ++i) {
        straight.step(run);
        rewound.step(run);
    }
    for (int i = 0; i < 30; ++i) {
        rewound.step({.rewind = true});
    }
    CHECK(rewound.play().frame == 120);
    CHECK(rewound.hash() != straight.hash());
    for (int i = 0; i < 60; ++i) {
        rewound.step(run);
    }
    CHECK(rewound.hash() == straight.hash());
}
