// Calls that throw change nothing, and name the function that was called; counts beyond reason are refused.
#include <doctest/doctest.h>

#include "support/place_at_rest.h"

#include <drystone/collision/mappings.h>
#include <drystone/drystone.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;
using test::error_of;
using test::Place;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float largest = std::numeric_limits<float>::max();
constexpr int most = std::numeric_limits<int>::max();

/// A scheduler that throws, before or after it has called worker 0.
class FailingScheduler : public TaskScheduler {
public:
    int worker_count() const override { return 2; }
    void run(int, FunctionRef<void(int)> task) override {
        if (fails_before) {
            throw std::runtime_error("no thread today");
        }
        task(0);
        if (fails_after) {
            throw std::runtime_error("no thread any more");
        }
        task(1);
    }
    bool fails_before = false;
    bool fails_after = false;
};

/// A scheduler with a number of workers that cannot be.
class BoastingScheduler : public TaskScheduler {
public:
    explicit BoastingScheduler(int count) : count_(count) {}
    int worker_count() const override { return count_; }
    void run(int, FunctionRef<void(int)> task) override { task(0); }

private:
    int count_;
};

}  // namespace

TEST_CASE("unchanged: a path guide that is refused leaves its body where it was") {
    Place place;
    const PathGuideDefinition good{
        .body_a = place.ground, .body_b = place.wagon, .points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 1.0f}}};
    const auto refuses = [&](const std::function<void(PathGuideDefinition&)>& spoil) {
        PathGuideDefinition bad = good;
        spoil(bad);
        place.refuses("PathGuide::PathGuide: ", [&] { const PathGuide guide(place.world, bad); });
    };
    refuses([](auto& bad) { bad.motor = JointMotor{1.0f, -5.0f}; });
    refuses([](auto& bad) { bad.motor = JointMotor{not_a_number, 5.0f}; });
    refuses([](auto& bad) { bad.settings.frequency = -1.0f; });
    refuses([](auto& bad) { bad.settings.break_force = not_a_number; });
    refuses([](auto& bad) { bad.anchor_b = {not_a_number, 0.0f}; });
    refuses([](auto& bad) { bad.anchor_b = {largest, 0.0f}; });
    refuses([](auto& bad) { bad.points = {}; });
    refuses([](auto& bad) { bad.points[1] = bad.points[0]; });
    refuses([](auto& bad) { bad.points[1].x = largest; });
    refuses([&](auto& bad) { bad.body_a = place.dead; });
    refuses([&](auto& bad) { bad.body_b = place.dead; });
    refuses([&](auto& bad) { bad.body_b = {}; });
    refuses([&](auto& bad) { bad.body_a = bad.body_b; });
    refuses([&](auto& bad) { bad.body_b = place.ground; });
    World other;
    const BodyId stranger = other.create_body();
    refuses([&](auto& bad) { bad.body_a = stranger; });
    // A path that turns back on itself has a direction at its tip.
    place.world[place.wagon].set_pose({4.0f, 5.0f}, 0.0f);
    PathGuide folded(place.world, {.body_a = place.ground,
                                   .body_b = place.wagon,
                                   .points = {{0.0f, 5.0f}, {3.0f, 5.0f}, {0.0f, 5.0f}}});
    CHECK(place.world[place.wagon].position().x == doctest::Approx(3.0f).epsilon(0.01));
    for (const float bad : {0.0f, -1.0f, not_a_number}) {
        place.refuses("PathGuide::update: ", [&] { folded.update(place.world, bad); });
    }
    place.refuses("PathGuide::set_motor: ", [&] { folded.set_motor(JointMotor{not_a_number, 1.0f}); });
}

TEST_CASE("unchanged: characters and movers that are refused have moved nothing") {
    Place place;
    place.refuses("DynamicMover::DynamicMover: ",
                  [&] { const DynamicMover mover(place.world, {.body = place.dead}); });
    place.refuses("DynamicMover::DynamicMover: ",
                  [&] { const DynamicMover mover(place.world, {.body = place.ground}); });
    DynamicMover mover(place.world, {.body = place.wagon});
    mover.update(place.world, {}, dt);
    place.refuses("DynamicMover::update: ", [&] { mover.update(place.world, {.speed = not_a_number}, dt); });
    place.refuses("DynamicMover::update: ", [&] { mover.update(place.world, {}, 0.0f); });

    const BodyId shadow = place.world.create_body({.type = BodyType::Kinematic, .position = {-1.0f, 1.0f}});
    Character hero({.position = {-1.0f, 1.0f}, .push_force = largest, .body = shadow});
    hero.update(place.world, {.velocity = {3.0f, 0.0f}}, dt);
    const Vec2 position = hero.position();
    for (const float bad : {0.0f, -1.0f, not_a_number, 1e-40f}) {
        place.refuses("Character::update: ", [&] { hero.update(place.world, {}, bad); });
        place.refuses("Character::move: ", [&] { hero.move(place.world, Vec2{3.0f, 0.0f}, bad); });
    }
    place.refuses("Character::update: ",
                  [&] { hero.update(place.world, {.mode = static_cast<CharacterMode>(9)}, dt); });
    place.world.destroy_body(shadow);
    place.refuses("Character::update: ", [&] { hero.update(place.world, {}, dt); });
    place.refuses("Character::move: ", [&] { hero.move(place.world, Vec2{}, dt); });
    CHECK(hero.position() == position);
}

