// The program and the file of docs/scene_files.md.
#include <doctest/doctest.h>

#include <drystone/drystone.h>
#include <drystone/scene.h>

#include <cstdio>
#include <filesystem>
#include <string>

using namespace drystone;

TEST_CASE("the program of the page loads and saves its level") {
    std::filesystem::copy_file(DRYSTONE_SOURCE_DIR "/tests/scene/level.json", "level.json",
                               std::filesystem::copy_options::overwrite_existing);
    // [level]
    const scene::Description level = scene::read_file("level.json");
    World world(level.settings);
    const scene::Loaded loaded = scene::load(world, level, {.position = {10.0f, 0.0f}});
    world[loaded.joint("hinge")].set_enabled(false);
    scene::write_file("saved.json", scene::describe(world, scene::annotate(level, loaded)));
    // [/level]
    CHECK(world[loaded.body("door")].position().x == 10.0f);
    const scene::Description saved = scene::read_file("saved.json");
    REQUIRE(saved.joints.size() == 1);
    CHECK(saved.joints[0].name == "hinge");
    CHECK(!saved.joints[0].settings.enabled);
    REQUIRE(saved.bodies.size() == 2);
    CHECK(saved.bodies[1].definition.position.x == 10.0f);
    std::remove("level.json");
    std::remove("saved.json");
}
