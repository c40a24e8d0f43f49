#include <doctest/doctest.h>

#include "engine/world/state/step_record.h"
#include "support/world_build.h"

#include <drystone/drystone.h>

#include <drystone/collision/curved_shapes.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace drystone;

namespace {

std::string error_of(const World& world, const SaveOptions& options) {
    try {
        static_cast<void>(world.save(options));
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("save file: custom shapes are saved by name, and those without one are named as the obstacle") {
    const CustomShape egg(Ellipse{0.5f, 0.3f});
    World world;
    test::add_ground(world, 10.0f);
    const BodyId body = world.create_body({.position = {0.0f, 2.0f}});
    world.create_shape(body, egg);
    CHECK(error_of(world, {}).find("custom_shapes") != std::string::npos);
    CHECK(error_of(world, {.custom_shapes = {{"other", CustomShape(Ellipse{0.5f, 0.3f})}}}) != "");

    const std::vector<std::byte> saved = world.save({.custom_shapes = {{"egg", egg}}});
    CHECK_THROWS_WITH_AS((void)World::load(saved), doctest::Contains("\"egg\""), Error);
    CHECK_THROWS_AS((void)World::load(saved, {.custom_shapes = {{"egg", CustomShape(Ellipse{0.5f, 0.4f})}}}),
                    Error);
    World loaded = World::load(saved, {.custom_shapes = {{"egg", CustomShape(Ellipse{0.5f, 0.3f})}}});
    CHECK(test::record_steps(loaded, 60) == test::record_steps(world, 60));
}

TEST_CASE("save file: callbacks are saved by name, left out, or named as the obstacle") {
    int asked = 0;
    const CollisionFilter filter = [&](ShapeId, ShapeId) { return ++asked > 0; };
    World world;
    world.set_collision_filter(filter);
    world.set_material_mixing([](ShapeId, ShapeId, const MixedMaterial& mixed) { return mixed; });
    CHECK(error_of(world, {}).find("SaveOptions::collision_filter") != std::string::npos);
    CHECK(error_of(world, {.collision_filter = "teams"}).find("SaveOptions::material_mixing") !=
          std::string::npos);

    const std::vector<std::byte> without = world.save({.without_callbacks = true});
    CHECK_NOTHROW((void)World::load(without));
    world.set_material_mixing({});
    const std::vector<std::byte> saved = world.save({.collision_filter = "teams"});
    CHECK_THROWS_WITH_AS((void)World::load(saved), doctest::Contains("\"teams\""), Error);
    World loaded = World::load(saved, {.collision_filters = {{"teams", filter}}});
    test::add_ground(loaded, 10.0f);
    const BodyId ball = loaded.create_body({.position = {0.0f, 0.4f}});
    loaded.create_shape(ball, Circle{});
    loaded.step(test::dt);
    CHECK(asked > 0);
}

TEST_CASE("save file: handles, names, user data and settings survive, and a loaded world goes its own way") {
    World world({.gravity = {1.0f, -3.0f}, .time_to_sleep = 0.25f, .user_data = 4});
    const BodyId body = world.create_body({.name = "hero", .user_data = 5});
    const ShapeId shape = world.create_shape(body, Circle{}, {.user_data = 6});
    const JointId joint =
        world.create_joint(body, world.create_body({.type = BodyType::Static}), WeldJoint{});
    world[shape].set_name("head");
    world[joint].set_name("neck");
    world[body].set_constant_force({1.0f, 2.0f}, 3.0f);
    World loaded = World::load(world.save(), {.threads = 2});
    CHECK(loaded.threads() == 2);
    CHECK(loaded.gravity() == Vec2{1.0f, -3.0f});
    CHECK(loaded[body].name() == "hero");
    CHECK(loaded[body].user_data() == 5);
    CHECK(loaded[shape].user_data() == 6);
    CHECK(loaded.user_data() == 4);
    CHECK(loaded[shape].name() == "head");
    CHECK(loaded[joint].name() == "neck");
    CHECK(loaded[body].constant_force() == Vec2{1.0f, 2.0f});
    CHECK(loaded[body].constant_torque() == 3.0f);
    // A world that was made by the same calls has its objects in the same slots.
    World again;
    const BodyId twin = again.create_body();
    CHECK(again.number() != loaded.number());
    CHECK(loaded[twin.in_world(loaded.number())].name() == "hero");
    loaded.destroy_body(body);
    CHECK(world.is_valid(body));
    CHECK_THROWS_AS((void)World::load(world.save(), {.threads = 0}), Error);
}

TEST_CASE("save file: a world goes through a file on the disk, and a missing file is named") {
    World world;
    test::add_ground(world, 5.0f);
    const std::string path = "save_file_test.drystone";
    save_to_file(world, path);
    save_to_file(world, path);
    CHECK(load_from_file(path).save() == world.save());
    std::remove(path.c_str());
    CHECK_THROWS_WITH_AS((void)load_from_file(path), doctest::Contains(path.c_str()), Error);
    CHECK_THROWS_WITH_AS(save_to_file(world, "no/such/folder"), doctest::Contains("no/such/folder"), Error);
}
