#include <doctest/doctest.h>

#include "engine/world/recording/recorded_drop.h"
#include "engine/world/sample_run.h"
#include "step/motion_sums.h"
#include "support/world_random.h"
#include "world/recording/recorded_call.h"
#include "world/recording/recording_file.h"

#include <drystone/drystone.h>
#include <samples/catalogue.h>

#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace drystone;
using test::check_played;
using test::Drop;
using test::file_bytes;
using test::TemporaryFile;

namespace drystone {
const char* operation_name(Operation operation);
}  // namespace drystone

namespace {

/// Number of damaged recordings that are played; a longer run has more.
constexpr int damaged_files = 200;

/// Names of all custom shapes of a world.
std::vector<Named<CustomShape>> name_custom_shapes(const World& world) {
    std::vector<Named<CustomShape>> named;
    for (const ShapeId shape : world.shapes()) {
        if (const std::optional<CustomShape> custom = world[shape].custom_shape()) {
            named.push_back({std::to_string(named.size()), *custom});
        }
    }
    return named;
}

}  // namespace

TEST_CASE("recording: every sample is played with the same bits at every step") {
    int threads = 0;
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        if (info.group == "Benchmark") {
            continue;
        }
        CAPTURE(info.name);
        const TemporaryFile file("sample");
        test::SampleRun run(info);
        World& world = run.backend.world();
        const std::vector<Named<CustomShape>> shapes = name_custom_shapes(world);
        std::vector<std::uint64_t> hashes;
        {
            const Recorder recorder(world, file.path, {.keyframe_interval = 20, .custom_shapes = shapes});
            for (int i = 0; i < test::scaled(50, 25); ++i) {
                run.steps(1);
                hashes.push_back(world.state_hash());
                CHECK(recorder.stop_reason() == "");
            }
        }
        check_played(file.path, hashes, {.threads = 1 + threads++ % 3, .custom_shapes = shapes});
    }
}

TEST_CASE("recording: a scene that changes at random is played forwards and backwards") {
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        CAPTURE(seed);
        const TemporaryFile file("random");
        test::RandomScene scene(seed);
        std::vector<std::uint64_t> hashes;
        {
            const Recorder recorder(scene.world, file.path,
                                    {.custom_shapes = name_custom_shapes(scene.world)});
            for (int i = 0; i < 120; ++i) {
                scene.change();
                scene.change();
                scene.world.step(test::dt);
                hashes.push_back(scene.world.state_hash());
            }
            REQUIRE(recorder.stop_reason() == "");
            CHECK(recorder.steps() == 120);
        }
        RecordingPlayer player(file.path, {.simd = SimdTarget::Scalar, .snapshot_interval = 16});
        for (const int step : {120, 3, 50, 49, 48, 119, 1, 120}) {
            CAPTURE(step);
            player.seek(step);
            CHECK(player.step() == step);
            CHECK(player.world().state_hash() == hashes[static_cast<std::size_t>(step) - 1]);
        }
        CHECK(!player.divergence());
        CHECK_THROWS_AS(player.seek(121), Error);
        CHECK_THROWS_AS(player.seek(-1), Error);
    }
}

TEST_CASE("recording: the answers of callbacks are played without the callbacks, exceptions too") {
    const TemporaryFile file("callbacks");
    std::vector<std::uint64_t> hashes;
    {
        Drop drop(file.path);
        int asked = 0;
        drop.world.set_collision_filter([&](ShapeId, ShapeId) {
            CHECK_THROWS_AS(drop.world.create_shape(drop.ball, CustomShape{Circle{}}), Error);
            return ++asked % 2 == 0;
        });
        drop.world.set_material_mixing([&](ShapeId, ShapeId, const MixedMaterial& by_rules) {
            MixedMaterial mixed = by_rules;
            mixed.restitution = 0.5f;
            return mixed;
        });
        int calls = 0;
        drop.world.set_pre_solve_callback([&](PreSolveContact& contact) {
            if (++calls == 3) {
                throw std::runtime_error("third");
            }
            contact.friction = 0.01f * static_cast<float>(calls);
            return calls % 5 != 0;
        });
        drop.world[drop.world[drop.box].shapes().front()].set_pre_solve(true);
        for (int i = 0; i < 8; ++i) {
            const BodyId more = drop.world.create_body({.position = {static_cast<float>(i), 1.0f}});
            const ShapeId shape = drop.world.create_shape(more, Circle{});
            drop.world[shape].set_pre_solve(true);
        }
        int thrown = 0;
        for (int i = 0; i < 150; ++i) {
            if (i == 100) {
                drop.world.set_collision_filter({});
            }
            try {
                drop.world.step(test::dt);
            } catch (const std::runtime_error&) {
                ++thrown;
            }
            drop.hashes.push_back(drop.world.state_hash());
        }
        CHECK(thrown == 1);
        CHECK(calls > 10);
        hashes = drop.hashes;
    }
    check_played(file.path, hashes, {});
    RecordingPlayer player(file.path, {.snapshot_interval = 7});
    for (const int step : {150, 60, 59, 110, 20, 150}) {
        player.seek(step);
        CHECK(player.world().state_hash() == hashes[static_cast<std::size_t>(step) - 1]);
    }
    CHECK(!player.divergence());
}