TEST_CASE("unchanged: what is called inside a step names itself") {
    Place place;
    Character hero({.position = {8.0f, 1.0f}});
    DynamicMover mover(place.world, {.body = place.wagon});
    PathGuide guide(place.world,
                    {.body_a = place.ground, .body_b = place.box, .points = {{0.0f, 0.5f}, {1.0f, 0.5f}}});
    test::add_box(place.world, {10.0f, 0.5f}, 0.5f, 0.5f);
    std::vector<std::string> errors;
    place.world.set_collision_filter([&](ShapeId, ShapeId) {
        errors.push_back(error_of([&] { hero.update(place.world, {}, dt); }));
        errors.push_back(error_of([&] { mover.update(place.world, {}, dt); }));
        errors.push_back(error_of([&] { guide.update(place.world, dt); }));
        return true;
    });
    place.world.step(dt);
    REQUIRE(errors.size() >= 3);
    CHECK(errors[0].find("Character::update: ") == 0);
    CHECK(errors[1].find("DynamicMover::update: ") == 0);
    CHECK(errors[2].find("PathGuide::update: ") == 0);
}

TEST_CASE("unchanged: counts beyond reason are refused, and the argument is named") {
    const auto refused = [](const char* beginning, const std::function<void()>& call) {
        const std::string error = error_of(call);
        CAPTURE(error);
        CHECK(error.find(beginning) == 0);
    };
    for (const int count : {0, -1, 1000000000, most}) {
        CAPTURE(count);
        refused("ThreadPool::ThreadPool: worker_count", [&] { const ThreadPool pool(count); });
        refused("World::World: threads", [&] { const World world({.threads = count}); });
        refused("WorldBatch::WorldBatch: threads", [&] { const WorldBatch batch({.threads = count}); });
        refused("StateHistory::StateHistory: capacity", [&] { const StateHistory history(count); });
        BoastingScheduler boaster(count);
        refused("World::World: scheduler->worker_count()",
                [&] { const World world({.scheduler = &boaster}); });
        refused("WorldBatch::WorldBatch: scheduler->worker_count()",
                [&] { const WorldBatch batch({.scheduler = &boaster}); });
        Place place;
        place.refuses("World::set_threads: count", [&] { place.world.set_threads(count); });
        place.refuses("World::clone: threads", [&] { static_cast<void>(place.world.clone(count)); });
        const std::vector<std::byte> saved = place.world.save();
        refused("World::load: options.threads",
                [&] { static_cast<void>(World::load(saved, {.threads = count})); });
        WorldBatch batch;
        const int prototype = batch.add_prototype(place.world);
        refused("WorldBatch::create_worlds: count", [&] { batch.create_worlds(prototype, count); });
    }
    for (const int count : {-1, 1000000000, most}) {
        refused("World::World: body_capacity", [&] { const World world({.body_capacity = count}); });
        refused("World::World: shape_capacity", [&] { const World world({.shape_capacity = count}); });
        refused("World::World: contact_capacity", [&] { const World world({.contact_capacity = count}); });
    }
    Place place;
    for (const int count : {0, -1, most}) {
        place.refuses("World::step: sub_steps", [&] { place.world.step(dt, count); });
        WorldBatch batch;
        refused("WorldBatch::step: sub_steps", [&] { batch.step(dt, count); });
        refused("WorldBatch::step: repeats", [&] { batch.step(dt, 4, count); });
    }
    FixedStepper stepper({.time_step = 1e-30f, .speed = largest});
    refused("FixedStepper::advance: elapsed", [&] { stepper.advance(1e300); });
    CHECK(stepper.steps() == 0);
    CHECK(stepper.dropped_time() == 0.0);
}

TEST_CASE("unchanged: a scheduler that throws in a step leaves a world to be restored") {
    FailingScheduler scheduler;
    World world({.scheduler = &scheduler});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, make_box(100.0f, 1.0f, Pose{Vec2{0.0f, -1.0f}, Rot{}}));
    for (int i = 0; i < 600; ++i) {
        test::add_box(world, {static_cast<float>(i % 60), 0.5f + static_cast<float>(i / 60)}, 0.5f, 0.5f);
    }
    test::run(world, 3);
    const Snapshot before = world.snapshot();
    const std::uint64_t hash = world.state_hash();
    world.step(dt);
    const std::uint64_t next = world.state_hash();
    for (bool FailingScheduler::*failure :
         {&FailingScheduler::fails_before, &FailingScheduler::fails_after}) {
        world.restore(before);
        scheduler.*failure = true;
        CHECK_THROWS_AS(world.step(dt), std::runtime_error);
        CHECK_THROWS_AS(world.step(dt), Error);
        scheduler.*failure = false;
        world.restore(before);
        CHECK(world.state_hash() == hash);
        world.step(dt);
        CHECK(world.state_hash() == next);
    }
}

