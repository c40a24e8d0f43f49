#include <doctest/doctest.h>

#include <games/duel/duel.h>

#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace games::duel;

/// Plays a duel by script to its end; returns the ticks that it took.
int play(Duel& duel, int max_ticks) {
    int ticks = 0;
    for (; ticks < max_ticks && !duel.is_finished(); ++ticks) {
        duel.step(duel.scripted());
    }
    return ticks;
}

/// Simulates the duel again from the buttons that were used, without a network.
std::uint64_t replay(const std::vector<std::array<Buttons, 2>>& buttons) {
    Arena arena;
    for (const auto& pair : buttons) {
        arena.step(pair);
    }
    return arena.hash();
}

}  // namespace

// Costs 0.5 s: 1200 frames on two sides, each simulated some times.
TEST_CASE("duel: both sides end in the same state, whatever the network does") {
    for (const LineSettings& line :
         {LineSettings{0.0f, 0.0f, 0.0f}, LineSettings{0.15f, 0.05f, 0.1f}, LineSettings{0.2f, 0.2f, 0.4f}}) {
        CAPTURE(line.delay);
        Duel duel({.frames = 400, .line = line});
        const int ticks = play(duel, 4000);
        REQUIRE(duel.is_finished());
        CHECK(ticks < 2000);
        CHECK(duel.peer(0).game().hash() == duel.peer(1).game().hash());
        for (int side = 0; side < 2; ++side) {
            CHECK(duel.peer(side).report().desyncs == 0);
            CHECK(duel.peer(side).report().compared > 100);
            CHECK((duel.peer(side).report().rollbacks > 0) == (line.delay > 0.0f));
        }
    }
}

TEST_CASE("duel: the state with rollbacks is that of the same buttons without a network") {
    Duel duel({.frames = 300, .line = {0.15f, 0.05f, 0.1f}});
    std::vector<std::array<Buttons, 2>> buttons;
    // Both sides have the buttons of all frames when they are over; the ring keeps the last ones.
    while (!duel.is_finished()) {
        duel.step(duel.scripted());
        while (static_cast<int>(buttons.size()) < duel.peer(0).report().confirmed) {
            buttons.push_back(duel.peer(0).buttons(static_cast<int>(buttons.size())));
        }
        REQUIRE(buttons.size() < 301);
    }
    CHECK(replay(buttons) == duel.peer(0).game().hash());
}

TEST_CASE("duel: the same hash for one and two threads") {
    Duel one({.threads = 1, .frames = 200}), two({.threads = 2, .frames = 200});
    play(one, 2000);
    play(two, 2000);
    REQUIRE(one.is_finished());
    CHECK(one.hash() == two.hash());
}

TEST_CASE("duel: a changed state is found out, and random datagrams do no harm") {
    Duel duel({.frames = 300});
    std::mt19937 random(7);
    for (int i = 0; i < 150; ++i) {
        duel.step(duel.scripted());
        std::vector<std::byte> bytes(random() % 80);
        for (std::byte& byte : bytes) {
            byte = static_cast<std::byte>(random());
        }
        duel.peer(0).receive(bytes);
        // A datagram with one wrong byte.
        bytes = duel.peer(1).datagram();
        bytes[random() % 4] ^= std::byte{1};
        duel.peer(0).receive(bytes);
    }
    CHECK(duel.peer(0).report().desyncs == 0);
    duel.peer(0).disturb(200);
    play(duel, 2000);
    CHECK(duel.peer(0).report().desyncs + duel.peer(1).report().desyncs > 0);
}