TEST_CASE("recording: a restored world, calls that throw, and a clone's steps") {
    const TemporaryFile file("restore");
    std::vector<std::uint64_t> hashes;
    {
        Drop drop(file.path);
        drop.steps(10);
        const Snapshot early = drop.world.snapshot();
        drop.steps(30);
        CHECK_THROWS_AS(
            drop.world[drop.ball].set_linear_velocity({std::numeric_limits<float>::infinity(), 0.0f}), Error);
        CHECK_THROWS_AS(drop.world.create_shape(drop.ball, Circle{{0.0f, 0.0f}, -1.0f}), Error);
        drop.world.restore(early);
        World clone = drop.world.clone();
        clone.step(test::dt);
        drop.world[drop.ball].set_linear_velocity({1.0f, 0.0f});
        drop.steps(20);
        hashes = drop.hashes;
    }
    check_played(file.path, hashes, {});
}

TEST_CASE("recording: a clone of a player's world takes none of the answers, and outlives the player") {
    const TemporaryFile file("clone");
    {
        Drop drop(file.path);
        drop.world.set_collision_filter([](ShapeId, ShapeId) { return false; });
        drop.world.create_shape(drop.world.create_body({.position = {0.0f, 20.0f}}), Circle{});
        drop.steps(150);
    }
    std::optional<World> clone;
    {
        RecordingPlayer player(file.path);
        player.seek(1);
        clone.emplace(player.world().clone());
        for (int i = 0; i < 149; ++i) {
            clone->step(test::dt);
        }
        while (player.play_step()) {
        }
        CHECK(!player.divergence());
    }
    const BodyId late = clone->create_body({.position = {0.0f, 1.0f}});
    clone->create_shape(late, Circle{});
    clone->step(test::dt);
    CHECK(clone->counters().contacts > 0);
}

TEST_CASE("recording: a file that was cut off is played up to there") {
    const TemporaryFile file("cut");
    Drop drop(file.path);
    drop.steps(30);
    // The file is not closed: as after a crash. It may continue with zeros.
    std::vector<std::byte> whole = file_bytes(file.path);
    CHECK(whole.size() >= drop.recorder->bytes());
    CHECK(!RecordingPlayer(whole).info().is_cut_off);
    CHECK(RecordingPlayer(whole).steps() == 30);
    whole.push_back(std::byte{1});
    CHECK(RecordingPlayer(whole).info().is_cut_off);
    whole.resize(drop.recorder->bytes());
    const std::byte* const bytes = whole.data();
    CHECK(!RecordingPlayer(whole).info().is_cut_off);
    CHECK(RecordingPlayer(std::vector<std::byte>(bytes, bytes + whole.size() - 1)).info().is_cut_off);
    for (std::size_t size = whole.size(); size > whole.size() - 400; size -= 7) {
        CAPTURE(size);
        RecordingPlayer player(std::vector<std::byte>(bytes, bytes + size));
        CHECK(player.steps() > 15);
        CHECK(!player.info().is_closed);
        while (player.play_step()) {
            CHECK(player.world().state_hash() == drop.hashes[static_cast<std::size_t>(player.step()) - 1]);
        }
        CHECK(player.step() == player.steps());
        CHECK(!player.divergence());
    }
    CHECK_THROWS_AS(RecordingPlayer(std::vector<std::byte>(bytes, bytes + 100)), Error);
    CHECK_THROWS_AS(RecordingPlayer(std::vector<std::byte>(200)), Error);
}

