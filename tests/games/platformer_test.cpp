#include <doctest/doctest.h>

#include <games/platformer/platformer.h>

#include "support/world_build.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

TEST_CASE("platformer: a saved game continues as the game does after a fall") {
    Platformer first, second;
    // Up to the first checkpoint, and on for a while.
    for (int i = 0; i < 6000 && first.play().checkpoint < 0; ++i) {
        first.step(first.scripted());
    }
    REQUIRE(first.play().checkpoint >= 0);
    const std::vector<std::byte> file = first.saved_game();
    first.load_game(file);
    second.load_game(file);
    CHECK(first.hash() == second.hash());
    CHECK(second.play().checkpoint == first.play().checkpoint);
    for (int i = 0; i < 90; ++i) {
        const games::Input input = first.scripted();
        first.step(input);
        second.step(input);
    }
    CHECK(first.hash() == second.hash());
    const std::uint64_t before = second.hash();
    CHECK_THROWS_AS(second.load_game({}), drystone::Error);
    CHECK_THROWS_AS(second.load_game(std::span(file).first(file.size() / 2)), drystone::Error);
    CHECK(second.hash() == before);
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
