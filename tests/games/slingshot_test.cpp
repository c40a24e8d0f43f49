#include <doctest/doctest.h>

#include <games/slingshot/slingshot.h>

#include "support/world_build.h"

#include <vector>

namespace {

using namespace games::slingshot;

/// Plays until the end; slow builds until the first level's replay has ended.
void play(Slingshot& game) {
    for (int step = 0; step < 20000 && !game.is_finished(); ++step) {
        if (drystone::test::slow_build && game.replays() > 0) {
            return;
        }
        game.step(game.scripted());
    }
}

}  // namespace

// Costs 2 s: for each shot, 20 are tried.
TEST_CASE("slingshot: a scripted player clears all levels, and replays end as the shots did") {
    Slingshot game;
    play(game);
    CAPTURE(game.status());
    CHECK(game.replays() == (drystone::test::slow_build ? 1 : level_count));
    CHECK(game.wrong_replays() == 0);
    if (!drystone::test::slow_build) {
        CHECK(game.is_finished());
    }
}

TEST_CASE("slingshot: the ball flies where the preview says, on any number of threads") {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2}) {
        Slingshot game(threads);
        game.step({.pointer = fork + games::Vec2{-2.2f, -0.9f}, .pressed = true});
        const std::vector<games::Vec2> path = game.preview();
        REQUIRE(path.size() > 30);
        game.step({});
        REQUIRE(game.phase() == Phase::Flight);
        for (const games::Vec2& place : path) {
            game.step({});
            CHECK(game.world()[game.ball()].position() == place);
        }
        for (int i = 0; i < 200; ++i) {
            game.step({});
        }
        hashes.push_back(game.hash());
    }
    CHECK(hashes[0] == hashes[1]);
}
