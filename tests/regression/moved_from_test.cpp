// Objects that were moved from answer with an error or as empty ones, and can be assigned to.
#include <doctest/doctest.h>

#include "support/place_at_rest.h"

#include <drystone/collision/mappings.h>
#include <drystone/drystone.h>

#include <functional>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;
using test::error_of;
using test::Place;

TEST_CASE("moved from: objects answer with an error or as empty ones, and can be assigned to") {
    Place place;
    World world = std::move(place.world);
    const BodyId box = place.box;
    World& gone = place.world;
    const Snapshot snapshot = world.snapshot();
    const std::function<void()> calls[] = {
        [&] { gone.step(dt); },
        [&] { static_cast<void>(gone.bodies()); },
        [&] { static_cast<void>(gone[box]); },
        [&] { static_cast<void>(gone.is_valid(box)); },
        [&] { static_cast<void>(gone.state_hash()); },
        [&] { gone.create_body(); },
        [&] { static_cast<void>(gone.snapshot()); },
        [&] { gone.restore(snapshot); },
        [&] { static_cast<void>(gone.clone()); },
        [&] { static_cast<void>(gone.save()); },
        [&] { gone.set_threads(2); },
        [&] { static_cast<void>(gone.gravity()); },
        [&] {
            static_cast<void>(gone.cast_ray_all({.translation = {1.0f, 0.0f}}));
        },
        [&] { const Recorder recorder(gone, "moved_from_test.recording"); },
        [&] { WorldBatch().add_prototype(gone); },
        [&] { Character().update(gone, {}, dt); },
        [&] { const DynamicMover mover(gone, {.body = box}); },
        [&] { const PathGuide guide(gone, {}); },
        [&] { StateHistory(2).save(gone); },
        [&] { Interpolation().step(gone, dt); },
        [&] { read_all_poses(gone, {}); },
    };
    for (const std::function<void()>& call : calls) {
        CHECK_FALSE(error_of(call).empty());
    }
    gone = World();
    gone.step(dt);

    WorldBatch batch;
    batch.create_worlds(batch.add_prototype(world), 2);
    WorldBatch taken = std::move(batch);
    CHECK_FALSE(error_of([&] { batch.step(dt); }).empty());
    CHECK_FALSE(error_of([&] { static_cast<void>(batch.size()); }).empty());
    CHECK_FALSE(error_of([&] { static_cast<void>(batch.poses()); }).empty());
    batch = std::move(taken);
    batch.step(dt);

    StateHistory history(3);
    history.save(world);
    StateHistory other = std::move(history);
    CHECK(history.size() == 0);
    CHECK(history.capacity() == 0);
    CHECK_FALSE(error_of([&] { history.save(world); }).empty());
    CHECK_FALSE(error_of([&] { history.restore(world, 0); }).empty());
    CHECK_FALSE(error_of([&] { static_cast<void>(history.frame(0)); }).empty());
    history = std::move(other);
    history.restore(world, 0);

    Snapshot state = world.snapshot();
    const Snapshot kept = std::move(state);
    CHECK(state.empty());
    CHECK_FALSE(error_of([&] { world.restore(state); }).empty());
    world.restore(kept);
}

