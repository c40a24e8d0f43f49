// Pieces of docs/manual/saving.md, game_loop.md, threads.md and determinism.md.
#include <drystone/drystone.h>
#include <drystone/recorder.h>
#include <drystone/recording_player.h>
#include <drystone/save_file.h>
#include <drystone/state_history.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace drystone;

namespace {

World make_tower(int threads = 1) {
    World world({.gravity = {0.0f, -10.0f}, .threads = threads});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
    for (int i = 0; i < 8; ++i) {
        const BodyId box =
            world.create_body({.position = {0.1f * static_cast<float>(i % 2), 0.5f + static_cast<float>(i)}});
        world.create_shape(box, make_box(0.5f, 0.5f));
    }
    return world;
}

}  // namespace

TEST_CASE("a loop with a fixed step keeps pace with the display") {
    World world = make_tower();
    // [fixed-step]
    constexpr float time_step = 1.0f / 60.0f;
    float unspent = 0.0f;
    const auto advance = [&](float elapsed) {
        unspent = std::min(unspent + elapsed, 0.25f);  // after a long pause the game runs late, not wild
        int steps = 0;
        for (; unspent >= time_step; unspent -= time_step) {
            world.step(time_step);
            ++steps;
        }
        return steps;
    };
    // [/fixed-step]
    int steps = 0;
    for (int frame = 0; frame < 144; ++frame) {
        steps += advance(1.0f / 144.0f);
    }
    CHECK(steps >= 59);
    CHECK(steps <= 60);
    CHECK(advance(10.0f) <= 15);  // a quarter of a second

    // [interpolate]
    struct Drawn {
        Pose before, after;
    };
    std::vector<Drawn> drawn(world.bodies().size());
    for (const ConstBodyRef body : world.bodies()) {
        drawn[body.id().index1 - 1] = {body.pose(), body.pose()};
    }
    const auto step_and_remember = [&] {
        for (Drawn& body : drawn) {
            body.before = body.after;  // bodies at rest are not among the moved ones
        }
        world.step(time_step);
        for (const BodyMoved& moved : world.moved_bodies()) {
            drawn[moved.body.index1 - 1].after = moved.pose;
        }
    };
    const auto pose_to_draw = [&](BodyId body, float fraction) {  // fraction = unspent / time_step
        const auto& [before, after] = drawn[body.index1 - 1];
        const float turn = inverse_multiply(before.rotation, after.rotation).angle();
        return Pose{(1.0f - fraction) * before.position + fraction * after.position,
                    multiply(before.rotation, Rot::from_angle(fraction * turn))};
    };
    // [/interpolate]
    step_and_remember();
    step_and_remember();
    const BodyId top = world.bodies().back().id();
    CHECK(pose_to_draw(top, 1.0f).position.y == world[top].position().y);
}

TEST_CASE("a saved game continues with the same bits") {
    const std::string path = "manual_saved_game.drystone";
    World world = make_tower();
    for (int i = 0; i < 30; ++i) {
        world.step(1.0f / 60.0f);
    }
    // [save]
    save_to_file(world, path);
    World loaded = load_from_file(path);
    // [/save]
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 60.0f);
        loaded.step(1.0f / 60.0f);
    }
    CHECK(world.state_hash() == loaded.state_hash());
    const BodyId body = world.bodies().back().id();
    CHECK(loaded[body].position().y == world[body].position().y);  // handles are valid in both
    std::remove(path.c_str());
}

TEST_CASE("snapshots, clones and histories go back in time") {
    World world = make_tower();
    const BodyId top = world.bodies().back().id();
    // [snapshot]
    const Snapshot start = world.snapshot();
    world[top].apply_impulse({5.0f, 0.0f});
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 60.0f);
    }
    const std::uint64_t first = world.state_hash();

    world.restore(start);
    world[top].apply_impulse({5.0f, 0.0f});
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 60.0f);
    }
    const bool same = world.state_hash() == first;  // true: the same bits
    // [/snapshot]
    CHECK(same);

    // [clone]
    World future = world.clone();  // looks ahead; the world itself stays
    for (int i = 0; i < 120; ++i) {
        future.step(1.0f / 60.0f);
    }
    const Vec2 where = future[top].position();  // the same handle
    // [/clone]
    CHECK(where.y > 0.0f);
    CHECK(world.state_hash() == first);

    // [history]
    StateHistory history(60);  // the last second
    for (int i = 0; i < 60; ++i) {
        history.save(world);
        world.step(1.0f / 60.0f);
    }
    history.restore(world, 9);  // as it was before the last ten steps
    // [/history]
    CHECK(history.size() == 50);
}