TEST_CASE("recording: damaged calls with right checksums give errors or divergences") {
    const TemporaryFile file("damaged");
    {
        Drop drop(file.path);
        for (int i = 0; i < 10; ++i) {
            const BodyId more =
                drop.world.create_body({.position = {static_cast<float>(i), 4.0f}, .name = "more"});
            drop.world.create_shape(more, make_box(0.3f, 0.2f));
            drop.world.create_joint(drop.ball, more, DistanceJoint{.length = 3.0f});
            drop.world[more].apply_force({1.0f, 2.0f}, {3.0f, 4.0f});
            drop.steps(1);
        }
        drop.world.create_chain(drop.box, {.points = {{-3.0f, 0.0f}, {0.0f, 1.0f}, {3.0f, 0.0f}}});
        drop.world.create_field({.kind = RadialField{}, .region = make_box(3.0f, 3.0f)});
        drop.world.explode({.center = {0.0f, 1.0f}});
        drop.steps(2);
    }
    const std::vector<std::byte> whole = file_bytes(file.path);
    const RecordingChunks chunks = find_chunks(whole);
    test::Random random(5);
    const TemporaryFile damaged("damaged_2");
    int refused = 0;
    int diverged = 0;
    for (int i = 0; i < damaged_files; ++i) {
        {
            RecordingWriter writer(damaged.path);
            const int at = 1 + random.below(static_cast<int>(chunks.chunks.size()) - 1);
            for (int k = 0; k < static_cast<int>(chunks.chunks.size()); ++k) {
                const Chunk& chunk = chunks.chunks[static_cast<std::size_t>(k)];
                std::vector<std::byte> content(chunk.content.begin(), chunk.content.end());
                for (int m = k == at ? 1 + random.below(4) : 0; m > 0 && !content.empty(); --m) {
                    const auto place =
                        static_cast<std::size_t>(random.below(static_cast<int>(content.size())));
                    content[place] = static_cast<std::byte>(random.below(256));
                }
                REQUIRE(writer.write(chunk.kind, content));
            }
        }
        try {
            RecordingPlayer player(damaged.path);
            while (player.play_step()) {
            }
            player.world().validate();
            diverged += player.divergence() ? 1 : 0;
        } catch (const Error&) {
            ++refused;
        }
    }
    CHECK(refused > damaged_files / 10);
    CHECK(diverged > damaged_files / 10);
}

TEST_CASE("recording: a world without calls takes at most 40 bytes a step") {
    const TemporaryFile file("size");
    Drop drop(file.path);
    drop.steps(1);
    const std::uint64_t before = drop.recorder->bytes();
    drop.steps(100);
    CHECK(drop.recorder->bytes() - before <= 40 * 100);
}

TEST_CASE("recording: sums of the motion tell which body differs, and in which values") {
    World first;
    std::vector<BodyId> bodies;
    for (int i = 0; i < 50; ++i) {
        bodies.push_back(first.create_body({.position = {static_cast<float>(i), 3.0f}}));
    }
    const TemporaryFile file("first");
    const TemporaryFile other("other");
    // Two recordings that differ in one call, each with the sums of its own world: the bytes of the call are
    // taken from one and the sums from the other.
    std::vector<std::vector<std::byte>> recorded;
    for (const float speed : {0.0f, 1.0f}) {
        World world = first.clone();
        const std::string& path = speed == 0.0f ? file.path : other.path;
        {
            const Recorder recorder(world, path);
            world.step(test::dt);
            world[bodies[37]].set_angular_velocity(speed);
            world.step(test::dt);
            world.step(test::dt);
        }
        recorded.push_back(file_bytes(path));
    }
    RecordingChunks calls = find_chunks(recorded[0]);
    const RecordingChunks sums = find_chunks(recorded[1]);
    REQUIRE(calls.chunks.size() == sums.chunks.size());
    const TemporaryFile mixed("mixed");
    {
        RecordingWriter writer(mixed.path);
        for (std::size_t i = 0; i < calls.chunks.size(); ++i) {
            // Chunk 2 holds the call; those after it the ends of the steps that follow.
            const Chunk& chunk = i > 2 ? sums.chunks[i] : calls.chunks[i];
            REQUIRE(writer.write(chunk.kind, chunk.content));
        }
    }
    RecordingPlayer player(mixed.path);
    while (player.play_step()) {
    }
    REQUIRE(player.divergence());
    CHECK(player.divergence()->step == 2);
    CHECK(player.divergence()->body == bodies[37]);
    CHECK(player.divergence()->fields.find("angular velocity") != std::string::npos);
    CHECK(player.divergence()->fields.find("linear") == std::string::npos);
}

