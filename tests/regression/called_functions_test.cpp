// Errors of what works on worlds begin with the name of the function that the user called, and come before
// anything has changed. The functions of worlds and references have a table in tests/engine/world/misuse_*.
#include <doctest/doctest.h>

#include "support/world_build.h"
#include "support/world_fingerprint.h"

#include <drystone/collision/mappings.h>
#include <drystone/drystone.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;
using test::error_of;
using test::Fingerprint;
using test::fingerprint_of;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// A world with all that works on it.
struct Company {
    World world;
    World other;
    BodyId ground = test::add_ground(world);
    BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    BodyId wagon = test::add_box(world, {5.0f, 5.0f}, 0.2f, 0.2f);
    ShapeId disc = world.create_shape(wagon, Circle{{0.0f, 0.0f}, 0.1f});
    ChainId chain = world.create_chain(ground, {.points = {{30.0f, 0.0f}, {20.0f, 0.0f}, {19.0f, 0.0f}}});
    TileGridId grid =
        world.create_tile_grid({.position = {50.0f, 0.0f}, .width = 4, .height = 4, .types = {TileType{}}});
    BodyId body = box;  ///< Handle that rows of handles use.
    Character hero{{.position = {-5.0f, 1.0f}}};
    DynamicMover mover{world, {.body = box}};
    PathGuide guide{world, {.body_a = ground, .body_b = wagon, .points = {{0.0f, 5.0f}, {9.0f, 5.0f}}}};
    FixedStepper stepper;
    Interpolation between;
    StateHistory history{2};
    WorldBatch batch;
    std::vector<Pose> poses = std::vector<Pose>(2);

    Company() {
        between.step(world, dt);
        const BodyId chosen[] = {box};
        batch.create_worlds(batch.add_prototype(world, chosen), 2);
    }

    /// Everything that a call could have changed.
    [[nodiscard]] std::vector<Fingerprint> state() {
        std::vector<Fingerprint> all{fingerprint_of(world), fingerprint_of(batch[0]),
                                     fingerprint_of(batch[1])};
        Fingerprint& own = all.front();
        for (const Vec2& place :
             {hero.position(), hero.velocity(), poses[0].position, between.pose(world, box, 0.5f).position}) {
            own.add(place);
        }
        own.add(mover.is_on_ground());
        own.add(guide.place());
        own.add(stepper.fraction());
        own.add(history.size());
        own.add(batch.size());
        return all;
    }
};

struct Row {
    const char* function;
    std::function<void(Company&, float)> call;
};

const int first[] = {0};

std::vector<Row> rows_of_batches() {
    return {
        {"WorldBatch::step", [](Company& s, float bad) { s.batch.step(bad); }},
        {"WorldBatch::step_worlds", [](Company& s, float bad) { s.batch.step_worlds(first, bad); }},
        {"WorldBatch::write_poses",
         [](Company& s, float bad) {
             s.batch.write_poses(first, std::vector<BodyPlacement>{{{bad, 0.0f}, 0.0f}});
         }},
        {"WorldBatch::write_poses",
         [](Company& s, float bad) {
             s.batch.write_poses(first, std::vector<BodyPlacement>{{{0.0f, 0.0f}, bad}});
         }},
        {"WorldBatch::write_velocities",
         [](Company& s, float bad) {
             s.batch.write_velocities(first, std::vector<BodyMotion>{{{0.0f, 0.0f}, bad}});
         }},
        {"Interpolation::step", [](Company& s, float bad) { s.between.step(s.world, bad); }},
        {"Interpolation::pose",
         [](Company& s, float bad) { static_cast<void>(s.between.pose(s.world, s.box, bad)); }},
        {"Interpolation::visit",
         [](Company& s, float bad) { s.between.visit(s.world, bad, [](BodyId, const Pose&) {}); }},
        {"FixedStepper::FixedStepper",
         [](Company&, float bad) { const FixedStepper made({.time_step = bad}); }},
        {"FixedStepper::advance", [](Company& s, float bad) { s.stepper.advance(bad); }},
        {"FixedStepper::set_time_step", [](Company& s, float bad) { s.stepper.set_time_step(bad); }},
        {"FixedStepper::set_speed", [](Company& s, float bad) { s.stepper.set_speed(bad); }},
    };
}