TEST_CASE("unchanged: what one function takes for a shape, all take, and what one refuses, all refuse") {
    const ShapeGeometry geometries[] = {make_box(1.0f, 1e-5f),  make_box(1.0f, 1e-7f),
                                        make_box(1.0f, 1e-20f), make_box(1e-20f, 1e-20f),
                                        make_box(1e6f, 1e6f),   make_box(1e14f, 1e14f),
                                        make_box(2e15f, 1.0f),  make_rounded_box(1.0f, 1.0f, 2e15f)};
    for (const ShapeGeometry& geometry : geometries) {
        const Polygon pieces[] = {std::get<Polygon>(geometry)};
        const std::span<const Vec2> outline = pieces[0].vertices();
        const PolygonsOptions options{.radius = pieces[0].radius()};
        for (const float density : {0.0f, 1.0f, 1e30f}) {
            Place place;
            World& world = place.world;
            const ShapeId disc =
                world.create_shape(place.wagon, Circle{{0.0f, 0.0f}, 0.1f}, {.density = density});
            const std::string created =
                error_of([&] { world.create_shape(place.box, geometry, {.density = density}); });
            CAPTURE(created);
            CHECK((created.empty() || created.find("World::create_shape: ") == 0));
            const std::string as_piece =
                error_of([&] { world.create_pieces(place.box, pieces, {.density = density}); });
            CHECK(as_piece.empty() == created.empty());
            CHECK((as_piece.empty() || as_piece.find("World::create_pieces: ") == 0));
            const std::string set = error_of([&] { world[disc].set_geometry(geometry); });
            CHECK(set.empty() == created.empty());
            CHECK((set.empty() || set.find("ShapeRef::set_geometry: ") == 0));
            const std::string character =
                error_of([&] { const Character character_of(CharacterDefinition{.geometry = geometry}); });
            CHECK((character.empty() || !created.empty()));
            CHECK((character.empty() || character.find("Character::Character: ") == 0));
            std::vector<Polygon> parts;
            const std::string cut = error_of([&] { parts = make_polygons(outline, {}, options); });
            const std::string as_parts =
                !cut.empty() ? cut
                             : error_of([&] { world.create_pieces(place.box, parts, {.density = density}); });
            const std::string as_outline = error_of(
                [&] { world.create_outline(place.box, outline, {}, {.density = density}, options); });
            CAPTURE(as_parts);
            CAPTURE(as_outline);
            CHECK(as_outline.empty() == as_parts.empty());
            CHECK((as_outline.empty() || as_outline.find("World::create_outline: ") == 0));
            CHECK(error_of([&] { static_cast<void>(World::load(world.save())); }).empty());
            WorldBatch batch;
            batch.create_worlds(batch.add_prototype(world), 1);
            CHECK(batch[0].state_hash() == world.state_hash());
        }
    }
}

TEST_CASE("unchanged: a recording plays the shapes that were taken, and leaves out those that were refused") {
    const std::string path =
        (std::filesystem::temp_directory_path() / "drystone_refused_shapes.recording").string();
    std::uint64_t hash = 0;
    const CustomShape egg{Ellipse{1.0f, 1e-3f}};
    const std::vector<Named<CustomShape>> names{{"egg", egg}};
    {
        Place place;
        World& world = place.world;
        const Recorder recorder(world, path, {.custom_shapes = names});
        const ShapeId custom = world.create_shape(place.wagon, egg);
        for (const float thin : {0.1f, 1e-5f, 1e-7f, 1e-20f, 1e14f}) {
            const Polygon box = make_box(1.0f, thin);
            const Polygon pieces[] = {box};
            for (const std::function<void()>& call : std::vector<std::function<void()>>{
                     [&] { world.create_shape(place.box, box); },
                     [&] { world.create_pieces(place.box, pieces); },
                     [&] { world.create_outline(place.box, box.vertices()); },
                     [&] { world[custom].set_geometry(box); }, [&] { world[custom].set_geometry(egg); }}) {
                static_cast<void>(error_of(call));
            }
            world.step(dt);
        }
        CHECK(recorder.is_recording());
        hash = world.state_hash();
    }
    RecordingPlayer player(path, {.custom_shapes = names});
    player.seek(player.steps());
    CHECK_FALSE(player.divergence());
    CHECK(player.world().state_hash() == hash);
    std::filesystem::remove(path);
}