TEST_CASE("recording: recorders refuse a second one, steps and negative intervals; they end with the world") {
    const TemporaryFile file("refused");
    std::optional<World> world(std::in_place);
    std::optional<Recorder> recorder;
    recorder.emplace(*world, file.path);
    CHECK_THROWS_AS(Recorder(*world, file.path + "2"), Error);
    CHECK(recorder->is_recording());
    World moved = std::move(*world);
    moved.step(test::dt);
    CHECK(recorder->steps() == 1);
    moved = World();
    CHECK(!recorder->is_recording());
    CHECK(RecordingPlayer(file.path).info().is_closed);
    CHECK_THROWS_AS(Recorder(moved, file.path, {.keyframe_interval = -1}), Error);
    CHECK_THROWS_AS(Recorder(moved, "no/such/folder/file"), Error);
    recorder->close();
}

TEST_CASE("recording: a custom shape without a name ends the recording, and the call goes on") {
    const TemporaryFile file("unnamed");
    World world;
    const BodyId body = world.create_body();
    Recorder recorder(world, file.path);
    const ShapeId shape = world.create_shape(body, CustomShape{Circle{}});
    CHECK(world.is_valid(shape));
    CHECK(!recorder.is_recording());
    CHECK(recorder.stop_reason().find("name") != std::string::npos);
    CHECK_THROWS_AS(Recorder(world, file.path), Error);
}

TEST_CASE("recording: every function of the public headers that changes a world is recorded") {
    // A motor is recorded as the definition that it gives, see tests/joints/set_motor_test.cpp.
    std::set<std::string> recorded{"World::restore", "World::save", "World::set_threads", "World::snapshot",
                                   "JointRef::set_motor"};
    for (int i = 0; i < static_cast<int>(Operation::Count); ++i) {
        recorded.insert(operation_name(static_cast<Operation>(i)));
    }
    int found = 0;
    for (const auto& [file, type] : {std::pair{"world.h", "World"},
                                     {"body_ref.h", "BodyRef"},
                                     {"shape_ref.h", "ShapeRef"},
                                     {"chain_ref.h", "ChainRef"},
                                     {"tile_grid_ref.h", "TileGridRef"},
                                     {"joint_ref.h", "JointRef"},
                                     {"field_ref.h", "FieldRef"}}) {
        std::ifstream in(std::string(DRYSTONE_SOURCE_DIR "/engine/include/drystone/") + file);
        REQUIRE(in);
        bool inside = false;
        for (std::string line; std::getline(in, line);) {
            inside = line.rfind(std::string("class DRYSTONE_API ") + type + " ", 0) == 0 ||
                     (inside && line != "};");
            const std::size_t open = line.find('(');
            if (!inside || open == std::string::npos || line.rfind("    ", 0) != 0 || line[4] == ' ' ||
                line[4] == '/' || line.find("[[nodiscard]]") != std::string::npos ||
                line.find("operator") != std::string::npos) {
                continue;
            }
            const std::size_t begin = line.rfind(' ', open) + 1;
            const std::string name = line.substr(begin, open - begin);
            const bool is_constructor = name == type || name == std::string("~") + type;
            const bool is_visitor = name.rfind("visit_", 0) == 0 || name == "draw" || name == "validate" ||
                                    name == "overlap" || name == "contacts_of" || name == "cast_ray_all" ||
                                    name == "cast_rays" || name == "cast_shape_all" ||
                                    name == "nearest_shapes";
            if (!is_constructor && !is_visitor) {
                CAPTURE(name);
                CHECK(recorded.count(std::string(type) + "::" + name) == 1);
                ++found;
            }
        }
    }
    CHECK(found > 70);
}