std::vector<Row> rows_of_movers() {
    return {
        {"Character::Character",
         [](Company&, float bad) {
             const Character made({.position = {bad, 0.0f}});
         }},
        {"Character::Character", [](Company&, float bad) { const Character made({.gap = bad}); }},
        {"Character::Character",
         [](Company&, float bad) {
             const Character made({.geometry = Circle{{0.0f, 0.0f}, bad}});
         }},
        {"Character::update",
         [](Company& s, float bad) {
             s.hero.update(s.world, {.velocity = {bad, 0.0f}}, dt);
         }},
        {"Character::update", [](Company& s, float bad) { s.hero.update(s.world, {}, bad); }},
        {"Character::move",
         [](Company& s, float bad) {
             s.hero.move(s.world, {bad, 0.0f}, dt);
         }},
        {"Character::move", [](Company& s, float bad) { s.hero.move(s.world, {}, bad); }},
        {"Character::teleport",
         [](Company& s, float bad) {
             s.hero.teleport({0.0f, bad});
         }},
        {"Character::launch",
         [](Company& s, float bad) {
             s.hero.launch({0.0f, bad});
         }},
        {"Character::set_up",
         [](Company& s, float bad) {
             s.hero.set_up({0.0f, bad});
         }},
        {"Character::set_state",
         [](Company& s, float bad) {
             s.hero.set_state({.position = {bad, 0.0f}});
         }},
        {"Character::set_shape",
         [](Company& s, float bad) {
             s.hero.set_shape(s.world, Circle{{0.0f, 0.0f}, bad});
         }},
        {"DynamicMover::DynamicMover",
         [](Company& s, float bad) {
             const DynamicMover made(s.world, {.body = s.box, .ride_height = bad});
         }},
        {"DynamicMover::update", [](Company& s, float bad) { s.mover.update(s.world, {.speed = bad}, dt); }},
        {"DynamicMover::update", [](Company& s, float bad) { s.mover.update(s.world, {}, bad); }},
        {"DynamicMover::set_up",
         [](Company& s, float bad) {
             s.mover.set_up({bad, 0.0f});
         }},
        {"PathGuide::PathGuide",
         [](Company& s, float bad) {
             const PathGuide made(s.world,
                                  {.body_a = s.ground, .body_b = s.box, .points = {{}, {bad, 0.0f}}});
         }},
        {"PathGuide::update", [](Company& s, float bad) { s.guide.update(s.world, bad); }},
        {"PathGuide::set_motor",
         [](Company& s, float bad) {
             s.guide.set_motor(JointMotor{bad, 1.0f});
         }},
    };
}

std::vector<Row> rows_of_outlines() {
    return {
        {"World::create_outline",
         [](Company& s, float bad) {
             s.world.create_outline(s.box, std::vector<Vec2>{{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, bad}});
         }},
        {"World::create_chain",
         [](Company& s, float bad) {
             s.world.create_chain(s.box, {.points = {{0.0f, 0.0f}, {bad, 0.0f}}});
         }},
        {"ChainRef::set_points",
         [](Company& s, float bad) {
             s.world[s.chain].set_points(std::vector<Vec2>{{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, bad}});
         }},
        {"World::create_tile_grid",
         [](Company& s, float bad) { s.world.create_tile_grid({.cell_size = bad}); }},
        {"TileGridRef::cell_at",
         [](Company& s, float bad) {
             static_cast<void>(s.world[s.grid].cell_at({bad, 0.0f}));
         }},
        {"World::shift_origin",
         [](Company& s, float bad) {
             s.world.shift_origin({bad, 0.0f});
         }},
    };
}

/// Calls that get the handle `Company::body`.
std::vector<Row> rows_of_handles() {
    return {
        {"WorldBatch::add_prototype",
         [](Company& s, float) {
             const BodyId chosen[] = {s.body};
             s.batch.add_prototype(s.world, chosen);
         }},
        {"Interpolation::pose",
         [](Company& s, float) { static_cast<void>(s.between.pose(s.world, s.body, 0.5f)); }},
        {"Character::update", [](Company& s, float) { Character({.body = s.body}).update(s.world, {}, dt); }},
        {"Character::move", [](Company& s, float) { Character({.body = s.body}).move(s.world, {}, dt); }},
        {"DynamicMover::DynamicMover",
         [](Company& s, float) { const DynamicMover made(s.world, {.body = s.body}); }},
        {"PathGuide::PathGuide",
         [](Company& s, float) {
             const PathGuide made(s.world, {.body_a = s.body, .body_b = s.box, .points = {{}, {1.0f, 0.0f}}});
         }},
        {"PathGuide::PathGuide",
         [](Company& s, float) {
             const PathGuide made(s.world, {.body_a = s.box, .body_b = s.body, .points = {{}, {1.0f, 0.0f}}});
         }},
        {"read_poses",
         [](Company& s, float) {
             const BodyId some[] = {s.box, s.body};
             read_poses(s.world, some, s.poses);
         }},
    };
}

