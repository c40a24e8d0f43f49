#include <doctest/doctest.h>

#include <games/pinball/pinball.h>

#include "support/world_build.h"

#include <cmath>

namespace {

using games::pinball::Pinball;

/// Plays to the end; returns the steps. No ball may leave the table through a wall.
int play(Pinball& game, int max_steps) {
    int steps = 0;
    for (; steps < max_steps && !game.is_finished(); ++steps) {
        game.step(game.scripted());
        for (const drystone::BodyId ball : game.balls()) {
            const games::Vec2 at = game.world()[ball].position();
            const bool inside =
                at.x > -4.5f && at.x < 5.3f && at.y < 19.0f && (at.y > 0.5f || std::abs(at.x) < 4.6f);
            CAPTURE(at.x);
            CAPTURE(at.y);
            REQUIRE(inside);
        }
    }
    return steps;
}

}  // namespace

// Costs 1 s: a game of some 75 s, twice.
TEST_CASE("pinball: a scripted player wins, with multiball, on any number of threads") {
    Pinball one(1), two(2);
    const int limit = drystone::test::scaled(12000, 600);
    const int steps = play(one, limit);
    CAPTURE(one.status());
    CHECK(play(two, limit) == steps);
    CHECK(one.hash() == two.hash());
    if (!drystone::test::slow_build) {
        REQUIRE(one.is_finished());
        CHECK(one.multiballs() > 0);
    }
}