TEST_CASE("moved from: characters, movers and guides name the function that is called, copies of them too") {
    Place place;
    World& world = place.world;
    CharacterDefinition definition{.custom = CustomShape{Ellipse{0.3f, 0.5f}}, .position = {-3.0f, 1.0f}};
    definition.filter.accepts = [](ShapeId) { return true; };
    Character egg(definition);
    DynamicMover mover(world, {.body = place.box});
    PathGuide guide(world,
                    {.body_a = place.ground, .body_b = place.wagon, .points = {{0.0f, 5.0f}, {1.0f, 5.0f}}});
    Character new_egg = std::move(egg);
    DynamicMover new_mover = std::move(mover);
    PathGuide new_guide = std::move(guide);
    Character egg_copy = egg;
    const std::pair<const char*, std::function<void()>> calls[] = {
        {"Character::update: ", [&] { egg.update(world, {}, dt); }},
        {"Character::update: ", [&] { egg_copy.update(world, {}, dt); }},
        {"Character::move: ", [&] { egg.move(world, {}, dt); }},
        {"Character::set_shape: ",
         [&] {
             egg.set_shape(world, Circle{{0.0f, 0.0f}, 1.0f});
         }},
        {"Character::set_shape: ", [&] { egg.set_shape(world, *definition.custom); }},
        {"Character::teleport: ", [&] { egg.teleport({}); }},
        {"Character::set_up: ",
         [&] {
             egg.set_up({0.0f, 1.0f});
         }},
        {"Character::launch: ", [&] { egg.launch({}); }},
        {"Character::definition: ", [&] { static_cast<void>(egg.definition()); }},
        {"Character::state: ", [&] { static_cast<void>(egg.state()); }},
        {"Character::set_state: ", [&] { egg.set_state({}); }},
        {"Character::position: ", [&] { static_cast<void>(egg.position()); }},
        {"Character::velocity: ", [&] { static_cast<void>(egg.velocity()); }},
        {"Character::pose: ", [&] { static_cast<void>(egg.pose()); }},
        {"Character::ground: ", [&] { static_cast<void>(egg.ground()); }},
        {"Character::is_on_ground: ", [&] { static_cast<void>(egg.is_on_ground()); }},
        {"Character::touches: ", [&] { static_cast<void>(egg.touches()); }},
        {"DynamicMover::update: ", [&] { mover.update(world, {}, dt); }},
        {"DynamicMover::set_up: ",
         [&] {
             mover.set_up({0.0f, 1.0f});
         }},
        {"DynamicMover::definition: ", [&] { static_cast<void>(mover.definition()); }},
        {"DynamicMover::ground: ", [&] { static_cast<void>(mover.ground()); }},
        {"DynamicMover::is_on_ground: ", [&] { static_cast<void>(mover.is_on_ground()); }},
        {"PathGuide::update: ", [&] { guide.update(world, dt); }},
        {"PathGuide::length: ", [&] { static_cast<void>(guide.length()); }},
        {"PathGuide::point: ", [&] { static_cast<void>(guide.point(0.5f)); }},
        {"PathGuide::joint: ", [&] { static_cast<void>(guide.joint()); }},
        {"PathGuide::place: ", [&] { static_cast<void>(guide.place()); }},
        {"PathGuide::set_motor: ", [&] { guide.set_motor({}); }},
    };
    for (const auto& [function, call] : calls) {
        place.refuses(function, call);
    }
    egg = std::move(new_egg);
    egg.update(world, {.velocity = {1.0f, 0.0f}}, dt);
    CHECK(egg.position() != definition.position);
    mover = std::move(new_mover);
    mover.update(world, {}, dt);
    guide = std::move(new_guide);
    guide.update(world, dt);
}

TEST_CASE("moved from: a custom shape is refused wherever it is used") {
    Place place;
    World& world = place.world;
    CustomShape gone{Ellipse{0.3f, 0.5f}};
    const CustomShape kept = std::move(gone);
    const ShapeId egg = world.create_shape(place.wagon, kept);
    Character hero({.position = {-3.0f, 1.0f}});
    std::vector<ShapeContact> contacts;
    const std::pair<const char*, std::function<void()>> calls[] = {
        {"CustomShape: ",
         [&] {
             static_cast<void>(gone.support({1.0f, 0.0f}));
         }},
        {"CustomShape: ", [&] { static_cast<void>(gone.radius()); }},
        {"CustomShape: ", [&] { static_cast<void>(gone.outline()); }},
        {"CustomShape: ", [&] { static_cast<void>(gone.mass(1.0f)); }},
        {"CustomShape: ", [&] { static_cast<void>(gone.polygon()); }},
        {"World::create_shape: ", [&] { world.create_shape(place.box, gone); }},
        {"ShapeRef::set_geometry: ", [&] { world[egg].set_geometry(gone); }},
        {"World::contacts_of: ", [&] { world.contacts_of(gone, Pose{}, contacts); }},
        {"World::cast_contact: ", [&] { static_cast<void>(world.cast_contact(gone, Pose{}, {})); }},
        {"World::cast_shape: ", [&] { static_cast<void>(world.cast_shape({.custom = gone})); }},
        {"World::overlap: ", [&] { world.overlap(gone, Pose{}, [](ShapeId) { return true; }); }},
        {"Character::Character: ", [&] { const Character made({.custom = gone}); }},
        {"Character::set_shape: ", [&] { hero.set_shape(world, gone); }},
    };
    for (const auto& [function, call] : calls) {
        place.refuses(function, call);
    }
}