std::vector<Row> rows_of_other_values() {
    return {
        {"World::create_outline", [](Company& s, float) { s.world.create_outline(s.box, {}); }},
        {"World::create_pieces", [](Company& s, float) { s.world.create_pieces(s.box, {}); }},
        {"World::create_chain", [](Company& s, float) { s.world.create_chain(s.box, {}); }},
        {"ChainRef::set_points", [](Company& s, float) { s.world[s.chain].set_points({}); }},
        {"TileGridRef::fill",
         [](Company& s, float) {
             s.world[s.grid].fill({0, 0, 5, 1}, 1);
         }},
        {"TileGridRef::fill",
         [](Company& s, float) {
             s.world[s.grid].fill({0, 0, 1, 1}, 2);
         }},
        {"TileGridRef::set_cell", [](Company& s, float) { s.world[s.grid].set_cell(-1, 0, 1); }},
        {"TileGridRef::set_cells",
         [](Company& s, float) {
             s.world[s.grid].set_cells({0, 0, 1, 1}, {});
         }},
        {"TileGridRef::cell_of",
         [](Company& s, float) { static_cast<void>(s.world[s.grid].cell_of(s.disc, {})); }},
        {"WorldBatch::create_worlds", [](Company& s, float) { s.batch.create_worlds(1, 1); }},
        {"WorldBatch::set_prototype", [](Company& s, float) { s.batch.set_prototype(0, s.other); }},
        {"WorldBatch::prototype_of", [](Company& s, float) { static_cast<void>(s.batch.prototype_of(2)); }},
        {"WorldBatch::operator[]", [](Company& s, float) { static_cast<void>(s.batch[2]); }},
        {"WorldBatch::reset", [](Company& s, float) { s.batch.reset(-1); }},
        {"WorldBatch::refresh", [](Company& s, float) { s.batch.refresh(2); }},
        {"WorldBatch::write_poses", [](Company& s, float) { s.batch.write_poses(first, {}); }},
        {"WorldBatch::write_loads", [](Company& s, float) { s.batch.write_loads({}); }},
        {"StateHistory::restore", [](Company& s, float) { s.history.restore(s.world, 0); }},
        {"StateHistory::frame", [](Company& s, float) { static_cast<void>(s.history.frame(-1)); }},
        {"World::restore", [](Company& s, float) { s.world.restore(s.other.snapshot()); }},
        {"World::load", [](Company&, float) { static_cast<void>(World::load({})); }},
        {"load_from_file", [](Company&, float) { static_cast<void>(load_from_file("/no/file")); }},
        {"save_to_file", [](Company& s, float) { save_to_file(s.world, "/no/file"); }},
        {"Recorder::Recorder", [](Company& s, float) { const Recorder made(s.world, "/no/file"); }},
        {"Recorder::Recorder",
         [](Company& s, float) { const Recorder made(s.world, "/no/file", {.keyframe_interval = -1}); }},
        {"RecordingPlayer::RecordingPlayer", [](Company&, float) { const RecordingPlayer made("/no/file"); }},
        {"RecordingPlayer::RecordingPlayer",
         [](Company&, float) { const RecordingPlayer made(std::vector<std::byte>(99)); }},
        {"RecordingPlayer::RecordingPlayer",
         [](Company&, float) {
             const RecordingPlayer made(std::vector<std::byte>(99), {.snapshot_interval = 0});
         }},
    };
}

void check_refused(Company& stage, const std::vector<Row>& rows, float value) {
    for (const Row& row : rows) {
        CAPTURE(std::string(row.function));
        CAPTURE(value);
        const std::vector<Fingerprint> before = stage.state();
        const std::string error = error_of([&] { row.call(stage, value); });
        CAPTURE(error);
        CHECK(error.find(std::string(row.function) + ": ") == 0);
        CHECK(stage.state() == before);
    }
}

}  // namespace

// Costs .05 s.
TEST_CASE("called functions: bad numbers, handles and lists are refused in the name of what was called") {
    Company stage;
    for (const float bad : {not_a_number, infinity, -infinity}) {
        check_refused(stage, rows_of_batches(), bad);
        check_refused(stage, rows_of_movers(), bad);
        check_refused(stage, rows_of_outlines(), bad);
    }
    check_refused(stage, rows_of_other_values(), 0.0f);
    const BodyId foreign = stage.other.create_body({.type = BodyType::Dynamic});
    const BodyId dead = stage.world.create_body({.type = BodyType::Dynamic});
    stage.world.destroy_body(dead);
    for (const BodyId handle : {BodyId{}, foreign, dead}) {
        stage.body = handle;
        std::vector<Row> rows = rows_of_handles();
        if (handle.is_null()) {
            std::erase_if(rows,
                          [](const Row& row) { return std::string(row.function).find("Character") == 0; });
        }
        check_refused(stage, rows, 0.0f);
    }
    stage.world.validate();
}

TEST_CASE("called functions: a custom shape without a name is told by what needs it") {
    Company stage;
    stage.world.create_shape(stage.box, CustomShape{Ellipse{0.3f, 0.5f}});
    check_refused(
        stage,
        {{"World::save", [](Company& s, float) { static_cast<void>(s.world.save()); }},
         {"save_to_file", [](Company& s, float) { save_to_file(s.world, "called_functions_test.save"); }},
         {"Recorder::Recorder",
          [](Company& s, float) { const Recorder made(s.world, "called_functions_test.recording"); }}},
        0.0f);
    CHECK_FALSE(std::filesystem::exists("called_functions_test.save"));
    CHECK_FALSE(std::filesystem::exists("called_functions_test.recording"));
}
