#include <doctest/doctest.h>

#include "engine/world/recording/recorded_drop.h"
#include "world/recording/recording_file.h"

#include <drystone/drystone.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

using namespace drystone;
using test::check_played;
using test::Drop;
using test::file_bytes;
using test::TemporaryFile;

namespace {

std::size_t count_chunks(const std::string& path, ChunkKind kind) {
    const std::vector<std::byte> bytes = file_bytes(path);
    const RecordingChunks found = find_chunks(bytes);
    return static_cast<std::size_t>(std::count_if(found.chunks.begin(), found.chunks.end(),
                                                  [&](const Chunk& chunk) { return chunk.kind == kind; }));
}

/// Records a game that goes three frames back in every fifth one and repeats them with another input.
/// Returns the hashes after all steps, those that were repeated later included.
std::vector<std::uint64_t> record_rollback(const std::string& path, int keyframe_interval) {
    Drop drop(path, {.keyframe_interval = keyframe_interval});
    StateHistory history(4);
    const auto frame = [&](float input) {
        history.save(drop.world);
        drop.world[drop.box].apply_force({input, 0.0f});
        drop.steps(1);
    };
    for (int i = 0; i < 100; ++i) {
        frame(1.0f);
        if (i % 5 == 4) {
            history.restore(drop.world, 2);
            for (int again = 0; again < 3; ++again) {
                frame(static_cast<float>(i));
            }
        }
    }
    return drop.hashes;
}

}  // namespace

TEST_CASE("recording: a world that returns to a snapshot of the recording writes its place alone") {
    const TemporaryFile file("rollback");
    const std::vector<std::uint64_t> hashes = record_rollback(file.path, 0);
    CHECK(count_chunks(file.path, ChunkKind::RestoredTo) == 20);
    CHECK(count_chunks(file.path, ChunkKind::Restored) == 0);
    check_played(file.path, hashes, {});
    check_played(file.path, hashes, {.snapshot_interval = 1, .snapshot_bytes = 1});
}

TEST_CASE("recording: a player begins in the middle, and finds snapshots that were made before") {
    const TemporaryFile file("middle");
    const std::vector<std::uint64_t> hashes = record_rollback(file.path, 17);
    const auto check_at = [&](RecordingPlayer& player, std::int64_t step) {
        CAPTURE(step);
        player.seek(step);
        CHECK(player.step() == step);
        CHECK(player.world().state_hash() == hashes[static_cast<std::size_t>(step) - 1]);
        CHECK(!player.divergence());
    };
    // Each keyframe is between a snapshot and its restoration in some of these.
    for (std::int64_t first = 1; first <= static_cast<std::int64_t>(hashes.size()); first += 3) {
        RecordingPlayer player(file.path, {.snapshot_interval = 40});
        check_at(player, first);
        check_at(player, std::max<std::int64_t>(1, first - 11));
        check_at(player, std::min<std::int64_t>(first + 30, static_cast<std::int64_t>(hashes.size())));
    }
    RecordingPlayer player(file.path, {.snapshot_interval = 10, .snapshot_bytes = 100'000});
    for (const std::int64_t step : {160, 3, 90, 89, 100, 20, 160}) {
        check_at(player, step);
    }
    CHECK(player.info().seconds == doctest::Approx(160.0 / 60.0).epsilon(1e-5));
}

TEST_CASE("recording: a seek to steps that were not played passes over what is before a keyframe") {
    const TemporaryFile file("pass");
    Drop drop(file.path, {.keyframe_interval = 50});
    for (int i = 0; i < 200; ++i) {
        drop.world[drop.box].apply_force({1.0f, 0.0f});
        drop.steps(1);
    }
    drop.recorder->close();
    RecordingPlayer player(file.path);
    player.seek(199);
    CHECK(player.world().state_hash() == drop.hashes[198]);
    const RecordingInfo info = player.info();
    const auto forces = std::find_if(info.calls.begin(), info.calls.end(), [](const CallCount& call) {
        return call.name == "BodyRef::apply_force";
    });
    REQUIRE(forces != info.calls.end());
    CHECK(forces->count == 49);
    player.seek(120);
    CHECK(player.world().state_hash() == drop.hashes[119]);
    CHECK(!player.divergence());
}

TEST_CASE("recording: snapshots between calls, restored at once, several times, or by another recording") {
    const TemporaryFile file("places");
    std::vector<std::uint64_t> hashes;
    {
        std::optional<Drop> drop(std::in_place, file.path);
        World& world = drop->world;
        const Snapshot first = world.snapshot();
        world.restore(first);
        drop->steps(5);
        world[drop->ball].set_linear_velocity({1.0f, 2.0f});
        const Snapshot between = world.snapshot();
        Snapshot copy = between;
        const BodyId late = world.create_body({.position = {0.0f, 9.0f}});
        world.create_shape(late, Circle{});
        drop->steps(10);
        world.restore(between);
        CHECK(!world.is_valid(late));
        drop->steps(3);
        world.restore(copy);
        world.restore(first);
        drop->steps(3);
        // The last one is of a clone, of which the recording knows nothing.
        World clone = world.clone();
        clone.step(test::dt);
        world.restore(clone.snapshot());
        drop->steps(2);
        hashes = drop->hashes;
    }
    CHECK(count_chunks(file.path, ChunkKind::RestoredTo) == 4);
    CHECK(count_chunks(file.path, ChunkKind::Restored) == 1);
    check_played(file.path, hashes, {});

    const TemporaryFile second("second");
    Drop drop(file.path);
    const Snapshot of_first = drop.world.snapshot();
    drop.steps(1);
    drop.recorder->close();
    drop.hashes.clear();
    drop.recorder.emplace(drop.world, second.path);
    drop.steps(1);
    drop.world.restore(of_first);
    drop.steps(1);
    drop.recorder->close();
    CHECK(count_chunks(second.path, ChunkKind::Restored) == 1);
    check_played(second.path, drop.hashes, {});
}

TEST_CASE("recording: a snapshot that was never made is an error") {
    const TemporaryFile file("never");
    record_rollback(file.path, 0);
    const std::vector<std::byte> whole = file_bytes(file.path);
    const RecordingChunks found = find_chunks(whole);
    const TemporaryFile damaged("never_2");
    // Offsets and chunks that no snapshot has.
    for (const auto& [chunk, offset] : {std::pair{0U, 0U}, {2U, 1U}, {2U, 10000U}, {1000000U, 0U}}) {
        CAPTURE(chunk);
        {
            RecordingWriter writer(damaged.path);
            for (const Chunk& each : found.chunks) {
                std::vector<std::byte> content(each.content.begin(), each.content.end());
                if (each.kind == ChunkKind::RestoredTo) {
                    for (std::size_t i = 0; i < 4; ++i) {
                        content[i] = static_cast<std::byte>(chunk >> 8 * i & 0xff);
                        content[4 + i] = static_cast<std::byte>(offset >> 8 * i & 0xff);
                    }
                }
                REQUIRE(writer.write(each.kind, content));
            }
        }
        CHECK_THROWS_AS(
            {
                RecordingPlayer player(damaged.path);
                while (player.play_step()) {
                }
            },
            Error);
    }
}
