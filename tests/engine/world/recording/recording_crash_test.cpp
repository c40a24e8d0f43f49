#include <doctest/doctest.h>

#include "engine/world/recording/recorded_drop.h"
#include "world/recording/output_file.h"

#include <drystone/drystone.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#endif

using namespace drystone;
using test::check_played;
using test::Drop;
using test::file_bytes;
using test::TemporaryFile;

namespace {

std::vector<std::byte> numbered_bytes(std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i) {
        bytes[i] = static_cast<std::byte>(1 + i % 251);
    }
    return bytes;
}

}  // namespace

TEST_CASE("recording: an output file holds what was appended, and is cut to its size at the end") {
    const TemporaryFile file("output");
    const std::vector<std::byte> expected = numbered_bytes(3 * OutputFile::window_size + 1000);
    OutputFile output(file.path);
    REQUIRE(output.is_open());
    std::size_t written = 0;
    // Pieces of all lengths, some longer than a window.
    for (std::size_t size = 1; written < expected.size(); size = 3 * size + 1) {
        const std::size_t count = std::min(size, expected.size() - written);
        REQUIRE(output.append(std::span(expected).subspan(written, count)));
        REQUIRE(output.flush());
        written += count;
        const std::vector<std::byte> read = file_bytes(file.path);
        REQUIRE(read.size() >= written);
        CHECK(
            std::equal(read.begin(), read.begin() + static_cast<std::ptrdiff_t>(written), expected.begin()));
        CHECK(std::all_of(read.begin() + static_cast<std::ptrdiff_t>(written), read.end(),
                          [](std::byte byte) { return byte == std::byte{0}; }));
    }
    output.close(written);
    CHECK(!output.is_open());
    CHECK(file_bytes(file.path) == expected);
    CHECK(!OutputFile("no/such/folder/file").is_open());
}

#if defined(__linux__)
TEST_CASE("recording: what cannot be mapped is written, and a full device is an error") {
    OutputFile null("/dev/null");
    REQUIRE(null.is_open());
    CHECK(null.append(numbered_bytes(100)));
    CHECK(null.flush());
    OutputFile full("/dev/full");
    REQUIRE(full.is_open());
    const bool appended = full.append(numbered_bytes(100));
    CHECK(!(appended && full.flush()));
    World world;
    CHECK_THROWS_AS(Recorder(world, "/dev/full"), Error);
}

TEST_CASE("recording: a file that is being recorded cannot be the file of another recorder") {
    const TemporaryFile file("shared");
    World world;
    World other;
    std::vector<std::uint64_t> hashes;
    {
        Recorder recorder(world, file.path);
        CHECK_THROWS_AS(Recorder(other, file.path), Error);
        for (int i = 0; i < 3; ++i) {
            world.step(1.0f / 60.0f);
            hashes.push_back(world.state_hash());
        }
    }
    check_played(file.path, hashes, {});
    CHECK_NOTHROW(Recorder(other, file.path));
}
#endif

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
TEST_CASE("recording: a program that is killed inside a step leaves all before it in its file") {
    constexpr int steps = 40;
    const TemporaryFile file("killed");
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        Drop drop(file.path);
        drop.world[drop.ball].set_angular_velocity(1.0f);
        drop.steps(steps - 1);
        drop.world.create_body({.position = {2.0f, 2.0f}});
        const BodyId last = drop.world.create_body({.position = {0.0f, 1.0f}});
        drop.world.create_shape(last, Circle{});
        drop.world.set_collision_filter([](ShapeId, ShapeId) {
            static_cast<void>(std::raise(SIGKILL));
            return true;
        });
        drop.steps(1);
        _exit(1);  // The filter was not called.
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGKILL);

    const TemporaryFile again("again");
    Drop same(again.path);
    same.world[same.ball].set_angular_velocity(1.0f);
    RecordingPlayer player(file.path);
    CHECK(!player.info().is_closed);
    CHECK(!player.info().is_cut_off);
    REQUIRE(player.steps() == steps);
    for (int i = 0; i + 1 < steps; ++i) {
        same.steps(1);
        REQUIRE(player.play_step());
        CHECK(player.world().state_hash() == same.hashes.back());
    }
    const int bodies = static_cast<int>(player.world().bodies().size());
    REQUIRE(player.play_step());
    CHECK(static_cast<int>(player.world().bodies().size()) == bodies + 2);
    CHECK(!player.play_step());
    CHECK(!player.divergence());
}
#endif
