#include <doctest/doctest.h>

#include "engine/world/recording/recorded_drop.h"
#include "support/counted_allocations.h"
#include "support/failing_allocation.h"
#include "support/recording_mutations.h"
#include "support/world_build.h"

#include <drystone/drystone.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace drystone;
using test::check_played;
using test::Drop;
using test::dt;
using test::file_bytes;
using test::TemporaryFile;

TEST_CASE("recording: a predicate of an explosion that throws anything does not end the recording") {
    const TemporaryFile file("predicate");
    Drop drop(file.path);
    const BodyId far = drop.world.create_body({.position = {15.0f, 3.0f}});
    const ShapeId far_shape = drop.world.create_shape(far, Circle{});
    const ShapeId near_shape = drop.world[drop.ball].shapes().front().id();
    drop.steps(1);
    Explosion explosion{.center = {0.0f, 1.0f}, .radius = 3.0f, .impulse_per_length = 5.0f};
    // The explosion asks about the near shape, and so throws.
    explosion.filter.accepts = [&](ShapeId shape) { return shape == near_shape ? throw 1 : true; };
    CHECK_THROWS_AS(drop.world.explode(explosion), int);
    drop.steps(1);
    // It does not ask about the far one.
    explosion.filter.accepts = [&](ShapeId shape) { return shape == far_shape ? throw 1 : true; };
    CHECK(drop.world.explode(explosion) == 1);
    drop.steps(1);
    explosion.filter.accepts = [&](ShapeId) -> bool { throw std::runtime_error("always"); };
    CHECK_THROWS_AS(drop.world.explode(explosion), std::runtime_error);
    drop.world[drop.ball].set_linear_velocity({1.0f, 0.0f});
    drop.steps(5);
    CHECK(drop.recorder->is_recording());
    drop.recorder->close();
    check_played(file.path, drop.hashes, {});
}

TEST_CASE("recording: a shift of the origin is played although the collision filter throws in it") {
    const TemporaryFile file("filter_in_shift");
    Drop drop(file.path);
    const BodyId second =
        drop.world.create_body({.type = BodyType::Dynamic, .position = {0.3f, 8.0f}, .angle = 0.3f});
    drop.world.create_shape(second, make_box(0.5f, 0.5f));
    drop.steps(2);
    bool throws = true;
    drop.world.set_collision_filter(
        [&](ShapeId, ShapeId) { return throws ? throw std::runtime_error("once") : true; });
    // The shift finds the pair of the new shape, which no step has seen.
    const BodyId third = drop.world.create_body({.type = BodyType::Dynamic, .position = {0.2f, 8.2f}});
    drop.world.create_shape(third, make_box(0.5f, 0.5f));
    const Vec2 before = drop.world[third].position();
    CHECK_THROWS_AS(drop.world.shift_origin({100.0f, -20.0f}), std::runtime_error);
    CHECK(drop.world[third].position() == before - Vec2{100.0f, -20.0f});
    throws = false;
    drop.steps(20);
    CHECK(drop.recorder->is_recording());
    drop.recorder->close();
    check_played(file.path, drop.hashes, {});
}

TEST_CASE("recording: a predicate of an explosion is called once for each shape, and played as it answered") {
    const TemporaryFile file("changing_predicate");
    Drop drop(file.path);
    for (int i = 0; i < 6; ++i) {
        const BodyId body = drop.world.create_body({.position = {static_cast<float>(i) - 3.0f, 6.0f}});
        drop.world.create_shape(body, Circle{.radius = 0.3f});
    }
    drop.steps(1);
    Explosion explosion{.center = {0.0f, 5.0f}, .radius = 5.0f, .impulse_per_length = 2.0f};
    int calls = 0;
    explosion.filter.accepts = [&](ShapeId) { return ++calls % 3 == 0; };
    for (int i = 0; i < 5; ++i) {
        const int before = calls;
        const int hit = drop.world.explode(explosion);
        const int asked = calls - before;
        CHECK(asked >= 6);
        CHECK(asked <= 8);
        CHECK(hit == calls / 3 - before / 3);
        explosion.filter.ignored_body = i == 2 ? drop.ball : BodyId{};
        drop.steps(1);
    }
    drop.recorder->close();
    check_played(file.path, drop.hashes, {});
}