TEST_CASE("the programs of docs/state.md") {
    World world = make_tower();
    const BodyId ball = world.bodies().back().id();
    // [checkpoint]
    Snapshot checkpoint = world.snapshot();  // the whole state as a value
    world.step(1.0f / 60.0f);
    world.restore(checkpoint);   // and back
    world.snapshot(checkpoint);  // again, into the same memory

    World copy = world.clone();  // a second world to look ahead with
    for (int i = 0; i < 60; ++i) {
        copy.step(1.0f / 60.0f);
    }
    const Vec2 later = copy[ball].position();  // handles are valid in both
    // [/checkpoint]
    CHECK(later.y > 0.0f);

    std::vector<Vec2> pushes(60);  // What is known of the inputs.
    // [rollback]
    StateHistory history(8);
    const auto step = [&](std::size_t frame) {
        history.save(world);  // the state before this step
        world[ball].apply_force(pushes[frame]);
        world.step(1.0f / 60.0f);
    };
    for (std::size_t frame = 0; frame < 60; ++frame) {
        step(frame);
        if (frame == 30) {
            pushes[27] = {50.0f, 0.0f};  // an input that was meant for the step before the last three
            history.restore(world, 3);
            for (std::size_t again = 27; again <= frame; ++again) {
                step(again);  // each saves its frame again
            }
        }
    }
    // [/rollback]
    // The same as if the input had come in time.
    const std::uint64_t with_rollback = world.state_hash();
    world.restore(checkpoint);
    for (const Vec2& push : pushes) {
        world[ball].apply_force(push);
        world.step(1.0f / 60.0f);
    }
    CHECK(world.state_hash() == with_rollback);
}

TEST_CASE("a recording is played forwards and backwards") {
    const std::string path = "manual_seek.recording";
    {
        World world = make_tower();
        Recorder recorder(world, path);
        for (int i = 0; i < 60; ++i) {
            world.step(1.0f / 60.0f);
        }
    }
    // [replay]
    RecordingPlayer player(path);           // needs neither the game nor its callbacks
    player.seek(player.steps() / 2);        // forwards or backwards
    World branch = player.world().clone();  // and on in another way
    branch.step(1.0f / 60.0f);
    if (const auto& divergence = player.divergence()) {
        std::puts(divergence->text.c_str());  // the first step, body and values that differ
    }
    // [/replay]
    CHECK(player.step() == 30);
    player.seek(31);
    CHECK(player.world().state_hash() == branch.state_hash());
    CHECK(!player.divergence());
    std::remove(path.c_str());
}

TEST_CASE("a recording repeats a run") {
    const std::string path = "manual_bug.recording";
    std::uint64_t recorded = 0;
    {
        World world = make_tower();
        // [record]
        Recorder recorder(world, path);
        for (int i = 0; i < 60; ++i) {
            world.step(1.0f / 60.0f);
        }
        recorder.close();
        // [/record]
        recorded = world.state_hash();
    }
    // [play]
    RecordingPlayer player(path);
    while (player.play_step()) {
    }
    // [/play]
    CHECK(!player.divergence());
    CHECK(player.world().state_hash() == recorded);
    std::remove(path.c_str());
}

TEST_CASE("threads change no bit") {
    // [threads]
    World one = make_tower(1);
    World four = make_tower(4);  // WorldDefinition::threads
    for (int i = 0; i < 120; ++i) {
        one.step(1.0f / 60.0f);
        four.step(1.0f / 60.0f);
    }
    CHECK(one.state_hash() == four.state_hash());
    // [/threads]
}

TEST_CASE("a batch of a thousand worlds") {
    World level;
    const BodyId ground = level.create_body({.type = BodyType::Static});
    level.create_shape(ground, Segment{{-10.0f, 0.0f}, {10.0f, 0.0f}});
    const BodyId ball = level.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.5f}});
    level.create_shape(ball, Circle{{}, 0.5f});
    // [batch]
    WorldBatch batch({.threads = 2});
    const BodyId chosen[] = {ball};
    batch.create_worlds(batch.add_prototype(level, chosen), 1000);
    for (int step = 0; step < 60; ++step) {
        for (std::size_t world = 0; world < 1000; ++world) {
            batch.loads()[world].force = {0.01f * static_cast<float>(world), 0.0f};
        }
        batch.step(1.0f / 60.0f);
        for (int world = 0; world < batch.size(); ++world) {
            if (batch.poses()[static_cast<std::size_t>(world)].position.x > 3.0f) {
                batch.reset(world);  // to the state of `level`
            }
        }
    }
    // [/batch]
    CHECK(batch.poses()[0].position.x == 0.0f);
    CHECK(batch.poses()[500].position.x > batch.poses()[100].position.x);
}

TEST_CASE("two worlds share a pool") {
    // [pool]
    ThreadPool pool(2);
    World left({.scheduler = &pool});
    World right({.scheduler = &pool});
    // [/pool]
    left.step(1.0f / 60.0f);
    right.step(1.0f / 60.0f);
    CHECK(left.threads() == 2);
    CHECK(right.threads() == 2);
}
