#pragma once

#include <doctest/doctest.h>

#include "support/world_build.h"

#include <drystone/detail/read_bytes.h>
#include <drystone/drystone.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace drystone::test {

/// A file that is removed at the end.
struct TemporaryFile {
    explicit TemporaryFile(const std::string& name) : path("recording_" + name + ".tmp") {}
    ~TemporaryFile() { static_cast<void>(std::remove(path.c_str())); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    std::string path;
};

/// Returns the bytes of a file.
inline std::vector<std::byte> file_bytes(const std::string& path) {
    return drystone::detail::read_bytes("test", path, ~std::uint64_t{0});
}

/// Plays a recording and compares each step with the hashes of the recorded world.
inline void check_played(const std::string& path, const std::vector<std::uint64_t>& hashes,
                         const PlayerOptions& options) {
    RecordingPlayer player(path, options);
    REQUIRE(player.steps() == static_cast<std::int64_t>(hashes.size()));
    for (const std::uint64_t hash : hashes) {
        REQUIRE(player.play_step());
        CHECK(player.world().state_hash() == hash);
    }
    CHECK(!player.play_step());
    CHECK(!player.divergence());
    CHECK(player.info().is_closed);
}

/// Drops a ball and a box on a ground with a recorder.
struct Drop {
    explicit Drop(const std::string& path, RecorderOptions options = {}) {
        add_ground(world, 20.0f);
        ball = world.create_body({.position = {0.0f, 3.0f}, .name = "ball"});
        world.create_shape(ball, Circle{});
        box = world.create_body({.position = {5.0f, 3.0f}});
        world.create_shape(box, make_box(0.5f, 0.5f));
        recorder.emplace(world, path, options);
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) {
            world.step(dt);
            hashes.push_back(world.state_hash());
        }
    }
    World world;
    BodyId ball;
    BodyId box;
    std::vector<std::uint64_t> hashes;
    std::optional<Recorder> recorder;
};

}  // namespace drystone::test