TEST_CASE("recording: without memory the recording ends, and calls and steps are made" *
          doctest::skip(test::sanitized)) {
    const TemporaryFile file("memory");
    int ended = 0;
    int without_step = 0;
    for (long failure = 1; failure < 30; ++failure) {
        CAPTURE(failure);
        // A world at rest allocates nothing: what is refused is the recorder's.
        Drop drop(file.path);
        drop.recorder->close();
        drop.steps(60);
        World same = drop.world.clone();
        drop.recorder.emplace(drop.world, file.path, RecorderOptions{.keyframe_interval = 1});
        test::allocations_to_failure = failure;
        drop.world[drop.ball].set_angular_velocity(1.0f);
        drop.world.step(test::dt);
        drop.world.step(test::dt);
        test::allocations_to_failure = 0;
        same[drop.ball].set_angular_velocity(1.0f);
        same.step(test::dt);
        same.step(test::dt);
        CHECK(drop.world.state_hash() == same.state_hash());
        if (!drop.recorder->is_recording()) {
            CHECK(drop.recorder->stop_reason() == "out of memory");
            ++ended;
        }
        RecordingPlayer player(file.path);
        without_step += player.steps() == 0 ? 1 : 0;
        while (player.play_step()) {
        }
        CHECK(!player.divergence());
    }
    CHECK(ended > 3);
    CHECK(without_step > 0);
}

TEST_CASE("recording: a recorder, or a callback, that there is no memory for leaves the world as it was") {
    const TemporaryFile file("no_memory");
    World world;
    test::add_ground(world);
    test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    world.set_collision_filter([](ShapeId, ShapeId) { return true; });
    world.set_material_mixing([](ShapeId, ShapeId, const MixedMaterial& mixed) { return mixed; });
    world.set_pre_solve_callback([](PreSolveContact&) { return true; });
    std::optional<Recorder> recorder;
    int refused = 0;
    for (long k = 1; k < 1000; ++k) {
        CAPTURE(k);
        const std::uint64_t hash = world.state_hash();
        CollisionFilter filter = [](ShapeId, ShapeId) { return false; };
        test::allocations_to_failure = k;
        try {
            recorder.emplace(world, file.path);
            world.set_collision_filter(std::move(filter));
            test::allocations_to_failure = 0;
            break;
        } catch (const std::bad_alloc&) {
            test::allocations_to_failure = 0;
        } catch (const Error& error) {
            test::allocations_to_failure = 0;
            CHECK(test::contains_text(error.what(), "out of memory"));
        }
        ++refused;
        recorder.reset();
        CHECK(world.state_hash() == hash);
        world.validate();
        world.step(dt);
        CHECK(world.counters().contacts == 1);
    }
    CHECK((refused > 0 || !test::counting()));
}

TEST_CASE("recording: a step of more solver steps than the options allow is refused") {
    const TemporaryFile file("sub_steps");
    {
        Drop drop(file.path);
        drop.steps(2);
        drop.world.step(dt, 2000);
        drop.hashes.push_back(drop.world.state_hash());
    }
    const std::vector<std::byte> bytes = file_bytes(file.path);
    CHECK_MESSAGE(test::join_recording(bytes, test::split_recording(bytes)) == bytes,
                  "chunks and checksums are as documented");
    RecordingPlayer player(file.path);
    CHECK(player.play_step());
    CHECK(player.play_step());
    const char* const reason =
        "RecordingPlayer::play_step: sub_steps of a recorded step must be <= "
        "PlayerOptions::max_sub_steps, got 2000";
    // The player is where it was, and can go back.
    const std::uint64_t hash = player.world().state_hash();
    for (int i = 0; i < 2; ++i) {
        CHECK_THROWS_WITH_AS(static_cast<void>(player.play_step()), reason, Error);
        CHECK_THROWS_AS(player.seek(3), Error);
        CHECK(player.step() == 2);
        CHECK(player.world().state_hash() == hash);
        CHECK(player.info().calls.back().count == 2);
    }
    player.seek(1);
    CHECK(player.play_step());
    CHECK(player.world().state_hash() == hash);
    CHECK_THROWS_AS(RecordingPlayer(file.path, {.max_sub_steps = 0}), Error);
    RecordingPlayer patient(file.path, {.max_sub_steps = 2000});
    patient.seek(3);
    CHECK(!patient.divergence());
}

TEST_CASE("recording: a step that refuses what a callback returned is played as it was made") {
    const TemporaryFile file("refused_answer");
    Drop drop(file.path);
    drop.world.set_material_mixing([](ShapeId, ShapeId, const MixedMaterial& mixed) {
        return MixedMaterial{mixed.friction, -1.0f};
    });
    int refused = 0;
    for (int i = 0; i < 60; ++i) {
        try {
            drop.world.step(dt);
        } catch (const Error&) {
            ++refused;
        }
        drop.hashes.push_back(drop.world.state_hash());
    }
    CHECK(refused > 0);
    drop.recorder->close();
    check_played(file.path, drop.hashes, {});
}
